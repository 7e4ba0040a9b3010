/** The reasons for which an import rejects a transaction before it is sent to the ledger, or stops. */
import { refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import type { ChartPlan } from './chart';
import type { Unit } from './operations';
import { keyReused } from './recognising';
import { because, type Reason } from './rows';

/** Returns the reason why a transaction is rejected before it is sent to the ledger; undefined if it is sent. */
export const complaintAbout = (unit: Unit, chart: Pick<ChartPlan, 'codeOf' | 'groups'>): Reason | undefined => {
  for (const { entries } of unit) {
    for (const { account, layer } of entries) {
      const code = chart.codeOf(account);
      if (refused(code)) return code.left;
      if (chart.groups.has(code.right)) return namesGroup(code.right);
      if (layer !== entries[0]?.layer) return mixedLayers;
    }
  }
  return undefined;
};

/** Returns a refusal if the day is in a locked period; undefined if it is not. */
export const lockedOn = (date: Day, lockedUntil: string | null): Outcome<Reason, never> | undefined =>
  lockedUntil !== null && date <= lockedUntil
    ? because('PERIOD_LOCKED', `The ledger is locked through ${lockedUntil}, and ${date} is not after that day.`)
    : undefined;

export const postedOtherwise: Reason = {
  code: keyReused,
  message:
    'An earlier import posted this transaction with another map, to other accounts. This row is not posted: correct the earlier transaction in the ledger.',
};
export const lost: Reason = { code: 'POSTING_FAULT', message: 'The ledger did not report the outcome of this row.' };

const changed = (message: string): Outcome<Reason, never> => refuse({ code: 'FILE_CHANGED', message });
export const changedBefore = changed(
  'The file was changed while it was read. Nothing was posted: run the import again.',
);
export const changedMeanwhile = changed(
  'The file was changed while it was posted. Run the import again: rows that were posted are recognised.',
);
export const newRowsChanged = changed(
  'The file was changed while it was posted. The posted rows stay posted. Remove them from the file before you import it again: rows that you declare new are not compared with posted ones.',
);
export const interruptedBefore = because('INTERRUPTED', 'Interrupted while the file was read. Nothing was imported.');
/** Describes an import that a signal ended after some rows. */
export const interruptedAfter = (
  { isDryRun, posted, rejected }: { readonly isDryRun: boolean; readonly posted: number; readonly rejected: number },
  hasNewRows: boolean,
): Outcome<Reason, never> =>
  because(
    'INTERRUPTED',
    isDryRun
      ? 'Interrupted: the command did not finish. Nothing was written.'
      : `Interrupted after ${posted} posted and ${rejected} rejected transactions. ${
          hasNewRows
            ? 'Remove the posted rows from the file before you import it again: rows that you declare new are not compared with posted ones.'
            : 'Run the import again to continue: posted rows are recognised.'
        }`,
  );
export const newRowsUnsupported = because(
  'NEW_ROWS_UNSUPPORTED',
  'New rows can be declared only for a table or a statement whose rows are transactions of their own: not for journals, nor for rows that a map groups. Nothing was imported. Without that declaration, a transaction equal to a posted one counts as posted.',
);

/** The refusal that the ledger itself would return. In a dry run the account is not opened, so the import returns this refusal. */
const namesGroup = (code: string): Reason => ({
  code: 'ACCOUNT_IS_GROUP',
  message: `${code} only groups other accounts and takes no entries: post to one of the accounts below it.`,
});

const mixedLayers: Reason = {
  code: 'LAYERS_DIFFER',
  message: 'All entries of a transaction must be in one layer: write one transaction for each layer.',
};

export const postsNothing: Reason = {
  code: 'AMOUNT_ZERO',
  message: 'Transactions whose amounts are all zero post nothing, and are left out.',
};
export const farAhead: Reason = {
  code: 'DATE_FAR_AHEAD',
  message: 'Transactions are dated more than a year from now: they are posted on the dates in the file.',
};
export const zeroInExport: Reason = {
  code: 'AMOUNT_ZERO',
  message: 'An export has no transaction whose amounts are all zero: correct the amounts, or remove the transaction.',
};

export const journalMissing = (code: string): Reason => ({
  code: 'JOURNAL_NOT_FOUND',
  message: `The journal ${code} could not be opened.`,
});
