/** Limits on the available amount: holds count before they are settled, as long as they are open. */
import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, openBooks, transaction } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let walletId: string;

/** A wallet with 70.00 whose available amount may not fall below zero. */
beforeEach(async () => {
  books = await openBooks(ledger);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  walletId = (await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits })).id;
  await decide(books.api, { entries: into('70.00') });
});

const into = (amount: string) => [debit('CASH', amount), credit('WALLET', amount)];
const outOf = (amount: string) => [debit('WALLET', amount), credit('CASH', amount)];
const spend = (amount: string) => decide(books.api, { entries: outOf(amount) });
const hold = (amount: string) => decide(books.api, { layer: 'pending', entries: outOf(amount) });
const announce = (amount: string) => decide(books.api, { layer: 'pending', entries: into(amount) });
const change = async (limits: object) => dataOf(await books.api.put(`/accounts/${walletId}`, limits), 200);
const reverse = (id: string, rest: object = {}) =>
  books.api.post(`/transactions/${id}/reverse`, { reason: 'Let go', date: '2026-01-15', ...rest });
const available = async () => dataOf(await books.api.get('/accounts/code/WALLET/balance'), 200).balances.available;
const posted = { status: 'posted' };
const failed = { status: 'failed', failure: { code: 'BALANCE_LIMIT_EXCEEDED' } };

describe('a held amount', () => {
  test('cannot be spent, but the rest can, to the last cent', async () => {
    expect(await hold('60.00')).toMatchObject(posted);
    expect(await spend('10.01')).toMatchObject(failed);
    expect(await spend('10.00')).toMatchObject(posted);
    expect(await available()).toBe('0.00');
  });

  test('cannot be held again', async () => {
    expect(await hold('60.00')).toMatchObject(posted);
    expect(await hold('10.01')).toMatchObject(failed);
    expect(await hold('10.00')).toMatchObject(posted);
  });

  test('is freed by a void or a reversal, in whole or in part', async () => {
    const { id } = await hold('60.00');
    dataOf(await reverse(id, { amount: '25.00' }), 201);
    expect(await spend('35.01')).toMatchObject(failed);
    expect(await spend('35.00')).toMatchObject(posted);
    dataOf(await reverse(id), 201);
    const other = await hold('35.00');
    expect(await hold('0.01')).toMatchObject(failed);
    dataOf(await books.api.post(`/transactions/${other.id}/void`), 200);
    expect(await spend('35.00')).toMatchObject(posted);
    expect(await available()).toBe('0.00');
  });

  test('counts whatever its effective date', async () => {
    await decide(books.api, { layer: 'pending', effective_date: '2099-01-01', entries: outOf('60.00') });
    expect(await spend('10.01')).toMatchObject(failed);
  });

  test('counts, while an announced amount does not', async () => {
    await announce('100.00');
    expect(await spend('70.01')).toMatchObject(failed);
    expect(await spend('70.00')).toMatchObject(posted);
  });

  test('does not count for a limit on the settled balance', async () => {
    await change({ limit_basis: 'settled' });
    await hold('60.00');
    expect(await spend('70.00')).toMatchObject(posted);
  });

  test('on the encumbrance layer does not count', async () => {
    await decide(books.api, { layer: 'encumbrance', entries: outOf('60.00') });
    expect(await spend('70.00')).toMatchObject(posted);
  });

  test('counts within an atomic batch', async () => {
    const transactions = [
      transaction({ layer: 'pending', entries: outOf('60.00') }),
      transaction({ entries: outOf('10.01') }),
    ];
    const { results } = dataOf(await books.api.post('/transactions/batch', { atomic: true, transactions }), 202);
    await quiet(books.api);
    for (const { id } of results) expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject(failed);
    expect(await available()).toBe('70.00');
  });
});

describe('max_balance of the available amount', () => {
  beforeEach(() => change({ max_balance: '100.00' }));

  test('limits the balance with all announced amounts', async () => {
    expect(await announce('30.01')).toMatchObject(failed);
    expect(await announce('20.00')).toMatchObject(posted);
    expect(await decide(books.api, { entries: into('10.01') })).toMatchObject(failed);
    expect(await decide(books.api, { entries: into('10.00') })).toMatchObject(posted);
  });

  test('is not raised by held amounts', async () => {
    await hold('70.00');
    expect(await announce('30.01')).toMatchObject(failed);
    expect(await announce('30.00')).toMatchObject(posted);
  });
});

describe('an account that is already beyond its limit on the available amount', () => {
  test('can release held amounts, and hold no more', async () => {
    const { id } = await hold('60.00');
    await change({ min_balance: '20.00' });
    expect(await hold('0.01')).toMatchObject(failed);
    dataOf(await reverse(id, { amount: '5.00' }), 201);
    expect(await available()).toBe('15.00');
    const { findings } = await ledger.app.ledgering.verify(books.ledger.id);
    expect(findings).toEqual([]);
  });

  test('names the balance and the limit that would have been passed', async () => {
    await hold('60.00');
    expect((await spend('10.01')).failure).toEqual({
      code: 'BALANCE_LIMIT_EXCEEDED',
      message:
        'The available balance of account WALLET would have been -0.01 on 2026-01-15, below its min_balance of 0.00. Send it again under a new idempotency key when the limit allows it.',
    });
    await change({ max_balance: '70.00' });
    expect((await announce('0.01')).failure?.message).toBe(
      'The settled balance with all that is pending of account WALLET would have been 70.01 on 2026-01-15, above its max_balance of 70.00. Send it again under a new idempotency key when the limit allows it.',
    );
  });
});

describe('limit_basis', () => {
  test('is settled by default, is shown, and can be changed', async () => {
    const { id, limit_basis } = await openAccount(books.api, { code: 'PLAIN', type: 'asset' });
    expect(limit_basis).toBe('settled');
    expect(dataOf(await books.api.put(`/accounts/${id}`, { limit_basis: 'available' }), 200)).toMatchObject({
      limit_basis: 'available',
    });
    expect(dataOf(await books.api.get(`/accounts/${id}`), 200).limit_basis).toBe('available');
  });

  test('refuses any other value', async () => {
    const answer = await books.api.put(`/accounts/${walletId}`, { limit_basis: 'pending' });
    expectRefusal(answer, 400, 'VALIDATION_ERROR', ['limit_basis']);
  });
});
