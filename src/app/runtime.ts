/**
 * Everything that a program receives from its process. A test passes its own runtime, so that several programs can run in one process at
 * once.
 */
import type { DestinationStream } from 'pino';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../kernel/clock';
import type { Telemetry } from './telemetry';

/** A stream of text. `columns` is the width of the terminal; undefined if the stream is not a terminal. */
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
  /** The destination of the service's log: standard error, unless a caller collects it. */
  readonly log: DestinationStream;
  readonly telemetry: Telemetry;
  /**
   * Calls `hear` for each SIGINT, SIGTERM and SIGHUP until the returned function is called. A signal without a listener
   * ends the process.
   */
  onSignal(hear: (signal: NodeJS.Signals) => void): () => void;
}
