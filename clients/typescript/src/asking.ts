/** The request of a resource's method, and the options of its caller. */
import type { LedgerFile } from './file.ts';
import type { Listing } from './listing.ts';

export interface Asked {
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  readonly query?: object;
  readonly body?: object | undefined;
  /** The place of the idempotency key, which makes a repetition harmless: the header, or each item of a batch. The client creates missing keys. */
  readonly keyed?: 'header' | 'items';
  readonly accept?: string;
}

export interface Call {
  readonly signal?: AbortSignal;
  /** The time limit of one attempt in milliseconds; by default that of the client. */
  readonly timeoutMs?: number;
  /** Called with the status and headers of the answer, such as `Idempotency-Replayed` and `X-Ledger-Sequence`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void;
}

export interface Keyed {
  /** Makes the call happen once, however often it is sent. The client creates one if neither this option nor the body has it. */
  readonly idempotencyKey?: string;
}

export interface Waiting {
  /** The service answers when the transaction is decided, or after this many seconds. */
  readonly waitSeconds?: number;
}

export interface Strict {
  /** The service refuses members that it does not know, instead of ignoring them. */
  readonly strict?: boolean;
}

export interface Eventual {
  /** Allows a replica to answer, whose data may be slightly old. */
  readonly mayBeBehind?: boolean;
  /** An `X-Ledger-Sequence` from an earlier answer: the answer to this call will not be older. */
  readonly notBeforeSequence?: number;
}

export type AnyCall = Call & Keyed & Waiting & Strict & Eventual;

/** The operations with which a resource calls the service. */
export interface Sending {
  /** Resolves with the `data` of the answer. */
  one<Data>(asked: Asked, call: AnyCall): Promise<Data>;
  list<Item, Meta>(asked: Asked, call: AnyCall): Listing<Item, Meta>;
  file(asked: Asked, call: AnyCall): Promise<LedgerFile>;
}

/**
 * Encodes a parameter of a path. Throws for an empty one, `.` and `..`: `fetch` resolves dots in a path, even encoded ones, so the request
 * would reach another path.
 */
export const segment = (value: string): string => {
  if (value === '' || value === undefined || value === null) throw new TypeError('An id or code is empty.');
  if (value === '.' || value === '..') throw new TypeError(`No id or code is ${value}: it would ask for another path.`);
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('An id or code has half of a surrogate pair.');
  return encodeURIComponent(value);
};
