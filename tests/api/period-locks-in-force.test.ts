import { everyPage, quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  openAccount,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();

const lock = async ({ api }: TestBooks, until: string, reason = 'Books closed') =>
  dataOf(await api.post('/period-locks', { locked_until: until, reason }), 201);
const release = async ({ api }: TestBooks, id: string, reason = 'Late invoice') =>
  dataOf(await api.post(`/period-locks/${id}/release`, { reason }), 200);

describe('in a locked period', () => {
  let shut: TestBooks;
  let lockId: string;
  let inside: Fields;
  const day = '2026-01-31';

  beforeAll(async () => {
    shut = await openBooks(ledger);
    inside = await decide(shut.api, { effective_date: day, idempotency_key: 'before the lock' });
    const sides = [
      { account: 'CASH', type: 'debit' },
      { account: 'SALES', type: 'credit' },
    ];
    const template = {
      code: 'SALE',
      name: 'Sale',
      entries_template: { entries: sides.map((side) => ({ ...side, amount: '5.00' })) },
    };
    dataOf(await shut.api.post('/trancodes', template), 201);
    lockId = (await lock(shut, day)).id;
  });

  const byCode = { transaction_code: 'SALE', transaction_code_params: {}, entries: undefined };
  const on = (date: string) => transaction({ effective_date: date });
  const id = (): unknown => inside['id'];

  test.each<
    [what: string, send: () => Promise<Awaited<ReturnType<TestBooks['api']['get']>>>, status: number, code: string]
  >([
    ['posting', () => shut.api.post('/transactions', on(day)), 409, 'PERIOD_LOCKED'],
    ['posting on an earlier day', () => shut.api.post('/transactions', on('2025-06-15')), 409, 'PERIOD_LOCKED'],
    ['posting on the first possible day', () => shut.api.post('/transactions', on('0001-01-01')), 409, 'PERIOD_LOCKED'],
    ['posting by code', () => shut.api.post('/transactions', { ...on(day), ...byCode }), 409, 'PERIOD_LOCKED'],
    [
      'an atomic batch',
      () => shut.api.post('/transactions/batch', { transactions: [on(day), on('2026-02-01')], atomic: true }),
      422,
      'BATCH_REJECTED',
    ],
    [
      'reversing into it',
      () => shut.api.post(`/transactions/${id()}/reverse`, { reason: 'Wrong', date: day }),
      422,
      'PERIOD_LOCKED',
    ],
    ['voiding', () => shut.api.post(`/transactions/${id()}/void`), 409, 'PERIOD_LOCKED'],
  ])('%s is refused', async (_, send, status, code) => {
    expectRefusal(await refusedUntouched(ledger, shut, send), status, code);
  });

  test('the transactions of a batch are judged one by one', async () => {
    const transactions = [on(day), on('2026-02-01'), on('2026-01-01')];
    expect(dataOf(await shut.api.post('/transactions/batch', { transactions }), 202)).toMatchObject({
      accepted: 1,
      rejected: 2,
      results: [
        { status: 'rejected', code: 'PERIOD_LOCKED' },
        { status: 'pending' },
        { status: 'rejected', code: 'PERIOD_LOCKED' },
      ],
    });
    await quiet(shut.api);
  });

  test('a used idempotency key still gets its replay', async () => {
    const replay = await shut.api.post('/transactions', { ...on(day), idempotency_key: 'before the lock' });
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true');
    expect(dataOf(replay, 202)).toMatchObject({ id: id() });
  });

  test('posting is possible on the next day, and in the period once the lock is released', async () => {
    expect(await decide(shut.api, { effective_date: '2026-02-01' })).toMatchObject({ status: 'posted' });
    await release(shut, lockId);
    expect(await decide(shut.api, { effective_date: day })).toMatchObject({ status: 'posted' });
    dataOf(await shut.api.post(`/transactions/${id()}/reverse`, { reason: 'Wrong', date: day }), 201);
  });
});

describe('a lock that is created while transactions arrive', () => {
  test('separates transactions that were posted before it from those that are refused or fail after it', async () => {
    const busy = await openBooks(ledger);
    await openAccount(busy.api, { code: 'BANK' });
    const entries = [debit('BANK', '1.00'), credit('SALES', '1.00')];
    let isLocked = false;
    const post = async (): Promise<void> => {
      for (let count = 0; count < 25; count++) {
        const { status, body } = await busy.api.post(
          '/transactions',
          transaction({ effective_date: '2026-01-31', entries }),
        );
        if (status !== 202) expect(body.code).toBe('PERIOD_LOCKED');
      }
    };
    const close = async (): Promise<void> => {
      while (!isLocked)
        isLocked =
          (await busy.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'Closed' })).status === 201;
    };
    await Promise.all([post(), post(), post(), post(), close()]);
    await quiet(busy.api);
    const events: readonly { type: string; transaction_id: string; reason: string }[] = await everyPage(
      busy.api,
      '/activity',
    );
    const locked = events.findIndex(({ type }) => type === 'period.locked');
    // The list is newest first, so the events before this index came after the lock. All of them must be failures.
    for (const { type, reason } of events.slice(0, locked))
      expect({ type, reason }).toEqual({ type: 'transaction.failed', reason: 'PERIOD_LOCKED' });
    const posted = events.filter(({ type }) => type === 'transaction.posted').length;
    expect(dataOf(await busy.api.get('/accounts/code/BANK/balance'), 200).layer_details.settled).toMatchObject({
      entry_count: posted,
    });
  });
});
