/**
 * An act on operators or keys meets another one in PostgreSQL that has changed the row without committing: the act waits, and then judges
 * the committed row.
 */
import type { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import { ok, refuse } from '../../src/kernel/refusal';
import type { ApiKey } from '../../src/modules/access/domain/api-key';
import type { Operator, OperatorId } from '../../src/modules/access/domain/operator';
import { beginSession, type Session } from '../../src/modules/access/domain/session';
import { accessOnPostgres } from '../support/access-stores';
import { asOwner } from '../support/database';
import { lockIsWaitedFor } from '../support/outside';
import { peopleOnPostgres } from '../support/people-stores';
import { utc } from '../../src/kernel/time-zone';

const at = new Date('2026-01-15T10:00:00.000Z');
const end = new Date('2026-01-15T11:00:00.000Z');
const actor = 'operator:somebody';
let made = 0;
const nextHash = (): string => (++made).toString(16).padStart(64, '0');

/** Starts the act while `change` is not committed. Commits `change` when the act waits or is over. */
const against = async <A>(
  url: string,
  change: (client: Client) => Promise<unknown>,
  act: () => Promise<A>,
): Promise<A> =>
  asOwner(url, async (client) => {
    await client.query('begin');
    await change(client);
    const acting = act();
    await lockIsWaitedFor(url, acting);
    await client.query('commit');
    return acting;
  });

describe('an operator whose row is being changed', () => {
  let stores: Awaited<ReturnType<typeof peopleOnPostgres>>;
  let operator: Operator;
  let session: Session;

  beforeAll(async () => {
    stores = await peopleOnPostgres();
  });
  afterAll(() => stores.close());

  const joined = async (tenantId: Operator['tenantId']): Promise<Operator> => {
    const one: Operator = {
      ...{ id: newId<'operator'>(), tenantId, email: `person${++made}@example.com`, name: 'Anna', role: 'admin' },
      ...{ isActive: true, lastSeenAt: null, createdAt: at },
    };
    const link = {
      operatorId: one.id,
      tokenHash: nextHash(),
      createdBy: actor,
      createdAt: at,
      expiresAt: end,
      usedAt: null,
    };
    await stores.operators.insert(one, link, actor);
    await stores.operators.accept(link.tokenHash, 'hash', at, actor);
    return one;
  };
  const sessionOf = (operatorId: OperatorId): Session =>
    beginSession(
      { id: newId<'session'>(), tokenHash: nextHash(), operatorId, from: { address: 'here', agent: undefined } },
      at,
    );
  const setting =
    (assignment: string, id = operator.id) =>
    (client: Client) =>
      client.query(`update operators set ${assignment} where id = $1`, [id]);

  beforeEach(async () => {
    operator = await joined(await stores.openTenant());
    session = sessionOf(operator.id);
    await stores.sessions.begin(session, 'hash', 20, actor);
  });

  test.each(["password_hash = 'new'", 'is_active = false'])('begins no session: %s', async (assignment) => {
    const begin = () => stores.sessions.begin(sessionOf(operator.id), 'hash', 20, actor);
    expect(await against(stores.url, setting(assignment), begin)).toBeUndefined();
  });

  test('keeps the committed password', async () => {
    const set = () => stores.operators.setPassword(session, { former: 'hash', next: 'late' }, actor, at);
    expect(await against(stores.url, setting("password_hash = 'new'"), set)).toBe(false);
    expect((await stores.operators.credentialsOf(operator.id))?.passwordHash).toBe('new');
  });

  test('gets no link if it is being deactivated', async () => {
    const link = {
      operatorId: operator.id,
      tokenHash: nextHash(),
      createdBy: actor,
      createdAt: at,
      expiresAt: end,
      usedAt: null,
    };
    expect(await against(stores.url, setting('is_active = false'), () => stores.operators.invite(link, actor))).toBe(
      false,
    );
  });

  test('keeps its new role and its deactivation when it is renamed', async () => {
    const rename = () =>
      stores.operators.change(
        operator.id,
        (found) => ok({ operator: { ...found, name: 'Berta' }, endsSessions: false }),
        actor,
        at,
      );
    await against(stores.url, setting("role = 'viewer', is_active = false"), rename);
    expect(await stores.operators.operator(operator.id)).toMatchObject({
      name: 'Berta',
      role: 'viewer',
      isActive: false,
    });
  });

  test('no longer counts as an administrator if it is being deactivated', async () => {
    const other = await joined(operator.tenantId);
    const administrators = () => stores.operators.change(other.id, (_, seen) => refuse(seen), actor, at);
    expect(await against(stores.url, setting('is_active = false'), administrators)).toEqual(refuse([other.id]));
  });
});

test('a key that is being revoked is revoked for a concurrent change', async () => {
  const stores = await accessOnPostgres();
  const tenantId = newId<'tenant'>();
  await stores.tenants.insert({ id: tenantId, name: 'Tenant', createdAt: at });
  const key: ApiKey = {
    ...{
      id: newId<'key'>(),
      tenantId,
      ledgerId: await stores.openLedger(tenantId),
      prefix: 'prefix000001',
      name: null,
    },
    ...{
      denomination: { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 },
      timeZone: utc,
      scopes: ['read'],
      capabilities: [],
    },
    ...{ rateLimitPerSecond: 10, isActive: true, expiresAt: null, allowedNetworks: [], lastUsedAt: null },
    ...{ createdAt: at, revokedAt: null },
  };
  await stores.keys.insert({ key, secretHash: Buffer.alloc(32) });
  const revoke = (client: Client) =>
    client.query('update api_keys set is_active = false, revoked_at = $2 where id = $1', [key.id, end]);
  const judged = () => stores.keys.change(key.id, ({ revokedAt }) => refuse(revokedAt));
  expect(await against(stores.url, revoke, judged)).toEqual(refuse(end));
  await stores.close();
});
