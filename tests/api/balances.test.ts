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
  sale,
  uuid,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

/**
 * Postings that change the balance of CASH, in posting order; each changes SALES by the opposite amount. A negative amount is a credit of
 * CASH.
 */
const history: readonly (readonly [day: string, layer: string, amount: string])[] = [
  ['2026-01-20', 'settled', '-30'],
  ['2026-01-10', 'settled', '100'],
  ['2026-02-10', 'settled', '8'],
  ['2026-01-15', 'pending', '7'],
  ['2026-02-20', 'pending', '-2'],
  ['2026-01-12', 'encumbrance', '50'],
  ['2026-01-15', 'encumbrance', '-20'],
  ['2026-03-01', 'encumbrance', '4'],
];

beforeAll(async () => {
  books = await openBooks(ledger);
  for (const [effective_date, layer, amount] of history) {
    const entries = amount.startsWith('-')
      ? [credit('CASH', amount.slice(1)), debit('SALES', amount.slice(1))]
      : sale(amount);
    await decide(books.api, { effective_date, layer, entries });
  }
});

const viewed = async (query: string, code = 'CASH', { api } = books) =>
  dataOf(await api.get(`/accounts/code/${code}/balance${query}`), 200);

const nothing = { debits: '0.00', credits: '0.00', balance: '0.00', entry_count: 0, last_entry_date: null };

describe('the balance of an account', () => {
  test('as of a day has all its fields', async () => {
    const answer = await books.api.get('/accounts/code/CASH/balance?as_of_date=2026-01-15');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        account_id: uuid,
        account_code: 'CASH',
        account_name: 'Cash at hand',
        account_type: 'asset',
        normal_balance: 'debit',
        balances: { settled: '100.00', pending: '7.00', overdue: '30.00', future: '-20.00', available: '68.00' },
        layer_details: {
          settled: {
            debits: '100.00',
            credits: '0.00',
            balance: '100.00',
            entry_count: 1,
            last_entry_date: '2026-01-10',
          },
          pending: { debits: '7.00', credits: '0.00', balance: '7.00', entry_count: 1, last_entry_date: '2026-01-15' },
          encumbrance: {
            debits: '50.00',
            credits: '20.00',
            balance: '30.00',
            entry_count: 2,
            last_entry_date: '2026-01-15',
          },
          available: '68.00',
        },
        currency: 'USD',
        as_of_date: '2026-01-15',
        calculated_at: instant,
        known_at_sequence: null,
      },
    });
  });

  test.each([
    ['0001-01-01', { settled: '0.00', pending: '0.00', overdue: '0.00', future: '117.00', available: '-2.00' }],
    ['2026-01-09', { settled: '0.00', pending: '0.00', overdue: '0.00', future: '117.00', available: '-2.00' }],
    ['2026-01-10', { settled: '100.00', pending: '0.00', overdue: '0.00', future: '17.00', available: '68.00' }],
    ['2026-01-12', { settled: '100.00', pending: '0.00', overdue: '50.00', future: '-33.00', available: '68.00' }],
    ['2026-01-13', { settled: '100.00', pending: '0.00', overdue: '50.00', future: '-33.00', available: '68.00' }],
    ['2026-01-16', { settled: '100.00', pending: '7.00', overdue: '30.00', future: '-20.00', available: '68.00' }],
    ['2026-01-20', { settled: '70.00', pending: '7.00', overdue: '30.00', future: '10.00', available: '68.00' }],
    ['2026-02-10', { settled: '78.00', pending: '7.00', overdue: '30.00', future: '2.00', available: '76.00' }],
    ['2026-02-20', { settled: '78.00', pending: '5.00', overdue: '30.00', future: '4.00', available: '76.00' }],
    ['2026-03-01', { settled: '78.00', pending: '5.00', overdue: '34.00', future: '0.00', available: '76.00' }],
    ['2026-03-02', { settled: '78.00', pending: '5.00', overdue: '34.00', future: '0.00', available: '76.00' }],
    ['9999-12-31', { settled: '78.00', pending: '5.00', overdue: '34.00', future: '0.00', available: '76.00' }],
  ])('as of %s is split by layer and day, for both normal balances', async (day, balances) => {
    expect((await viewed(`?as_of_date=${day}`)).balances).toEqual(balances);
    expect(await viewed(`?as_of_date=${day}`, 'SALES')).toMatchObject({ normal_balance: 'credit', balances });
  });

  test('as of a day before all entries counts none', async () => {
    expect((await viewed('?as_of_date=2026-01-09')).layer_details).toEqual({
      settled: nothing,
      pending: nothing,
      encumbrance: nothing,
      available: '-2.00',
    });
  });

  test('as of a day after all entries counts all', async () => {
    const { layer_details } = await viewed('?as_of_date=9999-12-31', 'SALES');
    expect(layer_details).toEqual({
      settled: { debits: '30.00', credits: '108.00', balance: '78.00', entry_count: 3, last_entry_date: '2026-02-10' },
      pending: { debits: '2.00', credits: '7.00', balance: '5.00', entry_count: 2, last_entry_date: '2026-02-20' },
      encumbrance: {
        debits: '20.00',
        credits: '54.00',
        balance: '34.00',
        entry_count: 3,
        last_entry_date: '2026-03-01',
      },
      available: '76.00',
    });
  });

  test.each([
    ['settled', { settled: '100.00', pending: '0.00', overdue: '0.00', future: '-22.00' }, '70.00'],
    ['pending', { settled: '0.00', pending: '7.00', overdue: '0.00', future: '-2.00' }, '-2.00'],
    ['encumbrance', { settled: '0.00', pending: '0.00', overdue: '30.00', future: '4.00' }, '0.00'],
  ])('in the layer %s counts no other layer', async (layer, balances, available) => {
    const whole = await viewed('?as_of_date=2026-01-15');
    const view = await viewed(`?as_of_date=2026-01-15&layer=${layer}`);
    expect(view.balances).toEqual({ ...balances, available });
    const none = { settled: nothing, pending: nothing, encumbrance: nothing };
    expect(view.layer_details).toEqual({ ...none, [layer]: whole.layer_details[layer], available });
  });

  describe('the available amount', () => {
    const wallet = async () => {
      const { api } = await openBooks(ledger);
      await openAccount(api, { code: 'WALLET', type: 'liability' });
      await openAccount(api, { code: 'BANK', type: 'liability' });
      await decide(api, { entries: [debit('CASH', '70.00'), credit('WALLET', '70.00')] });
      const move = async (from: string, to: string, amount: string, effective_date = '2026-01-15') =>
        (await decide(api, { effective_date, layer: 'pending', entries: [debit(from, amount), credit(to, amount)] }))
          .id;
      const available = async (code: string, day = '9999-12-31') => {
        const { balances, layer_details } = await viewed(`?as_of_date=${day}`, code, { ...books, api });
        expect(layer_details.available).toBe(balances.available);
        return balances.available;
      };
      const reverse = async (id: string, date: string) =>
        dataOf(await api.post(`/transactions/${id}/reverse`, { reason: 'over', date }), 201);
      return { api, move, available, reverse };
    };

    test('is the settled balance minus the pending entries that take from it', async () => {
      const { move, available } = await wallet();
      await move('WALLET', 'BANK', '60.00');
      expect([await available('WALLET'), await available('BANK')]).toEqual(['10.00', '0.00']);
    });

    test('ignores pending entries that add to it, and never offsets holds with them', async () => {
      const { move, available } = await wallet();
      await move('BANK', 'WALLET', '40.00');
      expect(await available('WALLET')).toBe('70.00');
      await move('WALLET', 'BANK', '60.00');
      expect(await available('WALLET')).toBe('10.00');
    });

    test('regains exactly the amount of a reversed hold, on both accounts', async () => {
      const { move, available, reverse } = await wallet();
      const id = await move('WALLET', 'BANK', '60.00');
      await move('WALLET', 'BANK', '5.00');
      await move('BANK', 'WALLET', '40.00');
      await reverse(id, '2026-01-20');
      expect([await available('WALLET'), await available('BANK')]).toEqual(['65.00', '-40.00']);
    });

    test('regains the amount of a reversed hold on every day', async () => {
      const { move, available, reverse } = await wallet();
      await reverse(await move('WALLET', 'BANK', '60.00', '2026-02-15'), '2026-02-20');
      const days = ['2026-02-14', '2026-02-15', '2026-02-19', '2026-02-20'];
      expect(await Promise.all(days.map((day) => available('WALLET', day)))).toEqual(days.map(() => '70.00'));
      expect(await Promise.all(days.map((day) => available('BANK', day)))).toEqual(days.map(() => '0.00'));
    });

    test('ignores a voided hold', async () => {
      const { api, move, available } = await wallet();
      dataOf(await api.post(`/transactions/${await move('WALLET', 'BANK', '60.00')}/void`), 200);
      expect(await available('WALLET')).toBe('70.00');
    });
  });

  test('is as of today in UTC if no day is given', async () => {
    const { api } = await openBooks(ledger);
    const today = new Date();
    const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    await decide(api, { effective_date: day(-2), entries: sale('1.00') });
    await decide(api, { effective_date: day(2), entries: sale('2.00') });
    const view = await viewed('', 'CASH', { ...books, api });
    expect(view.as_of_date).toBe(view.calculated_at.slice(0, 10));
    expect(view.balances).toMatchObject({ settled: '1.00', future: '2.00' });
    const [listed] = dataOf(await api.get('/accounts?search=CASH'), 200);
    const read = dataOf(await api.get(`/accounts/${listed.id}`), 200);
    expect([listed.balance, read.balance]).toEqual(['1.00', '1.00']);
  });

  test('is zero in every field for an account without entries', async () => {
    const { id } = await openAccount(books.api, { code: 'EMPTY', name: 'Nothing yet', type: 'equity' });
    expect(await viewed('', 'EMPTY')).toMatchObject({
      account_id: id,
      account_type: 'equity',
      normal_balance: 'credit',
      balances: { settled: '0.00', pending: '0.00', overdue: '0.00', future: '0.00', available: '0.00' },
      layer_details: { settled: nothing, pending: nothing, encumbrance: nothing, available: '0.00' },
    });
  });

  test('includes a back-dated entry from its effective date on', async () => {
    const { api } = await openBooks(ledger);
    const settledAt = async () =>
      Promise.all(
        ['2026-01-09', '2026-01-10', '2026-01-31'].map(
          async (day) => (await viewed(`?as_of_date=${day}`, 'CASH', { ...books, api })).balances.settled,
        ),
      );
    await decide(api, { effective_date: '2026-01-31', entries: sale('5.00') });
    expect(await settledAt()).toEqual(['0.00', '0.00', '5.00']);
    await decide(api, { effective_date: '2026-01-10', entries: sale('0.50') });
    expect(await settledAt()).toEqual(['0.00', '0.50', '5.50']);
  });

  test('is never printed as minus zero', async () => {
    const { api } = await openBooks(ledger);
    await decide(api, { entries: [debit('CASH', '1.00'), credit('CASH', '1.00')] });
    expect(JSON.stringify(await viewed('', 'CASH', { ...books, api }))).not.toMatch(/"-0/);
  });

  test('is found by a code with every allowed mark, percent-encoded or not', async () => {
    await openAccount(books.api, { code: 'a.b_c:d-e' });
    expect((await viewed('', 'a.b_c:d-e')).account_code).toBe('a.b_c:d-e');
    expect((await viewed('', 'a%2Eb_c%3Ad-e')).account_code).toBe('a.b_c:d-e');
  });

  test.each(['NOBODY', 'cash', 'CASH%20', '%25', '%00', 'C%C3%84SH', 'x'.repeat(37), 'a%2Fb'])(
    'answers 404 for the unknown code %s',
    async (code) => {
      expectRefusal(await books.api.get(`/accounts/code/${code}/balance`), 404, 'ACCOUNT_NOT_FOUND');
    },
  );

  test('answers 404 for an account of another ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expectRefusal(await other.api.get('/accounts/code/CASH/balance'), 404, 'ACCOUNT_NOT_FOUND');
  });

  test.each([
    ['as_of_date', '2026-02-30'],
    ['as_of_date', 'today'],
    ['as_of_date', ''],
    ['as_of_date', '2026-01-15T00:00:00Z'],
    ['layer', 'available'],
    ['layer', ''],
  ])('with %s=%s is not valid', async (field, value) => {
    const refused = await books.api.get(`/accounts/code/CASH/balance?${field}=${value}`);
    expectRefusal(refused, 422, 'VALIDATION_ERROR', [field]);
  });
});
