/** The cures that refusals propose, each followed to its end: the next request succeeds. */
import { amounts, holdingIn, openWallet } from '../support/holding';
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
  openJournal,
  transaction,
  type Fields,
} from '../support/requests';
import { reversal } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;

const undo = (id: string, how: 'reverse' | 'void', fields: Fields = {}) =>
  books.api.post(`/transactions/${id}/${how}`, how === 'void' ? { reason: 'wrong', ...fields } : reversal(fields));

describe('holds', () => {
  beforeEach(async () => {
    books = await openWallet(ledger, '70.00');
  });
  const { hold, settle, sendSettle, release, holdOf } = holdingIn(() => books);

  test('a hold that was settled in part is undone by reversing the settlement and releasing the rest', async () => {
    const { id } = await hold('60.00');
    const settlement = await settle(id, { amount: '20.00', final: false });
    const refused = await undo(id, 'reverse');
    expectRefusal(refused, 422, 'TRANSACTION_NOT_REVERSIBLE');
    expect(refused.body.message).toContain('reverse its settlement, and release what is still held');
    dataOf(await undo(settlement.id, 'reverse', { date: settlement.effective_date.slice(0, 10) }), 201);
    await release(id);
    expect(await holdOf(id)).toMatchObject(amounts('20.00', '40.00', '0.00'));
  });

  test('a raised hold is released; if it is released already, no cure is proposed', async () => {
    const { id } = await hold('20.00');
    dataOf(await books.api.post(`/transactions/${id}/extend`, { amount: '30.00' }), 200);
    expect((await undo(id, 'void')).body.message).toContain('it was raised: release it');
    await release(id);
    expect((await undo(id, 'void')).body.message).toContain('it was raised, and is released');
  });

  test('a hold that was released in part is released whole instead of voided', async () => {
    const { id } = await hold('20.00');
    await release(id, { amount: '5.00' });
    expect((await undo(id, 'void')).body.message).toContain('it was released at least in part: release the rest');
    await release(id);
    expect(await holdOf(id)).toMatchObject(amounts('0.00', '20.00', '0.00'));
  });

  test('an extension without a change succeeds with more, or with another expiry alone', async () => {
    const { id } = await hold('20.00');
    const expiry = { expires_at: '2031-01-01T00:00:00Z' };
    const inBatch = async (fields: Fields) => {
      const transactions = [{ operation: 'extend', transaction_id: id, amount: '20.00', ...fields }];
      return dataOf(await books.api.post('/transactions/batch', { transactions }), 202).results[0];
    };
    const { code, message } = await inBatch({ idempotency_key: 'raise' });
    expect([code, message]).toEqual(['HOLD_UNCHANGED', expect.stringContaining('an amount of more than 20.00')]);
    expect(message).toContain('in a batch send the amount');
    expect((await inBatch(expiry)).errors.amount[0]).toContain('/extend');
    expect(await inBatch({ idempotency_key: 'raise', amount: '20.01' })).toMatchObject({ status: 'posted' });
    dataOf(await books.api.post(`/transactions/${id}/extend`, expiry), 200);
    expect(await holdOf(id)).toMatchObject({
      amount: '20.01',
      extended_amount: '0.01',
      expires_at: '2031-01-01T00:00:00.000Z',
    });
  });

  test('more than an entry still holds is settled with the two members that the message names', async () => {
    await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
    const { id, entries } = await hold('', {
      entries: [debit('WALLET', '12.50'), credit('CASH', '10.00'), credit('TIPS', '2.50')],
    });
    const units = ['12.00', '7.00', '5.00'];
    const asked = { entries: idsOf(entries).map((entry_id, at) => ({ entry_id, amount: units[at] })) };
    const refused = await sendSettle(id, { ...asked, final: false });
    expectRefusal(refused, 422, 'HOLD_EXCEEDED');
    expect(refused.body.message).toContain('allow_excess: true and final: true');
    await settle(id, { ...asked, allow_excess: true, final: true });
  });
});

describe('days and accounts', () => {
  beforeEach(async () => {
    books = await openBooks(ledger);
  });

  test('the earliest date of a reversal is named at once, not the day after the lock', async () => {
    const { id } = await decide(books.api, { effective_date: '2026-02-15' });
    await lockPeriod(books.api, '2026-01-31');
    const refused = await undo(id, 'reverse', { date: '2026-01-10' });
    expectRefusal(refused, 422, 'DATE_BEFORE_ORIGINAL', ['date']);
    expect(refused.body.message).toContain('The earliest date allowed is 2026-02-15');
    dataOf(await undo(id, 'reverse', { date: '2026-02-15' }), 201);
  });

  test('a transaction in a locked period is reversed instead of voided', async () => {
    const { id } = await decide(books.api, { effective_date: '2026-01-15' });
    await lockPeriod(books.api, '2026-01-31');
    const refused = await undo(id, 'void');
    expectRefusal(refused, 409, 'PERIOD_LOCKED');
    expect(refused.body.message).toContain('Reverse it with a later date');
    dataOf(await undo(id, 'reverse', { date: '2026-02-01' }), 201);
  });

  test.each([
    ['account_id', nowhere, 'GET /accounts lists'],
    ['account_code', 'NOBODY', 'Create it first'],
  ])('an account that is unknown by its %s is refused with a cure', async (member, value, cure) => {
    const { account_code: _, ...entry } = debit('CASH', '1') as Fields;
    const refused = await books.api.post(
      '/transactions',
      transaction({ entries: [{ ...entry, [member]: value }, credit('SALES', '1')] }),
    );
    expectRefusal(refused, 400, 'ACCOUNT_NOT_FOUND');
    expect(refused.body.message).toContain(cure);
  });

  test.each(['reverse', 'void'] as const)('%s in a closed journal succeeds once the journal is open', async (how) => {
    const journal_id = await openJournal(books.api);
    const { id } = await decide(books.api, { journal_id });
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'closed' }), 200);
    expect((await undo(id, how)).body.message).toContain('its journal is closed: open it again');
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'active' }), 200);
    dataOf(await undo(id, how), how === 'void' ? 200 : 201);
  });

  test('a reversal with an inactive account succeeds once the account is active', async () => {
    const { id: accountId } = await openAccount(books.api, { code: 'TILL' });
    const { id } = await decide(books.api, { entries: [debit('TILL', '1.00'), credit('SALES', '1.00')] });
    dataOf(await books.api.put(`/accounts/${accountId}`, { is_active: false }), 200);
    expect((await undo(id, 'reverse')).body.message).toContain('its account TILL is inactive: activate it first');
    dataOf(await books.api.put(`/accounts/${accountId}`, { is_active: true }), 200);
    dataOf(await undo(id, 'reverse'), 201);
  });

  test('a transaction that is reversed in part is reversed whole instead of voided', async () => {
    const { id } = await decide(books.api);
    dataOf(await undo(id, 'reverse', { amount: '0.01' }), 201);
    expect((await undo(id, 'void')).body.message).toContain('reversed in part: reverse the rest instead');
    dataOf(await undo(id, 'reverse'), 201);
  });
});
