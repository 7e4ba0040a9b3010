/**
 * A refusal is an answer: a tagged value on the left of an Either. A fault is a failure of the system: it is thrown,
 * and becomes 500, or 503 if it is an `Unavailable`.
 */
import * as E from 'fp-ts/Either';

/** The outcome of a decision: a refusal of type R, or the answer A. */
export type Outcome<R, A> = E.Either<R, A>;

export const ok: <A>(answer: A) => Outcome<never, A> = E.right;
export const refuse: <R>(refusal: R) => Outcome<R, never> = E.left;
export const refused: <R, A>(outcome: Outcome<R, A>) => outcome is E.Left<R> = E.isLeft;

/** Returns the answer of an outcome that cannot be a refusal. */
export const accepted = <A>(outcome: Outcome<never, A>): A => {
  if (refused(outcome)) throw new Error('what refuses nothing was refused');
  return outcome.right;
};

/** The errors of each field, in sentences, by the name of the field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * The store, or another service that we depend on, cannot be reached or is too busy: try again later. Nothing was
 * written.
 */
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

/** Another transaction held the requested lock for longer than the caller would wait. */
export class Busy extends Unavailable {}

/** The caller has as many requests in progress as one caller may have, and must wait until one of them ends. */
export class OverShare extends Unavailable {}

/** All callers together have as many requests in progress as the process can handle. */
export class Overloaded extends Unavailable {}

/** The client seems to have gone, so the request was not run; a client that is still there may repeat it. */
export class HungUp extends Unavailable {
  constructor() {
    super('Nobody waits for the answer any more.');
  }
}

/** The store has no room left. The answer states so, because waiting does not help. */
export class StoreFull extends Unavailable {}

/** The connection broke during the commit, or the commit has no answer: the transaction may or may not have been written. */
export class CommitInDoubt extends Unavailable {}

/** The commit has had no answer for several seconds. */
export class SilentCommit extends CommitInDoubt {}

/**
 * The store refuses a statement for a reason that no request can cause: a missing right, a damaged block, a schema
 * change in progress. Nothing was written, and the operator must act.
 */
export class HouseFault extends Unavailable {
  constructor(
    /** The SQLSTATE of the refusal. */
    readonly code: string,
    cause: Error,
  ) {
    super(`The database refuses what the ledger needs (SQLSTATE ${code}): ${cause.message}`, 1, { cause });
  }
}

/**
 * Returns whether an error may fail an accepted transaction. Only an error that depends on the transaction itself may:
 * the guards of our migrations (SQLSTATE class LG), a value that a type cannot hold (22), a violated constraint (23).
 * Any other error is a house fault: the transaction stays pending, and posting is tried again.
 */
export const mayCondemn = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return !(error instanceof Unavailable) && typeof code === 'string' && /^(LG|22|23)[0-9A-Z]{3}$/.test(code);
};

/** Awaits a read or a write that follows a commit. If it fails, the error must not claim that nothing was written. */
export const afterWriting = async <A>(following: Promise<A>): Promise<A> => {
  try {
    return await following;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new CommitInDoubt(error.message, error.retryAfterSeconds, { cause: error });
  }
};

/** Returns whether the same operation may succeed later; after any other error it would fail again. */
export const isTransient = (error: unknown): boolean => error instanceof Unavailable;

/** Called where a switch has handled all cases: if a case is missing, the call does not compile. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
};
