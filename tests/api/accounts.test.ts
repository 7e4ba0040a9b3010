import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  account,
  decide,
  instant,
  nowhere,
  openAccount,
  openBooks,
  sale,
  transaction,
  uuid,
  type Fields,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

describe('creating an account', () => {
  test('answers 201 with the whole account, a zero balance and its Location', async () => {
    const created = await books.api.post('/accounts', {
      code: 'LOAN-1',
      name: 'Loan of Ada',
      type: 'liability',
      category: 'customer',
      normal_balance: 'debit',
      parent_code: 'CASH',
      description: 'A loan',
      is_active: false,
      is_system: true,
      metadata: { branch: { no: 7, tags: ['a', null, true, 1.5] }, '': '' },
      enforce_balance_limits: true,
      min_balance: '-500',
      max_balance: '1000.5',
      cash_flow: 'financing',
    });
    const [parent] = (await books.api.get('/accounts?search=CASH')).body.data;
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      success: true,
      data: {
        id: uuid,
        ledger_id: books.ledger.id,
        code: 'LOAN-1',
        name: 'Loan of Ada',
        type: 'liability',
        category: 'customer',
        normal_balance: 'debit',
        parent_id: parent.id,
        description: 'A loan',
        is_active: false,
        is_system: true,
        metadata: { branch: { no: 7, tags: ['a', null, true, 1.5] }, '': '' },
        enforce_balance_limits: true,
        limit_basis: 'settled',
        min_balance: '-500.00',
        max_balance: '1000.50',
        cash_flow: 'financing',
        is_group: false,
        balance: '0.00',
        created_at: instant,
        updated_at: created.body.data.created_at,
      },
    });
    expect(created.headers.get('Location')).toBe(`/api/v1/accounts/${created.body.data.id}`);
  });

  test('fills in omitted members, and treats null the same', async () => {
    const defaults = {
      normal_balance: 'debit',
      parent_id: null,
      description: null,
      is_active: true,
      is_system: false,
      metadata: null,
      enforce_balance_limits: false,
      min_balance: null,
      max_balance: null,
      cash_flow: null,
      is_group: false,
    };
    expect(await openAccount(books.api)).toMatchObject(defaults);
    const nothing = { normal_balance: null, parent_code: null, description: null, metadata: null };
    expect(await openAccount(books.api, { ...nothing, min_balance: null, max_balance: null })).toMatchObject(defaults);
  });

  test.each([
    ['asset', 'debit'],
    ['expense', 'debit'],
    ['liability', 'credit'],
    ['equity', 'credit'],
    ['revenue', 'credit'],
  ])('with the type %s sets a normal balance of %s', async (type, normal) => {
    expect(await openAccount(books.api, { type })).toMatchObject({ type, normal_balance: normal });
  });

  test.each([
    ['a code of one character', { code: 'x' }],
    ['a code of 36 characters', { code: 'abcdefghijklmnopqrstuvwxyzABCDEFG-36' }],
    ['a code with every mark that is allowed', { code: '.._:-:_..0' }],
    ['a code that differs in case only', { code: 'cash' }],
    ['a name of 255 characters outside the basic plane', { name: '🏦'.repeat(255) }],
    ['a description of 1000 characters outside the basic plane', { description: '🏦'.repeat(1000) }],
    ['an empty description', { description: '' }],
    ['metadata of 16 KiB', { metadata: { text: 'x'.repeat(16_384 - '{"text":""}'.length) } }],
    ['empty metadata', { metadata: {} }],
    [
      'metadata whose members have the names of object internals',
      {
        metadata: JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}, "toString": "text"}'),
      },
    ],
  ])('accepts %s and returns it unchanged', async (_, fields: Fields) => {
    const { id } = await openAccount(books.api, fields);
    const read = (await books.api.get(`/accounts/${id}`)).body.data;
    expect(read).toMatchObject(fields);
    if (fields['metadata']) expect(JSON.stringify(read.metadata)).toBe(JSON.stringify(fields['metadata']));
    expect({}).not.toHaveProperty('polluted');
  });

  test('accepts a limit with trailing zeros beyond the decimals of the ledger', async () => {
    expect(await openAccount(books.api, { max_balance: '1.50000' })).toMatchObject({ max_balance: '1.50' });
  });

  test.each([
    ['equal bounds', { min_balance: '5', max_balance: '5' }],
    ['bounds that exclude zero', { min_balance: '10', max_balance: '20' }],
    ['a negative min_balance on a liability', { type: 'liability', min_balance: '-0.01', max_balance: '-0.01' }],
    ['a min_balance of minus zero on an asset', { min_balance: '-0.00' }],
    ['the widest limits', { type: 'liability', min_balance: `-${'9'.repeat(36)}`, max_balance: '9'.repeat(36) }],
  ])('accepts %s as its limits', async (_, limits) => {
    const opened = await openAccount(books.api, { ...limits, enforce_balance_limits: true });
    expect(opened).toMatchObject({ enforce_balance_limits: true, balance: '0.00' });
    expect(opened.min_balance).not.toMatch(/^-0[.0]*$/);
  });

  test('allows a code that another ledger of the tenant uses', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expect(await openAccount(other.api, { code: 'CASH' })).toMatchObject({ ledger_id: other.ledger.id, code: 'CASH' });
  });

  test('gives a code to exactly one of ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => books.api.post('/accounts', account({ code: 'WANTED' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await books.api.get('/accounts?search=WANTED')).body.data).toHaveLength(1);
  });
});

describe('reading an account', () => {
  test('returns the account as it was created', async () => {
    const created = await openAccount(books.api, { metadata: { a: 1 } });
    const read = await books.api.get(`/accounts/${created.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({ success: true, data: created });
    expect((await books.api.get(`/accounts/${created.id.toUpperCase()}`)).body.data).toEqual(created);
  });

  test.each([
    ['an unknown id', () => nowhere],
    ['an id that is not a UUID', () => 'CASH'],
    ['an id with one more character', () => `${nowhere}0`],
    ['the id of an account of another ledger', async () => (await openAccount((await ledger.newLedger()).api)).id],
  ])('answers 404 for %s', async (_, id) => {
    const read = await books.api.get(`/accounts/${await id()}`);
    expect(read.status).toBe(404);
    expect(read.body).toEqual({ success: false, code: 'ACCOUNT_NOT_FOUND', message: expect.any(String) });
  });

  test('shows only today’s settled balance, signed by the normal balance', async () => {
    const { api } = await openBooks(ledger);
    await decide(api, { entries: sale('30.00') });
    await decide(api, { entries: sale('4.00'), layer: 'pending' });
    await decide(api, { entries: sale('5.00'), layer: 'encumbrance' });
    await decide(api, { entries: sale('0.50'), effective_date: '9999-12-31' });
    const reversed = sale('40.25').map((entry) => ({ ...entry, type: entry['type'] === 'debit' ? 'credit' : 'debit' }));
    await decide(api, { entries: reversed });
    const { data } = (await api.get('/accounts')).body;
    expect(data.map(({ code, balance }: { code: string; balance: string }) => [code, balance])).toEqual([
      ['CASH', '-10.25'],
      ['SALES', '-10.25'],
    ]);
  });
});

describe.each([
  { storageDecimals: 0, displayDecimals: 0, zero: '0', sent: '007', printed: '7' },
  { storageDecimals: 2, displayDecimals: 2, zero: '0.00', sent: '7.5', printed: '7.50' },
  { storageDecimals: 2, displayDecimals: 0, zero: '0', sent: '7.50', printed: '7.5' },
  { storageDecimals: 8, displayDecimals: 2, zero: '0.00', sent: '0.12345678', printed: '0.12345678' },
  { storageDecimals: 8, displayDecimals: 2, zero: '0.00', sent: '100.100', printed: '100.10' },
  {
    storageDecimals: 18,
    displayDecimals: 4,
    zero: '0.0000',
    sent: '0.000000000000000001',
    printed: '0.000000000000000001',
  },
  {
    storageDecimals: 18,
    displayDecimals: 4,
    zero: '0.0000',
    sent: '99999999999999999999.5',
    printed: '99999999999999999999.5000',
  },
])(
  'a ledger that stores $storageDecimals decimals and displays $displayDecimals',
  ({ zero, sent, printed, ...decimals }) => {
    test(`prints ${sent} as ${printed} in every answer`, async () => {
      const { api } = await openBooks(ledger, decimals);
      const limited = await openAccount(api, { type: 'liability', min_balance: `-${sent}`, max_balance: sent });
      expect(limited).toMatchObject({ balance: zero, min_balance: `-${printed}`, max_balance: printed });
      const posted = await decide(api, { entries: sale(sent) });
      expect(posted).toMatchObject({
        status: 'posted',
        total_amount: printed,
        entries: [{ amount: printed }, { amount: printed }],
      });
      const [cash] = (await api.get('/accounts?search=CASH')).body.data;
      expect(cash.balance).toBe(printed);
      const [entry] = (await api.get(`/accounts/${cash.id}/entries`)).body.data;
      expect(entry).toMatchObject({ amount: printed, balance_after: printed });
      const { balances } = (await api.get('/accounts/code/CASH/balance')).body.data;
      expect(balances).toEqual({ settled: printed, pending: zero, overdue: zero, future: zero, available: printed });
    });

    test('refuses an amount with one decimal more', async () => {
      const { api } = await openBooks(ledger, decimals);
      const tooFine = `1.${'0'.repeat(decimals.storageDecimals)}1`;
      const refused = await api.post('/transactions', transaction({ entries: sale(tooFine) }));
      expect([refused.status, refused.body.code]).toEqual([400, 'AMOUNT_PRECISION_EXCEEDED']);
    });
  },
);
