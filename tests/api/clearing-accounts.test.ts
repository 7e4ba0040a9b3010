/** Clearing accounts belong to strings: no client can open, move, rename or deactivate one. */
import { newId } from '../../src/kernel/ids';
import { asOwner } from '../support/database';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { account, credit, dataOf, debit, expectRefusal, onLedger, openAccount, transaction } from '../support/requests';
import { clearingCodeOf, conversion, openCustomer, openMembers, settledOf } from '../support/strings';
import { refusedWrite } from '../support/untouched';

// This file disables a trigger for a moment, so it needs its own service.
const ledger = ledgerOfFile([], { alone: true });
let dollars: TestBooks;
let euros: TestBooks;
let clearing: string;

beforeEach(async () => {
  [dollars, euros] = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }]);
  clearing = clearingCodeOf(dataOf(await dollars.api.get('/strings/S'), 200));
  await openCustomer(dollars, 'ALICE');
});

const convert = () => dollars.api.post('/strings/S/convert', conversion([dollars, euros]));
const clearingIn = async ({ api }: TestBooks) =>
  dataOf(await api.get(`/accounts?search=${clearing}`), 200).find(({ code }: { code: string }) => code === clearing);

/** Opens an account with a reserved code. Ledgers may have such accounts from the time before codes were reserved. */
const squat = (code: string, columns: string) =>
  onLedger(ledger, dollars, async (query) => {
    await query('alter table accounts disable trigger accounts_open_no_reserved_code');
    await query(
      `insert into accounts (ledger_id, id, code, name, type, category, normal_balance, is_system, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'Mine', ${columns}, now(), now())`,
      [dollars.ledger.id, code],
    );
    await query('alter table accounts enable trigger accounts_open_no_reserved_code');
  });

describe('a code that begins with STR-', () => {
  test.each(['STR-', 'STR-1', `STR-${'0'.repeat(32)}`])('is not given to a new account: %s', async (code) => {
    for (const fields of [{}, { is_system: true, type: 'equity' }]) {
      const body = account({ code, ...fields });
      expectRefusal(
        await refusedWrite(ledger, dollars, (api) => api.post('/accounts', body)),
        400,
        'ACCOUNT_CODE_RESERVED',
      );
    }
  });

  test('is not given to an existing account', async () => {
    const { id } = await openAccount(dollars.api, { code: 'CASH' });
    expectRefusal(await dollars.api.put(`/accounts/${id}`, { code: 'STR-' }), 400, 'ACCOUNT_CODE_RESERVED');
  });

  test.each(['STR', 'str-1', 'xSTR-1', 'STRING-1'])('is reserved, but the similar code %s is not', async (code) => {
    await openAccount(dollars.api, { code });
  });
});

describe('a clearing account', () => {
  beforeEach(async () => void dataOf(await convert(), 201));

  test.each([
    ['another code', { code: 'ABCD' }],
    ['deactivation', { is_active: false }],
    ['activation, although it is active', { is_active: true }],
    ['conversion to a group', { is_group: true }],
    ['all of these at once', { name: 'Mine', code: 'ABCD', is_active: false }],
  ])('cannot be changed: %s', async (_, change) => {
    const before = await clearingIn(dollars);
    expectRefusal(await dollars.api.put(`/accounts/${before.id}`, change), 400, 'ACCOUNT_RESERVED');
    expect(await clearingIn(dollars)).toEqual(before);
    dataOf(await convert(), 201);
    expect(await settledOf(dollars, clearing)).toBe('20.00');
  });

  test('cannot be closed', async () => {
    const { id } = await clearingIn(dollars);
    const refused = await dollars.api.post(`/accounts/${id}/close`, { sweep_to_account_code: 'ALICE' });
    expectRefusal(refused, 400, 'ACCOUNT_RESERVED');
  });

  test('can be renamed', async () => {
    const { id } = await clearingIn(dollars);
    expect(dataOf(await dollars.api.put(`/accounts/${id}`, { name: 'FX' }), 200)).toMatchObject({ name: 'FX' });
  });

  test.each(['its code', 'its id'])('refuses entries by %s, alone or in a batch', async (by) => {
    const { id, code } = await clearingIn(dollars);
    const named = by === 'its id' ? { account_code: undefined, account_id: id } : {};
    const body = () => transaction({ entries: [debit('ALICE', '1.00'), credit(code, '1.00', named)] });
    const refused = await refusedWrite(ledger, dollars, (api) => api.post('/transactions', body()));
    expectRefusal(refused, 400, 'ACCOUNT_RESERVED', ['entries.1']);
    const batch = dataOf(await dollars.api.post('/transactions/batch', { transactions: [body()] }), 202);
    expect(batch.results).toMatchObject([{ status: 'rejected', code: 'ACCOUNT_RESERVED' }]);
  });

  test('refuses entries that a transaction code renders', async () => {
    const entry = (type: string, name: string) => ({ account: name, type, amount: '1.00' });
    const entries = [entry('debit', 'ALICE'), entry('credit', clearing)];
    dataOf(await dollars.api.post('/trancodes', { code: 'DRAIN', name: 'Drain', entries_template: { entries } }), 201);
    const body = transaction({ entries: undefined, transaction_code: 'DRAIN', transaction_code_params: {} });
    const refused = await refusedWrite(ledger, dollars, (api) => api.post('/transactions', body));
    expectRefusal(refused, 400, 'ACCOUNT_RESERVED', ['entries.1']);
  });

  test.each<[what: string, statement: string]>([
    ['another code', `update accounts set code = 'ABCD' where code like 'STR-%'`],
    ['deactivation', `update accounts set is_active = false where code like 'STR-%'`],
    ['the loss of is_system', `update accounts set is_system = false where code like 'STR-%'`],
    ['a reserved code for another account', `update accounts set code = 'STR-2' where code = 'ALICE'`],
  ])('is guarded by the database itself against %s', async (_, statement) => {
    await asOwner(ledger.databaseUrl, (owner) =>
      expect(owner.query(statement)).rejects.toMatchObject({ code: 'LG008' }),
    );
  });

  test('is guarded by the database itself against an entry without a string operation', async () => {
    await onLedger(ledger, dollars, async (query) => {
      const values = [dollars.ledger.id, newId()];
      await query('begin');
      await query(
        `insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, total_amount,
                                   entry_count, accepted_by, accepted_at, status, sequence, posted_at, updated_at)
         select ledger_id, $2::uuid, journal_id, effective_date, layer, description, total_amount,
                entry_count, accepted_by, accepted_at, status, 900, posted_at, updated_at
           from transactions where ledger_id = $1 and string_operation_id is not null`,
        values,
      );
      const entries = query(
        `insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                              effective_date)
         select ledger_id, 900, position, md5(id::text)::uuid, $2::uuid, account_id, layer, type, amount, effective_date
           from entries where ledger_id = $1`,
        values,
      );
      await expect(entries).rejects.toMatchObject({ code: 'LG008' });
    });
  });
});

describe('an account with the code of a clearing account that is not one', () => {
  test.each([
    ['a customer’s asset', `'asset', 'customer', 'debit', false`],
    ['no system account', `'equity', 'system', 'credit', false`],
  ])('is not used as one: %s', async (_, columns) => {
    await squat(clearing, columns);
    expectRefusal(await convert(), 422, 'STRING_OPERATION_INVALID');
    expect(await settledOf(dollars, clearing)).toBe('0.00');
  });

  test('takes entries and changes like any other', async () => {
    await squat('STR-MINE', `'asset', 'customer', 'debit', false`);
    const body = transaction({ entries: [debit('STR-MINE', '1.00'), credit('ALICE', '1.00')] });
    dataOf(await dollars.api.post('/transactions', body, { Prefer: 'wait=10' }), 202);
    expect(await settledOf(dollars, 'STR-MINE')).toBe('1.00');
    const [{ id }] = dataOf(await dollars.api.get('/accounts?search=STR-MINE'), 200);
    dataOf(await dollars.api.put(`/accounts/${id}`, { is_active: false, name: 'Old' }), 200);
  });
});
