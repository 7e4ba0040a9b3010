/** The request of a resource's method, with its caller's options. */
import type { LedgerFile } from './file.ts';
import type { Listing } from './listing.ts';

export interface Asked {
  readonly method: string;
  /** With its parameters in place. */
  readonly path: string;
  readonly query?: object;
  readonly body?: object | undefined;
  /** The place of the idempotency key, which makes a repetition harmless: the header, or each item of a batch. The client creates missing keys. */
  readonly keyed?: 'header' | 'items';
  readonly accept?: string;
}

export interface Call {
  readonly signal?: AbortSignal;
  /** How long one attempt may take, in milliseconds; that of the client when not said. */
  readonly timeoutMs?: number;
  /** Is told status and headers of the answer, such as `Idempotency-Replayed` and `X-Ledger-Sequence`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void;
}

export interface Keyed {
  /** Makes the call happen once, however often it is sent. The client creates one if neither this option nor the body has it. */
  readonly idempotencyKey?: string;
}

export interface Waiting {
  /** Lets the service answer when it is decided, after this many seconds at the latest. */
  readonly waitSeconds?: number;
}

export interface Strict {
  /** Members that the service does not know are refused instead of ignored. */
  readonly strict?: boolean;
}

export interface Eventual {
  /** A replica may answer, which may be behind. */
  readonly mayBeBehind?: boolean;
  /** An `X-Ledger-Sequence` that an answer told: this answer is not older. */
  readonly notBeforeSequence?: number;
}

export type AnyCall = Call & Keyed & Waiting & Strict & Eventual;

/** How a resource reaches the service. */
export interface Sending {
  /** The `data` of the answer. */
  one<Data>(asked: Asked, call: AnyCall): Promise<Data>;
  list<Item, Meta>(asked: Asked, call: AnyCall): Listing<Item, Meta>;
  file(asked: Asked, call: AnyCall): Promise<LedgerFile>;
}

/**
 * A parameter of a path. An empty one, `.` and `..` would ask for something else, because `fetch` takes dots out of a path, encoded ones
 * too. So they are refused before anything is sent.
 */
export const segment = (value: string): string => {
  if (value === '' || value === undefined || value === null) throw new TypeError('An id or code is empty.');
  if (value === '.' || value === '..') throw new TypeError(`No id or code is ${value}: it would ask for another path.`);
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('An id or code has half of a surrogate pair.');
  return encodeURIComponent(value);
};
