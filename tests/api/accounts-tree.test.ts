import type { Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, expectRefusal, nowhere, openAccount, openBooks } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
const ids = new Map<string, string>();

/**
 * The accounts of the tree: code, parent, other fields. Some names differ from the code, so that a search can find an account by its name.
 */
const chart: readonly [code: string, parent: string | null, fields?: object][] = [
  ['1000', null, { name: 'Assets' }],
  ['1100', '1000', { name: 'Current assets' }],
  ['1110', '1100', { name: 'Petty cash', is_active: false }],
  ['1120', '1100', { name: 'Bank' }],
  ['1200', '1000', { name: 'Fixed assets', is_active: false }],
  ['1210', '1200', { name: 'Machines' }],
  ['2000', null, { name: 'Debts', type: 'liability' }],
  ['2100', '2000', { name: 'Bank loan', type: 'liability' }],
  ['9000', '2100', { name: 'Oddly placed', type: 'expense' }],
];

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const [code, parent_code, fields] of chart)
    ids.set(code, (await openAccount(books.api, { code, parent_code, ...fields })).id);
});

/** The tree in one line, such as `a(b c(d))`. */
const sketch = (nodes: readonly { code: string; children: Answer['body'] }[]): string =>
  nodes.map(({ code, children }) => (children.length > 0 ? `${code}(${sketch(children)})` : code)).join(' ');
const tree = async (query = ''): Promise<Answer['body']> =>
  dataOf(await books.api.get(`/accounts?tree=true${query}`), 200);
const whole = '1000(1100(1110 1120) 1200(1210)) 2000(2100(9000))';

describe('the tree of accounts', () => {
  test('shows every account below its parent, each level by code', async () => {
    expect(sketch(await tree())).toBe(whole);
  });

  test.each([
    ['&search=bank', '1000(1100(1120)) 2000(2100)'],
    ['&search=1120', '1000(1100(1120))'],
    ['&search=odd', '2000(2100(9000))'],
    ['&search=assets', '1000(1100 1200)'],
    ['&search=nothing', ''],
    ['&search=%25', ''],
    ['&type=expense', '2000(2100(9000))'],
    ['&type=liability', '2000(2100)'],
    ['&type=equity', ''],
    ['&active=false', '1000(1100(1110) 1200)'],
    ['&active=true', '1000(1100(1120) 1200(1210)) 2000(2100(9000))'],
    ['&active=true&type=asset&search=machines', '1000(1200(1210))'],
    ['&active=false&search=bank', ''],
    ['&limit=1', whole],
  ])('with %s keeps the matches and their ancestors: %s', async (query, expected) => {
    expect(sketch(await tree(query))).toBe(expected);
  });

  test('by parent keeps the children and their ancestors', async () => {
    expect(sketch(await tree(`&parent_id=${ids.get('1100')}`))).toBe('1000(1100(1110 1120))');
    expect(sketch(await tree(`&parent_id=${ids.get('1120')}`))).toBe('');
    expect(sketch(await tree(`&parent_id=${nowhere}`))).toBe('');
  });

  test('shows each account in full, without pagination', async () => {
    const { body } = await books.api.get('/accounts?tree=true');
    expect(body.meta?.pagination).toBeUndefined();
    const [{ children, ...assets }] = body.data;
    expect(children).toHaveLength(2);
    expect(assets).toEqual(dataOf(await books.api.get(`/accounts/${ids.get('1000')}`), 200));
  });

  test('follows an account that moves', async () => {
    const { api } = await openBooks(ledger);
    const [cash, sales] = dataOf(await api.get('/accounts'), 200);
    await api.put(`/accounts/${cash.id}`, { parent_id: sales.id });
    expect(sketch(dataOf(await api.get('/accounts?tree=true'), 200))).toBe('SALES(CASH)');
    await api.put(`/accounts/${cash.id}`, { parent_id: null });
    await api.put(`/accounts/${sales.id}`, { parent_id: cash.id });
    expect(sketch(dataOf(await api.get('/accounts?tree=true'), 200))).toBe('CASH(SALES)');
  });

  test('shows balances', async () => {
    const { api } = await openBooks(ledger);
    await decide(api);
    expect(dataOf(await api.get('/accounts?tree=true'), 200)).toMatchObject([
      { balance: '10.00' },
      { balance: '10.00' },
    ]);
  });

  test('becomes a list without tree=true', async () => {
    for (const query of ['', '?tree=false']) {
      const { data, meta } = (await books.api.get(`/accounts${query}`)).body;
      expect(data.map(({ code }: { code: string }) => code)).toEqual(chart.map(([code]) => code));
      expect(data[0]).not.toHaveProperty('children');
      expect(meta.pagination).toMatchObject({ limit: 25, has_more: false });
    }
  });

  test.each([
    ['tree=1', 'tree'],
    ['tree=', 'tree'],
    ['tree=true&tree=true', 'tree'],
    ['tree=true&type=gold', 'type'],
    ['tree=true&limit=0', 'limit'],
  ])('with %s is not valid', async (query, field) => {
    expectRefusal(await books.api.get(`/accounts?${query}`), 422, 'VALIDATION_ERROR', [field]);
  });
});
