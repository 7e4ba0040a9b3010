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
  nowhere,
  openAccount,
  openBooks,
  transaction,
  whileKeyIsHeld,
  type Fields,
} from '../support/requests';
import { reversal } from '../support/reversals';
import { refusedUntouched } from '../support/untouched';

// This file stops the poster, so its service must not be shared with other files.
const ledger = ledgerOfFile([], { alone: true });

const refuse = (books: TestBooks, id: string, body: unknown = reversal(), headers?: Record<string, string>) =>
  refusedUntouched(ledger, books, (api) => api.post(`/transactions/${id}/reverse`, body, headers));
const reverse = async ({ api }: TestBooks, id: string, fields: Fields = {}) =>
  dataOf(await api.post(`/transactions/${id}/reverse`, reversal(fields)), 201);

describe('a reversal is refused as invalid', () => {
  let books: TestBooks;
  let id: string;

  beforeAll(async () => {
    books = await openBooks(ledger);
    ({ id } = await decide(books.api));
  });

  test.each(['reason', 'date'])('without a %s', async (field) => {
    const { [field]: _, ...rest } = reversal();
    expectRefusal(await refuse(books, id, rest), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each<[field: string, value: unknown, what: string]>([
    ['reason', '', 'is empty'],
    ['reason', null, 'is null'],
    ['reason', 'x'.repeat(1001), 'has 1001 characters'],
    ['reason', 'a\0b', 'holds NUL'],
    ['date', null, 'is null'],
    ['date', '2026-02-29', 'does not exist'],
    ['date', '2026-01-20T00:00:00.000Z', 'is an instant'],
    ['date', '0000-01-01', 'is before the first year'],
    ['date', 20260120, 'is a number'],
    ['reference', 'x'.repeat(256), 'has 256 characters'],
    ['reference', 7, 'is a number'],
    ['metadata', [], 'is an array'],
    ['metadata', { text: 'x'.repeat(16_384) }, 'takes more than 16 KiB'],
    ['idempotency_key', '', 'is empty'],
    ['idempotency_key', 'x'.repeat(256), 'has 256 characters'],
    ['idempotency_key', 7, 'is a number'],
  ])('if its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuse(books, id, reversal({ [field]: value })), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each([
    ['an array', []],
    ['null', null],
    ['a string', 'Booked twice'],
  ])('if it is %s', async (_, body) => {
    expectRefusal(await refuse(books, id, body), 400, 'VALIDATION_ERROR', ['body']);
  });

  test('without a body', async () => {
    const refused = await refusedUntouched(ledger, books, (api) => api.post(`/transactions/${id}/reverse`));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['reason', 'date']);
  });

  test('if the keys of its header and its body differ', async () => {
    const refused = await refuse(books, id, reversal({ idempotency_key: 'one' }), { 'Idempotency-Key': 'other' });
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['idempotency_key']);
  });
});

describe('a reversal is refused', () => {
  test.each(['not-an-id', nowhere])('with 404 for an unknown transaction: %s', async (id) => {
    expectRefusal(await refuse(await openBooks(ledger), id), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('with 404 for a transaction of another ledger', async () => {
    const books = await openBooks(ledger);
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const { id } = await decide(other.api);
    expectRefusal(await refuse(books, id), 404, 'TRANSACTION_NOT_FOUND');
    await reverse(other, id);
  });

  test('with TRANSACTION_ALREADY_REVERSED the second time, on any day', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await reverse(books, id, { idempotency_key: 'undo' });
    for (const fields of [{}, { date: '2026-01-01' }, { idempotency_key: 'undo again' }])
      expectRefusal(await refuse(books, id, reversal(fields)), 422, 'TRANSACTION_ALREADY_REVERSED');
  });

  test('with TRANSACTION_NOT_REVERSIBLE for a pending, failed or void transaction, or a reversal', async () => {
    const books = await openBooks(ledger);
    await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '0' });
    const failed = await decide(books.api, { entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] });
    const voided = await decide(books.api);
    dataOf(await books.api.post(`/transactions/${voided.id}/void`), 200);
    const undone = await reverse(books, (await decide(books.api)).id);
    const { poster } = ledger.app;
    await poster.stop();
    const pending = await accept(books.api);
    for (const { id } of [pending, failed, voided, undone])
      expectRefusal(await refuse(books, id), 422, 'TRANSACTION_NOT_REVERSIBLE');
    poster.start();
    await quiet(books.api);
    await reverse(books, pending.id);
  });

  test('with TRANSACTION_NOT_REVERSIBLE while one of its accounts is inactive', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const [cash] = dataOf(await books.api.get('/accounts'), 200);
    dataOf(await books.api.put(`/accounts/${cash.id}`, { is_active: false }), 200);
    expectRefusal(await refuse(books, id), 422, 'TRANSACTION_NOT_REVERSIBLE');
    dataOf(await books.api.put(`/accounts/${cash.id}`, { is_active: true }), 200);
    await reverse(books, id);
  });

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31', '2026-01-01'],
    ['2026-01-31', '0001-01-01'],
  ])('with PERIOD_LOCKED while everything up to %s is locked, on %s', async (until, date) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api, { effective_date: '0001-01-01' });
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: until, reason: 'Closed' }), 201);
    expectRefusal(await refuse(books, id, reversal({ date })), 422, 'PERIOD_LOCKED');
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Opened' }), 200);
    await reverse(books, id, { date });
  });

  test('with BALANCE_LIMIT_EXCEEDED if an account would pass its limits', async () => {
    const books = await openBooks(ledger);
    const wallet = await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
    });
    const { id } = await decide(books.api, { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    await decide(books.api, { entries: [debit('WALLET', '0.01'), credit('CASH', '0.01')] });
    expectRefusal(await refuse(books, id), 422, 'BALANCE_LIMIT_EXCEEDED');
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { min_balance: '-0.01' }), 200);
    await reverse(books, id);
    expect(dataOf(await books.api.get(`/accounts/${wallet.id}`), 200)).toMatchObject({ balance: '-0.01' });
  });

  test('only for limits of the settled layer', async () => {
    const books = await openBooks(ledger);
    await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
      max_balance: '0',
    });
    const { id } = await decide(books.api, {
      layer: 'pending',
      entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')],
    });
    await reverse(books, id);
  });
});

describe('the idempotency key of a reversal', () => {
  test('is not used up by a refusal', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-20', reason: 'Closed' }), 201);
    const body = reversal({ idempotency_key: 'undo' });
    expectRefusal(await refuse(books, id, body), 422, 'PERIOD_LOCKED');
    expectRefusal(await refuse(books, nowhere, body), 404, 'TRANSACTION_NOT_FOUND');
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Opened' }), 200);
    await reverse(books, id, { idempotency_key: 'undo' });
  });

  test.each<[what: string, fields: Fields]>([
    ['reason', { reason: 'Another' }],
    ['date', { date: '2026-01-21' }],
    ['reference', { reference: 'R' }],
    ['metadata', { metadata: { a: 'b' } }],
    ['attributes', { attributes: { region: 'north' } }],
  ])('cannot be reused with another %s', async (_, fields) => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await reverse(books, id, { idempotency_key: 'undo' });
    const refused = await refuse(books, id, reversal({ idempotency_key: 'undo', ...fields }));
    expectRefusal(refused, 409, 'idempotency_key_reused');
  });

  test('counts for all transactions and operations of the ledger, but not for other ledgers', async () => {
    const books = await openBooks(ledger);
    const [one, other] = [await decide(books.api, { idempotency_key: 'posted' }), await decide(books.api)];
    await reverse(books, one.id, { idempotency_key: 'undone' });
    expectRefusal(
      await refuse(books, other.id, reversal({ idempotency_key: 'undone' })),
      409,
      'idempotency_key_reused',
    );
    expectRefusal(
      await refuse(books, other.id, reversal({ idempotency_key: 'posted' })),
      409,
      'idempotency_key_reused',
    );
    const posted = await refusedUntouched(ledger, books, (api) =>
      api.post('/transactions', transaction({ idempotency_key: 'undone' })),
    );
    expectRefusal(posted, 409, 'idempotency_key_reused');
    const elsewhere = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    await reverse(elsewhere, (await decide(elsewhere.api)).id, { idempotency_key: 'undone' });
  });

  test('is in use while another request with it still runs', async () => {
    const books = await openBooks(ledger);
    const { id } = await decide(books.api);
    await whileKeyIsHeld(ledger, books, 'undo', async () =>
      expectRefusal(await refuse(books, id, reversal({ idempotency_key: 'undo' })), 409, 'idempotency_key_in_use'),
    );
    await reverse(books, id, { idempotency_key: 'undo' });
  });
});

describe('a reversal with every fault', () => {
  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  test('is refused for one fault after the other, in order of precedence', async () => {
    const books = await openBooks(ledger);
    const wallet = await openAccount(books.api, {
      code: 'WALLET',
      type: 'liability',
      enforce_balance_limits: true,
      min_balance: '0',
    });
    const journal = dataOf(await books.api.post('/journals', { code: 'OLD', name: 'Old' }), 201);
    const fields = { journal_id: journal.id, entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] };
    const { id } = await decide(books.api, fields);
    const undone = (await decide(books.api, fields)).id;
    await reverse(books, undone, { idempotency_key: 'used' });
    await decide(books.api, { entries: [debit('WALLET', '0.01'), credit('CASH', '0.01')] });
    const lock = dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-20', reason: 'Closed' }), 201);
    dataOf(await books.api.put(`/journals/${journal.id}`, { status: 'closed' }), 200);
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { is_active: false }), 200);

    const told = async (transactionId: string, more: Fields = {}) => {
      const { status, body } = await refuse(books, transactionId, reversal(more));
      return `${status} ${body.code}`;
    };
    expect(await told(nowhere, { reason: '', idempotency_key: 'used' })).toBe('400 VALIDATION_ERROR');
    expect(await told(nowhere, { idempotency_key: 'used' })).toBe('409 idempotency_key_reused');
    expect(await told(nowhere)).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await told(undone)).toBe('422 TRANSACTION_ALREADY_REVERSED');
    expect(await told(id)).toBe('422 TRANSACTION_NOT_REVERSIBLE');
    dataOf(await books.api.put(`/journals/${journal.id}`, { status: 'active' }), 200);
    expect(await told(id)).toBe('422 PERIOD_LOCKED');
    dataOf(await books.api.post(`/period-locks/${lock.id}/release`, { reason: 'Opened' }), 200);
    expect(await told(id)).toBe('422 TRANSACTION_NOT_REVERSIBLE');
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { is_active: true }), 200);
    expect(await told(id)).toBe('422 BALANCE_LIMIT_EXCEEDED');
    dataOf(await books.api.put(`/accounts/${wallet.id}`, { enforce_balance_limits: false }), 200);
    await reverse(books, id);
  });
});
