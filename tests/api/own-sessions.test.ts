/** A signed-in person can list the person's own sessions with their origins, and end one of them or all others. */
import { appoint, type TestAdministrator } from '../support/administration';
import { flowingClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { ask, fromPage, join, personOf, signIn, type Person } from '../support/people';
import { dataOf, expectRefusal, nowhere, type Fields } from '../support/requests';

const clock = flowingClock();
const secondMs = 1_000;
let ledger: TestLedger;
let chief: TestAdministrator;
let person: Person;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  chief = await appoint(ledger);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
beforeEach(async () => {
  person = await join(ledger);
});

const again = async (): Promise<Person> => personOf(ledger, await signIn(ledger, person.email));
const listed = async (who = person): Promise<readonly Fields[]> =>
  dataOf(await who.page.get('//console/sessions'), 200).sessions;
const isSignedIn = async (who: Person): Promise<boolean> => {
  clock.advance(secondMs);
  return (await who.page.get('//console/session')).status === 200;
};

test('own sessions are listed newest first, and the present one is marked', async () => {
  const other = await again();
  expect(await listed()).toMatchObject([
    { is_current: false, status: 'open', began_by: 'sign_in', ended_at: null },
    { is_current: true, status: 'open', began_by: 'link', ended_at: null },
  ]);
  expect((await listed(other)).map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false]);
  expectRefusal(await fromPage(ledger).get('//console/sessions'), 401, 'SESSION_REQUIRED');
});

test('one own session can be ended, and ending it again has no effect', async () => {
  const other = await again();
  const id = (await listed()).find(({ is_current: isCurrent }) => !isCurrent)?.['id'];
  const end = async () => dataOf(await person.page.delete(`//console/sessions/${String(id)}`), 200);
  expect([await end(), await end()]).toEqual([{ ended: 1 }, { ended: 0 }]);
  expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
  expect((await listed()).map(({ status }) => status)).toEqual(['ended', 'open']);
});

test('all own sessions but the present one can be ended', async () => {
  const others = [await again(), await again()];
  expect(dataOf(await person.page.delete('//console/sessions'), 200)).toEqual({ ended: 2 });
  expect(await Promise.all([person, ...others].map(isSignedIn))).toEqual([true, false, false]);
});

test('a session of another person answers 404, also to an administrator who names the wrong person', async () => {
  const somebody = await join(ledger);
  const [{ id }] = (await listed(somebody)) as [{ id: string }];
  expectRefusal(await person.page.delete(`//console/sessions/${id}`), 404, 'SESSION_NOT_FOUND');
  expectRefusal(await person.page.delete(`//console/sessions/${nowhere}`), 404, 'SESSION_NOT_FOUND');
  expectRefusal(await chief.api.delete(`/operators/${person.id}/sessions/${id}`), 404, 'SESSION_NOT_FOUND');
  expect(dataOf(await chief.api.delete(`/operators/${somebody.id}/sessions/${id}`), 200)).toEqual({ ended: 1 });
  expect(await isSignedIn(somebody)).toBe(false);
});

test('sessions are ended only with the CSRF token of a page', async () => {
  const headers = { Cookie: person.cookie, Origin: ledger.baseUrl };
  for (const path of ['/console/sessions', `/console/sessions/${nowhere}`])
    expectRefusal(await ask(ledger.baseUrl, { method: 'DELETE', path, headers }), 403, 'CSRF_TOKEN_INVALID');
  expect(await isSignedIn(person)).toBe(true);
});
