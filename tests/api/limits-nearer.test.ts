/**
 * A balance that is already beyond a limit may come nearer to the limit, but not move further away. The refusals name the limit and the
 * balance.
 */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, openBooks } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let walletId: string;

/** A wallet that holds 500.00. Its limit was lowered to 100.00 after it had received that amount. */
beforeEach(async () => {
  books = await openBooks(ledger);
  walletId = (await openAccount(books.api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true })).id;
  await decide(books.api, { entries: into('500.00') });
  await limit({ max_balance: '100.00' });
});

const into = (amount: string) => [debit('CASH', amount), credit('WALLET', amount)];
const outOf = (amount: string) => [debit('WALLET', amount), credit('CASH', amount)];
const limit = async (limits: object) => dataOf(await books.api.put(`/accounts/${walletId}`, limits), 200);
const balance = async () => dataOf(await books.api.get(`/accounts/${walletId}`), 200).balance;

describe('a balance that is beyond its limit', () => {
  test('may come nearer to it, piece by piece', async () => {
    for (const [amount, rest] of [
      ['50.00', '450.00'],
      ['349.99', '100.01'],
      ['0.01', '100.00'],
    ] as const) {
      expect(await decide(books.api, { entries: outOf(amount) })).toMatchObject({ status: 'posted' });
      expect(await balance()).toBe(rest);
    }
    expect(await decide(books.api, { entries: into('0.01') })).toMatchObject({ status: 'failed' });
  });

  test('may not move further away, even after it came nearer', async () => {
    await decide(books.api, { entries: outOf('50.00') });
    expect(await decide(books.api, { entries: into('0.01') })).toMatchObject({ status: 'failed' });
    expect(await balance()).toBe('450.00');
  });

  test('may not jump over the other limit', async () => {
    await limit({ min_balance: '20.00' });
    expect(await decide(books.api, { entries: outOf('480.01') })).toMatchObject({ status: 'failed' });
    expect(await decide(books.api, { entries: outOf('480.00') })).toMatchObject({ status: 'posted' });
  });

  test('may come nearer from below', async () => {
    await limit({ max_balance: null, min_balance: '1000.00' });
    expect(await decide(books.api, { entries: outOf('0.01') })).toMatchObject({ status: 'failed' });
    expect(await decide(books.api, { entries: into('0.01') })).toMatchObject({ status: 'posted' });
  });

  test('may come nearer by a reversal or a void, but not move further away', async () => {
    await limit({ max_balance: null });
    const [one, other] = [
      await decide(books.api, { entries: into('10.00') }),
      await decide(books.api, { entries: into('20.00') }),
    ];
    const out = await decide(books.api, { entries: outOf('1.00') });
    await limit({ max_balance: '100.00' });
    dataOf(await books.api.post(`/transactions/${one.id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }), 201);
    dataOf(await books.api.post(`/transactions/${other.id}/void`), 200);
    expectRefusal(await books.api.post(`/transactions/${out.id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
    expect(await balance()).toBe('499.00');
  });

  test('is no breach for ledger verify', async () => {
    await decide(books.api, { entries: outOf('50.00') });
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});

describe.each([
  ['upper', into, { max_balance: '100.00', min_balance: null }],
  ['lower', outOf, { max_balance: null, min_balance: '1000.00' }],
] as const)('a hold that the %s limit counted before it was settled', (_, legs, limits) => {
  test('is settled, with later days beyond the limit, and is no breach for ledger verify', async () => {
    await limit({ max_balance: null, limit_basis: 'available' });
    await decide(books.api, { entries: into('5.00'), effective_date: '2031-07-01' });
    const { id } = await decide(books.api, { entries: legs('30.00'), layer: 'pending' });
    await limit(limits);
    const settled = dataOf(await books.api.post(`/transactions/${id}/settle`, { date: '2026-01-15' }), 201);
    expect(settled).toMatchObject({ status: 'posted', layer: 'settled', total_amount: '30.00' });
    const { findings, notes } = await ledger.app.ledgering.verify(books.ledger.id);
    expect(findings).toEqual([]);
    // `verify` may only note `limits-passed`; with stores in memory it has no notes at all.
    expect(new Set(['limits-passed', ...notes.map(({ check }) => check)])).toEqual(new Set(['limits-passed']));
    // Another posting that moves the balance further beyond the limit is refused.
    expect(await decide(books.api, { entries: legs('0.01') })).toMatchObject({ status: 'failed' });
  });
});

describe('the message about a passed limit', () => {
  const beyond = 'settled balance of account WALLET would be 500.01 on 2026-01-15, above its max_balance of 100.00';

  test('names the limit and the resulting balance on the failed transaction', async () => {
    const sent = { entries: into('0.01') };
    const { failure } = await decide(books.api, sent);
    expect(failure).toEqual({
      code: 'BALANCE_LIMIT_EXCEEDED',
      message: `The ${beyond.replace('would be', 'would have been')}. Send it again under a new idempotency key when the limit allows it.`,
    });
  });

  test('names both if a reversal or a void is refused', async () => {
    await limit({ max_balance: null });
    const { id } = await decide(books.api, { entries: outOf('0.01') });
    await limit({ max_balance: '100.00' });
    const message = { message: expect.stringContaining(beyond.replace('500.01', '500.00')) };
    const reversal = await books.api.post(`/transactions/${id}/reverse`, { reason: 'Wrong', date: '2026-01-15' });
    expectRefusal(reversal, 422, 'BALANCE_LIMIT_EXCEEDED');
    expect(reversal.body).toMatchObject(message);
    expect((await books.api.post(`/transactions/${id}/void`)).body).toMatchObject(message);
  });
});
