/** Long work in pieces, which its caller may run at once or with pauses between them (`running/slices`). */

/** A computation that pauses after each piece and continues on demand. */
export type Pieces<A> = Generator<void, A, void>;

/**
 * How many small items are processed between two pauses: checking the clock after each item would cost as much as the
 * item.
 */
export const itemsAPiece = 64;

/** Runs all pieces without a pause and returns the result. */
export const atOnce = <A>(pieces: Pieces<A>): A => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
};
