/** The sentence in the bar of the import page: what has happened, and whether the file may be posted again. */

/** The members of the result of a dry run or an import that the sentence depends on. */
interface Outcome {
  readonly is_dry_run: boolean;
  readonly posted: number;
  /** The number of transactions that a dry run could not try. */
  readonly untried: number;
}

/** The number of transactions that posting would try after this dry run; 0 if there was no dry run. */
export const postableIn = (outcome: Outcome | undefined): number =>
  outcome?.is_dry_run === true ? outcome.posted + outcome.untried : 0;

interface State {
  readonly outcome: Outcome | undefined;
  /** Whether the person states that no row of the file was imported before. Then a second import posts every row again. */
  readonly hasNewRows: boolean;
  readonly isSending: boolean;
}

export const stateOf = ({ outcome, hasNewRows, isSending }: State): string => {
  if (isSending) return 'The ledger is processing the file …';
  if (outcome === undefined) return 'A dry run writes nothing.';
  if (!outcome.is_dry_run)
    return hasNewRows
      ? 'Do not import this file as new rows again: every row would be posted a second time.'
      : 'You can import this file again: no transaction is posted twice.';
  if (postableIn(outcome) === 0) return 'There is nothing to post.';
  return hasNewRows
    ? 'Post this file only once: rows are not compared with earlier files.'
    : 'You can post this file more than once: no transaction is posted twice.';
};
