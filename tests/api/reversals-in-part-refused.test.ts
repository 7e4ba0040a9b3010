import { maxReversalParts } from '../../src/modules/ledgering/domain/reversal';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  idsOf,
  lockPeriod,
  nowhere,
  openAccount,
  openBooks,
  type Fields,
} from '../support/requests';
import { openThree, part, readTransaction, reverse, sendReversal } from '../support/reversals';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();

const refuse = (books: TestBooks, id: string, fields: Fields) =>
  refusedUntouched(ledger, books, () => sendReversal(books, id, fields));

describe('a partial reversal is refused as invalid', () => {
  let books: TestBooks;
  let original: Awaited<ReturnType<typeof openThree>>['original'];
  let ids: Readonly<Record<'cash' | 'sales' | 'tips', string>>;

  beforeAll(async () => {
    ({ books, original, ...ids } = await openThree(ledger));
  });

  test.each<[what: string, fields: () => Fields, code: string, field: string | undefined]>([
    ['with amount and entries', () => ({ amount: '1.00', ...part([ids.cash, '1.00']) }), 'VALIDATION_ERROR', 'amount'],
    ['with an amount of zero', () => ({ amount: '0.00' }), 'VALIDATION_ERROR', 'amount'],
    ['with an amount below zero', () => ({ amount: '-1.00' }), 'VALIDATION_ERROR', 'amount'],
    [
      'with an amount that is finer than the ledger',
      () => ({ amount: '1.001' }),
      'AMOUNT_PRECISION_EXCEEDED',
      'amount',
    ],
    ['without any entry', () => part(), 'VALIDATION_ERROR', 'entries'],
    ['with an entry of zero', () => part([ids.cash, '0']), 'VALIDATION_ERROR', 'entries.0.amount'],
    [
      'with an entry that is finer than the ledger',
      () => part([ids.cash, '1.00'], [ids.sales, '1.001']),
      'AMOUNT_PRECISION_EXCEEDED',
      'entries.1.amount',
    ],
    [
      'with the same entry twice',
      () => part([ids.cash, '1.00'], [ids.sales, '0.50'], [ids.sales.toUpperCase(), '0.50']),
      'VALIDATION_ERROR',
      'entries.2.entry_id',
    ],
    [
      'with an entry of another transaction',
      () => part([ids.cash, '1.00'], [nowhere, '1.00']),
      'VALIDATION_ERROR',
      'entries.1.entry_id',
    ],
    ['if it does not balance', () => part([ids.cash, '2.00'], [ids.sales, '1.00']), 'ENTRIES_NOT_BALANCED', undefined],
    ['with one side only', () => part([ids.cash, '2.00']), 'ENTRIES_NOT_BALANCED', undefined],
    [
      'with an unknown member',
      () => ({ entries: [{ entry_id: ids.cash, amount: '1.00', account: 'CASH' }] }),
      'VALIDATION_ERROR',
      'entries.0.account',
    ],
  ])('%s', async (_, fields, code, field) => {
    expectRefusal(await refuse(books, original.id, fields()), 400, code, field === undefined ? [] : [field]);
  });
});

describe('a partial reversal is refused', () => {
  test('with REVERSAL_EXCEEDS_REMAINDER above the remainder of an entry, which the message names', async () => {
    const { books, original, cash, tips } = await openThree(ledger);
    await reverse(books, original.id, part([cash, '2.00'], [tips, '2.00']));
    const refused = await refuse(books, original.id, part([cash, '0.51'], [tips, '0.51']));
    expectRefusal(refused, 422, 'REVERSAL_EXCEEDS_REMAINDER');
    expect(refused.body.message).toContain(`Only 0.50 of the entry ${tips} is left; you asked for 0.51.`);
  });

  test('with REVERSAL_PARTS_EXCEEDED if the last allowed part would leave a remainder; the whole rest is accepted', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    for (let made = 1; made < maxReversalParts; made++) await reverse(books, id, { amount: '0.01' });
    expectRefusal(await refuse(books, id, { amount: '0.01' }), 422, 'REVERSAL_PARTS_EXCEEDED');
    await reverse(books, id);
    const { status, reversal_ids } = await readTransaction(books, id);
    expect([status, reversal_ids.length]).toEqual(['reversed', maxReversalParts]);
  });

  test('with PERIOD_LOCKED on a locked day, and with BALANCE_LIMIT_EXCEEDED beyond a limit', async () => {
    const books = await openBooks(ledger);
    const limits = { type: 'liability', enforce_balance_limits: true, min_balance: '0' };
    await openAccount(books.api, { code: 'WALLET', ...limits });
    const { id } = await decide(books.api, { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    await decide(books.api, { entries: [debit('WALLET', '6.00'), credit('CASH', '6.00')] });
    await lockPeriod(books.api, '2026-01-20');
    expectRefusal(await refuse(books, id, { amount: '1.00' }), 422, 'PERIOD_LOCKED');
    const day = { date: '2026-01-21' };
    expectRefusal(await refuse(books, id, { amount: '4.01', ...day }), 422, 'BALANCE_LIMIT_EXCEEDED');
    await reverse(books, id, { amount: '4.00', ...day });
    expectRefusal(await refuse(books, id, day), 422, 'BALANCE_LIMIT_EXCEEDED');
  });

  test('if the original is a reversal; a transaction reversed in part cannot be voided', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const made = await reverse(books, id, { amount: '1.00' });
    expectRefusal(await refuse(books, made.id, { amount: '0.50' }), 422, 'TRANSACTION_NOT_REVERSIBLE');
    for (const transactionId of [id, made.id]) {
      const voiding = () => books.api.post(`/transactions/${transactionId}/void`);
      expectRefusal(await refusedUntouched(ledger, books, voiding), 409, 'TRANSACTION_NOT_VOIDABLE');
    }
  });
});

describe('the idempotency key of a partial reversal', () => {
  test('replays the same part, also after a complete reversal', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const fields = { amount: '2.50', idempotency_key: 'part' };
    const first = await reverse(books, id, fields);
    await reverse(books, id);
    const replay = await sendReversal(books, id, fields);
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    expect(dataOf(replay, 201)).toEqual(first);
    expect(await readTransaction(books, id)).toMatchObject({ reversed_amount: '10.00' });
  });

  test('is refused for another part and for the rest', async () => {
    const books = await openBooks(ledger);
    const original = await decide(books.api);
    const [cash, sales] = idsOf(original.entries) as [string, string];
    const key = { idempotency_key: 'part' };
    await reverse(books, original.id, { amount: '2.50', ...key });
    for (const fields of [{ amount: '2.51' }, {}, part([cash, '2.50'], [sales, '2.50'])])
      expectRefusal(await refuse(books, original.id, { ...fields, ...key }), 409, 'idempotency_key_reused');
    const rest = { idempotency_key: 'rest' };
    await reverse(books, original.id, rest);
    expectRefusal(await refuse(books, original.id, { amount: '7.50', ...rest }), 409, 'idempotency_key_reused');
  });
});
