/** The clock of the program that serves language models. */
export interface McpClock {
  now(): Date;
  /** The milliseconds since a fixed moment. Only the difference between two values has a meaning. */
  elapsed(): number;
  /** Calls `act` after this many milliseconds unless it is cancelled. */
  deadline(ms: number, act: () => void): { cancel(): void };
}
