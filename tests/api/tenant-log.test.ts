/** The tenant's log: every act writes its event in the same commit, with the name of the actor, and no event contains a secret. */
import { verifyConsistency } from '../../clients/typescript/src';
import type { TenantId } from '../../src/kernel/ids';
import { installationLog } from '../../src/modules/access';
import { appoint, administering, logOf, type TestAdministrator } from '../support/administration';
import { connected, serviceAccess } from '../support/database';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { goodPassword, join } from '../support/people';
import { dataOf, expectRefusal, walkBothWays } from '../support/requests';

let ledger: TestLedger;
let chief: TestAdministrator;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  chief = await appoint(ledger);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

interface Told {
  readonly type: string;
  readonly actor: string;
}

/** Runs the act, and returns the events that it added to a tenant's log. */
const toldMeanwhile = async (tenantId: TenantId, act: () => Promise<unknown>): Promise<readonly Told[]> => {
  const before = (await logOf(ledger, tenantId)).length;
  await act();
  return (await logOf(ledger, tenantId)).slice(before).map(({ type, actor }) => ({ type, actor }));
};

test('every act over HTTP is logged once, with its actor', async () => {
  const { api, actor } = chief;
  const tenant = dataOf(await api.post('/tenants', { name: 'Told' }), 201);
  const log = (act: () => Promise<unknown>) => toldMeanwhile(tenant.id, act);
  expect(await logOf(ledger, tenant.id)).toMatchObject([{ type: 'tenant.created', actor, sequence: 1n }]);
  const opening = { tenant_id: tenant.id, code: 'MAIN', name: 'Main', currency: 'EUR' };
  let opened: { readonly id: string } | undefined;
  expect(await log(async () => (opened = dataOf(await api.post('/ledgers', opening), 201)))).toEqual([
    { type: 'ledger.created', actor },
  ]);
  const ledgerId = opened?.id;
  let key: { readonly id: string } | undefined;
  expect(
    await log(async () => (key = dataOf(await api.post('/keys', { ledger_id: ledgerId, scopes: ['read'] }), 201))),
  ).toEqual([{ type: 'key.created', actor }]);
  const keyAt = `/keys/${key?.id}`;
  expect(await log(() => api.patch(keyAt, { name: 'till' }))).toEqual([{ type: 'key.updated', actor }]);
  expect(await log(() => api.patch(keyAt, { name: 'till' }))).toEqual([]);
  expect(await log(() => api.post(`${keyAt}/rotate`, {}))).toEqual([
    { type: 'key.created', actor },
    { type: 'key.updated', actor },
  ]);
  expect(await log(() => api.post(`${keyAt}/revoke`))).toEqual([{ type: 'key.revoked', actor }]);
  expect(await log(() => api.post(`${keyAt}/revoke`))).toEqual([]);
  const ben = { email: 'ben@told.example', name: 'Ben', role: 'viewer', tenant_id: tenant.id };
  let operator: { readonly id: string } | undefined;
  expect(await log(async () => (operator = dataOf(await api.post('/operators', ben), 201)))).toEqual([
    { type: 'operator.created', actor },
    { type: 'invitation.created', actor },
  ]);
  const operatorAt = `/operators/${operator?.id}`;
  expect(await log(() => api.patch(operatorAt, { role: 'admin' }))).toEqual([{ type: 'operator.updated', actor }]);
  const gone = await log(() => api.delete(operatorAt));
  expect(gone.map(({ type }) => type)).toEqual(['invitation.withdrawn', 'operator.deleted']);
  expect(gone.map((event) => event.actor)).toEqual([actor, actor]);
  await ledger.app.strings.administration.found(tenant.id, { code: 'S', name: 'S', description: null, isActive: true });
  const members = '/strings/S/members';
  expect(await log(() => api.put(members, { ledger_id: ledgerId }))).toEqual([{ type: 'string_member.added', actor }]);
  expect(await log(() => api.put(members, { ledger_id: ledgerId }))).toEqual([]);
  expect(await log(() => api.delete(`${members}?ledger_id=${ledgerId}`))).toEqual([
    { type: 'string_member.removed', actor },
  ]);
  const rate = { base: 'EUR', quote: 'USD', rate: '1.08' };
  expect(await toldMeanwhile(installationLog, () => api.put('/rates', rate))).toEqual([{ type: 'rate.set', actor }]);
});

test('the acts on one subject are listed newest first, in both directions, from the caller’s logs only', async () => {
  const books = await ledger.newLedger();
  const { tenantId } = books.ledger;
  const own = await appoint(ledger, tenantId);
  const { id } = dataOf(await own.api.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'] }), 201);
  dataOf(await own.api.patch(`/keys/${id}`, { name: 'till' }), 200);
  dataOf(await chief.api.post(`/keys/${id}/revoke`), 200);
  const expectedActs = [
    { type: 'key.revoked', actor: chief.actor },
    { type: 'key.updated', actor: own.actor },
    { type: 'key.created', actor: own.actor },
  ];
  for (const { api } of [own, chief])
    for (const query of [`subject_id=${id}`, `subject_id=${id}&tenant_id=${tenantId}`])
      expect((await walkBothWays(api, `/log?${query}`, 1)).flat()).toMatchObject(expectedActs);
  const stranger = await appoint(ledger, (await ledger.newLedger()).ledger.tenantId);
  expect(dataOf(await stranger.api.get(`/log?subject_id=${id}`), 200)).toEqual([]);
  expect(dataOf(await chief.api.get(`/log?subject_id=${books.ledger.id}-`), 200)).toEqual([]);
  expectRefusal(await chief.api.get('/log?subject_id='), 422, 'VALIDATION_ERROR', ['subject_id']);
});

test('people, keys of ledgers and the command line are logged as actors', async () => {
  const books = await ledger.newLedger();
  const { tenantId } = books.ledger;
  const person = await join(ledger, { role: 'admin', tenantId });
  const page = administering(person.page);
  expect(
    await toldMeanwhile(tenantId, () => page.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'] })),
  ).toEqual([{ type: 'key.created', actor: `operator:${person.id}` }]);
  const prefix = books.key.split('_')[1] ?? '';
  expect(await toldMeanwhile(tenantId, () => books.api.post('/strings', { code: 'MINE', name: 'Mine' }))).toEqual([
    { type: 'string.created', actor: prefix },
    { type: 'string_member.added', actor: prefix },
  ]);
  const { access, ledgering } = ledger.app;
  const correct = async (): Promise<void> => {
    expected(await ledgering.correctCurrency(books.ledger.id, { currency: 'CHF' }));
  };
  const ofCommandLine = (type: string): Told => ({ type, actor: 'command line' });
  expect(await toldMeanwhile(tenantId, correct)).toEqual(
    ['ledger.updated', 'key.updated', 'key.updated'].map(ofCommandLine),
  );
  const { id } = expected(await access.adminKeys.issue({ name: 'a program', tenantId }));
  const revoke = () => access.adminKeys.revoke(id, `operator:${person.id}`);
  expect(await toldMeanwhile(tenantId, revoke)).toEqual([
    { type: 'admin_key.revoked', actor: `operator:${person.id}` },
  ]);
});

test('the setting of a password is logged as an event of its own, without the password', async () => {
  const { tenantId } = (await ledger.newLedger()).ledger;
  const before = (await logOf(ledger, tenantId)).length;
  const { email, page } = await join(ledger, { tenantId });
  const change = { current_password: goodPassword, new_password: 'four other plain words' };
  expect((await page.put('//console/password', change)).status).toBe(200);
  const told = (await logOf(ledger, tenantId)).slice(before);
  const types = ['operator.created', 'invitation.created', 'invitation.used', 'operator.password_set'];
  expect(told.map(({ type }) => type)).toEqual([...types, 'session.started', 'operator.password_set']);
  const [created, first, second] = told
    .filter(({ subjectType }) => subjectType === 'operator')
    .map(({ content }) => JSON.parse(content) as object);
  expect(created).toMatchObject({ email, role: 'admin' });
  expect([first, second]).toEqual([created, created]);
  const text = JSON.stringify(told, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  for (const password of [goodPassword, change.new_password]) expect(text).not.toContain(password);
});

test('reading, and the times of last use, are not logged', async () => {
  const books = await ledger.newLedger();
  const person = await join(ledger, { tenantId: books.ledger.tenantId });
  const used = async (): Promise<void> => {
    dataOf(await books.api.get('/ledger'), 200);
    dataOf(await administering(person.page).get('/tenants'), 200);
    const [key] = await ledger.app.access.listKeys(books.ledger.id);
    await connected(serviceAccess(ledger.databaseUrl).url, (client) =>
      client.query('update api_keys set last_used_at = now() where id = $1', [key?.id]),
    );
  };
  expect(await toldMeanwhile(books.ledger.tenantId, used)).toEqual([]);
});

describe('the event of an act', () => {
  let books: TestBooks;
  beforeAll(async () => {
    books = await ledger.newLedger();
  });

  test('is absent if the act is rolled back', async () => {
    const told = await toldMeanwhile(books.ledger.tenantId, () =>
      connected(ledger.databaseUrl, async (client) => {
        await client.query('begin');
        await client.query('update tenants set name = $1 where id = $2', ['other', books.ledger.tenantId]);
        await client.query('rollback');
      }),
    );
    expect(told).toEqual([]);
  });

  test('is also written for a statement of the database owner', async () => {
    const told = await toldMeanwhile(books.ledger.tenantId, () =>
      connected(ledger.databaseUrl, (client) =>
        client.query('update tenants set name = $1 where id = $2', ['other', books.ledger.tenantId]),
      ),
    );
    expect(told).toEqual([{ type: 'tenant.updated', actor: 'command line' }]);
  });

  test('has a place without a gap among those of concurrent acts', async () => {
    const before = (await logOf(ledger, books.ledger.tenantId)).length;
    const acts = Array.from({ length: 24 }, () => ledger.newKey(books.ledger));
    await Promise.all(acts);
    const log = await logOf(ledger, books.ledger.tenantId);
    expect(log).toHaveLength(before + 24);
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => BigInt(index + 1)));
    expect((await ledger.app.access.verifyTenantLogs()).flatMap(({ named }) => named)).toEqual([]);
  });
});

describe('the log over HTTP', () => {
  test('is newest first, page by page, with the subject as the event left it', async () => {
    const books = await ledger.newLedger();
    const key = dataOf(
      await chief.api.post('/keys', { ledger_id: books.ledger.id, scopes: ['read'], name: 'last' }),
      201,
    );
    const at = `/log?tenant_id=${books.ledger.tenantId}&limit=2`;
    const first = await chief.api.get(at);
    const [newest] = dataOf(first, 200);
    expect(newest).toMatchObject({
      tenant_id: books.ledger.tenantId,
      sequence: 4,
      type: 'key.created',
      actor: chief.actor,
      subject: { type: 'key', id: key.id },
      content: { id: key.id, name: 'last', scopes: ['read'], allowed_networks: [] },
    });
    const second = await chief.api.get(`${at}&cursor=${first.body.meta.pagination.next_cursor}`);
    expect(dataOf(second, 200).map(({ type }: Told) => type)).toEqual(['ledger.created', 'tenant.created']);
    const back = await chief.api.get(`${at}&cursor=${second.body.meta.pagination.previous_cursor}`);
    expect(dataOf(back, 200)).toEqual(dataOf(first, 200));
  });

  test('merges all logs newest first, in both directions', async () => {
    const events: { occurred_at: string; tenant_id: string; sequence: number }[] = [];
    let cursor = '';
    do {
      const answer = await chief.api.get(`/log?limit=7${cursor}`);
      events.push(...dataOf(answer, 200));
      cursor = answer.body.meta.pagination.next_cursor ? `&cursor=${answer.body.meta.pagination.next_cursor}` : '';
    } while (cursor !== '');
    const times = events.map(({ occurred_at: at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(events.map(({ tenant_id: id, sequence }) => `${id} ${sequence}`)).size).toBe(events.length);
    expect(new Set(events.map(({ tenant_id: id }) => id)).size).toBeGreaterThan(3);
    const second = await chief.api.get(
      `/log?limit=7&cursor=${(await chief.api.get('/log?limit=7')).body.meta.pagination.next_cursor}`,
    );
    const back = await chief.api.get(`/log?limit=7&cursor=${second.body.meta.pagination.previous_cursor}`);
    expect(dataOf(back, 200)).toEqual(events.slice(0, 7));
  });

  test('shows the log of the installation by its nil id', async () => {
    const events = dataOf(await chief.api.get(`/log?tenant_id=${installationLog}`), 200);
    expect(events).toContainEqual(expect.objectContaining({ type: 'admin_key.created' }));
  });
});

describe('the latest checkpoint', () => {
  const at = (tenantId: string | undefined, from?: number): string =>
    `/log/checkpoint?${new URLSearchParams({
      ...(tenantId !== undefined && { tenant_id: tenantId }),
      ...(from !== undefined && { from: String(from) }),
    })}`;

  test('covers the log of the tenant, and proves that it only grew since an earlier one', async () => {
    const { id } = dataOf(await chief.api.post('/tenants', { name: 'Signed' }), 201);
    const former = dataOf(await chief.api.get(at(id)), 200);
    expect([former.tree_size, former.consistency]).toEqual([1, []]);
    expect(former.note).toMatch(new RegExp(`^ledger/tenants/${id}\\n1\\n`));

    const opening = { tenant_id: id, code: 'MAIN', name: 'Main', currency: 'EUR' };
    dataOf(await chief.api.post('/ledgers', opening), 201);
    ledger.app.proof.start();
    await ledger.app.background.idle('checkpoints');
    await ledger.app.proof.stop();
    const latest = dataOf(await chief.api.get(at(id, 1)), 200);
    expect(latest.tree_size).toBe((await logOf(ledger, id)).length);
    const keys = await (await fetch(`${ledger.baseUrl}/.well-known/ledger-keys`)).text();
    expect(await verifyConsistency(former.note, latest, keys)).toMatchObject({ former_size: 1 });
    expectRefusal(await chief.api.get(at(id, latest.tree_size + 1)), 404, 'CHECKPOINT_NOT_FOUND');
  });

  test('belongs to the caller’s tenant, or to one that is named', async () => {
    const { id } = dataOf(await chief.api.post('/tenants', { name: 'Own' }), 201);
    const { id: other } = dataOf(await chief.api.post('/tenants', { name: 'Other' }), 201);
    const local = await appoint(ledger, id);
    expect(dataOf(await local.api.get(at(undefined)), 200).note).toMatch(new RegExp(`^ledger/tenants/${id}\\n`));
    for (const hidden of [other, installationLog])
      expectRefusal(await local.api.get(at(hidden)), 404, 'TENANT_NOT_FOUND');
    expectRefusal(await chief.api.get(at(undefined)), 422, 'VALIDATION_ERROR', ['tenant_id']);
    expect(dataOf(await chief.api.get(at(installationLog)), 200).note).toContain(`/tenants/${installationLog}\n`);
  });
});

test('no log contains a secret, its hash or a part of either', async () => {
  const text = await connected(ledger.databaseUrl, async (client) => {
    const { rows } = await client.query<{ secret: string }>(
      `select encode(secret_hash, 'hex') as secret from api_keys union all select encode(secret_hash, 'hex') from admin_keys
        union all select password_hash from operators where password_hash is not null
        union all select token_hash from invitations union all select token_hash from sessions`,
    );
    const { rows: told } = await client.query<{ content: string }>('select content from tenant_log');
    const all = told.map(({ content }) => content).join('\n');
    expect(rows.length).toBeGreaterThan(20);
    for (const { secret } of rows) expect(all.includes(secret)).toBe(false);
    return all;
  });
  // Events contain the public part of the actor's key, such as `sk_…`, but never the secret part, which follows after a second underscore.
  expect(text).not.toMatch(/secret|password|token|hash|\b[as]k_[a-z0-9]+_/);
});
