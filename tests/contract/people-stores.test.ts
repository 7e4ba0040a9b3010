/** The contract of the stores of operators, links and sessions, in memory and on PostgreSQL. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import { ok, refuse, refused } from '../../src/kernel/refusal';
import type { Invitation } from '../../src/modules/access/application/ports';
import type { Operator, OperatorId } from '../../src/modules/access/domain/operator';
import { beginSession, type Session } from '../../src/modules/access/domain/session';
import { peopleStores, type PeopleStores } from '../support/people-stores';

/** Returns the instant this many minutes after 10:00 UTC. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 15, 10, minutes, 0, 123));
let made = 0;
const nextHash = (): string => (++made).toString(16).padStart(64, '0');
const actor = 'operator:somebody';
const from = { address: '192.0.2.7', agent: 'Firefox' };

describe.each(peopleStores)('the stores of people in %s', (_, open) => {
  let stores: PeopleStores;

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
    ...{ operatorId, tokenHash, createdBy: 'operator:inviter' },
    ...{ createdAt: at(0), expiresAt: at(60), usedAt: null },
  });
  const added = async (operator = personOf(), invitation = invitationOf(operator.id)): Promise<Operator> => {
    expect(await stores.operators.insert(operator, invitation, actor)).toEqual(ok(undefined));
    return operator;
  };
  /** Adds an operator with a password, whose hash is the text 'hash'. */
  const joined = async (operator = personOf()): Promise<Operator> => {
    const link = invitationOf(operator.id);
    await added(operator, link);
    expect(await stores.operators.accept(link.tokenHash, 'hash', at(1), actor)).toBe(true);
    return operator;
  };
  const sessionOf = (operatorId: OperatorId, minutes = 0): Session =>
    beginSession({ id: newId<'session'>(), tokenHash: nextHash(), operatorId, from }, at(minutes));
  const begun = async (operatorId: OperatorId, minutes = 0, most = 20): Promise<Session> => {
    const session = sessionOf(operatorId, minutes);
    expect(await stores.sessions.begin(session, 'hash', most, actor)).toMatchObject({ id: operatorId });
    return session;
  };
  const change = (id: OperatorId, members: Partial<Operator>, endsSessions = false) =>
    stores.operators.change(
      id,
      (operator) => ok({ operator: { ...operator, ...members }, endsSessions }),
      actor,
      at(5),
    );
  const openOf = async (...sessions: readonly Session[]): Promise<readonly string[]> =>
    (await stores.sessions.sessionsOfHashes(sessions.map(({ tokenHash }) => tokenHash))).map(
      ({ session }) => session.id,
    );

  describe('an operator', () => {
    test('is returned unchanged by id and by e-mail address, without a password at first', async () => {
      const operator = await added(personOf(await stores.openTenant()));
      expect(await stores.operators.operator(operator.id)).toEqual(operator);
      expect(await stores.operators.credentialsOf(operator.id)).toEqual({ operator, passwordHash: null });
      expect(await stores.operators.namesakes(operator.email)).toEqual([{ operator, passwordHash: null }]);
      expect(await stores.operators.operator(newId<'operator'>())).toBeUndefined();
      expect(await stores.operators.namesakes('nobody@example.com')).toEqual([]);
    });

    test('has a unique e-mail address: of two concurrent insertions one leaves nothing', async () => {
      const [first, second] = [personOf(), personOf()];
      const twin = { ...second, email: first.email };
      const links = [invitationOf(first.id), invitationOf(twin.id)] as const;
      const outcomes = await Promise.all([
        stores.operators.insert(first, links[0], actor),
        stores.operators.insert(twin, links[1], actor),
      ]);
      expect(outcomes.filter(refused)).toEqual([refuse({ kind: 'OperatorExists', email: first.email })]);
      const [there, gone] = outcomes[1] && refused(outcomes[1]) ? [links[0], links[1]] : [links[1], links[0]];
      expect((await stores.operators.invited([there.tokenHash], at(1)))?.operator.id).toBe(there.operatorId);
      expect(await stores.operators.invited([gone.tokenHash], at(1))).toBeUndefined();
    });

    test('is listed in the order of creation, by tenant or with all, forwards and backwards', async () => {
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

    test('changes its name, its role and whether it is active, but not its e-mail address or time of creation', async () => {
      const operator = await added();
      const changed = { ...operator, name: 'Berta', role: 'admin' as const };
      await change(operator.id, { name: 'Berta', role: 'admin', email: 'other@example.com', createdAt: at(5) });
      expect(await stores.operators.operator(operator.id)).toEqual(changed);
      for (const isActive of [false, true]) {
        expect(await change(operator.id, { isActive })).toEqual(ok({ ...changed, isActive }));
        expect(await stores.operators.operator(operator.id)).toEqual({ ...changed, isActive });
      }
    });

    test('keeps its sessions through a change that does not end them', async () => {
      const [operator, other] = [await joined(), await joined()];
      const [session, foreign] = [await begun(operator.id), await begun(other.id)];
      await change(operator.id, { name: 'Berta' });
      expect(await openOf(session)).toEqual([session.id]);
      await change(operator.id, { role: 'viewer' }, true);
      expect(await openOf(session, foreign)).toEqual([foreign.id]);
    });

    test('stays unchanged by a refused change; an unknown operator is not changed', async () => {
      const operator = await joined();
      const session = await begun(operator.id);
      expect(await stores.operators.change(operator.id, () => refuse('no'), actor, at(5))).toEqual(refuse('no'));
      expect(await stores.operators.operator(operator.id)).toEqual(operator);
      expect(await openOf(session)).toEqual([session.id]);
      expect(await change(newId<'operator'>(), { name: 'Berta' })).toBeUndefined();
    });

    test('is judged with the administrators of its tenant who can sign in', async () => {
      const tenantId = await stores.openTenant();
      const [first, second] = [
        await joined(personOf(tenantId, { role: 'admin' })),
        await joined(personOf(tenantId, { role: 'admin' })),
      ];
      const viewer = await joined(personOf(tenantId, { role: 'viewer' }));
      const gone = await joined(personOf(tenantId, { role: 'admin' }));
      await change(gone.id, { isActive: false }, true);
      // Neither of these two is an administrator of the tenant: the first has not set a password yet, and the second belongs to another
      // tenant.
      await added(personOf(tenantId, { role: 'admin' }));
      await joined(personOf(await stores.openTenant(), { role: 'admin' }));
      let seen: readonly OperatorId[] = [];
      const look = (operator: Operator, administrators: readonly OperatorId[]) => {
        seen = administrators;
        return ok({ operator, endsSessions: false });
      };
      for (const { id } of [first, viewer]) {
        await stores.operators.change(id, look, actor, at(5));
        expect([...seen].sort()).toEqual([first.id, second.id].sort());
      }
      const ofAll = await joined(personOf(null, { role: 'admin' }));
      await stores.operators.change(ofAll.id, look, actor, at(5));
      expect(seen).toContain(ofAll.id);
      expect(seen).not.toContain(first.id);
    });
  });

  describe('a link', () => {
    test('invites its operator until it expires', async () => {
      const operator = personOf();
      const link = invitationOf(operator.id);
      await added(operator, link);
      expect(await stores.operators.invited([nextHash(), link.tokenHash], at(59))).toEqual({
        operator,
        invitation: link,
      });
      expect(await stores.operators.invited([link.tokenHash], at(60))).toBeUndefined();
      expect(await stores.operators.invited([nextHash()], at(1))).toBeUndefined();
    });

    test('replaces the previous link', async () => {
      const operator = personOf();
      const [first, second] = [invitationOf(operator.id), invitationOf(operator.id)];
      await added(operator, first);
      expect(await stores.operators.invite(second, actor)).toBe(true);
      expect(await stores.operators.invited([first.tokenHash], at(1))).toBeUndefined();
      expect(await stores.operators.accept(first.tokenHash, 'hash', at(1), actor)).toBe(false);
      expect(await stores.operators.accept(second.tokenHash, 'hash', at(1), actor)).toBe(true);
    });

    test('sets a password once, even if it is used concurrently, and ends open sessions', async () => {
      const operator = await joined();
      const link = invitationOf(operator.id);
      await stores.operators.invite(link, actor);
      const session = await begun(operator.id);
      const uses = ['a', 'b', 'c', 'd'].map((hash) => stores.operators.accept(link.tokenHash, hash, at(1), actor));
      const accepted = await Promise.all(uses);
      expect(accepted.filter(Boolean)).toHaveLength(1);
      const set = (await stores.operators.credentialsOf(operator.id))?.passwordHash;
      expect(set).toBe('abcd'[accepted.indexOf(true)]);
      expect(await openOf(session)).toEqual([]);
    });

    test('ends when it expires, and for good when its operator is deactivated', async () => {
      const [late, gone] = [personOf(), personOf()];
      const links = [invitationOf(late.id), invitationOf(gone.id)] as const;
      await added(late, links[0]);
      await added(gone, links[1]);
      expect(await stores.operators.accept(links[0].tokenHash, 'hash', at(60), actor)).toBe(false);
      await change(gone.id, { isActive: false }, true);
      expect(await stores.operators.invite(invitationOf(gone.id), actor)).toBe(false);
      await change(gone.id, { isActive: true });
      expect(await stores.operators.invited([links[1].tokenHash], at(1))).toBeUndefined();
    });
  });

  describe('a session', () => {
    test('is found by its hash with its operator, among many', async () => {
      const operator = await joined();
      const [first, second] = [await begun(operator.id), await begun(operator.id, 1)];
      const found = await stores.sessions.sessionsOfHashes([first.tokenHash, nextHash(), second.tokenHash]);
      expect(found).toHaveLength(2);
      expect(found).toContainEqual({ session: first, operator });
      expect(found).toContainEqual({ session: second, operator });
    });

    test('ends without ending other sessions', async () => {
      const operator = await joined();
      const [first, second] = [await begun(operator.id), await begun(operator.id)];
      await stores.sessions.end({ operatorId: operator.id, only: first.id }, actor, at(5));
      expect(await openOf(first, second)).toEqual([second.id]);
    });

    test('ends with a change of the password, except the session that made it; links end too', async () => {
      const operator = await joined();
      const link = invitationOf(operator.id);
      await stores.operators.invite(link, actor);
      const [own, others] = [await begun(operator.id), await begun(operator.id)];
      expect(await stores.operators.setPassword(own, { former: 'hash', next: 'new' }, actor, at(5))).toBe(true);
      expect(await openOf(own, others)).toEqual([own.id]);
      expect((await stores.operators.credentialsOf(operator.id))?.passwordHash).toBe('new');
      expect(await stores.operators.invited([link.tokenHash], at(1))).toBeUndefined();
    });

    test('sets no password after its end, or if the expected hash is outdated', async () => {
      const operator = await joined();
      const [ended, open] = [await begun(operator.id), await begun(operator.id)];
      await stores.sessions.end({ operatorId: operator.id, only: ended.id }, actor, at(5));
      expect(await stores.operators.setPassword(ended, { former: 'hash', next: 'new' }, actor, at(5))).toBe(false);
      expect(await stores.operators.setPassword(open, { former: 'other', next: 'new' }, actor, at(5))).toBe(false);
      expect((await stores.operators.credentialsOf(operator.id))?.passwordHash).toBe('hash');
    });

    test('does not begin with an outdated hash or for an inactive operator', async () => {
      const operator = await joined();
      const session = sessionOf(operator.id);
      expect(await stores.sessions.begin(session, 'other', 20, actor)).toBeUndefined();
      await change(operator.id, { isActive: false }, true);
      expect(await stores.sessions.begin(session, 'hash', 20, actor)).toBeUndefined();
      expect(await openOf(session)).toEqual([]);
    });

    test('stays open when a rehash replaces the expected hash of the same password', async () => {
      const operator = await joined();
      const own = await begun(operator.id);
      await stores.operators.setPassword(own, { former: 'hash', next: 'former' }, actor, at(5));
      await stores.operators.rehash(operator.id, 'former', 'next', 'change of pepper');
      await stores.operators.rehash(operator.id, 'former', 'late', 'change of pepper');
      expect(await openOf(own)).toEqual([own.id]);
      expect((await stores.operators.credentialsOf(operator.id))?.passwordHash).toBe('next');
    });

    test('ends as the oldest one when its operator begins one session too many', async () => {
      const operator = await joined();
      const [oldest, middle, newest] = [
        await begun(operator.id, 0),
        await begun(operator.id, 1),
        await begun(operator.id, 2, 2),
      ];
      expect([...(await openOf(oldest, middle, newest))].sort()).toEqual([middle.id, newest.id].sort());
    });

    test('records when it and its operator were last seen, which never moves back', async () => {
      const operator = await joined();
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
