import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
/** Account code → id. CASH has entries, and TILL and SAFE are its children. */
const ids = new Map<string, string>();

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'BANK' });
  await openAccount(books.api, { code: 'TILL', parent_code: 'CASH' });
  await openAccount(books.api, { code: 'SAFE', parent_code: 'TILL' });
  await openAccount(books.api, { code: 'DEBT', type: 'liability', min_balance: '-50', max_balance: '100' });
  await decide(books.api);
  for (const { id, code } of (await books.api.get('/accounts')).body.data) ids.set(code, id);
});

const change = async (id: string, body: unknown) => dataOf(await books.api.put(`/accounts/${id}`, body), 200);
const read = async (id: string) => dataOf(await books.api.get(`/accounts/${id}`), 200);
const refuse = (code: string, body: unknown) =>
  refusedUntouched(ledger, books, (api) => api.put(`/accounts/${ids.get(code) ?? code}`, body));

describe('changing an account', () => {
  const born = {
    name: 'Before',
    type: 'liability',
    description: 'As it was',
    metadata: { kept: true, gone: 1 },
    min_balance: '-5',
    max_balance: '5',
    cash_flow: 'financing',
  };

  test.each<[field: string, value: unknown, shown?: unknown]>([
    ['code', 'Ab-9'],
    ['name', 'After'],
    ['type', 'liability'],
    ['normal_balance', 'debit'],
    ['description', 'As it is now'],
    ['description', null],
    ['is_active', false],
    ['metadata', { kept: [] }],
    ['metadata', null],
    ['enforce_balance_limits', true],
    ['min_balance', '-4.5', '-4.50'],
    ['min_balance', null],
    ['max_balance', '7.000', '7.00'],
    ['max_balance', null],
    ['cash_flow', 'investing'],
    ['cash_flow', null],
    ['is_group', false],
  ])('sets its %s to %j and leaves the rest alone', async (field, value, shown = value) => {
    const before = await openAccount(books.api, { ...born, parent_code: 'BANK' });
    const changed = await change(before.id, { [field]: value });
    expect(changed).toEqual({ ...before, [field]: shown, updated_at: instant });
    expect(await read(before.id)).toEqual(changed);
  });

  test('with an empty body keeps everything', async () => {
    const before = await openAccount(books.api, born);
    expect(await change(before.id, {})).toEqual({ ...before, updated_at: instant });
  });

  test('changes its type while it has no entries, and keeps its normal balance', async () => {
    const { id } = await openAccount(books.api, { type: 'asset' });
    expect(await change(id, { type: 'revenue' })).toMatchObject({ type: 'revenue', normal_balance: 'debit' });
  });

  test('signs its balance by the new normal balance', async () => {
    const { id } = await openAccount(books.api, { type: 'liability' });
    await change(id, { code: 'TURN', normal_balance: 'debit' });
    await decide(books.api, { entries: [debit('TURN', '3.00'), credit('SALES', '3.00')] });
    expect(await read(id)).toMatchObject({ balance: '3.00' });
  });

  test('answers the current balance', async () => {
    expect(await change(ids.get('CASH') ?? '', { name: 'Cash' })).toMatchObject({ balance: '10.00' });
  });

  test('lets entries name it by the new code, and no longer by the old one', async () => {
    const { id, code } = await openAccount(books.api);
    await change(id, { code: 'NEW1' });
    await decide(books.api, { entries: [debit('NEW1', '1.00'), credit('SALES', '1.00')] });
    const old = await books.api.post(
      '/transactions',
      transaction({ entries: [debit(code, '1.00'), credit('SALES', '1.00')] }),
    );
    expectRefusal(old, 400, 'ACCOUNT_NOT_FOUND');
    expectRefusal(await books.api.get(`/accounts/code/${code}/balance`), 404, 'ACCOUNT_NOT_FOUND');
    expect((await books.api.get('/accounts/code/NEW1/balance')).body.data).toMatchObject({ account_id: id });
    await openAccount(books.api, { code });
  });

  test('ignores fields that cannot change, and names them in X-Ignored-Fields', async () => {
    const before = await openAccount(books.api, { category: 'customer' });
    const fixed = {
      id: nowhere,
      ledger_id: nowhere,
      category: 'system',
      is_system: true,
      balance: '9.00',
    };
    const answer = await books.api.put(`/accounts/${before.id}`, fixed);
    expect(dataOf(answer, 200)).toEqual({ ...before, updated_at: instant });
    expect(answer.headers.get('X-Ignored-Fields')?.split(',').sort()).toEqual(Object.keys(fixed).sort());
  });

  test('refuses new transactions while it is inactive', async () => {
    const { id, code } = await openAccount(books.api);
    const post = () =>
      books.api.post('/transactions', transaction({ entries: [debit(code, '1.00'), credit('SALES', '1.00')] }));
    await change(id, { is_active: false });
    expectRefusal(await post(), 400, 'ACCOUNT_INACTIVE');
    await change(id, { is_active: true });
    expect((await post()).status).toBe(202);
  });

  test('sets limits that apply from the next posting on, whatever the balance is', async () => {
    const { id, code } = await openAccount(books.api);
    const move = (amount: string) => decide(books.api, { entries: [debit(code, amount), credit('SALES', amount)] });
    await move('10.00');
    expect(await change(id, { enforce_balance_limits: true, max_balance: '5' })).toMatchObject({ balance: '10.00' });
    expect(await move('0.01')).toMatchObject({ status: 'failed', failure: { code: 'BALANCE_LIMIT_EXCEEDED' } });
    await change(id, { max_balance: '10.01' });
    expect(await move('0.01')).toMatchObject({ status: 'posted' });
    expect(await move('0.01')).toMatchObject({ status: 'failed' });
    await change(id, { enforce_balance_limits: false });
    expect(await move('0.01')).toMatchObject({ status: 'posted' });
  });
});

describe('moving an account in the hierarchy', () => {
  test('moves it with its descendants under another parent, or under none', async () => {
    const root = await openAccount(books.api);
    const branch = await openAccount(books.api);
    const leaf = await openAccount(books.api, { parent_code: branch.code });
    expect(await change(branch.id, { parent_id: root.id })).toMatchObject({ parent_id: root.id });
    expect(await read(leaf.id)).toMatchObject({ parent_id: branch.id });
    expect(await change(leaf.id, { parent_id: root.id.toUpperCase() })).toMatchObject({ parent_id: root.id });
    expect(await change(branch.id, { parent_id: leaf.id })).toMatchObject({ parent_id: leaf.id });
    expect(await change(leaf.id, { parent_id: null })).toMatchObject({ parent_id: null });
  });

  test.each(['CASH', 'TILL', 'SAFE'])('never puts CASH under %s', async (parent) => {
    expectRefusal(await refuse('CASH', { parent_id: ids.get(parent) }), 400, 'ACCOUNT_HIERARCHY_CYCLE');
  });

  test('allows only one of two concurrent moves that would close a cycle together', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await openAccount(books.api), await openAccount(books.api)];
      const answers = await Promise.all([
        books.api.put(`/accounts/${one.id}`, { parent_id: other.id }),
        books.api.put(`/accounts/${other.id}`, { parent_id: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});

describe('a change is not valid', () => {
  test.each<[field: string, value: unknown, what: string]>([
    ['parent_id', 'CASH', 'is not an id'],
    ['parent_id', '', 'is empty'],
    ['code', 'ABC', 'has three characters'],
    ['code', 'ABCDE', 'has five characters'],
    ['code', 'AB D', 'has a space'],
    ['code', 'ABÇD', 'has a letter outside ASCII'],
    ['code', 1000, 'is a number'],
    ['code', null, 'is null'],
    ['name', '', 'is empty'],
    ['name', 'x'.repeat(256), 'has 256 characters'],
    ['name', null, 'is null'],
    ['type', 'income', 'is none of the five'],
    ['type', null, 'is null'],
    ['normal_balance', 'both', 'is none of the two'],
    ['normal_balance', null, 'is null'],
    ['description', 'x'.repeat(1001), 'has 1001 characters'],
    ['is_active', 'false', 'is a string'],
    ['is_active', null, 'is null'],
    ['metadata', [], 'is an array'],
    ['metadata', { text: 'x'.repeat(16_384) }, 'takes more than 16 KiB'],
    ['enforce_balance_limits', 0, 'is a number'],
    ['min_balance', 1, 'is a number'],
    ['max_balance', '1e3', 'has an exponent'],
    ['max_balance', '9'.repeat(37), 'has 39 digits in the smallest unit'],
    ['min_balance', '-0.01', 'is negative on an asset'],
  ])('when its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuse('CASH', { [field]: value }), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each([
    ['an array', []],
    ['null', null],
  ])('when the body is %s', async (_, body) => {
    expectRefusal(await refuse('CASH', body), 400, 'VALIDATION_ERROR', ['body']);
  });

  test.each<[what: string, body: Fields, field: string]>([
    ['its min_balance would pass its max_balance', { min_balance: '100.01' }, 'max_balance'],
    ['its max_balance would fall below its min_balance', { max_balance: '-50.01' }, 'max_balance'],
    ['only a liability may have its min_balance', { type: 'equity' }, 'min_balance'],
  ])('when %s', async (_, body, field) => {
    expectRefusal(await refuse('DEBT', body), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each(['min_balance', 'max_balance'])('when its %s is finer than the ledger', async (field) => {
    expectRefusal(await refuse('CASH', { [field]: '1.001' }), 400, 'AMOUNT_PRECISION_EXCEEDED', [field]);
  });
});

describe('a change is refused', () => {
  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  const faults: readonly [status: number, code: string, fault: () => Fields][] = [
    [400, 'VALIDATION_ERROR', () => ({ name: '' })],
    [404, 'ACCOUNT_NOT_FOUND', () => ({})],
    [400, 'AMOUNT_PRECISION_EXCEEDED', () => ({ min_balance: '0.001' })],
    [409, 'ACCOUNT_CODE_EXISTS', () => ({ code: 'BANK' })],
    [400, 'PARENT_ACCOUNT_NOT_FOUND', () => ({ parent_id: nowhere })],
    [400, 'ACCOUNT_HIERARCHY_CYCLE', () => ({ parent_id: ids.get('SAFE') })],
    [400, 'ACCOUNT_HAS_ENTRIES', () => ({ type: 'expense' })],
  ];

  test.each(faults)('with %i %s before any later fault', async (status, code) => {
    const from = faults.findIndex(([, one]) => one === code);
    const later = faults
      .slice(from)
      .map(([, , fault]) => fault())
      .reverse();
    expectRefusal(await refuse(from <= 1 ? nowhere : 'CASH', Object.assign({}, ...later)), status, code);
  });

  test.each(['not-an-id', 'SAVE', `${nowhere}0`])('with 404 for the path id %s', async (id) => {
    expectRefusal(await refuse(id, {}), 404, 'ACCOUNT_NOT_FOUND');
  });

  test('for an account or a parent of another ledger of the tenant', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const foreign = await openAccount(other.api);
    expectRefusal(await refuse(foreign.id, {}), 404, 'ACCOUNT_NOT_FOUND');
    expectRefusal(await refuse('BANK', { parent_id: foreign.id }), 400, 'PARENT_ACCOUNT_NOT_FOUND');
  });

  test.each([{ type: 'liability' }, { normal_balance: 'credit' }])('if its entries forbid %j', async (body) => {
    expectRefusal(await refuse('CASH', body), 400, 'ACCOUNT_HAS_ENTRIES');
    await change(ids.get('CASH') ?? '', { type: 'asset', normal_balance: 'debit' });
  });

  test('even if all its entries were voided', async () => {
    const { id, code } = await openAccount(books.api);
    const { id: voided } = await decide(books.api, { entries: [debit(code, '1.00'), credit('SALES', '1.00')] });
    dataOf(await books.api.post(`/transactions/${voided}/void`), 200);
    expectRefusal(await refuse(id, { type: 'expense' }), 400, 'ACCOUNT_HAS_ENTRIES');
  });
});
