/** The file of rejected rows: its name, and how its rows are corrected. The cure depends on the format of the imported file. */

const statements: readonly string[] = ['camt053', 'mt940', 'ofx', 'qif'];

/** Returns the name for the file of rejected rows. Those of a statement or of a GnuCash book are a CSV, whatever the imported file is. */
export const rejectedName = (name: string, format: string): string =>
  statements.includes(format) || format === 'gnucash'
    ? `${name.replace(/\.[^.]*$/, '')}.rejected.csv`
    : name.replace(/(\.[^.]*)?$/, (end) => `.rejected${end}`);

/** Returns the cure. `hasNewRows` is true if the rows were declared new: then posted rows of the original file are not recognised. */
export const cureOfRejected = (format: string, hasNewRows: boolean): string => {
  // The CSV has no parts of a transaction with several categories, and a QIF file has no balances that a correction would contradict.
  if (format === 'qif')
    return hasNewRows
      ? 'Remove the posted rows from the original file, correct the others there, and import it with the same option for new rows. Do not import this CSV: of a row with several categories it has only the total.'
      : 'Correct the rows in the original file, and import it again: posted rows are recognised.';
  if (statements.includes(format)) {
    const inCsv =
      'correct it in this CSV. Save the map above, choose the CSV as the file to import, and use the same map for it';
    return hasNewRows
      ? `If the map or the ledger was the cause, correct that. If a row is wrong, ${inCsv}. Import only the CSV, with the same option for new rows: the statement itself would be posted a second time.`
      : `If the map or the ledger was the cause, correct that, and import the statement again: posted rows are recognised. If a row is wrong, ${inCsv}. Post a row that equals a posted one by hand, because it would be recognised as that one.`;
  }
  if (format === 'gnucash')
    return 'Correct the transactions in GnuCash, export them in the same form again, and import that file: posted transactions are recognised.';
  return hasNewRows
    ? 'Correct the rows in this file, and import only this file, with the same option for new rows.'
    : 'Correct the rows in the original file, and import it again: posted rows are recognised.';
};

interface ToldTimes {
  readonly times: number;
}

/** Returns the number of rejected rows whose reasons are not listed. The service lists at most 100 reasons. */
export const unlistedRejections = (rejected: number, listed: readonly ToldTimes[]): number =>
  Math.max(0, rejected - listed.reduce((sum, { times }) => sum + times, 0));
