/** The contract of the stores for people who share an e-mail address and for deleted people. */
import { newId, type TenantId } from '../../src/kernel/ids';
import { ok, refuse, refused } from '../../src/kernel/refusal';
import type { Invitation } from '../../src/modules/access/application/ports';
import type { Operator, OperatorId } from '../../src/modules/access/domain/operator';
import { beginSession } from '../../src/modules/access/domain/session';
import { peopleStores, type PeopleStores } from '../support/people-stores';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 15, 10, minutes, 0, 123));
const actor = 'operator:somebody';
const hashes = new Map<string, string>();
/** A text with the length of a hash, the same for the same name. */
const hashOf = (name: string): string => {
  const hash = hashes.get(name) ?? (0xabc000 + hashes.size).toString(16).padStart(64, '0');
  hashes.set(name, hash);
  return hash;
};

describe.each(peopleStores)('namesakes in %s', (_, open) => {
  let stores: PeopleStores;
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  const personOf = (tenantId: TenantId | null, email: string): Operator => ({
    ...{ id: newId<'operator'>(), tenantId, email, name: 'Anna', role: 'bookkeeper', isActive: true },
    ...{ lastSeenAt: null, createdAt: at(0) },
  });
  const invitationOf = (operatorId: OperatorId): Invitation => ({
    ...{ operatorId, tokenHash: hashOf(`link ${operatorId}`), createdBy: 'operator:inviter' },
    ...{ createdAt: at(0), expiresAt: at(60), usedAt: null },
  });
  const insert = async (person: Operator) =>
    !refused(await stores.operators.insert(person, invitationOf(person.id), actor));

  test('are in different tenants, and all are found by the e-mail address', async () => {
    const tenants = [null, await stores.openTenant(), await stores.openTenant()];
    const people = tenants.map((tenantId) => personOf(tenantId, 'many@example.com'));
    for (const person of people) expect(await insert(person)).toBe(true);
    for (const tenantId of tenants) expect(await insert(personOf(tenantId, 'many@example.com'))).toBe(false);
    const found = await stores.operators.namesakes('many@example.com');
    expect(found.map(({ operator }) => operator.id)).toEqual(people.map(({ id }) => id));
  });

  test('deletion ends sessions and links and frees the e-mail address; a refused deletion changes nothing', async () => {
    const tenantId = await stores.openTenant();
    const person = personOf(tenantId, 'leaving@example.com');
    const { id } = person;
    await insert(person);
    await stores.operators.accept(hashOf(`link ${id}`), 'hash', at(1), actor);
    const from = { address: '192.0.2.7', agent: 'Firefox' };
    const names = { id: newId<'session'>(), tokenHash: hashOf(`session ${id}`), operatorId: id };
    await stores.sessions.begin(beginSession({ ...names, from }, at(2)), 'hash', 20, actor);
    const again = { ...invitationOf(id), tokenHash: hashOf(`another link ${id}`) };
    expect(await stores.operators.invite(again, actor)).toBe(true);
    const isInvited = async () => (await stores.operators.invited([again.tokenHash], at(3))) !== undefined;
    const open = async () => (await stores.sessions.sessionsOfHashes([names.tokenHash])).length;
    const remove = (isAllowed: boolean) =>
      stores.operators.remove(id, (found) => (isAllowed ? ok(found) : refuse('no')), actor, at(5));
    expect(await remove(false)).toEqual(refuse('no'));
    expect([await open(), await isInvited()]).toEqual([1, true]);
    expect(await remove(true)).toEqual(ok(expect.objectContaining({ id })));
    expect([await open(), await isInvited()]).toEqual([0, false]);
    expect(await stores.operators.accept(again.tokenHash, 'hash', at(6), actor)).toBe(false);
    expect(await stores.operators.operator(id)).toBeUndefined();
    expect(await remove(true)).toBeUndefined();
    expect(await insert(personOf(tenantId, person.email))).toBe(true);
  });
});
