/** An e-mail address is unique within a tenant: no tenant can block another's people, or learn who they are. */
import { appoint } from '../support/administration';
import type { Client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { fromPage, goodPassword, personOf, signIn } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let alfa: TestBooks;
let bravo: TestBooks;
let people = 0;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  [alfa, bravo] = [await ledger.newLedger(), await ledger.newLedger()];
});
afterAll(() => ledger.close());
beforeEach(() => clock.advance(1_000));

const nextEmail = (): string => `ceo${++people}@bravo.example`;
const administrators = async () => ({
  ofAlfa: (await appoint(ledger, alfa.ledger.tenantId)).api,
  ofBravo: (await appoint(ledger, bravo.ledger.tenantId)).api,
  ofAll: (await appoint(ledger)).api,
});
const accept = async (invited: { readonly invitation_url: string }, password = goodPassword) =>
  fromPage(ledger).post('//console/invitation', { token: invited.invitation_url.split('#')[1], password });

test('tenants can use the same address, and learn nothing of each other’s people', async () => {
  const { ofAlfa, ofBravo, ofAll } = await administrators();
  const person = { email: nextEmail(), name: 'The boss', role: 'viewer' };
  const first = dataOf(await ofAlfa.post('/operators', person), 201);
  const second = dataOf(await ofBravo.post('/operators', { ...person, role: 'admin' }), 201);
  const third = dataOf(await ofAll.post('/operators', { ...person, tenant_id: null }), 201);
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  // A second person with the same address is refused only within the tenant.
  expectRefusal(await ofAlfa.post('/operators', person), 409, 'OPERATOR_EXISTS');
  // A tenant cannot learn which addresses exist elsewhere: the answer is the same for an address of another tenant and for a new one.
  const unknown = await ofAlfa.post('/operators', { ...person, email: nextEmail() });
  const known = await ofAlfa.post('/operators', { ...person, email: (await fresh(ofBravo)).email });
  expect([unknown.status, known.status]).toEqual([201, 201]);
  expect(Object.keys(unknown.body.data)).toEqual(Object.keys(known.body.data));
});

const fresh = async (api: Client, role = 'viewer') =>
  dataOf(await api.post('/operators', { email: nextEmail(), name: 'Somebody', role }), 201);

test('people who share an address sign in by password; with equal passwords they name the tenant', async () => {
  const { ofAlfa, ofBravo } = await administrators();
  const person = { email: nextEmail(), name: 'The boss', role: 'viewer' };
  const [one, other] = [
    dataOf(await ofAlfa.post('/operators', person), 201),
    dataOf(await ofBravo.post('/operators', person), 201),
  ];
  expect((await accept(one)).status).toBe(200);
  expect((await accept(other, 'four other plain words')).status).toBe(200);
  const signedIn = async (password: string) => dataOf(await signIn(ledger, person.email, password), 200).operator.id;
  expect(await signedIn(goodPassword)).toBe(one.id);
  expect(await signedIn('four other plain words')).toBe(other.id);
  expectRefusal(await signIn(ledger, person.email, 'five words of nobody here'), 401, 'SIGN_IN_FAILED');
  const session = personOf(ledger, await signIn(ledger, person.email, 'four other plain words'));
  const passwords = { current_password: 'four other plain words', new_password: goodPassword };
  expect((await session.page.put('//console/password', passwords)).status).toBe(200);
  const both = await signIn(ledger, person.email);
  expectRefusal(both, 409, 'SIGN_IN_AMBIGUOUS');
  const offered: readonly { id: string; name: string }[] = both.body.data.tenants;
  expect(offered.map(({ id }) => id).sort()).toEqual([alfa.ledger.tenantId, bravo.ledger.tenantId].sort());
  expect(offered.every(({ name }) => name.length > 0)).toBe(true);
  const meant = (tenantId: string | null) =>
    fromPage(ledger).post('//console/session', { email: person.email, password: goodPassword, tenant_id: tenantId });
  expect(dataOf(await meant(bravo.ledger.tenantId), 200).operator.id).toBe(other.id);
  expectRefusal(await meant(null), 401, 'SIGN_IN_FAILED');
});

describe('a person who is deleted', () => {
  test('is signed out, frees the address, and cannot be found again', async () => {
    const { ofAlfa, ofBravo } = await administrators();
    const invited = await fresh(ofAlfa);
    const person = personOf(ledger, await accept(invited));
    expectRefusal(await ofBravo.delete(`/operators/${invited.id}`), 404, 'OPERATOR_NOT_FOUND');
    expect(dataOf(await ofAlfa.delete(`/operators/${invited.id}`), 200)).toEqual({ id: invited.id, deleted: true });
    clock.advance(1_000);
    expect((await person.on(alfa).get('/ledger')).status).toBe(401);
    expectRefusal(await signIn(ledger, invited.email), 401, 'SIGN_IN_FAILED');
    expectRefusal(await ofAlfa.get(`/operators/${invited.id}`), 404, 'OPERATOR_NOT_FOUND');
    expectRefusal(await ofAlfa.delete(`/operators/${invited.id}`), 404, 'OPERATOR_NOT_FOUND');
    expect((await ofAlfa.post('/operators', { email: invited.email, name: 'New', role: 'viewer' })).status).toBe(201);
  });

  test('is not a tenant’s last administrator, unless an administrator of all tenants deletes them', async () => {
    const charlie = await ledger.newLedger();
    const { api } = await appoint(ledger, charlie.ledger.tenantId);
    const only = await fresh(api, 'admin');
    await accept(only);
    expectRefusal(await api.delete(`/operators/${only.id}`), 409, 'LAST_ADMINISTRATOR');
    const { ofAll } = await administrators();
    expect((await ofAll.delete(`/operators/${only.id}`)).status).toBe(200);
  });
});
