/** The sentence in the bar of the import page: what has happened, and whether the file may be posted again. */

import { mayHaveHappened, type Problem } from '../../api/answer';

/** The members of the result of a dry run or an import that the sentence depends on. */
interface Outcome {
  readonly is_dry_run: boolean;
  readonly posted: number;
  /** The number of transactions that a dry run could not try. */
  readonly untried: number;
  readonly rejected: number;
}

/** The number of transactions that posting would try after this dry run; 0 if there was no dry run. */
export const postableIn = (outcome: Outcome | undefined): number =>
  outcome?.is_dry_run === true ? outcome.posted + outcome.untried : 0;

export interface PostingState {
  readonly outcome: Outcome | undefined;
  /** Whether the person states that no row of the file was imported before. Then a second import posts every row again. */
  readonly hasNewRows: boolean;
  /** Whether nothing is posted unless every row is valid. */
  readonly isAllOrNothing: boolean;
  /** Whether an import of this file as new rows failed in such a way that some of its rows may have been posted. */
  readonly mayBePosted: boolean;
}

/**
 * Returns whether an import that failed with this problem may have posted some rows: its outcome is in doubt as that of any write, or the
 * session ended during the import (401), which sends more than one request.
 */
export const mayHavePosted = (problem: Pick<Problem, 'status' | 'code'>): boolean =>
  mayHaveHappened(problem) || problem.status === 401;

const sameMap =
  'With the same map, no transaction is posted twice. Another account, text or reference makes each row a new one.';

/** An import during which the session ended. The sign-in page replaces the import page, so the page's own state is lost. */
export interface CutOffImport {
  readonly ledgerId: string;
  readonly file: string;
  readonly hasNewRows: boolean;
}

export const cutOffText = ({ file, hasNewRows }: CutOffImport): string =>
  `Your session ended while “${file}” was being imported, so a part of it may have been posted. ${
    hasNewRows
      ? 'Do not import it as new rows again: compare the transactions, and remove the posted rows from the file before you import the rest.'
      : `You can import it again. ${sameMap}`
  }`;

/** The number of rejected rows because of which the import would post nothing; 0 if they do not prevent it. */
const preventing = ({ outcome, isAllOrNothing }: PostingState): number =>
  isAllOrNothing && outcome?.is_dry_run === true ? outcome.rejected : 0;

const isUnsafe = ({ hasNewRows, mayBePosted }: PostingState): boolean => hasNewRows && mayBePosted;

/** Returns whether the file may be posted: a dry run has found transactions to post, and nothing prevents the import. */
export const canPost = (state: PostingState): boolean =>
  postableIn(state.outcome) > 0 && preventing(state) === 0 && !isUnsafe(state);

export const stateOf = (state: PostingState & { readonly isSending: boolean }): string => {
  const { outcome, hasNewRows, isSending } = state;
  if (isSending) return 'The ledger is processing the file …';
  if (isUnsafe(state))
    return 'Part of the file may have been posted. Compare the transactions, and remove the posted rows from the file before you import the rest.';
  if (outcome === undefined) return 'A dry run writes nothing.';
  if (!outcome.is_dry_run)
    return hasNewRows
      ? 'Do not import this file as new rows again: every row would be posted a second time.'
      : `You can import this file again. ${sameMap}`;
  const rejected = preventing(state);
  if (rejected > 0)
    return rejected === 1
      ? 'Nothing is posted while 1 row is rejected: correct it, or turn the option off.'
      : `Nothing is posted while ${rejected} rows are rejected: correct them, or turn the option off.`;
  if (postableIn(outcome) === 0) return 'There is nothing to post.';
  return hasNewRows
    ? 'Post this file only once: rows are not compared with earlier files.'
    : `You can post this file more than once. ${sameMap}`;
};
