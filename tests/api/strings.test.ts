/** Strings: creating, listing and reading them, their members, and the clearing accounts of their ledgers. */
import { expected, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { codesOf, dataOf, expectRefusal, instant, openAccount, uuid, walkBothWays } from '../support/requests';
import { openCustomer, openMembers, openString } from '../support/strings';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();

const described = ({ ledger: { id, code, name, denomination } }: TestBooks) => ({
  id,
  code,
  name,
  currency: denomination.currency,
  storage_decimals: denomination.storageDecimals,
  display_decimals: denomination.displayDecimals,
});

describe('creating a string', () => {
  test('enrols the ledger of the key', async () => {
    const books = await ledger.newLedger();
    const answer = await books.api.post('/strings', { code: 'Euro_pe-1', name: 'Europe' });
    expect(answer.headers.get('Location')).toBe('/api/v1/strings/Euro_pe-1');
    const made = dataOf(answer, 201);
    expect(made).toEqual({
      id: uuid,
      code: 'Euro_pe-1',
      name: 'Europe',
      description: null,
      is_active: true,
      ledgers: [described(books)],
      created_at: instant,
      updated_at: made.created_at,
    });
    expect(dataOf(await books.api.get('/strings/Euro_pe-1'), 200)).toEqual(made);
  });

  test('accepts a description and is_active false', async () => {
    const books = await ledger.newLedger();
    const fields = { code: 'x'.repeat(50), name: '🏦'.repeat(255), description: 'ß'.repeat(1000), is_active: false };
    expect(dataOf(await books.api.post('/strings', fields), 201)).toMatchObject(fields);
  });

  test.each<[field: string, what: string, value: unknown]>([
    ['code', 'is missing', undefined],
    ['code', 'is empty', ''],
    ['code', 'has 51 characters', 'x'.repeat(51)],
    ['code', 'has a dot', 'A.B'],
    ['code', 'has a letter beyond ASCII', 'É'],
    ['code', 'ends with a line feed', 'A\n'],
    ['code', 'is a number', 7],
    ['name', 'is missing', undefined],
    ['name', 'is empty', ''],
    ['name', 'has 256 characters', 'x'.repeat(256)],
    ['name', 'holds NUL', 'a\0'],
    ['description', 'has 1001 characters', 'x'.repeat(1001)],
    ['is_active', 'is a word', 'true'],
  ])('is refused if %s %s', async (field, _, value) => {
    const books = await ledger.newLedger();
    const send = () => books.api.post('/strings', { code: 'A', name: 'A', [field]: value });
    expectRefusal(await refusedUntouched(ledger, books, send), 422, 'VALIDATION_ERROR', [field]);
    expect(dataOf(await books.api.get('/strings'), 200)).toEqual([]);
  });

  test('is refused if the tenant has the code in this case, but not if another tenant has it', async () => {
    const books = await ledger.newLedger();
    const sibling = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const other = await ledger.newLedger();
    const fields = { code: 'TAKEN', name: 'A string' };
    dataOf(await books.api.post('/strings', fields), 201);
    for (const one of [books, sibling])
      expectRefusal(
        await refusedUntouched(ledger, one, (api) => api.post('/strings', fields)),
        422,
        'STRING_CODE_EXISTS',
      );
    dataOf(await books.api.post('/strings', { ...fields, code: 'taken' }), 201);
    dataOf(await other.api.post('/strings', fields), 201);
  });

  test('succeeds once for two concurrent requests', async () => {
    const { api } = await ledger.newLedger();
    const answers = await Promise.all(['One', 'Two'].map((name) => api.post('/strings', { code: 'ONCE', name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

describe('the strings of a tenant', () => {
  test('are listed by code, page by page, also to ledgers that are not members', async () => {
    const [first, second] = await openMembers(ledger, ['B', 'D', 'A', 'a', 'C'], [{}, {}]);
    const pages = await walkBothWays(second.api, '/strings', 2);
    expect(pages.map(codesOf)).toEqual([['A', 'B'], ['C', 'D'], ['a']]);
    expect(pages.flat()[0].ledgers).toHaveLength(2);
    const outside = await ledger.newLedger({ tenantId: first.ledger.tenantId });
    expect(dataOf(await outside.api.get('/strings'), 200)).toEqual(pages.flat());
  });

  test('are hidden from other tenants', async () => {
    await openMembers(ledger, ['OURS'], [{}]);
    const stranger = await ledger.newLedger();
    expect(dataOf(await stranger.api.get('/strings'), 200)).toEqual([]);
    for (const path of ['/strings/OURS', '/strings/OURS/accounts', '/strings/NONE', '/strings/%00'])
      expectRefusal(await stranger.api.get(path), 404, 'STRING_NOT_FOUND');
  });

  test('refuse a cursor of another ledger', async () => {
    const [one, two] = await openMembers(ledger, ['A', 'B'], [{}, {}]);
    const { next_cursor: cursor } = (await one.api.get('/strings?limit=1')).body.meta.pagination;
    expectRefusal(await two.api.get(`/strings?limit=1&cursor=${cursor}`), 422, 'INVALID_CURSOR');
    expect(codesOf(dataOf(await one.api.get(`/strings?limit=1&cursor=${cursor}`), 200))).toEqual(['B']);
  });

  test('lose a removed member, and have it back once it is added again', async () => {
    const finer = { currency: 'BTC', currencyType: 'crypto', storageDecimals: 8, displayDecimals: 4 } as const;
    const [one, two] = await openMembers(ledger, ['S'], [{}, finer]);
    const { administration } = ledger.app.strings;
    const { tenantId, id, code } = two.ledger;
    const members = async () => dataOf(await one.api.get('/strings/S'), 200).ledgers;
    expected(await administration.removeMember(tenantId, 'S', code));
    expected(await administration.removeMember(tenantId, 'S', code));
    expect(await members()).toEqual([described(one)]);
    expectRefusal(await two.api.get('/strings/S/accounts'), 404, 'STRING_NOT_FOUND');
    expected(await administration.addMember(tenantId, 'S', id));
    expected(await administration.addMember(tenantId, 'S', id));
    expect(await members()).toEqual([described(one), described(two)]);
  });
});

describe('the accounts of a string', () => {
  test('have each customer account code once per member, and show which accounts exist', async () => {
    const [euros, dollars] = await openMembers(ledger, ['S'], [{ currency: 'EUR' }, { currency: 'USD' }]);
    const outside = await ledger.newLedger({ tenantId: euros.ledger.tenantId });
    await openCustomer(outside, 'OUTSIDE');
    await openAccount(euros.api, { code: 'CASH', category: 'system' });
    const bob = await openCustomer(dollars, 'BOB', { name: 'Bob', type: 'asset', is_active: false });
    const alice = await openCustomer(euros, 'ALICE', { name: 'Alice', description: 'not shown' });
    const listed = dataOf(await euros.api.get('/strings/S/accounts'), 200);
    const of = ({ ledger: { id, code, denomination } }: TestBooks) => ({
      ledger_id: id,
      ledger_code: code,
      currency: denomination.currency,
    });
    const aliceIs = { code: 'ALICE', name: 'Alice', type: 'liability', category: 'customer', normal_balance: 'credit' };
    const bobIs = { code: 'BOB', name: 'Bob', type: 'asset', category: 'customer', normal_balance: 'debit' };
    const nameBased = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(listed).toEqual([
      { ...aliceIs, ...of(euros), id: alice.id, is_active: true, materialized: true },
      { ...aliceIs, ...of(dollars), id: nameBased, is_active: true, materialized: false },
      { ...bobIs, ...of(euros), id: nameBased, is_active: true, materialized: false },
      { ...bobIs, ...of(dollars), id: bob.id, is_active: false, materialized: true },
    ]);
    expect(dataOf(await dollars.api.get('/strings/S/accounts'), 200)).toEqual(listed);
  });

  test('are listed in both directions, also by pages that begin within a code', async () => {
    const members = await openMembers(ledger, ['S'], [{}, {}, {}]);
    const wanted = ['a', 'B', 'A.1', 'A', 'C', 'A-1', 'Z'];
    for (const [index, code] of wanted.entries()) await openCustomer(members[(index % 3) as 0 | 1 | 2], code);
    const ledgers = members.map((member) => member.ledger.code).sort();
    const rows = [...wanted].sort().flatMap((code) => ledgers.map((of) => `${code} ${of}`));
    for (const limit of [1, 2, 5, 21, 100]) {
      const pages = await walkBothWays(members[1].api, '/strings/S/accounts', limit);
      expect(pages.flat().map((row) => `${row.code} ${row.ledger_code}`)).toEqual(rows);
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(rows.length);
    }
  });

  test('show a system account if a member has no customer account with the code', async () => {
    const [one, two] = await openMembers(ledger, ['S'], [{}, {}]);
    await openAccount(one.api, { code: 'FEES', category: 'system' });
    await openCustomer(two, 'FEES');
    const listed = dataOf(await one.api.get('/strings/S/accounts'), 200);
    expect(listed).toMatchObject([
      { ledger_code: one.ledger.code, category: 'system', materialized: true },
      { ledger_code: two.ledger.code, category: 'customer', materialized: true },
    ]);
  });

  test('are hidden from a ledger that is not a member', async () => {
    const [one] = await openMembers(ledger, ['S'], [{}]);
    const outside = await ledger.newLedger({ tenantId: one.ledger.tenantId });
    await openString(ledger, [outside], { code: 'T' });
    expectRefusal(await outside.api.get('/strings/S/accounts'), 404, 'STRING_NOT_FOUND');
    expect(dataOf(await outside.api.get('/strings/T/accounts'), 200)).toEqual([]);
    expect(dataOf(await outside.api.get('/strings/S'), 200).code).toBe('S');
  });
});
