/**
 * Prints a statement as a table for spreadsheets (`Accept: text/csv`): the opening balance, every entry with the running balance, the
 * closing balance, and the sequence of the log as of which the statement was read. Texts from clients are escaped, so that no spreadsheet
 * runs them as formulas.
 */
import { csvMediaType, csvRow, safeText } from '../../../../kernel/csv';
import type { FileReply } from '../../../../kernel/http/files';
import { formatAmount, type Denomination } from '../../../../kernel/money';
import type { Statement, StatementQuestion } from '../../application/statement-reader';

/** The maximum number of entries in a table, which is not divided into pages. */
export const maxStatementRows = 10_000;

export const statementSheet = (
  statement: Statement,
  asked: Pick<StatementQuestion, 'from' | 'layer'>,
  denomination: Denomination,
): FileReply => ({
  mediaType: csvMediaType,
  name: `statement-${asked.from}-${statement.to}-at-${statement.place.sequence}.csv`,
  text: rowsOf(statement, asked, denomination),
});

const headings = ['row', 'date', 'transaction_id', 'reference', 'description', 'debit', 'credit', 'balance'];

function* rowsOf(
  { account, place, to, opening, closing, turnover, page }: Statement,
  { from, layer }: Pick<StatementQuestion, 'from' | 'layer'>,
  denomination: Denomination,
): Iterable<string> {
  const print = (units: bigint): string => formatAmount(units, denomination);
  yield csvRow(headings);
  yield csvRow(['opening', from, '', '', safeText(`${account.code} ${account.name}`), '', '', print(opening)]);
  for (const { type, amount, effectiveDate, transactionId, reference, description, balanceAfter } of page.items)
    yield csvRow([
      ...['entry', effectiveDate, transactionId, safeText(reference ?? ''), safeText(description)],
      ...(type === 'debit' ? [print(amount), ''] : ['', print(amount)]),
      print(balanceAfter),
    ]);
  const [debits, credits] = [print(turnover.debits), print(turnover.credits)];
  yield csvRow(['closing', to, '', '', safeText(`${account.code} ${account.name}`), debits, credits, print(closing)]);
  const known = `layer ${layer}; currency ${denomination.currency}; sequence ${place.sequence}; hash ${place.hash}; known at ${place.knownAt?.toISOString() ?? 'the beginning'}`;
  yield csvRow(['known_at', '', '', '', known, '', '', '']);
}
