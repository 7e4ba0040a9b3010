/** A dry run, and an all-or-nothing import, judge each batch of a file as if the batches before it had been posted. */
import { importText } from '../support/importing';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { bankMap, bankRows } from '../support/import-files/case';
import { dataOf, type Fields } from '../support/requests';
import { settledOf } from '../support/strings';

const ledger = ledgerOfFile();

const limited = async (fields: Fields = {}): Promise<TestBooks> => {
  const books = await ledger.newLedger({ currency: 'EUR' });
  const limits = { enforce_balance_limits: true, min_balance: '0.00', ...fields };
  dataOf(
    await books.api.post('/accounts', { code: 'BANK', name: 'Bank', type: 'asset', category: 'customer', ...limits }),
    201,
  );
  dataOf(await books.api.post('/accounts', { code: 'OPEN', name: 'Open', type: 'asset', category: 'system' }), 201);
  return books;
};
const day = (number: number): string => new Date(Date.UTC(2024, 0, number)).toISOString().slice(0, 10);
const rows = (count: number, amount: string, from: (index: number) => number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${day(from(index))},Row ${index},${amount}`);

interface Tried {
  readonly rejected: readonly string[];
  readonly posted: number | undefined;
  readonly remarks: readonly string[] | undefined;
}
const tried = async (books: TestBooks, text: string, isDryRun: boolean): Promise<Tried> => {
  const { summary } = await importText(ledger, books, 'csv', text, { map: bankMap(), isDryRun });
  return {
    rejected: summary?.rejections.map(({ line, code }) => `${line} ${code}`) ?? [],
    posted: summary?.posted,
    remarks: summary?.remarks.map(({ code }) => code),
  };
};

const paidIn = rows(105, '1.00', (index) => 1 + Math.floor(index / 7));
const paidOut = rows(105, '-1.00', (index) => 16 + Math.floor(index / 7));
const late = '2024-12-31,Late,-1.00';

test.each<readonly [name: string, text: string, rejected: readonly string[], posted: number]>([
  [
    'money that was paid in can be spent, and no more',
    bankRows(...paidIn, ...paidOut, late),
    ['212 BALANCE_LIMIT_EXCEEDED'],
    210,
  ],
  [
    'a past day is judged only by the days before it',
    bankRows(...paidIn, '2023-12-31,Early,-1.00'),
    ['107 BALANCE_LIMIT_EXCEEDED'],
    105,
  ],
  [
    'rejected rows do not count',
    bankRows('2023-12-31,Early,-9.00', ...paidIn, ...paidOut),
    ['2 BALANCE_LIMIT_EXCEEDED'],
    210,
  ],
])('%s', async (_, text, rejected, posted) => {
  const books = await limited();
  expect(await tried(books, text, true)).toEqual({ rejected, posted, remarks: [] });
  expect(await settledOf(books, 'BANK')).toBe('0.00');
  expect(await tried(books, text, false)).toMatchObject({ rejected, posted });
});

test('rows that were already imported do not count twice', async () => {
  const books = await limited();
  await tried(books, bankRows(...paidIn), false);
  const spent = bankRows(...paidIn, ...paidOut, late);
  expect(await tried(books, spent, true)).toMatchObject({ rejected: ['212 BALANCE_LIMIT_EXCEEDED'], posted: 105 });
});

test('all or nothing posts a file that keeps a limit, and nothing of a file that breaks it', async () => {
  const books = await limited();
  const options = { map: bankMap(), isAllOrNothing: true };
  const over = await importText(ledger, books, 'csv', bankRows(...paidIn, ...paidOut, late), options);
  expect([over.summary?.isDryRun, over.summary?.rejected, await settledOf(books, 'BANK')]).toEqual([true, 1, '0.00']);
  const { summary } = await importText(ledger, books, 'csv', bankRows(...paidIn, ...paidOut), options);
  expect([summary?.isDryRun, summary?.posted, summary?.rejected]).toEqual([false, 210, 0]);
});

test('a file that begins with its newest row is rehearsed only roughly, with a remark', async () => {
  const books = await limited({ max_balance: '1000.00' });
  const text = bankRows(...rows(150, '1.00', (index) => 300 - index));
  expect(await tried(books, text, true)).toEqual({ rejected: [], posted: 150, remarks: ['REHEARSED_ROUGHLY'] });
  expect(await tried(books, text, false)).toMatchObject({ rejected: [], posted: 150 });
});
