/** The errors of a call, each as a class of its own: refused, failed, not decided yet, no answer. */
import type { Open, RefusalCode, Transaction } from './generated/models.ts';

/**
 * The request that was sent, so that it can be sent again or quoted to support. Not printed with the error: it may hold what
 * nobody should log.
 */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Also where the client made it. Sent again with it, the call does not happen twice. */
  readonly idempotencyKey: string | undefined;
}

export interface RefusalDetails {
  /** Field → what is wrong with it. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  /** The ledger could not say whether it was done: the same key, or a look, tells. */
  readonly mayHaveHappened?: boolean;
  /** The additional data of some refusals, such as the results of a rejected batch. */
  readonly data?: unknown;
  readonly request?: SentRequest;
}

/** Every error of a request that was sent: what went wrong, and whether the request may have been done nevertheless. */
export abstract class LedgerError extends Error {
  /** False where it is known that nothing was done, or where the request only reads. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, mayHaveHappened: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayHaveHappened = mayHaveHappened;
  }
}

/** The ledger said no. Branch on `code`, show `message`. */
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

/** The transaction was accepted, and could not be posted: nothing moved, and nothing will. `code` says why. */
export class TransactionFailed extends LedgerRefusal {
  override readonly name: string = 'TransactionFailed';
  readonly transaction: Transaction;

  constructor(transaction: Transaction) {
    const { code = 'INTERNAL_ERROR', message = 'The transaction failed.' } = transaction.failure ?? {};
    super(202, code, message);
    this.transaction = transaction;
  }
}

/** The transaction is accepted and durable, and not decided within the time that was given. Read it again. */
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
  /** Whether a later attempt may succeed; false if something else than the ledger answered, such as a redirect. */
  readonly mayPass: boolean;
  readonly cause?: unknown;
}

/**
 * No answer of the ledger arrived, after all retries that were safe. If `mayHaveHappened` is true, the write may have been done:
 * repeat it with its key, or look.
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

/** Whether the ledger refused, with one of these codes where some are named. It holds across copies of this package. */
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

/** The answer or the refusal as a value; everything else is thrown on. */
export const outcomeOf = async <Data>(answer: Promise<Data>): Promise<Outcome<Data>> => {
  try {
    return { ok: true, data: await answer };
  } catch (error) {
    if (isRefusal(error)) return { ok: false, refusal: error };
    throw error;
  }
};
