/** Prints the filtered list as comma-separated values. Each entry is a row, so that the columns can be added up. */
import type { Schemas } from '../../api/schemas';
import { csvRow, safeText } from '../../parts/csv';

type Transaction = Schemas['Transaction'];

/** The maximum number of transactions in a file: 100 pages of the list. The export of the journal has no such limit. */
export const mostExported = 10_000;

/** The names of the columns. A column that the journal's export also has is named as in the export. */
const columns = [
  ...['transaction_id', 'sequence', 'date', 'status', 'layer', 'reference', 'description', 'transaction_code'],
  ...['account_code', 'account_name', 'debit', 'credit', 'currency', 'entry_description', 'correlation_id'],
];

export const listCsv = (transactions: readonly Transaction[], currency: string): string =>
  [csvRow(columns), ...transactions.flatMap((transaction) => rowsOf(transaction, currency))].join('');

const rowsOf = (transaction: Transaction, currency: string): readonly string[] => {
  const { id, sequence, effective_date: day, status, reference, description } = transaction;
  const { transaction_code: code, correlation_id: correlation, entries } = transaction;
  const words = [reference ?? '', description, code ?? ''].map(safeText);
  return entries.map(({ type, amount, layer, account_code: account, account_name: name, description: own }) =>
    csvRow([
      ...[id, sequence === null ? '' : String(sequence), day.slice(0, 10), status, layer, ...words],
      ...[safeText(account), safeText(name), ...(type === 'debit' ? [amount, ''] : ['', amount]), safeText(currency)],
      ...[safeText(own ?? ''), safeText(correlation ?? '')],
    ]),
  );
};

/** Returns the name of the file. If the file contains only the first transactions, the name says so. */
export const fileNameOf = (ledgerCode: string, isCut: boolean): string =>
  `transactions-${ledgerCode}${isCut ? `-first-${mostExported}` : ''}.csv`;
