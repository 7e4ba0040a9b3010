/** The errors of a call, one class for each outcome: refused, failed, not decided yet, no answer. */
import type { Open, RefusalCode, Transaction } from './generated/models.ts';

/**
 * The request as it was sent. A program can send it again, or quote it in a support request. Printing the error does not print the request,
 * because the request may contain data that must not be logged.
 */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The idempotency key, whether the caller or the client created it. A repetition with this key has no second effect. */
  readonly idempotencyKey: string | undefined;
}

export interface RefusalDetails {
  /** Maps the name of each invalid field to its errors. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  /** True if the ledger could not determine whether the write took effect. Repeat the write with the same key, or read its result. */
  readonly mayHaveHappened?: boolean;
  /** The additional data of some refusals, such as the results of a rejected batch. */
  readonly data?: unknown;
  readonly request?: SentRequest;
}

/**
 * The base class of all errors of a sent request. It gives the cause, and tells whether the request may have taken effect despite the
 * error.
 */
export abstract class LedgerError extends Error {
  /** False if the request certainly wrote nothing, for example because it only reads. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, mayHaveHappened: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** The ledger refused the request. `code` is for the program, `message` is for people. */
export class LedgerRefusal extends LedgerError {
  override readonly name: string = 'LedgerRefusal';
  readonly status: number;
  readonly code: Open<RefusalCode>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly data: unknown;
  readonly #request: SentRequest | undefined;

  constructor(status: number, code: Open<RefusalCode>, message: string, details: RefusalDetails = {}) {
    super(message, details.mayHaveHappened ?? false);
    this.status = status;
    this.code = code;
    this.errors = details.errors ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.requestId = details.requestId;
    this.data = details.data;
    this.#request = details.request;
  }

  get request(): SentRequest | undefined {
    return this.#request;
  }
}

/** The transaction was accepted but could not be posted: it has no effect. `code` gives the reason. */
export class TransactionFailed extends LedgerRefusal {
  override readonly name: string = 'TransactionFailed';
  readonly transaction: Transaction;

  constructor(transaction: Transaction) {
    const { code = 'INTERNAL_ERROR', message = 'The transaction failed.' } = transaction.failure ?? {};
    super(202, code, message);
    this.transaction = transaction;
  }
}

/** The ledger accepted the transaction, but did not post it within the given time. Read the transaction again later. */
export class TransactionPending extends LedgerError {
  override readonly name = 'TransactionPending';
  readonly transaction: Transaction;

  constructor(transaction: Transaction) {
    super(`Transaction ${transaction.id} is accepted, and still pending. Read it again later.`, true);
    this.transaction = transaction;
  }
}

export interface LossDetails {
  readonly request: SentRequest;
  readonly attempts: number;
  readonly mayHaveHappened: boolean;
  /** Whether a later attempt may succeed. False if the answer was not from the ledger, for example a redirect from a proxy. */
  readonly mayPass: boolean;
  readonly cause?: unknown;
}

/**
 * The ledger did not answer, even after all retries that were safe. If `mayHaveHappened` is true, the write may have taken effect: repeat
 * it with the same key, or read its result.
 */
export class LedgerUnreachable extends LedgerError {
  override readonly name = 'LedgerUnreachable';
  readonly attempts: number;
  readonly mayPass: boolean;
  readonly #request: SentRequest;

  constructor(message: string, { request, attempts, mayHaveHappened, mayPass, cause }: LossDetails) {
    super(message, mayHaveHappened, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
    this.mayPass = mayPass;
    this.#request = request;
  }

  get request(): SentRequest {
    return this.#request;
  }
}

/**
 * Returns whether the error is a refusal from the ledger, and has one of `codes` if any are given. It also works if several copies of this
 * package are installed.
 */
export const isRefusal = <Code extends RefusalCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is LedgerRefusal & { readonly code: Code } => {
  const { name, code } = (error ?? {}) as Partial<LedgerRefusal>;
  const isOne = name === 'LedgerRefusal' || name === 'TransactionFailed';
  return isOne && (codes.length === 0 || codes.some((each) => each === code));
};

export type Outcome<Data> =
  { readonly ok: true; readonly data: Data } | { readonly ok: false; readonly refusal: LedgerRefusal };

/** Resolves to the answer or to the refusal, as a value. Rejects with every other error. */
export const outcomeOf = async <Data>(answer: Promise<Data>): Promise<Outcome<Data>> => {
  try {
    return { ok: true, data: await answer };
  } catch (error) {
    if (isRefusal(error)) return { ok: false, refusal: error };
    throw error;
  }
};
