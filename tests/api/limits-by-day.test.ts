/**
 * A limit holds on every day: money that arrives on a later day cannot be spent earlier, and a back-dated posting must not leave a past day
 * beyond a limit.
 */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, openBooks } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

const into = (amount: string) => [debit('CASH', amount), credit('WALLET', amount)];
const outOf = (amount: string) => [debit('WALLET', amount), credit('CASH', amount)];
const on = (effective_date: string, entries: readonly object[], layer = 'settled') =>
  decide(books.api, { effective_date, layer, entries });
const posted = { status: 'posted' };
const exceeded = (balance: string, day: string, side = 'below its min_balance of 0.00') => ({
  status: 'failed',
  failure: {
    code: 'BALANCE_LIMIT_EXCEEDED',
    message: expect.stringMatching(
      new RegExp(`^The .* of account WALLET would have been ${balance} on ${day}, ${side}\\. Send it again `),
    ),
  },
});

describe.each(['settled', 'available'])('an account with limits on its %s balance', (limit_basis) => {
  beforeEach(async () => {
    books = await openBooks(ledger);
    const limits = { enforce_balance_limits: true, limit_basis, min_balance: '0', max_balance: '500' };
    await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
  });

  test('cannot spend today money that arrives years later', async () => {
    expect(await on('2030-01-01', into('100.00'))).toMatchObject(posted);
    expect(await on('2026-01-15', outOf('0.01'))).toMatchObject(exceeded('-0.01', '2026-01-15'));
    expect(await on('2030-01-01', outOf('100.00'))).toMatchObject(posted);
  });

  test('refuses a back-dated withdrawal that takes a past day below its limit', async () => {
    expect(await on('2026-03-10', into('100.00'))).toMatchObject(posted);
    expect(await on('2026-03-01', outOf('50.00'))).toMatchObject(exceeded('-50.00', '2026-03-01'));
    expect(await on('2026-03-10', outOf('100.00'))).toMatchObject(posted);
  });

  test('keeps the amount that a later day needs, and names the first such day', async () => {
    for (const [day, entries] of [
      ['2026-01-10', into('100.00')],
      ['2026-02-10', outOf('70.00')],
      ['2026-03-10', outOf('20.00')],
      ['2026-04-10', into('400.00')],
    ] as const)
      expect(await on(day, entries)).toMatchObject(posted);
    expect(await on('2026-01-15', outOf('40.00'))).toMatchObject(exceeded('-10.00', '2026-02-10'));
    expect(await on('2026-01-15', outOf('10.01'))).toMatchObject(exceeded('-0.01', '2026-03-10'));
    expect(await on('2026-01-15', outOf('10.00'))).toMatchObject(posted);
    expect(await on('2026-01-15', into('100.01'))).toMatchObject(
      exceeded('500.01', '2026-04-10', 'above its max_balance of 500.00'),
    );
  });

  test('judges a reversal and a void by the same rule', async () => {
    const { id } = await on('2026-01-10', into('100.00'));
    await on('2026-01-12', outOf('60.00'));
    await on('2026-02-10', into('60.00'));
    const reversal = await books.api.post(`/transactions/${id}/reverse`, { reason: 'No', date: '2026-01-20' });
    expectRefusal(reversal, 422, 'BALANCE_LIMIT_EXCEEDED');
    expect(reversal.body.message).toContain('would be -60.00 on 2026-01-20');
    const voided = await books.api.post(`/transactions/${id}/void`, { reason: 'No' });
    expectRefusal(voided, 409, 'TRANSACTION_NOT_VOIDABLE');
    // This reversal is on 2026-02-10, when the account again has the 100.00 that it needs.
    dataOf(await books.api.post(`/transactions/${id}/reverse`, { reason: 'Yes', date: '2026-02-10' }), 201);
  });

  test('posts a batch in order, and judges each item after those before it', async () => {
    const item = (idempotency_key: string, effective_date: string, entries: readonly object[]) => ({
      ...{ idempotency_key, effective_date, description: idempotency_key, entries },
    });
    const body = {
      transactions: [
        item('later', '2026-06-01', into('80.00')),
        item('too early', '2026-05-31', outOf('1.00')),
        item('now', '2026-05-31', into('30.00')),
        item('in time', '2026-05-31', outOf('30.00')),
        item('all of it', '2026-06-01', outOf('80.00')),
      ],
    };
    const { results } = dataOf(await books.api.post('/transactions/batch?dry_run=true', body), 200);
    expect(results.map(({ would }: { would: string }) => would)).toEqual([
      'posted',
      'failed',
      'posted',
      'posted',
      'posted',
    ]);
  });
});

test('a batch that names an account by its id and by its code sees its later days once', async () => {
  books = await openBooks(ledger);
  const limits = { enforce_balance_limits: true, min_balance: '0' };
  const { id } = await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
  await on('2026-01-14', into('5.00'));
  await on('2026-01-16', into('4.00'));
  const named = { account_id: id, type: 'debit', amount: '2.00' };
  const item = (idempotency_key: string, effective_date: string, entries: readonly object[]) => ({
    ...{ idempotency_key, effective_date, description: idempotency_key, entries },
  });
  const body = {
    transactions: [
      item('by id', '2026-01-14', [named, credit('CASH', '2.00')]),
      item('by code', '2031-07-01', outOf('1.00')),
    ],
  };
  const { results } = dataOf(await books.api.post('/transactions/batch', body, { Prefer: 'wait=5' }), 202);
  expect(results).toMatchObject([posted, posted]);
});

test('a hold is judged on its own day and on later ones, and holds on every day', async () => {
  books = await openBooks(ledger);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
  await on('2026-06-01', into('100.00'));
  expect(await on('2026-05-31', outOf('10.00'), 'pending')).toMatchObject(exceeded('-10.00', '2026-05-31'));
  expect(await on('2026-06-01', outOf('60.00'), 'pending')).toMatchObject(posted);
  expect(await on('2026-07-01', outOf('40.01'))).toMatchObject(exceeded('-0.01', '2026-07-01'));
  expect(await on('2026-07-01', outOf('40.00'))).toMatchObject(posted);
});
