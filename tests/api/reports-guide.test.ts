/** Follows docs/use/reports.md: makes its postings, and compares its answers with the real ones. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, openAccount, type Fields } from '../support/requests';

const file = join(__dirname, '../../docs/use/reports.md');
const guide = readFileSync(file, 'utf8');

const ledger = ledgerOfFile();
let books: TestBooks;

const chart: readonly Fields[] = [
  { code: 'BANK', name: 'Bank', type: 'asset', cash_flow: 'cash' },
  { code: 'VAN', name: 'Van', type: 'asset', cash_flow: 'investing' },
  {
    ...{ code: 'VAN-WEAR', name: 'Wear of the van', type: 'asset', normal_balance: 'credit', parent_code: 'VAN' },
    cash_flow: 'operating',
  },
  { code: 'LOAN', name: 'Loan', type: 'liability', cash_flow: 'financing' },
  { code: 'CAPITAL', name: 'Capital', type: 'equity' },
  { code: 'SALES', name: 'Sales', type: 'revenue' },
  { code: 'RENT', name: 'Rent', type: 'expense' },
  { code: 'WEAR', name: 'Wear', type: 'expense' },
];

const postings = [...guide.matchAll(/^\| (\d{4}-\d\d-\d\d) \| (\S+) +\| (\S+) +\| (\S+) +\| (.*?) +\|$/gm)];

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const account of chart) await openAccount(books.api, account);
  for (const [, effective_date, debited, credited, amount, description] of postings)
    await decide(books.api, {
      ...{ effective_date, description },
      entries: [debit(debited as string, amount), credit(credited as string, amount)],
    });
});

/** Replaces hashes, times of events and ids of transactions, because they differ from run to run. */
const recordable = (text: string): string =>
  text
    .replace(/hash [0-9a-f]{66}/, 'hash 01…')
    .replace(/known at [^,]*/, 'known at 2026-02-01T09:00:00.000Z')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, '0198a1b2-…');

const tables = [...guide.matchAll(/^```csv (\S+)$/gm)].map(([, path]) => path as string);
const rowsOfJson = [...guide.matchAll(/^```json (\S+)$/gm)].map(([, code]) => code as string);

/** Compares the text with the block of the guide that has this heading. With UPDATE_DOCS=1, writes the text into the guide. */
const compare = (heading: string, text: string): void => {
  if (process.env['UPDATE_DOCS'] === '1') {
    const now = readFileSync(file, 'utf8');
    const start = now.indexOf(`\`\`\`${heading}\n`) + heading.length + 4;
    writeFileSync(file, now.slice(0, start) + text + now.slice(now.indexOf('```', start)));
    return;
  }
  const start = guide.indexOf(`\`\`\`${heading}\n`) + heading.length + 4;
  expect(guide.slice(start, guide.indexOf('```', start))).toBe(text);
};

describe('the guide', () => {
  test('lists the postings, and shows the CSV of each report', () => {
    expect(postings).toHaveLength(6);
    expect(tables.map((path) => path.split('?')[0])).toEqual([
      ...['trial-balance', 'balance-sheet', 'income-statement'],
      'income-statement',
      ...['cash-flow', 'cash-flow'],
      ...['general-ledger', 'aging'],
    ]);
    expect(rowsOfJson).toEqual(['VAN-WEAR']);
  });

  test.each(tables)('shows the real answer of %s', async (path) => {
    const { body } = await books.api.get(`/reports/${path}`, { Accept: 'text/csv' });
    compare(`csv ${path}`, recordable(body.replaceAll('\r\n', '\n')));
  });

  test.each(rowsOfJson)('shows the real row of %s', async (code) => {
    const { rows } = dataOf(await books.api.get('/reports/trial-balance?as_of_date=2026-01-31'), 200);
    const row = { ...rows.find((one: { code: string }) => one.code === code), account_id: '0198a1b2-…' };
    compare(`json ${code}`, `${JSON.stringify(row, null, 2)}\n`);
  });
});
