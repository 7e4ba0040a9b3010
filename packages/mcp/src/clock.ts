/** The clock of the program that serves language models. */
export interface McpClock {
  now(): Date;
  /** Milliseconds since a fixed moment; only differences mean something. */
  elapsed(): number;
  /** Calls `act` after this many milliseconds unless it is cancelled. */
  deadline(ms: number, act: () => void): { cancel(): void };
}
