/**
 * The limits of administration: no administrator can act in another tenant, the system endpoint describes the installation, and
 * verifications run in the background.
 */
import type { TenantId } from '../../src/kernel/ids';
import { appoint, verificationEnds, verificationsEnd, type TestAdministrator } from '../support/administration';
import type { Client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

const oldestServer = 15;

let ledger: TestLedger;
/** The administrator of all tenants. */
let chief: TestAdministrator;
/** The administrator of the tenant to which `own` belongs. */
let local: TestAdministrator;
let own: TestBooks;
let foreign: TestBooks;

beforeAll(async () => {
  // This file verifies all ledgers, so it needs its own installation.
  ledger = await startLedger([], { alone: true });
  own = await ledger.newLedger();
  foreign = await ledger.newLedger();
  chief = await appoint(ledger);
  local = await appoint(ledger, own.ledger.tenantId);
  for (const { ledger: of } of [own, foreign]) await join(ledger, { role: 'viewer', tenantId: of.tenantId });
});
afterAll(() => ledger.close());

const tenantOf = ({ ledger: { tenantId } }: TestBooks): TenantId => tenantId;

describe('the administrator of one tenant', () => {
  const lists = ['/tenants', '/ledgers', '/keys', '/operators'];

  test.each(lists)('sees only its own tenant in %s', async (path) => {
    const answer = await local.api.get(`${path}?limit=100`);
    const ids = dataOf(answer, 200).map((one: Record<string, string>) => one['tenant_id'] ?? one['id']);
    expect(new Set(ids)).toEqual(new Set([tenantOf(own)]));
  });

  test('gets 404 for another tenant, its ledgers, keys and operators', async () => {
    const key = dataOf(await chief.api.post('/keys', { ledger_id: foreign.ledger.id, scopes: ['read'] }), 201);
    const stranger = await join(ledger, { role: 'viewer', tenantId: tenantOf(foreign) });
    const draft = { code: 'THEIRS', name: 'Theirs', description: null, isActive: true };
    await ledger.app.strings.administration.found(tenantOf(foreign), draft);
    const ask = (api: Client) =>
      [
        ['TENANT_NOT_FOUND', () => api.get(`/tenants/${tenantOf(foreign)}`)],
        ['TENANT_NOT_FOUND', () => api.get(`/tenants/${tenantOf(foreign)}/quota`)],
        ['TENANT_NOT_FOUND', () => api.get(`/ledgers?tenant_id=${tenantOf(foreign)}`)],
        ['TENANT_NOT_FOUND', () => api.get(`/operators?tenant_id=${tenantOf(foreign)}`)],
        ['TENANT_NOT_FOUND', () => api.get(`/log?tenant_id=${tenantOf(foreign)}`)],
        ['TENANT_NOT_FOUND', () => api.get(`/strings/THEIRS/members?tenant_id=${tenantOf(foreign)}`)],
        [
          'TENANT_NOT_FOUND',
          () => api.post('/ledgers', { tenant_id: tenantOf(foreign), code: 'X', name: 'X', currency: 'EUR' }),
        ],
        [
          'TENANT_NOT_FOUND',
          () =>
            api.post('/operators', { email: 'x@example.com', name: 'X', role: 'viewer', tenant_id: tenantOf(foreign) }),
        ],
        ['LEDGER_NOT_FOUND', () => api.get(`/ledgers/${foreign.ledger.id}`)],
        ['LEDGER_NOT_FOUND', () => api.get(`/keys?ledger_id=${foreign.ledger.id}`)],
        ['LEDGER_NOT_FOUND', () => api.post('/keys', { ledger_id: foreign.ledger.id, scopes: ['read'] })],
        ['LEDGER_NOT_FOUND', () => api.put('/strings/THEIRS/members', { ledger_id: foreign.ledger.id })],
        ['LEDGER_NOT_FOUND', () => api.delete(`/strings/THEIRS/members?ledger_id=${foreign.ledger.id}`)],
        ['LEDGER_NOT_FOUND', () => api.post('/verifications', { ledger_id: foreign.ledger.id })],
        ['KEY_NOT_FOUND', () => api.get(`/keys/${key.id}`)],
        ['KEY_NOT_FOUND', () => api.patch(`/keys/${key.id}`, { name: 'mine' })],
        ['KEY_NOT_FOUND', () => api.post(`/keys/${key.id}/rotate`, {})],
        ['KEY_NOT_FOUND', () => api.post(`/keys/${key.id}/revoke`)],
        ['OPERATOR_NOT_FOUND', () => api.get(`/operators/${stranger.id}`)],
        ['OPERATOR_NOT_FOUND', () => api.patch(`/operators/${stranger.id}`, { role: 'admin' })],
        ['OPERATOR_NOT_FOUND', () => api.post(`/operators/${stranger.id}/invite`)],
      ] as const;
    const before = dataOf(await chief.api.get(`/log?tenant_id=${tenantOf(foreign)}&limit=100`), 200);
    for (const [code, send] of ask(local.api)) expectRefusal(await send(), 404, code);
    const after = dataOf(await chief.api.get(`/log?tenant_id=${tenantOf(foreign)}&limit=100`), 200);
    expect(after).toEqual(before);
    // The administrator of the other tenant may send the same requests. So the requests above were refused only because of the tenant.
    const theirs = await appoint(ledger, tenantOf(foreign));
    const verified = verificationEnds(ledger);
    for (const [, send] of ask(theirs.api)) expect([200, 201, 202, 409]).toContain((await send()).status);
    await verified;
  });

  test('sees neither the system nor the log of the installation', async () => {
    expectRefusal(await local.api.get('/system'), 403, 'FORBIDDEN');
    expectRefusal(await local.api.get('/log?tenant_id=00000000-0000-0000-0000-000000000000'), 404, 'TENANT_NOT_FOUND');
  });
});

describe('the system', () => {
  test('is shown to an administrator of all tenants, without a secret', async () => {
    const system = dataOf(await chief.api.get('/system'), 200);
    expect(system).toMatchObject({
      role: 'all',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      migrations: { pending: [] },
      pool: { max: expect.any(Number) },
      poster_lag_seconds: expect.stringMatching(/^\d+\.\d{3}$/),
    });
    expect(system.migrations.applied).toContain('0015-quotas.sql');
    expect(Number.parseInt(system.database_version, 10)).toBeGreaterThanOrEqual(oldestServer);
  });
});

describe('a verification', () => {
  test('runs in the background and passes, for a ledger, a tenant and everything', async () => {
    for (const [api, body, of] of [
      [local.api, { ledger_id: own.ledger.id }, 1],
      [local.api, {}, undefined],
      [chief.api, {}, undefined],
    ] as const) {
      const over = verificationEnds(ledger);
      const begun = await api.post('/verifications', body);
      expect(dataOf(begun, 202)).toMatchObject({ status: 'running', finished_at: null });
      await over;
      const done = dataOf(await api.get(begun.headers.get('Location')?.replace('/admin/v1', '') ?? ''), 200);
      expect(done).toMatchObject({ status: 'passed', broken_off: null, findings: [], done: done['of'] });
      if (of !== undefined) expect(done['of']).toBe(of);
      const names = (done['checks'] as readonly { name: string; status: string }[]).map(({ name }) => name);
      expect(names).toContain('chain');
      expect(names.includes('tenant-log-chain')).toBe(of === undefined);
      expect(names.includes('triggers-stand')).toBe(api === chief.api);
    }
  });

  test('does not prevent another tenant from verifying, which cannot see it', async () => {
    const over = verificationsEnd(ledger, 2);
    const { id } = dataOf(await chief.api.post('/verifications', {}), 202);
    const { id: ofTenant } = dataOf(await local.api.post('/verifications', {}), 202);
    expectRefusal(await local.api.get(`/verifications/${id}`), 404, 'VERIFICATION_NOT_FOUND');
    await over;
    for (const one of [id, ofTenant])
      expect(dataOf(await chief.api.get(`/verifications/${one}`), 200).status).toBe('passed');
  });

  test('is refused with 409 while another one of the administrator runs', async () => {
    const over = verificationEnds(ledger);
    dataOf(await chief.api.post('/verifications', {}), 202);
    expectRefusal(await chief.api.post('/verifications', {}), 409, 'VERIFICATION_RUNNING');
    await over;
    const again = verificationEnds(ledger);
    dataOf(await chief.api.post('/verifications', {}), 202);
    await again;
  });
});
