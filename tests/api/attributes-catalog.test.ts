/** The attribute catalog: definitions, their list, settings, and the rights to change them. */
import { client, everyPage, type Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { attributeLimits } from '../../src/modules/attributes/wiring';
import { dataOf, decide, expectRefusal, instant, openBooks, uuid, walkBothWays } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let api: Client;

const maxKeys = 12;

beforeAll(async () => {
  ledger = await startLedger([attributeLimits({ maxKeys, maxIndexWaitMs: 60_000 })], { clock });
});
beforeEach(async () => {
  books = await openBooks(ledger);
  ({ api } = books);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const define = (key: unknown, fields: object = {}) => api.post('/attribute-definitions', { key, ...fields });
const listed = async (of = api): Promise<readonly string[]> =>
  (await everyPage(of, '/attribute-definitions')).map(({ key }) => key);

describe('declaring a key', () => {
  test('answers the definition and its Location', async () => {
    const answer = await define('sales_region', { label: 'Region of the sale' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toBe('/api/v1/attribute-definitions/sales_region');
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: uuid,
        key: 'sales_region',
        label: 'Region of the sale',
        indexed: false,
        searchable: false,
        usage_count: 0,
        created_at: instant,
        updated_at: instant,
      },
    });
    expect((await api.get('/attribute-definitions')).body.data).toEqual([answer.body.data]);
  });

  test('with an index makes it searchable at once in a small ledger', async () => {
    await decide(api);
    expect(dataOf(await define('region', { indexed: true }), 201)).toMatchObject({ indexed: true, searchable: true });
  });

  test.each([
    ['key', {}],
    ['key', { key: null }],
    ['key', { key: 7 }],
    ['key', { key: 'a\0' }],
    ['label', { key: 'region', label: 7 }],
    ['label', { key: 'region', label: 'x'.repeat(256) }],
    ['indexed', { key: 'region', indexed: null }],
    ['indexed', { key: 'region', indexed: 'true' }],
    ['body', []],
    ['key', undefined],
  ])('needs a valid %s, not %j', async (field, body) => {
    expectRefusal(await api.post('/attribute-definitions', body), 422, 'VALIDATION_ERROR', [field]);
    expect(await listed()).toEqual([]);
  });

  test.each(['Region', 'sales-region', '', '1st', 'a__b', 'k'.repeat(65), '__proto__', 'regiön'])(
    'refuses the key %j, which is not lowercase snake_case',
    async (key) => {
      expectRefusal(await define(key), 422, 'ATTRIBUTE_INVALID_KEY');
    },
  );

  test.each(['status', 'reference', 'metadata', 'idempotency_key', 'void_reason'])(
    'refuses the key %s, which is a field of transactions',
    async (key) => {
      expectRefusal(await define(key), 422, 'ATTRIBUTE_RESERVED_KEY');
    },
  );

  test('refuses a key that was declared explicitly or by its first use', async () => {
    await define('region', { label: 'mine' });
    await decide(api, { attributes: { channel: 'web' } });
    expectRefusal(await define('region', { label: 'other' }), 422, 'ATTRIBUTE_KEY_EXISTS');
    expectRefusal(await define('channel'), 422, 'ATTRIBUTE_KEY_EXISTS');
    expect((await api.get('/attribute-definitions')).body.data[1]).toMatchObject({ key: 'region', label: 'mine' });
  });

  test('refuses more keys than a tenant may have, in any of its ledgers', async () => {
    for (let made = 0; made < maxKeys; made++) expect((await define(`key_${made}`)).status).toBe(201);
    expectRefusal(await define('key_0'), 422, 'ATTRIBUTE_KEY_EXISTS');
    expectRefusal(await define('one_more'), 422, 'ATTRIBUTE_KEY_CAP_EXCEEDED');
    const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expectRefusal(
      await sister.api.post('/attribute-definitions', { key: 'one_more' }),
      422,
      'ATTRIBUTE_KEY_CAP_EXCEEDED',
    );
    const stranger = await ledger.newLedger();
    expect((await stranger.api.post('/attribute-definitions', { key: 'one_more' })).status).toBe(201);
    expect(await listed()).toHaveLength(maxKeys);
  });

  test('in three concurrent requests declares it once', async () => {
    const answers = await Promise.all([define('region'), define('region'), define('region')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await listed()).toEqual(['region']);
  });
});

describe('the list of definitions', () => {
  test('is sorted by key, in pages both ways, and the same in all ledgers of the tenant', async () => {
    for (const key of ['b', 'a_b', 'd', 'ab', 'c', 'a2']) await define(key);
    const pages = await walkBothWays(api, '/attribute-definitions', 2);
    expect(pages.flat().map(({ key }) => key)).toEqual(['a2', 'a_b', 'ab', 'b', 'c', 'd']);
    const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expect(await listed(sister.api)).toEqual(['a2', 'a_b', 'ab', 'b', 'c', 'd']);
    expect(await listed((await ledger.newLedger()).api)).toEqual([]);
  });

  test('refuses a cursor that is malformed, or of another ledger or list', async () => {
    for (const key of ['a', 'b']) await define(key);
    const { next_cursor: cursor } = (await api.get('/attribute-definitions?limit=1')).body.meta.pagination;
    const accounts = (await api.get('/accounts?limit=1')).body.meta.pagination.next_cursor;
    const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    for (const [of, bad] of [
      [api, 'nonsense'],
      [api, `${cursor}x`],
      [api, accounts],
      [sister.api, cursor],
    ] as const)
      expectRefusal(await of.get(`/attribute-definitions?cursor=${bad}`), 422, 'INVALID_CURSOR');
    for (const limit of ['0', '101', 'x', '01'])
      expectRefusal(await api.get(`/attribute-definitions?limit=${limit}`), 422, 'VALIDATION_ERROR', ['limit']);
  });

  test('counts the posted transactions with each key in all ledgers of the tenant', async () => {
    const sister = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const posted = [
      await decide(api, { attributes: { region: 'north', channel: 'web' } }),
      await decide(api, { attributes: { region: 'south' } }),
      await decide(sister.api, { attributes: { region: 'north' } }),
      await decide(api),
    ];
    expect(posted.map(({ status }) => status)).toEqual(['posted', 'posted', 'posted', 'posted']);
    await api.post(`/transactions/${posted[0].id}/void`, {});
    await api.post(`/transactions/${posted[1].id}/reverse`, { reason: 'no', date: '2026-01-16' });
    await api.post('/accounts', {
      code: 'FULL',
      name: 'Full',
      type: 'asset',
      category: 'system',
      enforce_balance_limits: true,
      max_balance: '1',
    });
    const entries = [
      { account_code: 'FULL', type: 'debit', amount: '2' },
      { account_code: 'SALES', type: 'credit', amount: '2' },
    ];
    expect((await decide(api, { entries, attributes: { region: 'north', origin: 'x' } })).status).toBe('failed');
    const counts = (await api.get('/attribute-definitions')).body.data.map(
      ({ key, usage_count }: { key: string; usage_count: number }) => [key, usage_count],
    );
    expect(counts).toEqual([
      ['channel', 1],
      ['origin', 0],
      // The fourth use of `region` is the reversal, which inherits the attribute.
      ['region', 4],
    ]);
  });
});

describe('changing a definition', () => {
  test('sets and clears its label, and keeps omitted members', async () => {
    const made = dataOf(await define('region', { label: 'Region' }), 201);
    // The clock moves on by one millisecond, the smallest difference that answers show, so that the definition gets a later time.
    clock.advance(1);
    const renamed = dataOf(await api.patch('/attribute-definitions/region', { label: 'Gegend' }), 200);
    expect(renamed).toEqual({ ...made, label: 'Gegend', updated_at: instant });
    expect(renamed.updated_at > made.updated_at).toBe(true);
    expect(dataOf(await api.patch('/attribute-definitions/region', {}), 200)).toEqual(renamed);
    expect(dataOf(await api.patch('/attribute-definitions/region', { label: null }), 200).label).toBeNull();
  });

  test('cannot change its key', async () => {
    await define('region');
    const answer = await api.patch('/attribute-definitions/region', { key: 'other', usage_count: 9 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Ignored-Fields')).toBe('key,usage_count');
    expect(await listed()).toEqual(['region']);
  });

  test('turns the index of an implicitly declared key on and off', async () => {
    await decide(api, { attributes: { region: 'north' } });
    const turn = async (indexed: boolean) => dataOf(await api.patch('/attribute-definitions/region', { indexed }), 200);
    expect(await turn(true)).toMatchObject({ indexed: true, searchable: true, usage_count: 1 });
    expect(await turn(false)).toMatchObject({ indexed: false, searchable: false });
  });

  test.each(['channel', 'Region', 'region%20', '%00', '..%2Fsettings', 'k'.repeat(300)])(
    'does not find the key %s',
    async (key) => {
      await define('region');
      expectRefusal(
        await api.patch(`/attribute-definitions/${key}`, { label: 'x' }),
        404,
        'ATTRIBUTE_DEFINITION_NOT_FOUND',
      );
    },
  );

  test('does not find the key of another tenant', async () => {
    await define('region');
    const stranger = await ledger.newLedger();
    expectRefusal(
      await stranger.api.patch('/attribute-definitions/region', { label: 'x' }),
      404,
      'ATTRIBUTE_DEFINITION_NOT_FOUND',
    );
  });

  test.each([
    ['label', { label: 7 }],
    ['label', { label: 'x'.repeat(256) }],
    ['indexed', { indexed: null }],
    ['indexed', { indexed: 1 }],
    ['body', 'text'],
  ])('needs a valid %s, not %j', async (field, body) => {
    await define('region');
    expectRefusal(await api.patch('/attribute-definitions/region', body), 422, 'VALIDATION_ERROR', [field]);
  });
});

describe('the settings', () => {
  test('are not strict by default, and the same in all ledgers of the tenant', async () => {
    const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expect(dataOf(await api.get('/attribute-settings'), 200)).toEqual({ strict_mode: false });
    expect(dataOf(await api.put('/attribute-settings', { strict_mode: true }), 200)).toEqual({ strict_mode: true });
    expect(dataOf(await api.put('/attribute-settings', { strict_mode: true }), 200)).toEqual({ strict_mode: true });
    expect(dataOf(await sister.api.get('/attribute-settings'), 200)).toEqual({ strict_mode: true });
    expect(dataOf(await (await ledger.newLedger()).api.get('/attribute-settings'), 200)).toEqual({
      strict_mode: false,
    });
    expect(dataOf(await sister.api.put('/attribute-settings', { strict_mode: false }), 200)).toEqual({
      strict_mode: false,
    });
    expect(dataOf(await api.get('/attribute-settings'), 200)).toEqual({ strict_mode: false });
  });

  test.each([{}, { strict_mode: null }, { strict_mode: 'true' }, { strict_mode: 1 }])('cannot be %j', async (body) => {
    expectRefusal(await api.put('/attribute-settings', body), 422, 'VALIDATION_ERROR', ['strict_mode']);
    expect((await api.get('/attribute-settings')).body.data).toEqual({ strict_mode: false });
  });
});

describe('a key without the capability attributes:admin', () => {
  test('reads everything and changes nothing', async () => {
    await define('region');
    const plain = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities: ['periods:admin'] }));
    expect(await listed(plain)).toEqual(['region']);
    expect((await plain.get('/attribute-settings')).status).toBe(200);
    for (const answer of [
      await plain.post('/attribute-definitions', { key: 'channel' }),
      await plain.post('/attribute-definitions', 'nonsense'),
      await plain.patch('/attribute-definitions/region', { label: 'x' }),
      await plain.patch('/attribute-definitions/nothing', { label: 'x' }),
      await plain.put('/attribute-settings', { strict_mode: true }),
    ])
      expectRefusal(answer, 403, 'ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED');
    expect(await listed()).toEqual(['region']);
    expect((await api.get('/attribute-settings')).body.data).toEqual({ strict_mode: false });
  });
});
