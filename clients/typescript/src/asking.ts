/** The types that resources and the sender of requests share: the request of a method, and the options of its caller. */
import type { LedgerFile } from './file.ts';
import type { Listing } from './listing.ts';

export interface Asked {
  readonly method: string;
  /** The path with all parameters filled in. */
  readonly path: string;
  readonly query?: object;
  readonly body?: object | undefined;
  /**
   * The place of the idempotency key: in the header, or in each item of a batch. The client creates a missing key. A request with a key can
   * be repeated without a second effect.
   */
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
  /**
   * The idempotency key: the service executes requests with the same key only once. The client creates a key if neither this option nor the
   * body has one.
   */
  readonly idempotencyKey?: string;
}

export interface Waiting {
  /** The service answers once the transaction is posted or has failed, or after this many seconds. */
  readonly waitSeconds?: number;
}

export interface Strict {
  /** The service refuses unknown members of the body. By default it ignores them. */
  readonly strict?: boolean;
}

export interface Eventual {
  /** Allows a replica to answer, whose data may be slightly old. */
  readonly mayBeBehind?: boolean;
  /** The `X-Ledger-Sequence` of an earlier answer. The answer to this call takes into account at least all events up to this sequence. */
  readonly notBeforeSequence?: number;
}

export type AnyCall = Call & Keyed & Waiting & Strict & Eventual;

/** The ways in which a resource's method sends its request. */
export interface Sending {
  /** Resolves with the `data` of the answer. */
  one<Data>(asked: Asked, call: AnyCall): Promise<Data>;
  list<Item, Meta>(asked: Asked, call: AnyCall): Listing<Item, Meta>;
  file(asked: Asked, call: AnyCall): Promise<LedgerFile>;
}

/**
 * Percent-encodes a path parameter. Throws if it is empty, `.` or `..`: `fetch` removes dots from a path, even encoded ones, so the request
 * would reach a different path.
 */
export const segment = (value: string): string => {
  if (value === '' || value === undefined || value === null) throw new TypeError('An id or code is empty.');
  if (value === '.' || value === '..') throw new TypeError(`No id or code is ${value}: it would ask for another path.`);
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('An id or code has half of a surrogate pair.');
  return encodeURIComponent(value);
};
