/** An open session alone cannot create access that outlives it: a person who grants a right must have entered the password recently. */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import { recentMs } from '../../src/modules/access/domain/session';
import { appoint } from '../support/administration';
import { contractOf } from '../support/answers';
import { client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join, personOf, signIn, type Person } from '../support/people';
import { expectRefusal, nowhere } from '../support/requests';

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;
let person: Person;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await ledger.newLedger();
});
afterAll(() => ledger.close());
beforeEach(async () => {
  clock.advance(1_000);
  person = await join(ledger, { role: 'admin', tenantId: books.ledger.tenantId });
});

const membersOf = (schema: JsonSchema | undefined): readonly string[] =>
  Object.keys((schema?.['properties'] ?? {}) as object);
const doors = contractOf().adminRoutes.map(({ method, path, spec }) => ({
  operation: spec.operationId,
  method: method.toUpperCase(),
  path: `//admin/v1${path.replace(/:\w+/g, nowhere)}`,
  isWritten: method !== 'get',
  makesWayIn: spec.makesWayIn === true,
  /** True if the answer or the body has a member that grants access, such as a key or a role. */
  opens:
    membersOf(spec.answer.schema).some((name) => ['key', 'invitation_url'].includes(name)) ||
    membersOf(spec.body?.schema).some((name) => ['role', 'is_active', 'email', 'scopes'].includes(name)),
}));

test.each(doors.filter(({ isWritten, opens }) => isWritten && opens))('$operation is a way in', ({ makesWayIn }) => {
  expect(makesWayIn).toBe(true);
});

const waysIn = doors.filter(({ makesWayIn }) => makesWayIn);
test('at least five operations are ways in, and none of them only reads', () => {
  expect(waysIn.length).toBeGreaterThanOrEqual(5);
  expect(waysIn.filter(({ isWritten }) => !isWritten)).toEqual([]);
});

describe.each(waysIn)('$operation', ({ method, path }) => {
  const body = JSON.stringify({});
  const json = { 'Content-Type': 'application/json' };

  test('asks a person for the password again ten minutes after the sign-in', async () => {
    expect((await person.page.send(method, path, body, json)).body.code).not.toBe('PASSWORD_REQUIRED');
    clock.advance(recentMs + 1);
    expectRefusal(await person.page.send(method, path, body, json), 403, 'PASSWORD_REQUIRED');
    const again = personOf(ledger, await signIn(ledger, person.email));
    expect((await again.page.send(method, path, body, json)).body.code).not.toBe('PASSWORD_REQUIRED');
  });

  test('asks no program with a key for a password', async () => {
    const { key } = await appoint(ledger);
    clock.advance(recentMs + 1);
    const answer = await client(ledger.baseUrl, key).send(method, path, body, json);
    expect(answer.body.code).not.toBe('PASSWORD_REQUIRED');
  });
});

test('a person without the right is refused for that, and is not asked for the password', async () => {
  const viewer = await join(ledger, { role: 'viewer', tenantId: books.ledger.tenantId });
  clock.advance(recentMs + 1);
  expectRefusal(await viewer.page.post('//admin/v1/keys', {}), 403, 'FORBIDDEN');
});

test('a person cannot create a link of their own, which would replace the password', async () => {
  expectRefusal(await person.page.post(`//admin/v1/operators/${person.id}/invite`), 409, 'OWN_LINK');
});

test('writing the books and reading lists ask for no password', async () => {
  clock.advance(recentMs + 1);
  expect((await person.page.get('//admin/v1/keys')).status).toBe(200);
  expect((await person.on(books).post('/journals', { code: 'OLD', name: 'Old' })).status).toBe(201);
});
