/** Tests the filtered list as a file: a row for each entry, and no text that a spreadsheet would run as a formula. */
import fc from 'fast-check';
import * as service from '../../../src/kernel/csv';
import { csvRow, safeText } from '../src/web/parts/csv';
import { fileNameOf, listCsv } from '../src/web/pages/transactions/list-csv';

type Transaction = Parameters<typeof listCsv>[0][number];

const entry = (account: string, type: 'debit' | 'credit', description: string | null = null) => ({
  ...{
    account_code: account,
    account_name: `Account ${account}`,
    amount: '10.00',
    type,
    layer: 'settled',
    description,
  },
});

const sale = {
  ...{ id: 'id-1', sequence: 7, effective_date: '2026-01-15T00:00:00.000Z', status: 'posted', reference: 'A-17' },
  ...{ description: '=HYPERLINK("x")', transaction_code: null, correlation_id: null },
  entries: [entry('CASH', 'debit', '@SUM(1)'), entry('SALES', 'credit')],
} as unknown as Transaction;

test('each entry is a row with a debit or a credit, and formulas are escaped', () => {
  const [head, ...rows] = listCsv([sale], 'USD').trimEnd().split('\r\n');
  expect(head).toBe(
    'transaction_id,sequence,date,status,layer,reference,description,transaction_code,account_code,account_name,debit,credit,currency,entry_description,correlation_id',
  );
  expect(rows).toEqual([
    `id-1,7,2026-01-15,posted,settled,A-17,"'=HYPERLINK(""x"")",,CASH,Account CASH,10.00,,USD,'@SUM(1),`,
    `id-1,7,2026-01-15,posted,settled,A-17,"'=HYPERLINK(""x"")",,SALES,Account SALES,,10.00,USD,,`,
  ]);
});

test('a failed transaction is listed without a sequence', () => {
  expect(listCsv([{ ...sale, sequence: null } as Transaction], 'USD')).toContain('\r\nid-1,,2026-01-15');
});

test('the name of a truncated file says how many transactions it has', () => {
  expect(fileNameOf('MAIN', false)).toBe('transactions-MAIN.csv');
  expect(fileNameOf('MAIN', true)).toBe('transactions-MAIN-first-10000.csv');
});

test('texts are escaped and rows are written as in the service', () => {
  const sign = fc.constantFrom(...'=+-@＝＋－＠\t\r\n\';,"a1 ');
  const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (cells) => {
      expect(cells.map(safeText)).toEqual(cells.map(service.safeText));
      expect(csvRow(cells)).toBe(service.csvRow(cells));
    }),
  );
});
