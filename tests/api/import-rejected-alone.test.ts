/** A file of rejected rows that is imported alone posts nothing that the imported file would post a second time. */
import { importAll, importText } from '../support/importing';
import { bankMap } from '../support/import-files/case';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, openBooks, type Fields } from '../support/requests';
import { settledOf } from '../support/strings';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openBooks(ledger);
});

const descriptions = async (): Promise<readonly string[]> =>
  (dataOf(await books.api.get('/transactions'), 200) as readonly Fields[]).map((one) => String(one['description']));

test('the rejected rows of a table in another encoding are read with the same map, and keep their text', async () => {
  const contra = [{ column: 'Text', contains: ['b\u00e4cker'], account: 'FOOD' }];
  const types = { BANK: { type: 'asset' }, OPEN: { type: 'asset' } };
  const map = bankMap({ encoding: 'windows-1252', contra }, { accounts: types });
  const mended = { ...map, accounts: { ...types, FOOD: { type: 'expense' } } };
  const text = Buffer.from(
    'Date,Text,Amount\n2026-01-05,B\u00e4cker \x80,-5.00\n2026-01-05,M\u00fcller,-7.00\n',
    'latin1',
  );
  const { summary, rejected = '' } = await importText(ledger, books, 'csv', text, { map });
  expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 2, code: 'ACCOUNT_TYPE_UNKNOWN' }] });
  expect(rejected).toMatch(/^\uFEFFDate,Text,Amount,rejected_line/);
  const again = await importText(ledger, books, 'csv', rejected, { map });
  expect(again.rejected?.replaceAll(/,"[^"]*"/g, '')).toBe(rejected.replaceAll(/,"[^"]*"/g, ''));
  expect(await importAll(ledger, books, 'csv', rejected, { map: mended })).toMatchObject({ posted: 1 });
  expect(await importAll(ledger, books, 'csv', text, { map: mended })).toMatchObject({ posted: 0, replayed: 2 });
  expect(await descriptions()).toEqual(['B\u00e4cker \u20ac', 'M\u00fcller']);
  expect(await settledOf(books, 'BANK')).toBe('-12.00');
});

test('rejected rows of a table in UTF-8 are written without a byte order mark', async () => {
  const { rejected } = await importText(ledger, books, 'csv', 'Date,Text,Amount\n2026-01-32,Tea,-5.00\n', {
    map: bankMap(),
  });
  expect(rejected).toMatch(/^Date/);
});

describe('without its original it is rejected, and with the original file it is posted once:', () => {
  const id = '01a209b9-abd6-7639-814b-a59100baa2fa';
  const journalOf = (rows: string): string =>
    `; M "Main" in USD, at sequence 7 of its log, hash 01ab\n\n${rows}; end of the journal: 2 transactions\n`;
  const entries = (amount: string): string => `    CASH  ${amount} USD\n    SALES  ${-Number(amount)}.00 USD\n\n`;
  const row = (head: string, amount: string, ...tags: readonly string[]): string =>
    `${head}\n${tags.map((tag) => `    ; ${tag}\n`).join('')}${entries(amount)}`;
  const original = row('2026-01-05 * Tea', '4.00', `id: ${id}`);
  const hold = row('2026-01-05 ! Room', '4.00', `id: ${id}`, 'layer: pending', 'reference: B-7');
  const release = (reason: string): string =>
    row(`2026-01-06 ! Release: ${reason}`, '-4.00', 'layer: pending', 'reference: B-7', `releases: ${id}`);
  const settlement = row('2026-01-06 * Stay', '4.00', 'reference: B-7', `settles: ${id}`);
  const extension = row('2026-01-06 ! Extension: Room', '4.00', 'layer: pending', 'reference: B-7', `extends: ${id}`);
  const correlated = row('2026-01-06 * More tea', '4.00', `correlation_id: ${id}`);

  test.each([
    ['a reversal', original, row('2026-01-06 * Reversal: bad tea', '-4.00', `reverses: ${id}`), 1, '0.00'],
    ['a release', hold, release('no guest'), 1, '0.00'],
    ['a settlement', hold, `${release('Room')}${settlement}`, 2, '4.00'],
    ['an extension', hold, extension, 1, '0.00'],
    ['a correlated transaction', original, correlated, 1, '8.00'],
  ])('%s', async (_, first, second, count, balance) => {
    const text = journalOf(`${first}${second}`);
    await importAll(ledger, books, 'hledger', journalOf(first));
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'January' }), 201);
    const { summary, rejected = '' } = await importText(ledger, books, 'hledger', text);
    expect(summary).toMatchObject({ posted: 0, replayed: 1, rejected: count });
    expect(new Set(summary?.rejections.map(({ code }) => code))).toEqual(new Set(['PERIOD_LOCKED']));
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Late' }), 200);

    const alone = await importText(ledger, books, 'hledger', rejected);
    expect(alone.summary).toMatchObject({ posted: 0, rejected: count, remarks: [] });
    const refusal = { code: 'ORIGINAL_ELSEWHERE', message: expect.stringContaining('Import the original file again') };
    expect(alone.summary?.rejections).toMatchObject(Array(alone.summary?.rejections.length ?? 0).fill(refusal));
    expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: count, replayed: 1, remarks: [] });
    expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 0, replayed: 1 + count });
    expect(await settledOf(books, 'CASH')).toBe(balance);
  });

  test('a reversal in CSV', async () => {
    const header = 'transaction_id,date,description,account_code,debit,credit,currency,reverses';
    const other = '01a209b9-abd6-7639-814b-a59100baa200';
    const records = [
      ...[`${id},2026-01-05,Tea,CASH,4.00,,USD,`, `${id},2026-01-05,Tea,SALES,,4.00,USD,`],
      `${other},2026-01-06,Reversal: bad tea,CASH,,4.00,USD,${id}`,
      `${other},2026-01-06,Reversal: bad tea,SALES,4.00,,USD,${id}`,
    ];
    const text = `${[header, ...records].join('\r\n')}\r\n`;
    await importAll(ledger, books, 'csv', `${[header, ...records.slice(0, 2)].join('\r\n')}\r\n`);
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'January' }), 201);
    const { summary, rejected = '' } = await importText(ledger, books, 'csv', text);
    expect(summary).toMatchObject({ posted: 0, replayed: 1, rejected: 1 });
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Late' }), 200);
    const alone = await importText(ledger, books, 'csv', rejected);
    expect(alone.summary).toMatchObject({ posted: 0, rejections: [{ code: 'ORIGINAL_ELSEWHERE' }] });
    expect(await importAll(ledger, books, 'csv', text)).toMatchObject({ posted: 1, replayed: 1 });
    expect(await settledOf(books, 'CASH')).toBe('0.00');
  });
});
