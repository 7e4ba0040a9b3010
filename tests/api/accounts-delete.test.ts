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
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

// This file stops the poster, so its service must not be shared with other files.
const ledger = ledgerOfFile([], { alone: true });
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const refuse = (id: string) => refusedUntouched(ledger, books, (api) => api.delete(`/accounts/${id}`));
const entriesOn = (code: string) => ({ entries: [debit(code, '1.00'), credit('SALES', '1.00')] });

describe('deleting an account', () => {
  test('removes it for good and frees its code', async () => {
    const { id, code } = await openAccount(books.api, { parent_code: 'CASH', enforce_balance_limits: true });
    const answer = await books.api.delete(`/accounts/${id}`);
    expect(answer.body).toEqual({ success: true, data: { id, deleted: true } });
    expectRefusal(await books.api.get(`/accounts/${id}`), 404, 'ACCOUNT_NOT_FOUND');
    expectRefusal(await books.api.get(`/accounts/${id}/entries`), 404, 'ACCOUNT_NOT_FOUND');
    expectRefusal(await books.api.get(`/accounts/code/${code}/balance`), 404, 'ACCOUNT_NOT_FOUND');
    expectRefusal(await refuse(id), 404, 'ACCOUNT_NOT_FOUND');
    expect(dataOf(await books.api.get(`/accounts?search=${code}`), 200)).toEqual([]);
    expect(await openAccount(books.api, { code })).not.toMatchObject({ id });
  });

  test.each(['not-an-id', nowhere])('answers 404 for an account that does not exist: %s', async (id) => {
    expectRefusal(await refuse(id), 404, 'ACCOUNT_NOT_FOUND');
  });

  test('answers 404 for an account of another ledger of the tenant', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const { id } = await openAccount(other.api);
    expectRefusal(await refuse(id), 404, 'ACCOUNT_NOT_FOUND');
    dataOf(await other.api.get(`/accounts/${id}`), 200);
  });

  test('answers 403 for a system account, with or without entries', async () => {
    const { id, code } = await openAccount(books.api, { is_system: true });
    expectRefusal(await refuse(id), 403, 'SYSTEM_ACCOUNT_PROTECTED');
    await decide(books.api, entriesOn(code));
    expectRefusal(await refuse(id), 403, 'SYSTEM_ACCOUNT_PROTECTED');
  });

  test('is possible in the category system, if it is not a system account', async () => {
    const { id } = await openAccount(books.api, { category: 'system', is_system: false });
    dataOf(await books.api.delete(`/accounts/${id}`), 200);
  });
});

describe('the deletion of an account', () => {
  test('is refused while it has entries in any layer', async () => {
    for (const layer of ['settled', 'pending', 'encumbrance']) {
      const { id, code } = await openAccount(books.api);
      await decide(books.api, { layer, ...entriesOn(code) });
      expectRefusal(await refuse(id), 409, 'ACCOUNT_IN_USE');
    }
  });

  test('is refused even if its entries were reversed or voided', async () => {
    for (const undo of [{ path: 'reverse', body: { reason: 'Wrong', date: '2026-01-15' } }, { path: 'void' }]) {
      const { id, code } = await openAccount(books.api);
      const posted = await decide(books.api, entriesOn(code));
      expect((await books.api.post(`/transactions/${posted.id}/${undo.path}`, undo.body)).body.success).toBe(true);
      expectRefusal(await refuse(id), 409, 'ACCOUNT_IN_USE');
    }
  });

  test('is refused while a pending transaction names it, by code or by id', async () => {
    const [one, other] = [await openAccount(books.api), await openAccount(books.api)];
    const { poster } = ledger.app;
    await poster.stop();
    await accept(books.api, entriesOn(one.code));
    await accept(books.api, {
      entries: [{ account_id: other.id, type: 'debit', amount: '1.00' }, credit('SALES', '1.00')],
    });
    expectRefusal(await refuse(one.id), 409, 'ACCOUNT_IN_USE');
    expectRefusal(await refuse(other.id), 409, 'ACCOUNT_IN_USE');
    poster.start();
    await quiet(books.api);
  });

  test('is refused while it has children', async () => {
    const parent = await openAccount(books.api);
    const child = await openAccount(books.api, { parent_code: parent.code });
    expectRefusal(await refuse(parent.id), 409, 'ACCOUNT_IN_USE');
    dataOf(await books.api.delete(`/accounts/${child.id}`), 200);
    dataOf(await books.api.delete(`/accounts/${parent.id}`), 200);
  });

  test('is refused while it is in an account set', async () => {
    const { id } = await openAccount(books.api);
    const set = dataOf(await books.api.post('/account-sets', { code: 'KEEPS', name: 'Keeps it' }), 201);
    dataOf(await books.api.post(`/account-sets/${set.id}/members`, { member_type: 'account', member_id: id }), 201);
    expectRefusal(await refuse(id), 409, 'ACCOUNT_IN_USE');
    dataOf(await books.api.delete(`/account-sets/${set.id}/members/${id}`), 200);
    dataOf(await books.api.delete(`/accounts/${id}`), 200);
  });

  test('never lets a concurrent transaction post to the deleted account', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, code } = await openAccount(books.api);
      const [posted, deleted] = await Promise.all([
        books.api.post('/transactions', {
          ...entriesOn(code),
          effective_date: '2026-01-15',
          description: 'Late',
          idempotency_key: `race ${round}`,
        }),
        books.api.delete(`/accounts/${id}`),
      ]);
      await quiet(books.api);
      if (deleted.status === 200 && posted.status === 202) {
        const late = dataOf(await books.api.get(`/transactions/${posted.body.data.id}`), 200);
        expect(late).toMatchObject({ status: 'failed', failure: { code: 'ACCOUNT_INACTIVE' } });
        expect(late.entries[0]).toMatchObject({ account_id: id, account_code: code });
      } else if (deleted.status === 200) expectRefusal(posted, 400, 'ACCOUNT_NOT_FOUND');
      else expectRefusal(deleted, 409, 'ACCOUNT_IN_USE');
    }
  });

  test('keeps its code in the failed transactions that named it', async () => {
    const { api } = await openBooks(ledger);
    const wallet = await openAccount(api, { code: 'WALLET', enforce_balance_limits: true, max_balance: '0' });
    const failed = await decide(api, entriesOn('WALLET'));
    dataOf(await api.delete(`/accounts/${wallet.id}`), 200);
    const shown = dataOf(await api.get(`/transactions/${failed.id}`), 200);
    expect(shown.entries).toEqual(failed.entries);
    await openAccount(api, { code: 'WALLET', name: 'Another' });
    const listed = dataOf(await api.get(`/transactions?account_id=${wallet.id}`), 200);
    expect(listed).toEqual([failed]);
  });
});
