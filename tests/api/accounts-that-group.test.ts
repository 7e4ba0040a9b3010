/** Accounts that only group other accounts have no entries. Reports count the balances of the accounts below them only once. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  account,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  openAccount,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';
import { refusedUntouched, refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let group: Fields;

beforeAll(async () => {
  books = await openBooks(ledger);
  group = await openAccount(books.api, { code: 'ALL-TILLS', type: 'asset', is_group: true });
  for (const code of ['TILL-1', 'TILL-2'])
    await openAccount(books.api, { code, type: 'asset', parent_code: 'ALL-TILLS' });
});

const isGroup = 'ACCOUNT_IS_GROUP';
const change = (id: unknown, body: Fields) => books.api.put(`/accounts/${String(id)}`, body);
const into = (code: string) => [debit(code, '4.00'), credit('SALES', '4.00')];

describe('an account that only groups others', () => {
  test('is shown as a group, and lists can filter by it', async () => {
    expect(group).toMatchObject({ is_group: true, category: 'system', balance: '0.00' });
    expect(dataOf(await books.api.get(`/accounts/${String(group['id'])}`), 200)).toEqual(group);
    expect(await openAccount(books.api)).toMatchObject({ is_group: false });
    const listed = async (query: string): Promise<readonly string[]> =>
      dataOf(await books.api.get(`/accounts?search=till&${query}`), 200).map(({ code }: Fields) => code);
    expect(await listed('group=true')).toEqual(['ALL-TILLS']);
    expect(await listed('group=false')).toEqual(['TILL-1', 'TILL-2']);
    const [tree] = dataOf(await books.api.get('/accounts?tree=true&group=true'), 200);
    expect(tree).toMatchObject({ code: 'ALL-TILLS', is_group: true, children: [] });
  });

  test.each<[what: string, fields: Fields]>([
    ['an enforced limit', { enforce_balance_limits: true }],
    ['a least balance', { min_balance: '0' }],
    ['a largest balance', { max_balance: '5' }],
    ['the category of customers', { category: 'customer' }],
  ])('cannot have %s', async (_, fields) => {
    const opened = await refusedWrite(ledger, books, (api) =>
      api.post('/accounts', account({ code: freshKey(), is_group: true, ...fields })),
    );
    expectRefusal(opened, 400, 'VALIDATION_ERROR', ['is_group']);
    const { id } = await openAccount(books.api, fields);
    const changed = await refusedUntouched(ledger, books, (api) => api.put(`/accounts/${id}`, { is_group: true }));
    expectRefusal(changed, 400, 'VALIDATION_ERROR', ['is_group']);
  });

  test.each<[by: string, named: () => Fields]>([
    ['its code', () => ({})],
    ['its id', () => ({ account_code: undefined, account_id: group['id'] })],
  ])('refuses entries by %s: alone, as a hold, in a batch and in a dry run', async (_, named) => {
    const entries = () => [debit('ALL-TILLS', '4.00', named()), credit('SALES', '4.00')];
    const post = (path: string, body: object) => refusedWrite(ledger, books, (api) => api.post(path, body as Fields));
    const refused = await post('/transactions', transaction({ entries: entries() }));
    expectRefusal(refused, 422, isGroup, ['entries.0']);
    expect(refused.body.message).toMatch(/"ALL-TILLS".*Post to an account that takes entries, such as one below it\.$/);
    expectRefusal(await post('/transactions', transaction({ layer: 'pending', entries: entries() })), 422, isGroup, [
      'entries.0',
    ]);
    expectRefusal(await post('/transactions?dry_run=true', transaction({ entries: entries() })), 422, isGroup, [
      'entries.0',
    ]);
    const body = { transactions: [transaction({ entries: entries() })] };
    const batch = dataOf(await books.api.post('/transactions/batch', body), 202);
    expect(batch.results).toMatchObject([{ status: 'rejected', code: isGroup }]);
  });

  test('refuses entries that a transaction code renders', async () => {
    const entry = (type: string, name: string) => ({ account: name, type, amount: '1.00' });
    const entries = [entry('debit', 'TILL-1'), entry('credit', 'ALL-TILLS')];
    dataOf(await books.api.post('/trancodes', { code: 'SUM', name: 'Sum', entries_template: { entries } }), 201);
    const body = transaction({ entries: undefined, transaction_code: 'SUM', transaction_code_params: {} });
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', body));
    expectRefusal(refused, 422, isGroup, ['entries.1']);
  });

  test('is refused before an inactive account', async () => {
    await openAccount(books.api, { code: 'ASLEEP', is_active: false });
    const body = transaction({ entries: [debit('ASLEEP', '1.00'), credit('ALL-TILLS', '1.00')] });
    expectRefusal(await books.api.post('/transactions', body), 422, isGroup, ['entries.1']);
  });

  test('cannot receive the balance of a closed account', async () => {
    const { id, code } = await openAccount(books.api);
    await decide(books.api, { entries: into(code) });
    const refused = await books.api.post(`/accounts/${id}/close`, { sweep_to_account_code: 'ALL-TILLS' });
    expectRefusal(refused, 422, 'SWEEP_ACCOUNT_UNFIT', ['sweep_to_account_code']);
    expect(refused.body.message).toContain('it only groups other accounts');
  });

  test('takes entries once it is no longer a group, and cannot become one again', async () => {
    const { id, code } = await openAccount(books.api, { is_group: true });
    expect(dataOf(await change(id, { is_group: false }), 200)).toMatchObject({ is_group: false });
    await decide(books.api, { entries: into(code) });
    expectRefusal(await change(id, { is_group: true }), 400, 'ACCOUNT_HAS_ENTRIES');
    expect(dataOf(await change(id, { is_group: false, name: 'Till' }), 200)).toMatchObject({ name: 'Till' });
  });

  test('can be made of any account without entries, and refuses the next posting', async () => {
    const { id, code } = await openAccount(books.api);
    dataOf(await change(id, { is_group: true }), 200);
    expectRefusal(await books.api.post('/transactions', transaction({ entries: into(code) })), 422, isGroup);
  });
});

describe('reports', () => {
  type Row = Readonly<Record<string, unknown>>;
  let own: TestBooks;

  beforeAll(async () => {
    own = await ledger.newLedger();
    for (const [code, parent, fields] of [
      ['ASSETS', null, { is_group: true }],
      ['CASH', 'ASSETS', { is_group: true }],
      ['TILL', 'CASH', {}],
      ['BANK', 'CASH', {}],
      ['EMPTY', 'ASSETS', { is_group: true }],
    ] as const)
      await openAccount(own.api, { code, type: 'asset', parent_code: parent, ...fields });
    await openAccount(own.api, { code: 'SALES', type: 'revenue' });
    for (const [code, amount] of [
      ['TILL', '4.00'],
      ['BANK', '6.00'],
    ] as const)
      await decide(own.api, { entries: [debit(code, amount), credit('SALES', amount)] });
  });

  const read = async (query: string): Promise<{ rows: readonly Row[]; totals: Row }> =>
    dataOf(await own.api.get(`/reports/trial-balance?${query}`), 200);
  const shown = (rows: readonly Row[]) =>
    rows
      .filter(({ type }) => type === 'asset')
      .map(({ code, depth, balance, is_subtotal }) => [code, depth, balance, is_subtotal]);

  test('show a group by its subtotal, which counts nested groups once', async () => {
    const { rows, totals } = await read('zero=hide');
    expect(shown(rows)).toEqual([
      ['BANK', 2, '6.00', false],
      ['TILL', 2, '4.00', false],
      ['CASH', 1, '10.00', true],
      ['ASSETS', 0, '10.00', true],
    ]);
    expect(totals).toMatchObject({ debits: '10.00', credits: '10.00' });
  });

  test('show the zero row of a group if zeros are shown', async () => {
    const { rows } = await read('zero=show');
    expect(shown(rows).filter(([code]) => ['ASSETS', 'EMPTY'].includes(String(code)))).toEqual([
      ['ASSETS', 0, '0.00', false],
      ['EMPTY', 1, '0.00', false],
      ['ASSETS', 0, '10.00', true],
    ]);
  });

  test('fold the accounts below into the row of the group', async () => {
    const { rows, totals } = await read('zero=hide&depth=1');
    expect(shown(rows).map(([code, , balance]) => [code, balance])).toEqual([['ASSETS', '10.00']]);
    expect(totals).toMatchObject({ debits: '10.00', credits: '10.00' });
  });
});
