/** GET /acts lists everything that a key or a person has done in all ledgers, for example to trace the use of a stolen key. */
import { installationLog } from '../../src/modules/access';
import { administering, appoint, type TestAdministrator } from '../support/administration';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, expectRefusal, nowhere, openAccount, walkBothWays } from '../support/requests';
import { openCustomer, openString, participation, transferring } from '../support/strings';

let ledger: TestLedger;
/** The administrator of all tenants. */
let chief: TestAdministrator;
/** The administrator of the books' tenant. */
let local: TestAdministrator;
let books: TestBooks;
let sister: TestBooks;
let foreign: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([]);
  const capabilities = [...participation('GLOBAL'), 'attributes:admin'];
  books = await ledger.newLedger({ capabilities });
  sister = await ledger.newLedger({ tenantId: books.ledger.tenantId, capabilities });
  foreign = await ledger.newLedger();
  chief = await appoint(ledger);
  local = await appoint(ledger, books.ledger.tenantId);
});
afterAll(() => ledger.close());

const prefixOf = ({ key }: Pick<TestBooks, 'key'>): string => key.split('_')[1] ?? '';
const at = (actor: string, more = ''): string => `/acts?actor=${actor}${more}`;
const acts = async (actor: string, more = ''): Promise<Answer['body'][]> =>
  dataOf(await local.api.get(at(actor, `&limit=100${more}`)), 200);
const shown = (found: readonly Answer['body'][]) =>
  found.map(({ ledger_id: ledgerId, type, subject }) => [ledgerId, type, subject.type]);

test('GET /acts lists the acts of a key in all ledgers of the tenant, newest first, since a time', async () => {
  await openString(ledger, [books, sister], { code: 'GLOBAL', name: 'Global' });
  for (const member of [books, sister]) await openCustomer(member, 'ALICE');
  const transfer = () => books.api.post('/strings/GLOBAL/transfer', transferring([books, sister]));
  // The first transfer opens clearing accounts.
  dataOf(await transfer(), 201);
  const account = await openAccount(books.api, { code: 'X' });
  dataOf(await transfer(), 201);
  const all = await acts(prefixOf(books));
  const stolenAt: string = all.find(({ subject }) => subject.id === account.id).occurred_at;
  const found = (await acts(prefixOf(books), `&since=${stolenAt}`)).filter(({ ledger_id: id }) => id !== null);
  const legs = [
    ['transaction.posted', 'transaction'],
    ['string_operation.posted', 'string_operation'],
  ];
  const [own, other] = [books.ledger.id, sister.ledger.id];
  expect(shown(found).toSorted()).toEqual(
    [
      [own, 'account.created', 'account'],
      ...[own, other].flatMap((id) => legs.map(([type, subject]) => [id, type, subject])),
    ].toSorted(),
  );
  expect(found.at(-1)).toMatchObject({
    ...{ ledger_id: own, type: 'account.created', actor: prefixOf(books), reason: null },
    ...{ subject: { type: 'account', id: account.id }, hash: expect.stringMatching(/^01[0-9a-f]{64}$/) },
  });
  const times = all.map(({ occurred_at: moment }) => moment);
  expect(times).toEqual(times.toSorted().reverse());
  expect(all.length).toBeGreaterThan(found.length);
  expect(all.filter(({ ledger_id: id }) => id !== null).slice(0, found.length)).toEqual(found);
  expect((await walkBothWays(local.api, at(prefixOf(books)), 2)).flat()).toEqual(all);
});

test('a catalog change by a key is recorded in the tenant log, and listed among its other acts', async () => {
  const before = await acts(prefixOf(books));
  await openAccount(books.api, { code: 'A1' });
  dataOf(await books.api.post('/attribute-definitions', { key: 'region', label: 'Region' }), 201);
  await openAccount(books.api, { code: 'A2' });
  const found = await acts(prefixOf(books));
  const named = ({ ledger_id: ledgerId, sequence }: Answer['body']): string => `${ledgerId} ${sequence}`;
  const known = new Set(before.map(named));
  expect(shown(found.filter((act) => !known.has(named(act)))).toSorted()).toEqual(
    [
      [books.ledger.id, 'account.created', 'account'],
      [null, 'attribute_definition.created', 'attribute_definition'],
      [books.ledger.id, 'account.created', 'account'],
    ].toSorted(),
  );
  const times = found.map(({ occurred_at: moment }) => moment);
  expect(times).toEqual(times.toSorted().reverse());
  expect((await walkBothWays(local.api, at(prefixOf(books)), 1)).flat()).toEqual(found);
});

test('an act of a person or of their link is recorded in the tenant log, and listed', async () => {
  const { tenantId } = books.ledger;
  const person = await join(ledger, { role: 'admin', tenantId });
  await openAccount(person.on(books), { code: 'BY-ANNA' });
  const ben = { email: 'ben@acts.example', name: 'Ben', role: 'viewer', tenant_id: tenantId };
  const { invitation_url: url } = dataOf(await administering(person.page).post('/operators', ben), 201);
  const accepted = await ledger.app.access.sessions.acceptInvitation(url.split('#')[1] as string, 'three plain words', {
    ...{ address: '192.0.2.7', agent: undefined },
  });
  expect(accepted).toMatchObject({ _tag: 'Right' });
  const found = await acts(`operator:${person.id}`);
  const [anna, link] = [`operator:${person.id}`, `link created by operator:${person.id}`];
  expect(found.map(({ ledger_id: ledgerId, type, actor }) => [ledgerId, type, actor]).toSorted()).toEqual(
    [
      [null, 'session.started', link],
      [null, 'operator.password_set', link],
      [null, 'invitation.used', link],
      [null, 'invitation.created', anna],
      [null, 'operator.created', anna],
      [books.ledger.id, 'account.created', anna],
    ].toSorted(),
  );
});

test('the acts of a deleted person are still listed', async () => {
  const person = await join(ledger, { role: 'bookkeeper', tenantId: books.ledger.tenantId });
  await openAccount(person.on(books), { code: 'BY-CARL' });
  dataOf(await local.api.delete(`/operators/${person.id}`), 200);
  expect(shown(await acts(`operator:${person.id}`))).toContainEqual([books.ledger.id, 'account.created', 'account']);
});

test('the acts of another tenant’s key are not listed, and another tenant answers 404', async () => {
  await openAccount(foreign.api, { code: 'X' });
  expect(await acts(prefixOf(foreign))).toEqual([]);
  expect(await acts('k7f3q9m2x5b1')).toEqual([]);
  const { tenantId } = foreign.ledger;
  const elsewhere = `&tenant_id=${tenantId}`;
  expectRefusal(await local.api.get(at(prefixOf(foreign), elsewhere)), 404, 'TENANT_NOT_FOUND');
  expectRefusal(await local.api.get(at(prefixOf(foreign), `&tenant_id=${installationLog}`)), 404, 'TENANT_NOT_FOUND');
  expect(shown(dataOf(await chief.api.get(at(prefixOf(foreign), elsewhere)), 200))).toContainEqual([
    foreign.ledger.id,
    'account.created',
    'account',
  ]);
});

test('an administrator of all tenants must name one tenant, or the log of the installation', async () => {
  expectRefusal(await chief.api.get(at(chief.actor)), 422, 'VALIDATION_ERROR', ['tenant_id']);
  expectRefusal(await chief.api.get(at(chief.actor, `&tenant_id=${nowhere}`)), 404, 'TENANT_NOT_FOUND');
  dataOf(await chief.api.get(at(chief.actor, `&tenant_id=${installationLog}`)), 200);
});

test.each([['expiry'], ['sk_k7f3q9m2x5b1'], ['operator:x'], ['']])('the actor %j is refused', async (actor) => {
  expectRefusal(await local.api.get(at(actor)), 422, 'VALIDATION_ERROR', ['actor']);
});

test('an invalid time is refused', async () => {
  expectRefusal(await local.api.get(at(local.actor, '&since=yesterday')), 422, 'VALIDATION_ERROR', ['since']);
});
