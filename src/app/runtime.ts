/** All that a program has from its process. A test gives its own, so several programs can run in one process at once. */
import type { DestinationStream } from 'pino';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../kernel/clock';
import type { Telemetry } from './telemetry';

/** A stream of text; a terminal has columns too. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface Runtime {
  readonly streams: Streams;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The service's log is written here: to standard error, unless somebody collects it. */
  readonly log: DestinationStream;
  readonly telemetry: Telemetry;
  /**
   * Calls `hear` for each SIGINT, SIGTERM and SIGHUP until the function that it returns is called. A signal that nobody hears ends the
   * process.
   */
  onSignal(hear: (signal: NodeJS.Signals) => void): () => void;
}
