/**
 * Exports of the service are cut at every byte and imported: `make test` cuts them at every third byte, at different ones each day. Only
 * transactions that are whole in the cut file are read, so none is posted with different content.
 */
import type { Row, TransactionRow } from '../../packages/import/src/rows';
import { nextTurn } from '../../src/kernel/running/event-loop';
import { exported } from '../support/exporting';
import { fillImportable } from '../support/importable-books';
import { importAll, importText } from '../support/importing';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom } from '../support/random';
import { rowsIn, type ReadFormat } from '../support/reading';
import { debit, credit, decide, openBooks } from '../support/requests';
import { rowsOfToday } from '../support/rows-of-today';

const seed = 7;
/**
 * The number of transactions in the file. The file is cut at every byte, so the number of rows to read grows with the square of this
 * number.
 */
const things = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 15 : 8;

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await ledger.newLedger();
  await fillImportable(books, randomFrom(seed), things);
});

const wholeBytes = 1_048_576;
const read = (format: ReadFormat, bytes: Buffer): readonly Row[] => rowsIn(format, bytes, undefined, wholeBytes);
const transactionsIn = (rows: readonly Row[]): readonly TransactionRow[] =>
  rows.filter((row) => row.kind === 'transaction');
const said = ({ raw: _, ...row }: TransactionRow): string =>
  JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

test.each(['hledger', 'beancount'] as const)('a cut %s export yields only whole transactions', async (format) => {
  const bytes = Buffer.from(await exported(ledger, books, format));
  const whole = transactionsIn(read(format, bytes)).map(said);
  expect(whole.length).toBeGreaterThan(things / 2);
  const otherwise: string[] = [];
  let untold = 0;
  const end = bytes.lastIndexOf('; end of the journal');
  const start = bytes.indexOf('\n') + 1;
  const cuts = rowsOfToday(Array.from({ length: end - start }, (_, index) => start + index));
  for (const at of cuts) {
    const rows = read(format, bytes.subarray(0, at));
    if (!rows.some((row) => row.kind === 'rejected' && row.code === 'FILE_CUT_OFF')) untold += 1;
    const last = transactionsIn(rows).map(said);
    // The service runs in this process too, so this gives it time to work before the next file is read.
    await nextTurn();
    otherwise.push(...last.filter((one, index) => one !== whole[index]).map((one) => `${at}: ${one}`));
  }
  expect({ otherwise: otherwise.slice(0, 3), untold }).toEqual({ otherwise: [], untold: 0 });
});

test.each(['hledger', 'beancount', 'csv'] as const)('%s: the whole file adds the rest of a cut one', async (format) => {
  const few = await openBooks(ledger);
  const entries = [debit('CASH', '1.00'), credit('SALES', '1.00'), debit('CASH', '2.00'), credit('SALES', '2.00')];
  for (const description of ['One', 'Two']) await decide(few.api, { description, entries });
  const text = await exported(ledger, few, format);
  const fresh = await ledger.newLedger();
  // Cuts the file after the third entry of the second transaction.
  const cut = text.lastIndexOf('2.00', text.lastIndexOf('2.00') - 1) - 6;
  const { summary } = await importText(ledger, fresh, format, text.slice(0, cut));
  expect(summary).toMatchObject({ posted: 1 });
  expect(summary?.rejected).toBeGreaterThan(0);
  const again = await importText(ledger, fresh, format, text);
  expect(again.summary).toMatchObject({ posted: 1, replayed: 1, rejected: 0 });
});

describe('an export in which an account', () => {
  const account = (name: string, code: string): string =>
    `account ${name}\n    ; type: A\n    ; code: ${code}\n    ; name: x\n\n`;
  const exportOf = (...accounts: readonly string[]): string =>
    `; M "Main" in USD, at sequence 7 of its log, hash 01ab\n${accounts.join('')}; end of the journal: 0 transactions\n`;

  test('has two codes is not imported at all', async () => {
    const books = await ledger.newLedger();
    const text = exportOf(account('A', 'A'), account('A', '%1BB'));
    const { stopped } = await importText(ledger, books, 'hledger', text);
    expect(stopped).toMatch(/^ACCOUNT_TWICE: Line 7: "A" has the code "\\u001bB" here, .+ Nothing was imported\.$/);
  });

  test('has the code of another account imports neither, until a map decides', async () => {
    const books = await ledger.newLedger();
    const tea = '2026-01-05 * Tea\n    B  1.00 USD\n    C  -1.00 USD\n\n';
    const text = exportOf(account('A', 'A'), account('B', 'A'), account('C', 'C'), tea);
    const { summary } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 0, rejections: Array(2).fill({ code: 'ACCOUNT_CODE_TWICE' }) });
    const map = { accounts: { B: { code: 'B' } } };
    expect(await importAll(ledger, books, 'hledger', text, { map })).toMatchObject({ posted: 1, rejected: 0 });
  });

  test('is declared twice alike is imported', async () => {
    const books = await ledger.newLedger();
    const { summary } = await importText(ledger, books, 'hledger', exportOf(account('A', 'A'), account('A', 'A')));
    expect(summary).toMatchObject({ rejected: 0 });
  });
});
