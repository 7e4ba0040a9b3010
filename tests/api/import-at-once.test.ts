/** Two concurrent imports into one ledger: each opens accounts that the other one needs. */
import { importText } from '../support/importing';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, openAccount } from '../support/requests';
import { settledOf } from '../support/strings';

const ledger = ledgerOfFile();

const rows = (root: string): string =>
  Array.from(
    { length: 60 },
    (_, index) =>
      `2026-01-05 n${index}\n    ; journal: J${index % 3}\n    ${root}:A${index % 20}  1.00 USD\n    Income:B${index % 7}\n`,
  ).join('\n');

test('two imports at once reject nothing, and post everything once', async () => {
  const books = await ledger.newLedger();
  const both = await Promise.all([1, 2].map(() => importText(ledger, books, 'hledger', rows('Assets'))));
  const told = both.map(({ summary }) => ({ rejections: summary?.rejections, read: summary?.read }));
  expect(told).toEqual(Array(2).fill({ rejections: [], read: 60 }));
  expect(both.reduce((sum, { summary }) => sum + (summary?.posted ?? 0), 0)).toBeGreaterThanOrEqual(60);
  expect(await settledOf(books, 'A0')).toBe('3.00');
  expect(dataOf(await books.api.get('/transactions?limit=100'), 200)).toHaveLength(60);
});

test('an import rejects rows whose account exists with another type', async () => {
  const books = await ledger.newLedger();
  await openAccount(books.api, { code: 'A0', type: 'expense' });
  const { summary } = await importText(ledger, books, 'hledger', rows('Assets'));
  expect(summary).toMatchObject({ posted: 57, rejections: [{ code: 'ACCOUNT_TYPE_DIFFERS', times: 3 }] });
});
