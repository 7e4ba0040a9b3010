/** The endpoints of administration over HTTP. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { appoint, administering, type TestAdministrator } from '../support/administration';
import { client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join, signIn, fromPage, goodPassword } from '../support/people';
import { dataOf, expectRefusal, nowhere } from '../support/requests';

let ledger: TestLedger;
/** The administrator of all tenants. */
let chief: TestAdministrator;
/** The administrator of the tenant to which `own` belongs. */
let local: TestAdministrator;
let own: TestBooks;

beforeAll(async () => {
  // This file lists all tenants, so it needs its own installation.
  ledger = await startLedger([], { alone: true });
  own = await ledger.newLedger();
  chief = await appoint(ledger);
  local = await appoint(ledger, own.ledger.tenantId);
});
afterAll(() => ledger.close());

const tenantOf = ({ ledger: { tenantId } }: TestBooks): TenantId => tenantId;

describe('a tenant', () => {
  test('is created, read and listed', async () => {
    const made = await chief.api.post('/tenants', { name: 'Bücher & Söhne' });
    const tenant = dataOf(made, 201);
    expect(made.headers.get('Location')).toBe(`/admin/v1/tenants/${tenant.id}`);
    expect(dataOf(await chief.api.get(`/tenants/${tenant.id}`), 200)).toEqual(tenant);
    expect(dataOf(await chief.api.get('/tenants?limit=100'), 200)).toContainEqual(tenant);
  });

  test('needs a name', async () => {
    expectRefusal(await chief.api.post('/tenants', { name: '' }), 422, 'VALIDATION_ERROR', ['name']);
  });

  test('is created only by an administrator of all tenants', async () => {
    expectRefusal(await local.api.post('/tenants', { name: 'Mine' }), 403, 'FORBIDDEN');
  });

  test('is listed page by page, forwards and backwards', async () => {
    const first = await chief.api.get('/tenants?limit=1');
    const { next_cursor: cursor } = first.body.meta.pagination;
    const second = await chief.api.get(`/tenants?limit=1&cursor=${cursor}`);
    const back = await chief.api.get(`/tenants?limit=1&cursor=${second.body.meta.pagination.previous_cursor}`);
    expect(dataOf(second, 200)).not.toEqual(dataOf(first, 200));
    expect(dataOf(back, 200)).toEqual(dataOf(first, 200));
  });
});

describe('a ledger', () => {
  test('is opened with the decimals of its currency, and its key reads it', async () => {
    const body = { tenant_id: tenantOf(own), code: 'JPY', name: 'Yen', currency: 'JPY' };
    const made = await local.api.post('/ledgers', body);
    const opened = dataOf(made, 201);
    expect(opened).toMatchObject({ ...body, storage_decimals: 0, display_decimals: 0, currency_type: 'fiat' });
    expect(made.headers.get('Location')).toBe(`/admin/v1/ledgers/${opened.id}`);
    expect(dataOf(await local.api.get(`/ledgers/${opened.id}`), 200)).toEqual(opened);
    const { key } = dataOf(await local.api.post('/keys', { ledger_id: opened.id, scopes: ['read'] }), 201);
    expect(dataOf(await client(ledger.baseUrl, key).get('/ledger'), 200)).toEqual(opened);
    expectRefusal(await local.api.post('/ledgers', body), 409, 'LEDGER_CODE_EXISTS');
  });

  test('accepts a crypto currency with its own decimals, but not as a fiat currency', async () => {
    const body = { tenant_id: tenantOf(own), code: 'BTC', name: 'Coins', currency: 'BTC' };
    expectRefusal(await chief.api.post('/ledgers', body), 422, 'VALIDATION_ERROR', ['currency']);
    const more = { currency_type: 'crypto', storage_decimals: 8, display_decimals: 4 };
    expect(dataOf(await chief.api.post('/ledgers', { ...body, ...more }), 201)).toMatchObject(more);
  });
});

describe('a key', () => {
  test('is created with its rights, shown once, changed and revoked', async () => {
    const rights = {
      scopes: ['read', 'post'],
      capabilities: ['periods:admin'],
      rate_limit_per_second: 7,
      expires_at: '2099-01-01T00:00:00.000Z',
      allowed_networks: ['127.0.0.0/8', '::1/128'],
    };
    const made = await chief.api.post('/keys', { ledger_id: own.ledger.id, name: 'tills', ...rights });
    const { key, ...shown } = dataOf(made, 201);
    expect(shown).toMatchObject({
      ...rights,
      name: 'tills',
      tenant_id: tenantOf(own),
      is_active: true,
      revoked_at: null,
    });
    expect(key).toMatch(new RegExp(`^sk_${shown.prefix}_`));
    expect(made.headers.get('Location')).toBe(`/admin/v1/keys/${shown.id}`);
    expect(dataOf(await chief.api.get(`/keys/${shown.id}`), 200)).toEqual(shown);
    const changed = dataOf(await chief.api.patch(`/keys/${shown.id}`, { name: 'shop', rate_limit_per_second: 9 }), 200);
    expect(changed).toEqual({ ...shown, name: 'shop', rate_limit_per_second: 9 });
    expect(dataOf(await chief.api.patch(`/keys/${shown.id}`, {}), 200)).toEqual(changed);
    const answer = await client(ledger.baseUrl, key).get('/ledger');
    expect(answer.headers.get('X-RateLimit-Limit')).toBe('9');
    const revoked = dataOf(await chief.api.post(`/keys/${shown.id}/revoke`), 200);
    expect(revoked).toMatchObject({ id: shown.id, is_active: false, revoked_at: expect.any(String) });
    expectRefusal(await client(ledger.baseUrl, key).get('/ledger'), 401, 'UNAUTHORIZED');
    expectRefusal(await chief.api.post(`/keys/${shown.id}/rotate`, {}), 409, 'KEY_NOT_ACTIVE');
  });

  test.each([
    ['capabilities', { capabilities: ['all'] }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['allowed_networks', { allowed_networks: ['10.0.0.1'] }],
    ['allowed_networks', { allowed_networks: ['10.0.0.0/33'] }],
    ['allowed_networks', { allowed_networks: ['::ffff:10.0.0.0/104'] }],
    ['scopes', { scopes: [] }],
    ['rate_limit_per_second', { rate_limit_per_second: 0 }],
  ])('is not created with wrong %s', async (field, wrong) => {
    const answer = await chief.api.post('/keys', { ledger_id: own.ledger.id, scopes: ['read'], ...wrong });
    expectRefusal(answer, 422, 'VALIDATION_ERROR', [field]);
  });

  test('refuses an empty name and a grace period that is too long', async () => {
    const { id } = dataOf(await chief.api.post('/keys', { ledger_id: own.ledger.id, scopes: ['read'] }), 201);
    expectRefusal(await chief.api.patch(`/keys/${id}`, { name: '' }), 422, 'VALIDATION_ERROR', ['name']);
    const grace = await chief.api.post(`/keys/${id}/rotate`, { grace_seconds: 604_801 });
    expectRefusal(grace, 422, 'VALIDATION_ERROR', ['grace_seconds']);
  });

  test('is listed with the keys of its ledger', async () => {
    const books = await ledger.newLedger();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++)
      ids.push(dataOf(await chief.api.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'] }), 201).id);
    const listed = dataOf(await chief.api.get(`/keys?ledger_id=${books.ledger.id}`), 200);
    expect(listed.map(({ id }: { id: string }) => id).slice(1)).toEqual(ids);
    expectRefusal(await chief.api.get(`/keys?ledger_id=${nowhere}`), 404, 'LEDGER_NOT_FOUND');
  });
});

describe('an operator', () => {
  test('is invited, signs in, is changed and deactivated', async () => {
    const email = `ben-${newId()}@example.com`;
    const made = await local.api.post('/operators', { email, name: 'Ben', role: 'bookkeeper' });
    const { invitation_url: url, invitation_expires_at: end, ...operator } = dataOf(made, 201);
    expect(operator).toMatchObject({ email, role: 'bookkeeper', tenant_id: tenantOf(own), is_active: true });
    expect(end > operator.created_at).toBe(true);
    expect(made.headers.get('Location')).toBe(`/admin/v1/operators/${operator.id}`);
    const token = url.split('#')[1];
    dataOf(await fromPage(ledger).post('//console/invitation', { token, password: goodPassword }), 200);
    const promoted = dataOf(
      await local.api.patch(`/operators/${operator.id}`, { role: 'admin', name: 'Benjamin' }),
      200,
    );
    expect(promoted).toMatchObject({ role: 'admin', name: 'Benjamin' });
    expect(dataOf(await local.api.get(`/operators/${operator.id}`), 200)).toMatchObject({ role: 'admin' });
    expect(dataOf(await local.api.get('/operators'), 200)).toContainEqual(expect.objectContaining({ email }));
    expectRefusal(await local.api.post('/operators', { email, name: 'B', role: 'viewer' }), 409, 'OPERATOR_EXISTS');
    const again = dataOf(await local.api.post(`/operators/${operator.id}/invite`), 201);
    expect(again.invitation_url).not.toBe(url);
    const off = { is_active: false };
    expectRefusal(await local.api.patch(`/operators/${operator.id}`, off), 409, 'LAST_ADMINISTRATOR');
    await join(ledger, { tenantId: tenantOf(own) });
    dataOf(await local.api.patch(`/operators/${operator.id}`, off), 200);
    expectRefusal(await local.api.post(`/operators/${operator.id}/invite`), 409, 'OPERATOR_INACTIVE');
    expect((await signIn(ledger, email)).status).toBe(401);
  });

  test('keeps a tenant’s last admin role until an administrator of all tenants changes it', async () => {
    const books = await ledger.newLedger();
    const { id, page } = await join(ledger, { tenantId: tenantOf(books) });
    const change = { role: 'viewer' };
    expectRefusal(await page.patch(`//admin/v1/operators/${id}`, change), 409, 'LAST_ADMINISTRATOR');
    dataOf(await page.patch(`//admin/v1/operators/${id}`, { name: 'Berta' }), 200);
    expect(dataOf(await chief.api.patch(`/operators/${id}`, change), 200)).toMatchObject({ role: 'viewer' });
  });

  test.each([
    ['email', { email: 'nobody' }],
    ['name', { name: '' }],
    ['role', { role: 'king' }],
  ])('is not invited with a wrong %s', async (field, wrong) => {
    const answer = await chief.api.post('/operators', {
      email: 'a@example.com',
      name: 'A',
      role: 'viewer',
      tenant_id: null,
      ...wrong,
    });
    expectRefusal(answer, 422, 'VALIDATION_ERROR', [field]);
  });

  test('with access to all tenants is created only by an administrator of all tenants', async () => {
    const anna = { email: `anna-${newId()}@example.com`, name: 'Anna', role: 'admin', tenant_id: null };
    expectRefusal(await local.api.post('/operators', anna), 403, 'FORBIDDEN');
    const { id } = dataOf(await chief.api.post('/operators', anna), 201);
    expectRefusal(await local.api.get(`/operators/${id}`), 404, 'OPERATOR_NOT_FOUND');
    expectRefusal(await local.api.patch(`/operators/${id}`, { role: 'viewer' }), 404, 'OPERATOR_NOT_FOUND');
  });

  test('with the role admin can administer by the session cookie', async () => {
    const person = await join(ledger, { role: 'admin', tenantId: tenantOf(own) });
    const page = administering(person.page);
    expect(dataOf(await page.get('/tenants'), 200)).toHaveLength(1);
    const { id } = dataOf(await page.post('/keys', { ledger_id: own.ledger.id, scopes: ['read'] }), 201);
    dataOf(await page.post(`/keys/${id}/revoke`), 200);
    expectRefusal(await page.get('/rates'), 403, 'FORBIDDEN');
  });
});

describe('strings and rates', () => {
  test('a ledger joins a string of its tenant and leaves it again', async () => {
    const { administration } = ledger.app.strings;
    await administration.found(tenantOf(own), { code: 'EUROPE', name: 'Europe', description: null, isActive: true });
    const member = { ledger_id: own.ledger.id, code: own.ledger.code, name: own.ledger.name, currency: 'USD' };
    for (let count = 0; count < 2; count++)
      expect(dataOf(await local.api.put('/strings/EUROPE/members', { ledger_id: own.ledger.id }), 200)).toEqual(member);
    expect(dataOf(await local.api.get('/strings/EUROPE/members'), 200)).toEqual([member]);
    const ofTenant = `/strings/EUROPE/members?tenant_id=${tenantOf(own)}`;
    expect(dataOf(await chief.api.get(ofTenant), 200)).toEqual([member]);
    expectRefusal(await chief.api.get('/strings/EUROPE/members'), 422, 'VALIDATION_ERROR', ['tenant_id']);
    expectRefusal(await chief.api.get(`/strings/EUROPE/members?tenant_id=${nowhere}`), 404, 'TENANT_NOT_FOUND');
    expectRefusal(await local.api.get('/strings/ASIA/members'), 404, 'STRING_NOT_FOUND');
    expectRefusal(await local.api.put('/strings/ASIA/members', { ledger_id: own.ledger.id }), 404, 'STRING_NOT_FOUND');
    const leaving = `/strings/EUROPE/members?ledger_id=${own.ledger.id}`;
    for (let count = 0; count < 2; count++)
      expect(dataOf(await local.api.delete(leaving), 200)).toEqual({ ledger_id: own.ledger.id, is_member: false });
    expectRefusal(await local.api.delete(`/strings/ASIA/members?ledger_id=${own.ledger.id}`), 404, 'STRING_NOT_FOUND');
    expect(dataOf(await local.api.get('/strings/EUROPE/members'), 200)).toEqual([]);
  });

  test('only an administrator of all tenants sets and lists rates', async () => {
    const rate = { base: 'CHF', quote: 'EUR', rate: '1.0650' };
    expect(dataOf(await chief.api.put('/rates', rate), 200)).toMatchObject(rate);
    dataOf(await chief.api.put('/rates', { ...rate, quote: 'USD' }), 200);
    expectRefusal(await chief.api.put('/rates', { ...rate, quote: 'CHF' }), 422, 'VALIDATION_ERROR', ['quote']);
    dataOf(await chief.api.put('/rates', { ...rate, base: 'EUR', quote: 'CHF' }), 200);
    const pairs: string[] = [];
    let cursor = '';
    do {
      const answer = await chief.api.get(`/rates?limit=1${cursor}`);
      pairs.push(...dataOf(answer, 200).map((each: Record<string, string>) => `${each['base']}/${each['quote']}`));
      cursor = answer.body.meta.pagination.next_cursor ? `&cursor=${answer.body.meta.pagination.next_cursor}` : '';
    } while (cursor !== '');
    expect(pairs).toEqual(['CHF/EUR', 'CHF/USD', 'EUR/CHF']);
    expectRefusal(await chief.api.put('/rates', { ...rate, rate: '0' }), 422, 'VALIDATION_ERROR', ['rate']);
    for (const answer of [await local.api.get('/rates'), await local.api.put('/rates', rate)])
      expectRefusal(answer, 403, 'FORBIDDEN');
  });
});
