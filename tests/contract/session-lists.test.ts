/** The stored sessions that people can list, including those that ended within the last 90 days. */
import { newId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import type { Operator, OperatorId } from '../../src/modules/access/domain/operator';
import { beginSession, type Session } from '../../src/modules/access/domain/session';
import { peopleStores, type PeopleStores } from '../support/people-stores';

/** Returns the instant this many minutes after 10:00 UTC. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 15, 10, minutes, 0, 123));
let made = 0;
const nextHash = (): string => (++made).toString(16).padStart(64, '0');
const actor = 'operator:somebody';
const from = { address: '192.0.2.7', agent: 'Firefox' };

describe.each(peopleStores)('a session in %s', (_, open) => {
  let stores: PeopleStores;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  /** Adds an operator with a password, whose hash is the text 'hash'. */
  const joined = async (): Promise<Operator> => {
    const operator: Operator = {
      ...{
        id: newId<'operator'>(),
        tenantId: null,
        email: `listed${++made}@example.com`,
        name: 'Anna',
        role: 'viewer',
      },
      ...{ isActive: true, lastSeenAt: null, createdAt: at(0) },
    };
    const link = { operatorId: operator.id, tokenHash: nextHash(), createdBy: actor, createdAt: at(0), usedAt: null };
    await stores.operators.insert(operator, { ...link, expiresAt: at(60) }, actor);
    await stores.operators.accept(link.tokenHash, 'hash', at(1), actor);
    return operator;
  };
  const begun = async (operatorId: OperatorId, minutes = 0): Promise<Session> => {
    const session = beginSession({ id: newId<'session'>(), tokenHash: nextHash(), operatorId, from }, at(minutes));
    await stores.sessions.begin(session, 'hash', 20, actor);
    return session;
  };

  test('is kept with its end, and listed newest first', async () => {
    const operator = await joined();
    const [first, second, third] = [await begun(operator.id), await begun(operator.id, 1), await begun(operator.id, 2)];
    const by = { operatorId: operator.id, but: third.id };
    const ended = await stores.sessions.end(by, actor, at(3));
    expect(ended.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await stores.sessions.end(by, 'operator:late', at(4))).toEqual([]);
    const { items } = await stores.sessions.page(operator.id, firstSlice(10));
    expect(items).toEqual([
      third,
      { ...second, endedAt: at(3), endedBy: actor },
      { ...first, endedAt: at(3), endedBy: actor },
    ]);
    const page = await stores.sessions.page(operator.id, firstSlice(2));
    expect(page.next).toEqual([second.id]);
    const older: Slice = { limit: 2, direction: 'forward', from: [second.id] };
    expect((await stores.sessions.page(operator.id, older)).items.map(({ id }) => id)).toEqual([first.id]);
    const newer: Slice = { limit: 1, direction: 'backward', from: [first.id] };
    expect((await stores.sessions.page(operator.id, newer)).items.map(({ id }) => id)).toEqual([second.id]);
  });

  test('is found by the link that began it', async () => {
    const operator = await joined();
    await begun(operator.id);
    const id = newId<'session'>();
    const byLink = beginSession(
      { ...{ id, tokenHash: nextHash(), operatorId: operator.id, from }, linkCreatedBy: 'ak_prefix' },
      at(7),
    );
    await stores.sessions.begin(byLink, 'hash', 20, actor);
    expect(await stores.sessions.begunByLink(operator.id, at(6), 5)).toEqual([byLink]);
    expect(await stores.sessions.begunByLink(operator.id, at(7), 5)).toEqual([]);
  });

  test('is removed 90 days after its expiry, when another session begins', async () => {
    const [one, other] = [await joined(), await joined()];
    const old = await begun(one.id);
    const kept = async () => (await stores.sessions.page(one.id, firstSlice(10))).items.map(({ id }) => id);
    const halfDay = 12 * 60;
    await begun(other.id, halfDay + 90 * 24 * 60 - 1);
    expect(await kept()).toEqual([old.id]);
    await begun(other.id, halfDay + 90 * 24 * 60);
    expect(await kept()).toEqual([]);
  });
});
