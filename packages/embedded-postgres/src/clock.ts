/** The clock of the program that uses the server. */
export interface PostgresClock {
  /** The current time, which is used in the names of files. */
  now(): Date;
  /** The milliseconds since a fixed moment. Only the difference between two values has a meaning. */
  elapsed(): number;
  /** Resolves after this many milliseconds. */
  sleep(ms: number): Promise<void>;
  /** Calls `act` after this many milliseconds unless it is cancelled. The timer does not keep the process alive. */
  deadline(ms: number, act?: () => void): { leftMs(): number; cancel(): void };
}
