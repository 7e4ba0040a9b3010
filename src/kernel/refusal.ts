/**
 * A refusal is the ledger saying no: a plain tagged value on the left of an Either.
 * A fault is the world breaking: it is thrown, and becomes 500, or 503 when it is an `Unavailable`.
 */
import * as E from 'fp-ts/Either';

/** What a decision gives: a refusal of type R, or the answer A. */
export type Outcome<R, A> = E.Either<R, A>;

export const ok: <A>(answer: A) => Outcome<never, A> = E.right;
export const refuse: <R>(refusal: R) => Outcome<R, never> = E.left;
export const refused: <R, A>(outcome: Outcome<R, A>) => outcome is E.Left<R> = E.isLeft;

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

/** Somebody else held what was asked for, longer than the caller would wait. */
export class Busy extends Unavailable {}

/** The caller has as much under way as one caller may have: it is to wait for what it asked before. */
export class OverShare extends Unavailable {}

/** The store went away while it was told to commit: perhaps it is written, perhaps not. */
export class CommitInDoubt extends Unavailable {}

/** What is read once a write has committed: where that fails, nobody may hear that nothing was written. */
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

/** Says that a case was forgotten: does not compile while one is left. */
export const unreachable = (value: never): never => {
  throw new Error(`unreachable case: ${JSON.stringify(value)}`);
};
