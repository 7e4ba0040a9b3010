import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  instant,
  openAccount,
  openBooks,
  type Fields,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
/** The id of each account and set, by code. */
const ids = new Map<string, string>();

const entry = (date: string, amount: string, fields: Fields = {}): Fields => ({
  effective_date: date,
  entries: [debit('CASH', amount), credit('LOAN', amount)],
  ...fields,
});

/** ALL contains CASH and the sets NEAR and FAR. NEAR and FAR each contain LOAN and the set BOTH; NEAR also contains CASH. */
const memberships: readonly [set: string, type: 'account' | 'account_set', member: string][] = [
  ['ALL', 'account', 'CASH'],
  ['ALL', 'account_set', 'NEAR'],
  ['ALL', 'account_set', 'FAR'],
  ['NEAR', 'account', 'CASH'],
  ['NEAR', 'account', 'LOAN'],
  ['NEAR', 'account_set', 'BOTH'],
  ['FAR', 'account', 'LOAN'],
  ['FAR', 'account_set', 'BOTH'],
  ['BOTH', 'account', 'BANK'],
  ['LOANS', 'account', 'LOAN'],
];

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'BANK', type: 'asset' });
  await openAccount(books.api, { code: 'LOAN', type: 'liability' });
  for (const { id, code } of dataOf(await books.api.get('/accounts'), 200)) ids.set(code, id);
  for (const code of ['ALL', 'NEAR', 'FAR', 'BOTH', 'LOANS', 'EMPTY'])
    ids.set(code, dataOf(await books.api.post('/account-sets', { code, name: `Set ${code}` }), 201).id);
  for (const [set, member_type, member] of memberships)
    dataOf(
      await books.api.post(`/account-sets/${ids.get(set)}/members`, { member_type, member_id: ids.get(member) }),
      201,
    );
  await decide(books.api, entry('2026-01-10', '100.00'));
  await decide(books.api, entry('2026-01-20', '7.00', { layer: 'pending' }));
  await decide(books.api, entry('2026-01-15', '2.50', { layer: 'encumbrance' }));
  await decide(books.api, { effective_date: '2026-02-01', entries: [debit('BANK', '40.00'), credit('CASH', '40.00')] });
  await decide(books.api, { effective_date: '2026-02-01', entries: [debit('BANK', '1.00'), credit('SALES', '1.00')] });
  const { id } = await decide(books.api, entry('2026-01-12', '55.55'));
  dataOf(await books.api.post(`/transactions/${id}/void`), 200);
});

const balance = async (set: string, query = '') =>
  dataOf(await books.api.get(`/account-sets/${ids.get(set)}/balance${query}`), 200);
/** Returns the settled, pending, overdue and future amounts of a set. */
const amounts = async (set: string, query = ''): Promise<string> => {
  const { balances } = await balance(set, query);
  return [balances.settled, balances.pending, balances.overdue, balances.future].join(' ');
};

describe('the balance of an account set', () => {
  test('has the fields of an account balance, with the set instead of the account', async () => {
    expect(await balance('NEAR', '?as_of_date=2026-01-31')).toEqual({
      account_set_id: ids.get('NEAR'),
      account_set_code: 'NEAR',
      account_set_name: 'Set NEAR',
      normal_balance: 'debit',
      balances: { settled: '0.00', pending: '0.00', overdue: '0.00', future: '1.00', available: '-40.00' },
      layer_details: {
        settled: {
          debits: '100.00',
          credits: '100.00',
          balance: '0.00',
          entry_count: 2,
          last_entry_date: '2026-01-10',
        },
        pending: { debits: '7.00', credits: '7.00', balance: '0.00', entry_count: 2, last_entry_date: '2026-01-20' },
        encumbrance: {
          debits: '2.50',
          credits: '2.50',
          balance: '0.00',
          entry_count: 2,
          last_entry_date: '2026-01-15',
        },
        available: '-40.00',
      },
      currency: 'USD',
      as_of_date: '2026-01-31',
      calculated_at: instant,
      known_at_sequence: null,
    });
  });

  test.each([
    ['2026-01-09', '0.00 0.00 0.00 -109.50'],
    ['2026-01-10', '-100.00 0.00 0.00 -9.50'],
    ['2026-01-15', '-100.00 0.00 -2.50 -7.00'],
    ['2026-01-16', '-100.00 0.00 -2.50 -7.00'],
    ['2026-01-20', '-100.00 -7.00 -2.50 0.00'],
    ['9999-12-31', '-100.00 -7.00 -2.50 0.00'],
    ['0001-01-01', '0.00 0.00 0.00 -109.50'],
  ])('counts debits as positive, as of %s: %s', async (asOf, expected) => {
    expect(await amounts('LOANS', `?as_of_date=${asOf}`)).toBe(expected);
  });

  test('counts each account once, however many paths lead to it', async () => {
    expect(await amounts('ALL', '?as_of_date=2026-02-01')).toBe('1.00 0.00 0.00 0.00');
    const { layer_details } = await balance('ALL', '?as_of_date=2026-02-01');
    expect(layer_details.settled).toEqual({
      debits: '141.00',
      credits: '140.00',
      balance: '1.00',
      entry_count: 5,
      last_entry_date: '2026-02-01',
    });
    expect(await amounts('BOTH', '?as_of_date=2026-02-01')).toBe('41.00 0.00 0.00 0.00');
    expect(await amounts('FAR', '?as_of_date=2026-02-01')).toBe('-59.00 -7.00 -2.50 0.00');
  });

  test.each([
    ['settled', '-100.00 0.00 0.00 0.00', '-100.00'],
    ['pending', '0.00 0.00 0.00 -7.00', '0.00'],
    ['Encumbrance', '0.00 0.00 -2.50 0.00', '0.00'],
  ])('with the layer %s counts no other layer', async (layer, expected, available) => {
    const query = `?as_of_date=2026-01-17&layer=${layer}`;
    expect(await amounts('LOANS', query)).toBe(expected);
    const { layer_details } = await balance('LOANS', query);
    expect(layer_details.available).toBe(available);
    for (const other of ['settled', 'pending', 'encumbrance'].filter((one) => one !== layer.toLowerCase()))
      expect(layer_details[other]).toEqual({
        debits: '0.00',
        credits: '0.00',
        balance: '0.00',
        entry_count: 0,
        last_entry_date: null,
      });
  });

  test('is zero for an empty set', async () => {
    expect(await amounts('EMPTY')).toBe('0.00 0.00 0.00 0.00');
    expect((await balance('EMPTY')).as_of_date).toBe(new Date().toISOString().slice(0, 10));
  });

  test('changes with the members of the set and of nested sets', async () => {
    const before = await amounts('BOTH', '?as_of_date=2026-02-01');
    const set = ids.get('BOTH');
    dataOf(
      await books.api.post(`/account-sets/${set}/members`, { member_type: 'account', member_id: ids.get('SALES') }),
      201,
    );
    expect(await amounts('BOTH', '?as_of_date=2026-02-01')).toBe('40.00 0.00 0.00 0.00');
    expect(await amounts('ALL', '?as_of_date=2026-02-01')).toBe('0.00 0.00 0.00 0.00');
    dataOf(await books.api.delete(`/account-sets/${set}/members/${ids.get('SALES')}`), 200);
    expect(await amounts('BOTH', '?as_of_date=2026-02-01')).toBe(before);
  });

  test('equals the balance of its only account, with debits as positive', async () => {
    const account = dataOf(await books.api.get('/accounts/code/LOAN/balance?as_of_date=2026-01-18'), 200);
    const { balances, layer_details } = await balance('LOANS', '?as_of_date=2026-01-18');
    for (const [name, amount] of Object.entries(account.balances as Record<string, string>))
      expect(Number(balances[name]) + Number(amount)).toBe(0);
    for (const layer of ['settled', 'pending', 'encumbrance']) {
      const { balance: _, ...totals } = account.layer_details[layer];
      expect(layer_details[layer]).toMatchObject(totals);
    }
  });

  test('is printed in the decimals of the ledger', async () => {
    const coins = await openBooks(ledger, {
      currency: 'BTC',
      currencyType: 'crypto',
      storageDecimals: 18,
      displayDecimals: 2,
    });
    const amount = '123456789012345678.000000000000000001';
    await decide(coins.api, { entries: [debit('CASH', amount), credit('SALES', amount)] });
    const set = dataOf(await coins.api.post('/account-sets', { code: 'ALL', name: 'All' }), 201);
    for (const { id } of dataOf(await coins.api.get('/accounts'), 200))
      dataOf(await coins.api.post(`/account-sets/${set.id}/members`, { member_type: 'account', member_id: id }), 201);
    const { balances, layer_details, currency } = dataOf(await coins.api.get(`/account-sets/${set.id}/balance`), 200);
    expect({ currency, balances, details: layer_details.settled }).toMatchObject({
      currency: 'BTC',
      balances: { settled: '0.00' },
      details: { debits: amount, credits: amount },
    });
  });

  test.each([
    ['as_of_date=2026-02-29', 'as_of_date'],
    ['as_of_date=', 'as_of_date'],
    ['as_of_date=2026-01-01&as_of_date=2026-01-01', 'as_of_date'],
    ['layer=draft', 'layer'],
  ])('with %s is not valid', async (query, field) => {
    expectRefusal(await books.api.get(`/account-sets/${ids.get('ALL')}/balance?${query}`), 422, 'VALIDATION_ERROR', [
      field,
    ]);
  });
});
