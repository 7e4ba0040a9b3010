/**
 * The tenant's log records links and sessions. The event of an act that was done through a link names the person who created the link, and
 * the recipient of the link can see that it was used.
 */
import { hash, randomBytes } from 'node:crypto';
import { applicationRole } from '../../src/kernel/postgres/session';
import type { TenantEvent } from '../../src/modules/access';
import { appoint, administering, toldMeanwhile, type TestAdministrator } from '../support/administration';
import { connected } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { fromPage, goodPassword, join, personOf, signIn, type Person } from '../support/people';
import { dataOf } from '../support/requests';

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

const tokenIn = (url: string): string => url.split('#')[1] as string;
const accept = (token: string, password = goodPassword) =>
  fromPage(ledger, { 'User-Agent': 'Thief/1.0' }).post('//console/invitation', { token, password });
const invite = async (id: string, by = chief.api): Promise<string> =>
  tokenIn(dataOf(await by.post(`/operators/${id}/invite`), 201).invitation_url);

/** Runs the act, and returns the events that it added to the log of the books' tenant. */
const toldOf = ({ ledger: { tenantId } }: TestBooks, act: () => Promise<unknown>) =>
  toldMeanwhile(ledger, tenantId, act);
const told = (events: readonly Pick<TenantEvent, 'type' | 'actor'>[]) =>
  events.map(({ type, actor }) => ({ type, actor }));

describe('a link', () => {
  let books: TestBooks;
  let person: Person;
  beforeAll(async () => {
    books = await ledger.newLedger();
    person = await join(ledger, { role: 'bookkeeper', tenantId: books.ledger.tenantId });
  });

  test('is recorded when it is created, and every act through it names its creator', async () => {
    const created = await toldOf(books, () => invite(person.id));
    expect(told(created)).toEqual([{ type: 'invitation.created', actor: chief.actor }]);
    expect(JSON.parse(created[0]?.content ?? '')).toMatchObject({
      operator_id: person.id,
      created_by: chief.actor,
      used_at: null,
    });
    expect(created[0]?.content).not.toMatch(/hash|token/);
    const token = await invite(person.id);
    const actor = `link created by ${chief.actor}`;
    const used = await toldOf(books, async () => dataOf(await accept(token), 200));
    expect(told(used)).toEqual(
      ['invitation.used', 'operator.password_set', 'session.ended', 'session.started'].map((type) => ({ type, actor })),
    );
    expect(JSON.parse(used.at(-1)?.content ?? '')).toMatchObject({ began_by: 'link', link_created_by: chief.actor });
  });

  test('is shown to the person at the next sign-in, with its creator and the address of its use', async () => {
    const name = 'Otto';
    const admin = await join(ledger, { tenantId: books.ledger.tenantId });
    dataOf(await chief.api.patch(`/operators/${admin.id}`, { name }), 200);
    const victim = await join(ledger, { role: 'viewer', tenantId: books.ledger.tenantId });
    dataOf(await accept(await invite(victim.id, administering(admin.page)), 'four other plain words'), 200);
    const signedIn = dataOf(await accept(await invite(victim.id)), 200);
    const actor = `operator:${admin.id}`;
    const by = {
      created_by: actor,
      created_by_name: name,
      address: '127.0.0.1',
      agent: 'Thief/1.0',
      used_at: expect.any(String),
    };
    const first = expect.objectContaining({ created_by: 'command line', created_by_name: null });
    expect(signedIn.links_used).toEqual([by, first]);
    const later = dataOf(await signIn(ledger, victim.email), 200);
    expect(later.links_used).toEqual([expect.objectContaining({ created_by: chief.actor }), by, first]);
  });

  test('that was not used is recorded as withdrawn when the person is deactivated', async () => {
    await invite(person.id);
    const off = await toldOf(books, () => chief.api.patch(`/operators/${person.id}`, { is_active: false }));
    expect(
      told(off)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['invitation.withdrawn', 'operator.updated', 'session.ended']);
  });
});

describe('a session', () => {
  let books: TestBooks;
  let person: Person;
  beforeAll(async () => {
    books = await ledger.newLedger();
    person = await join(ledger, { role: 'bookkeeper', tenantId: books.ledger.tenantId });
  });

  test('is recorded at its start and its end, without the address and the browser', async () => {
    const actor = `operator:${person.id}`;
    let page: Person | undefined;
    const begun = await toldOf(books, async () => (page = personOf(ledger, await signIn(ledger, person.email))));
    expect(told(begun)).toEqual([{ type: 'session.started', actor }]);
    expect(begun[0]?.content).not.toMatch(/127\.0\.0\.1|agent|hash|token/);
    const ended = await toldOf(books, () => page?.page.delete('//console/session') ?? Promise.resolve());
    expect(told(ended)).toEqual([{ type: 'session.ended', actor }]);
  });

  test('that an administrator ends is recorded under that administrator', async () => {
    const sessions = dataOf(await chief.api.get(`/operators/${person.id}/sessions`), 200);
    const open = sessions.filter(({ status }: { readonly status: string }) => status === 'open');
    expect(open.length).toBeGreaterThan(0);
    const end = async () => dataOf(await chief.api.delete(`/operators/${person.id}/sessions`), 200);
    expect(told(await toldOf(books, end))).toEqual(open.map(() => ({ type: 'session.ended', actor: chief.actor })));
    expect(await end()).toEqual({ ended: 0 });
    expect((await person.on(books).get('/ledger')).status).toBe(401);
  });
});

describe('an attacker with the service’s database password', () => {
  const forge = (statement: string, values: readonly unknown[]) =>
    connected(ledger.databaseUrl, async (client) => {
      await client.query(`set role ${applicationRole}`);
      await client.query(statement, [...values]);
    });
  const hashOf = (token: string): string => hash('sha256', token, 'hex');
  const secret = randomBytes(32).toString('base64url');

  test('cannot create a session that works, and verify finds the attempt', async () => {
    const person = await join(ledger);
    const token = `session_${secret}`;
    await forge(
      `insert into sessions (id, token_hash, operator_id, began_by, address, created_at, seen_at, expires_at)
       select gen_random_uuid(), $1, $2, 'sign_in', 'x', now(), now(), now() + interval '12 hours'`,
      [hashOf(token), person.id],
    );
    const page = fromPage(ledger, { Cookie: `ledger-session-${new URL(ledger.baseUrl).port}=${token}` });
    expect((await page.get('//console/session')).status).toBe(401);
    const found = (await ledger.app.access.verifyTenantLogs()).flatMap(({ named }) => named);
    expect(found).toEqual([
      { where: expect.stringMatching(/^session /), detail: expect.stringMatching(/command line began it$/) },
    ]);
  });

  test('cannot create a link that sets a password', async () => {
    const person = await join(ledger);
    const token = `invite_${secret}`;
    await forge(
      `update invitations set token_hash = $1, created_by = 'x', used_at = null, expires_at = now() + interval '1 day'
        where operator_id = $2`,
      [hashOf(token), person.id],
    );
    expect((await accept(token)).status).toBe(410);
  });
});
