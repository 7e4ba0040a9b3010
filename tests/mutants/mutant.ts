/** A bug that somebody could write. */
export interface Mutant {
  /** The effect that the bug would have on the ledger. */
  readonly bug: string;
  readonly changes: readonly Change[];
  readonly caughtBy: { readonly file: string; readonly test: string };
}

export interface Change {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}
