/**
 * A refusal is the ledger saying no: a plain tagged value on the left of an Either.
 * A fault is the world breaking: it is thrown, and becomes 500, or 503 when it is an `Unavailable`.
 */
import * as E from 'fp-ts/Either';

/** The outcome of a decision: a refusal of type R, or the answer A. */
export type Outcome<R, A> = E.Either<R, A>;

export const ok: <A>(answer: A) => Outcome<never, A> = E.right;
export const refuse: <R>(refusal: R) => Outcome<R, never> = E.left;
export const refused: <R, A>(outcome: Outcome<R, A>) => outcome is E.Left<R> = E.isLeft;

/** What came of something that refuses nothing. */
export const accepted = <A>(outcome: Outcome<never, A>): A => {
  if (refused(outcome)) throw new Error('what refuses nothing was refused');
  return outcome.right;
};

/** Field → what is wrong with it, in sentences. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The store, or another service we depend on, cannot be reached or is too busy: try again later. Nothing was written. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  constructor(
    message: string,
    readonly retryAfterSeconds = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Another transaction held the lock that was asked for, longer than the caller would wait. */
export class Busy extends Unavailable {}

/** The caller has as much under way as one caller may have, and is to wait for its earlier requests. */
export class OverShare extends Unavailable {}

/** All callers together have as much under way as the process works on. */
export class Overloaded extends Unavailable {}

/** Nobody waits for the answer any more, as far as can be told: who is there after all may ask again. */
export class HungUp extends Unavailable {
  constructor() {
    super('Nobody waits for the answer any more.');
  }
}

/** The store has no room for more. The caller learns why, because waiting does not help. */
export class StoreFull extends Unavailable {}

/** The connection broke during the commit, or the commit has no answer: the transaction may be written or not. */
export class CommitInDoubt extends Unavailable {}

/** The commit has had no answer for some seconds. */
export class SilentCommit extends CommitInDoubt {}

/**
 * The store refuses a statement for a reason that no request can bring about: a missing right, a damaged block, a schema that
 * is being changed. Nothing was written, and the operator has to act.
 */
export class HouseFault extends Unavailable {
  constructor(
    /** The SQLSTATE. */
    readonly code: string,
    cause: Error,
  ) {
    super(`The database refuses what the ledger needs (SQLSTATE ${code}): ${cause.message}`, 1, { cause });
  }
}

/**
 * Only an error that can be a property of one transaction may fail an accepted transaction: the guards of our migrations
 * (SQLSTATE class LG), a value that a type cannot hold (22), a violated constraint (23). Everything else is a fault of the
 * house: the transaction stays pending, and posting is tried again.
 */
export const mayCondemn = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return !(error instanceof Unavailable) && typeof code === 'string' && /^(LG|22|23)[0-9A-Z]{3}$/.test(code);
};

/** Reads after a write has committed: a fault of the read must not say that nothing was written. */
export const afterWriting = async <A>(reading: Promise<A>): Promise<A> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new CommitInDoubt(error.message, error.retryAfterSeconds, { cause: error });
  }
};

/** Whether the same work may succeed later; anything else would fail again. */
export const isTransient = (error: unknown): boolean => error instanceof Unavailable;

/** For the end of a switch: does not compile while a case is missing. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
};
