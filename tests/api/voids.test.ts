import { quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  idsOf,
  instant,
  nowhere,
  openAccount,
  openBooks,
  openJournal,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

// This file stops the poster, so its service must not be shared with other files.
const ledger = ledgerOfFile([], { alone: true });

const voiding = async ({ api }: TestBooks, id: string, body?: unknown) =>
  dataOf(await api.post(`/transactions/${id}/void`, body), 200);
const refuse = (books: TestBooks, id: string, body?: unknown) =>
  refusedUntouched(ledger, books, (api) => api.post(`/transactions/${id}/void`, body));
const read = async ({ api }: TestBooks, id: string) => dataOf(await api.get(`/transactions/${id}`), 200);

/** All balances of every account as of several days, without the times at which they were read, and all lists of entries. */
const picture = async ({ api }: TestBooks): Promise<readonly unknown[]> => {
  const seen: unknown[] = [];
  for (const { id, code, balance } of dataOf(await api.get('/accounts'), 200)) {
    seen.push(balance, dataOf(await api.get(`/accounts/${id}/entries`), 200));
    for (const day of ['0001-01-01', '2026-01-09', '2026-01-10', '2026-01-11', '2026-02-01', '9999-12-31']) {
      const { calculated_at: _, ...view } = dataOf(
        await api.get(`/accounts/code/${code}/balance?as_of_date=${day}`),
        200,
      );
      seen.push(view);
    }
  }
  return seen;
};

describe('voiding a transaction', () => {
  test('answers 200 with the void transaction, its entries and its sequence', async () => {
    const books = await openBooks(ledger);
    const posted = await decide(books.api, { metadata: { a: 1 }, reference: 'INV-1' });
    const answer = await books.api.post(`/transactions/${posted.id}/void`, { reason: 'Never happened' });
    const voided = { ...posted, status: 'void', void_reason: 'Never happened', updated_at: instant };
    expect(answer.body).toEqual({ success: true, data: voided });
    expect(await read(books, posted.id)).toEqual(answer.body.data);
    expect(dataOf(await books.api.get('/transactions?status=void'), 200)).toEqual([answer.body.data]);
    expect(dataOf(await books.api.get('/transactions?status=posted'), 200)).toEqual([]);
    expect(idsOf(dataOf(await books.api.get('/transactions'), 200))).toEqual([posted.id]);
  });

  test.each(['settled', 'pending', 'encumbrance'])(
    'in the layer %s restores every balance at every date, and removes its entries from the lists',
    async (layer) => {
      const books = await openBooks(ledger);
      await decide(books.api, { effective_date: '2026-01-10' });
      await decide(books.api, { effective_date: '2026-02-01', layer });
      const before = await picture(books);
      const { id } = await decide(books.api, {
        effective_date: '2026-01-10',
        layer,
        entries: [debit('CASH', '3.00'), debit('CASH', '4.00'), credit('SALES', '7.00')],
      });
      const meanwhile = await decide(books.api, { effective_date: '2026-01-10' });
      expect(await picture(books)).not.toEqual(before);
      await voiding(books, meanwhile.id);
      await voiding(books, id);
      expect(await picture(books)).toEqual(before);
    },
  );

  test.each<[what: string, body: unknown, reason: string | null]>([
    ['without a body', undefined, null],
    ['with nothing in the body', {}, null],
    ['with a reason of null', { reason: null }, null],
    ['with an empty reason', { reason: '' }, ''],
    ['with a reason of 255 characters outside the basic plane', { reason: '🏦'.repeat(255) }, '🏦'.repeat(255)],
  ])('is possible %s', async (_, body, reason) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    expect(await voiding(books, id, body)).toMatchObject({ status: 'void', void_reason: reason });
  });

  test('does not free its place in the sequence', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await voiding(books, id);
    expect(await decide(books.api)).toMatchObject({ sequence: 2 });
  });

  test('is possible with an inactive account', async () => {
    const books = await openBooks(ledger);
    const posted = await decide(books.api);
    const [cash] = dataOf(await books.api.get('/accounts'), 200);
    dataOf(await books.api.put(`/accounts/${cash.id}`, { is_active: false }), 200);
    await voiding(books, posted.id);
    expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
  });

  test('succeeds once for concurrent requests', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await decide(books.api);
    const answers = await Promise.all(Array.from({ length: 8 }, () => books.api.post(`/transactions/${id}/void`)));
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 'TRANSACTION_NOT_VOIDABLE')]);
    expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([{ balance: '10.00' }, { balance: '10.00' }]);
  });

  test('at the same time as reversing it: exactly one of the two succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const books = await openBooks(ledger);
      const { id } = await decide(books.api);
      const [voided, reversed] = await Promise.all([
        books.api.post(`/transactions/${id}/void`),
        books.api.post(`/transactions/${id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }),
      ]);
      expect([
        [200, 422],
        [409, 201],
      ]).toContainEqual([voided.status, reversed.status]);
      expect(dataOf(await books.api.get('/accounts'), 200)).toMatchObject([{ balance: '0.00' }, { balance: '0.00' }]);
    }
  });

  test('frees its amount within the limits of the account', async () => {
    const books = await openBooks(ledger);
    await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      max_balance: '10',
    });
    const fill = () => decide(books.api, { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    const { id } = await fill();
    await voiding(books, id);
    expect(await fill()).toMatchObject({ status: 'posted' });
    expect(await fill()).toMatchObject({ status: 'failed' });
  });
});

describe('voiding is not valid', () => {
  test.each<[value: unknown, what: string]>([
    ['x'.repeat(256), 'has 256 characters'],
    [7, 'is a number'],
    [['x'], 'is an array'],
    ['a\0', 'holds NUL'],
    ['\ud800', 'holds a lone surrogate'],
  ])('when its reason, %j, %s', async (reason) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    expectRefusal(await refuse(books, id, { reason }), 422, 'VALIDATION_ERROR', ['reason']);
  });

  test.each([[[]], [null], ['x'], [7]])('with the body %j', async (body) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    expectRefusal(await refuse(books, id, body), 422, 'VALIDATION_ERROR', ['body']);
  });
});

describe('voiding is refused', () => {
  test.each(['not-an-id', nowhere])('with 404 for an unknown transaction: %s', async (id) => {
    expectRefusal(await refuse(await openBooks(ledger), id), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('with 404 for a transaction of another ledger', async () => {
    const books = await openBooks(ledger);
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const { id } = await decide(other.api);
    expectRefusal(await refuse(books, id), 404, 'TRANSACTION_NOT_FOUND');
    await voiding(other, id);
  });

  test('for a pending, failed, void or reversed transaction, or a reversal', async () => {
    const books = await openBooks(ledger);
    await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '0' });
    const failed = await decide(books.api, { entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] });
    const voided = await decide(books.api);
    await voiding(books, voided.id);
    const reversed = await decide(books.api);
    const reversal = dataOf(
      await books.api.post(`/transactions/${reversed.id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }),
      201,
    );
    const { poster } = ledger.app;
    await poster.stop();
    const pending = await accept(books.api);
    for (const { id } of [pending, failed, voided, reversed, reversal])
      expectRefusal(await refuse(books, id, { reason: 'No' }), 409, 'TRANSACTION_NOT_VOIDABLE');
    poster.start();
    await quiet(books.api);
    await voiding(books, pending.id);
  });

  test.each(['2026-01-15', '2026-12-31'])('with PERIOD_LOCKED while everything up to %s is locked', async (until) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api, { effective_date: '2026-01-15' });
    const later = await decide(books.api, { effective_date: '2027-01-01' });
    const lock = dataOf(
      await books.api.post('/period-locks', { includes_open_days: true, locked_until: until, reason: 'Closed' }),
      201,
    );
    expectRefusal(await refuse(books, id), 409, 'PERIOD_LOCKED');
    await voiding(books, later.id);
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Opened' }), 200);
    await voiding(books, id);
  });

  test('while its journal is closed', async () => {
    const books = await openBooks(ledger);
    const journal_id = await openJournal(books.api);
    const { id } = await decide(books.api, { journal_id });
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'closed' }), 200);
    expectRefusal(await refuse(books, id), 409, 'TRANSACTION_NOT_VOIDABLE');
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'active' }), 200);
    await voiding(books, id);
  });

  test('if an account would pass its limits without it', async () => {
    const books = await openBooks(ledger);
    const wallet = await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
    });
    const { id } = await decide(books.api, { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    await decide(books.api, { entries: [debit('WALLET', '0.01'), credit('CASH', '0.01')] });
    expectRefusal(await refuse(books, id), 409, 'TRANSACTION_NOT_VOIDABLE');
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { enforce_balance_limits: false }), 200);
    await voiding(books, id);
    expect(dataOf(await books.api.get(`/accounts/${wallet.id}`), 200)).toMatchObject({ balance: '-0.01' });
  });

  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  test('for one fault after the other, in order of precedence', async () => {
    const books = await openBooks(ledger);
    const wallet = await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
    });
    const fields: Fields = { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] };
    const [one, { id }] = [await decide(books.api, fields), await decide(books.api, fields)];
    dataOf(await books.api.post(`/transactions/${one.id}/reverse`, { reason: 'Wrong', date: '2026-01-15' }), 201);
    await decide(books.api, { entries: [debit('WALLET', '0.01'), credit('CASH', '0.01')] });
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'Closed' }), 201);
    const told = async (of: string, body?: unknown) => {
      const { status, body: answer } = await refuse(books, of, body);
      return `${status} ${answer.code}`;
    };
    expect(await told(nowhere, { reason: 7 })).toBe('422 VALIDATION_ERROR');
    expect(await told(nowhere)).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await told(one.id)).toBe('409 TRANSACTION_NOT_VOIDABLE');
    expect(await told(id)).toBe('409 PERIOD_LOCKED');
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Opened' }), 200);
    expect(await told(id)).toBe('409 TRANSACTION_NOT_VOIDABLE');
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { min_balance: '-0.01' }), 200);
    await voiding(books, id);
  });
});
