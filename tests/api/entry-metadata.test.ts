/** Metadata of entries, and the limit on their total size. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openBooks, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const maxBytesInAll = 65_536;
const maxBytesEach = 16_384;

/** Metadata whose JSON has exactly this many bytes. */
const metadata = (bytes: number): object => ({ x: 'y'.repeat(bytes - '{"x":""}'.length) });

const entries = (...sizes: readonly number[]) => [
  ...sizes.map((bytes) => debit('CASH', '1.00', { metadata: metadata(bytes) })),
  credit('SALES', `${sizes.length}.00`),
];
const full = [maxBytesEach, maxBytesEach, maxBytesEach, maxBytesEach];
const tooMuch = [...full.slice(1), maxBytesEach - 100, 101];

describe('the metadata of the entries of a transaction', () => {
  test('may take 64 KiB in all', async () => {
    expect(full.reduce((sum, bytes) => sum + bytes)).toBe(maxBytesInAll);
    expect(await decide(books.api, { entries: entries(...full) })).toMatchObject({ status: 'posted' });
  });

  test('may not take a byte more', async () => {
    expect(tooMuch.reduce((sum, bytes) => sum + bytes)).toBe(maxBytesInAll + 1);
    const body = transaction({ entries: entries(...tooMuch) });
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', body));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['entries']);
  });

  test('is judged item by item in a batch', async () => {
    const transactions = [transaction({ entries: entries(...tooMuch) }), transaction()];
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect(results).toMatchObject([
      { status: 'rejected', code: 'VALIDATION_ERROR', errors: { entries: [expect.any(String)] } },
      { status: 'pending' },
    ]);
  });

  test('is judged as a transaction code renders it', async () => {
    const rendered = { note: '{params.note}' };
    const entry = (type: string, amount: string) => ({ account: 'CASH', type, amount, metadata: rendered });
    const template = {
      code: 'NOTED',
      name: 'Noted',
      params_schema: { note: { type: 'string', max_length: 1000 } },
      entries_template: {
        entries: [...Array.from({ length: 79 }, () => entry('debit', '1.00')), entry('credit', '79.00')],
      },
    };
    dataOf(await books.api.post('/trancodes', template), 201);
    const noted = (length: number) =>
      transaction({
        entries: undefined,
        transaction_code: 'NOTED',
        transaction_code_params: { note: 'y'.repeat(length) },
      });
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', noted(1_000)));
    expectRefusal(refused, 422, 'TRANCODE_PARAMS_INVALID', ['entries']);
    dataOf(await books.api.post('/transactions', noted(500)), 202);
  });
});

describe('the texts that transaction codes produce', () => {
  const items = 20;
  /** A transaction with so much text that sixteen of them use up the limit of 1 MB per batch. */
  const wordy = () => transaction({ entries: undefined, transaction_code: 'WORDY', transaction_code_params: {} });

  beforeAll(async () => {
    const template = {
      code: 'WORDY',
      name: 'Wordy',
      params_schema: { words: { type: 'string', default: '\u{1f4b6}'.repeat(1_000) } },
      entries_template: {
        entries: Array.from({ length: 16 }, (_, at) => ({
          account: 'CASH',
          type: at === 0 ? 'credit' : 'debit',
          amount: at === 0 ? '15.00' : '1.00',
          description: '{params.words}',
        })),
      },
    };
    dataOf(await books.api.post('/trancodes', template), 201);
  });

  test('may take one megabyte per batch: each item beyond it is refused', async () => {
    const transactions = Array.from({ length: items }, wordy);
    const { accepted, rejected, results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect([accepted, rejected]).toEqual([16, items - 16]);
    expect(results[16]).toMatchObject({ status: 'rejected', code: 'VALIDATION_ERROR' });
    expect(Object.keys(results[16].errors)).toEqual(['transaction_code_params']);
  });

  test('are not counted for replays, which are answered even after a megabyte', async () => {
    const accepted = wordy();
    const { id } = dataOf(await books.api.post('/transactions', accepted), 202);
    const transactions = [...Array.from({ length: 16 }, wordy), accepted, wordy()];
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    expect(results.slice(16)).toMatchObject([
      { id, replayed: true },
      { status: 'rejected', code: 'VALIDATION_ERROR' },
    ]);
  });

  test('cause the refusal of an atomic batch that needs more', async () => {
    const body = { transactions: Array.from({ length: items }, wordy), atomic: true };
    expectRefusal(await books.api.post('/transactions/batch', body), 422, 'BATCH_REJECTED');
  });
});
