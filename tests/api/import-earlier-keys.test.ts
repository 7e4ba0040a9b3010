/**
 * Rows that were imported by an earlier version, which derived the idempotency key from the spelling of the cells, without the account. The
 * key here is a golden vector: the earlier version derived it for the row `2026-01-05,Rent,-1250.00`.
 */
import { importText } from '../support/importing';
import { bankMap, bankRows } from '../support/import-files/case';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, debit, decide, openAccount } from '../support/requests';
import { settledOf } from '../support/strings';

const digest = '395a73b700edccb1754f159d85d8b96c798fc5d378bd558c810d0635119d6b9b';
const row = '2026-01-05,Rent,-1250.00';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await ledger.newLedger({ currency: 'EUR' });
  for (const code of ['BANK', 'GIRO', 'OPEN', 'RENT']) await openAccount(books.api, { code, type: 'asset' });
  await decide(books.api, {
    ...{ effective_date: '2026-01-05', description: 'Rent', idempotency_key: `import:${digest}:0` },
    entries: [debit('OPEN', '1250.00'), credit('BANK', '1250.00')],
  });
});

const imported = async (text: string, csv = {}, hasNewRows = false) => {
  const { summary } = await importText(ledger, books, 'csv', text, { map: bankMap(csv), hasNewRows });
  return { ...summary, bank: await settledOf(books, 'BANK') };
};

test('a row that an earlier version imported is a replay', async () => {
  expect(await imported(bankRows(row))).toMatchObject({ posted: 0, replayed: 1, bank: '-1250.00' });
});

test('an earlier row is a replay even if the map names another contra account', async () => {
  const rent = { contra_account: 'RENT' };
  expect(await imported(bankRows(row), rent)).toMatchObject({ posted: 0, replayed: 1, bank: '-1250.00' });
});

test('an earlier row is a new row in another account', async () => {
  expect(await imported(bankRows(row), { account: 'GIRO' })).toMatchObject({ posted: 1, replayed: 0 });
  expect(await settledOf(books, 'GIRO')).toBe('-1250.00');
});

test('an earlier row counts among rows of the same meaning', async () => {
  expect(await imported(bankRows(row, row))).toMatchObject({ posted: 1, replayed: 1, bank: '-2500.00' });
  expect(await imported(bankRows(row, row))).toMatchObject({ posted: 0, replayed: 2, bank: '-2500.00' });
});

test('a row that is declared as new is counted after an earlier row', async () => {
  expect(await imported(bankRows(row), {}, true)).toMatchObject({ posted: 1, replayed: 0, bank: '-2500.00' });
  expect(await imported(bankRows(row, row))).toMatchObject({ posted: 0, replayed: 2, bank: '-2500.00' });
});
