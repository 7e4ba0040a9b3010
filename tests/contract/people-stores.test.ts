/** What every store of operators, links and sessions promises, whatever it keeps its rows in. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Invitation, OperatorStore, SessionStore } from '../../src/modules/access/application/ports';
import type { Operator, OperatorId } from '../../src/modules/access/domain/operator';
import { beginSession, type Session } from '../../src/modules/access/domain/session';
import { PostgresOperatorStore } from '../../src/modules/access/postgres/operator-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresSessionStore } from '../../src/modules/access/postgres/session-store';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { MemoryPeople } from '../../src/modules/access/memory/people-stores';
import { freshDatabase, serviceAccess, topologyOfRun } from '../support/database';

interface Stores {
  readonly operators: OperatorStore;
  readonly sessions: SessionStore;
  openTenant(): Promise<TenantId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Stores> => {
  const people = new MemoryPeople();
  return {
    operators: people,
    sessions: people,
    openTenant: async () => newId<'tenant'>(),
    close: async () => undefined,
  };
};

const onPostgres = async (): Promise<Stores> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ ...serviceAccess(url), maxConnections: 6 });
  const orm = openOrm(pool, accessEntities);
  const unitOfWork = new PostgresUnitOfWork(pool, undefined, undefined, topologyOfRun());
  const tenants = new PostgresTenantStore(orm, unitOfWork);
  return {
    operators: new PostgresOperatorStore(orm, unitOfWork),
    sessions: new PostgresSessionStore(orm),
    openTenant: async () => {
      const id = newId<'tenant'>();
      await tenants.insert({ id, name: 'Tenant', createdAt: at(0) });
      return id;
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

/** So many minutes after ten. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 15, 10, minutes, 0, 123));
let made = 0;
const nextHash = (): string => (++made).toString(16).padStart(64, '0');
const actor = 'operator:somebody';

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('the stores of people in %s', (_, open) => {
  let stores: Stores;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  const personOf = (tenantId: TenantId | null = null, fields: Partial<Operator> = {}): Operator => ({
    id: newId<'operator'>(),
    tenantId,
    email: `person${++made}@example.com`,
    name: 'Anna "Ä" 📚',
    role: 'bookkeeper',
    isActive: true,
    lastSeenAt: null,
    createdAt: at(0),
    ...fields,
  });
  const invitationOf = (operatorId: OperatorId, tokenHash = nextHash()): Invitation => ({
    ...{ operatorId, tokenHash },
    ...{ createdAt: at(0), expiresAt: at(60) },
  });
  const added = async (operator = personOf(), invitation = invitationOf(operator.id)): Promise<Operator> => {
    expect(await stores.operators.insert(operator, invitation, actor)).toBe(true);
    return operator;
  };
  const begun = async (operatorId: OperatorId, minutes = 0, most = 20): Promise<Session> => {
    const session = beginSession({ id: newId<'session'>(), tokenHash: nextHash(), operatorId }, at(minutes));
    await stores.sessions.begin(session, most);
    return session;
  };
  const openOf = async (...sessions: readonly Session[]): Promise<readonly string[]> =>
    (await stores.sessions.sessionsOfHashes(sessions.map(({ tokenHash }) => tokenHash))).map(
      ({ session }) => session.id,
    );

  describe('an operator', () => {
    test('comes back as it went in, by id and by e-mail, with no password yet', async () => {
      const operator = await added(personOf(await stores.openTenant()));
      expect(await stores.operators.operator(operator.id)).toEqual(operator);
      expect(await stores.operators.credentialsOf(operator.email)).toEqual({ operator, passwordHash: null });
      expect(await stores.operators.operator(newId<'operator'>())).toBeUndefined();
      expect(await stores.operators.credentialsOf('nobody@example.com')).toBeUndefined();
    });

    test('has an e-mail of its own: of two that come at once one is there, and the other left nothing', async () => {
      const [first, second] = [personOf(), personOf()];
      const twin = { ...second, email: first.email };
      const links = [invitationOf(first.id), invitationOf(twin.id)] as const;
      const outcomes = await Promise.all([
        stores.operators.insert(first, links[0], actor),
        stores.operators.insert(twin, links[1], actor),
      ]);
      expect([...outcomes].sort()).toEqual([false, true]);
      const [there, gone] = outcomes[0] ? [links[0], links[1]] : [links[1], links[0]];
      expect((await stores.operators.invited(there.tokenHash, at(1)))?.id).toBe(there.operatorId);
      expect(await stores.operators.invited(gone.tokenHash, at(1))).toBeUndefined();
    });

    test('is listed in the order of its making, of one tenant or with all, forwards and back', async () => {
      const tenantId = await stores.openTenant();
      const all = [await added(personOf(tenantId)), await added(personOf(tenantId)), await added(personOf(tenantId))];
      const stranger = await added();
      const ids = all.map(({ id }) => id);
      const listed = async (slice: Slice, owner: TenantId | undefined = tenantId) =>
        (await stores.operators.operators(owner, slice)).items.map(({ id }) => id);
      expect(await listed(firstSlice(10))).toEqual(ids);
      const first = await stores.operators.operators(tenantId, firstSlice(2));
      expect(first.next).toEqual([ids[1]]);
      expect(await listed({ limit: 2, direction: 'forward', from: [ids[1] as string] })).toEqual([ids[2]]);
      expect(await listed({ limit: 1, direction: 'backward', from: [ids[2] as string] })).toEqual([ids[1]]);
      expect((await stores.operators.operators(undefined, firstSlice(100))).items).toContainEqual(stranger);
    });

    test('is changed in name, role and whether it is active, and in nothing else', async () => {
      const operator = await added();
      const changed = { ...operator, name: 'Berta', role: 'admin' as const };
      await stores.operators.change({ ...changed, email: 'other@example.com', createdAt: at(5) }, false, actor);
      expect(await stores.operators.operator(operator.id)).toEqual(changed);
    });

    test('keeps its sessions through a change, unless they end with it', async () => {
      const [operator, other] = [await added(), await added()];
      const [session, foreign] = [await begun(operator.id), await begun(other.id)];
      await stores.operators.change({ ...operator, name: 'Berta' }, false, actor);
      expect(await openOf(session)).toEqual([session.id]);
      await stores.operators.change({ ...operator, role: 'viewer' }, true, actor);
      expect(await openOf(session, foreign)).toEqual([foreign.id]);
    });
  });

  describe('a link', () => {
    test('invites its operator until its end', async () => {
      const operator = personOf();
      const link = invitationOf(operator.id);
      await added(operator, link);
      expect(await stores.operators.invited(link.tokenHash, at(59))).toEqual(operator);
      expect(await stores.operators.invited(link.tokenHash, at(60))).toBeUndefined();
      expect(await stores.operators.invited(nextHash(), at(1))).toBeUndefined();
    });

    test('takes the place of the one before', async () => {
      const operator = personOf();
      const [first, second] = [invitationOf(operator.id), invitationOf(operator.id)];
      await added(operator, first);
      await stores.operators.invite(second, actor);
      expect(await stores.operators.invited(first.tokenHash, at(1))).toBeUndefined();
      expect(await stores.operators.accept(first.tokenHash, 'hash', at(1), actor)).toBe(false);
      expect(await stores.operators.accept(second.tokenHash, 'hash', at(1), actor)).toBe(true);
    });

    test('sets a password once, ends what was open, and of many who use it at once one does', async () => {
      const operator = personOf();
      const link = invitationOf(operator.id);
      await added(operator, link);
      const session = await begun(operator.id);
      const uses = ['a', 'b', 'c', 'd'].map((hash) => stores.operators.accept(link.tokenHash, hash, at(1), actor));
      const accepted = await Promise.all(uses);
      expect(accepted.filter(Boolean)).toHaveLength(1);
      const set = (await stores.operators.credentialsOf(operator.email))?.passwordHash;
      expect(set).toBe('abcd'[accepted.indexOf(true)]);
      expect(await openOf(session)).toEqual([]);
    });

    test('is over with its time, and with the deactivation of its operator for good', async () => {
      const [late, gone] = [personOf(), personOf()];
      const links = [invitationOf(late.id), invitationOf(gone.id)] as const;
      await added(late, links[0]);
      await added(gone, links[1]);
      expect(await stores.operators.accept(links[0].tokenHash, 'hash', at(60), actor)).toBe(false);
      await stores.operators.change({ ...gone, isActive: false }, true, actor);
      await stores.operators.change(gone, false, actor);
      expect(await stores.operators.invited(links[1].tokenHash, at(1))).toBeUndefined();
    });
  });

  describe('a session', () => {
    test('is found by its hash with its operator, among many', async () => {
      const operator = await added();
      const [first, second] = [await begun(operator.id), await begun(operator.id, 1)];
      const found = await stores.sessions.sessionsOfHashes([first.tokenHash, nextHash(), second.tokenHash]);
      expect(found).toHaveLength(2);
      expect(found).toContainEqual({ session: first, operator });
      expect(found).toContainEqual({ session: second, operator });
    });

    test('ends alone', async () => {
      const operator = await added();
      const [first, second] = [await begun(operator.id), await begun(operator.id)];
      await stores.sessions.end(first.id);
      expect(await openOf(first, second)).toEqual([second.id]);
    });

    test('ends with a change of the password, but for the one that changed it; so does a link', async () => {
      const operator = personOf();
      const link = invitationOf(operator.id);
      await added(operator, link);
      const [own, others] = [await begun(operator.id), await begun(operator.id)];
      await stores.operators.setPassword(operator.id, 'new', own.id, actor);
      expect(await openOf(own, others)).toEqual([own.id]);
      expect((await stores.operators.credentialsOf(operator.email))?.passwordHash).toBe('new');
      expect(await stores.operators.invited(link.tokenHash, at(1))).toBeUndefined();
    });

    test('stays where the same password is kept by another hash, which is while the former one is kept', async () => {
      const operator = await added();
      const own = await begun(operator.id);
      await stores.operators.setPassword(operator.id, 'former', own.id, actor);
      await stores.operators.rehash(operator.id, 'former', 'next', 'change of pepper');
      await stores.operators.rehash(operator.id, 'former', 'late', 'change of pepper');
      expect(await openOf(own)).toEqual([own.id]);
      expect((await stores.operators.credentialsOf(operator.email))?.passwordHash).toBe('next');
    });

    test('ends where its operator begins one too many, the oldest first', async () => {
      const operator = await added();
      const [oldest, middle, newest] = [
        await begun(operator.id, 0),
        await begun(operator.id, 1),
        await begun(operator.id, 2, 2),
      ];
      expect([...(await openOf(oldest, middle, newest))].sort()).toEqual([middle.id, newest.id].sort());
    });

    test('is removed after its time, as others begin', async () => {
      const [one, other] = [await added(), await added()];
      const old = await begun(one.id);
      await begun(other.id, 12 * 60);
      expect(await openOf(old)).toEqual([]);
    });

    test('is seen, and its operator with it; never earlier than before', async () => {
      const operator = await added();
      const [seen, unseen] = [await begun(operator.id), await begun(operator.id)];
      await stores.sessions.markSeen([seen.id], at(7));
      await stores.sessions.markSeen([seen.id], at(6));
      const found = await stores.sessions.sessionsOfHashes([seen.tokenHash, unseen.tokenHash]);
      const seenAt = new Map(found.map(({ session }) => [session.id, session.seenAt]));
      expect([seenAt.get(seen.id), seenAt.get(unseen.id)]).toEqual([at(7), at(0)]);
      expect((await stores.operators.operator(operator.id))?.lastSeenAt).toEqual(at(7));
    });
  });
});
