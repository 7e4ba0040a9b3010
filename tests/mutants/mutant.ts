/** A bug that a developer could introduce. */
export interface Mutant {
  /** The effect that the bug would have on the ledger. */
  readonly bug: string;
  readonly changes: readonly Change[];
  readonly caughtBy: { readonly file: string; readonly test: string };
}

export interface Change {
  readonly file: string;
  /** A text that is in the file exactly once. */
  readonly from: string;
  readonly to: string;
}
