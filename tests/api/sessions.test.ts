/** People sign in, use the API under their own names, and are signed out: by themselves, by time, and by changes of their account. */
import { replace } from '../../src/kernel/token';
import { SESSION_STORE, type SessionStore } from '../../src/modules/access/application/ports';
import { CLOCK } from '../../src/kernel/tokens';
import { HandClock } from '../support/hand-clock';
import { createTally } from '../support/happenings';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { cookieIn, fromPage, goodPassword, join, personOf, signIn, type Person } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

const minuteMs = 60_000;
/** A process caches a session for slightly less than a second. */
const secondMs = 1_000;

let ledger: TestLedger;
let clock: HandClock;
let books: TestBooks;
/** Counts the writes of sessions' last uses. */
const uses = createTally();

beforeAll(async () => {
  clock = new HandClock('2026-01-15T10:00:00.000Z');
  ledger = await startLedger([replace(CLOCK, [], () => clock)]);
  books = await ledger.newLedger();
  const store = ledger.app.container.get<SessionStore>(SESSION_STORE);
  const markSeen = store.markSeen.bind(store);
  jest.spyOn(store, 'markSeen').mockImplementation(async (...given) => {
    await markSeen(...given);
    uses.add();
  });
});
afterAll(() => ledger.close());

// Budgets are per second, so each test gets its own second.
beforeEach(() => clock.advance(secondMs));

const journal = () => ({ code: `J${Math.random().toString(36).slice(2, 10)}`, name: 'Journal' });

describe('an invitation link', () => {
  const invited = async () => {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    const request = { email, name: 'Berta', role: 'bookkeeper', tenantId: books.ledger.tenantId };
    const invitation = expected(await ledger.app.access.operators.invite(request, 'command line'));
    return { ...invitation, email, token: invitation.url.split('#')[1] as string };
  };
  const accept = (token: string, password: string) =>
    fromPage(ledger).post('//console/invitation', { token, password });

  test('has its token in the fragment, which no server sees', async () => {
    expect((await invited()).url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/console\/invitation#invite_[\w-]{43}$/);
  });

  test('sets a password and signs in only once', async () => {
    const { token, email, operator } = await invited();
    const answer = await accept(token, goodPassword);
    expect(dataOf(answer, 200)).toEqual({
      operator: { id: operator.id, email, name: 'Berta', role: 'bookkeeper', tenant_id: books.ledger.tenantId },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expires_at: new Date(clock.now().getTime() + 12 * 60 * minuteMs).toISOString(),
      ledgers: [expect.objectContaining({ id: books.ledger.id, tenant_name: 'tenant 1', currency: 'USD' })],
      links_used: [],
    });
    dataOf(await personOf(ledger, answer).on(books).get('/ledger'), 200);
    expectRefusal(await accept(token, goodPassword), 410, 'INVITATION_EXPIRED');
    expect((await signIn(ledger, email)).status).toBe(200);
  });

  test.each([
    ['too short', 'elevenchars', 'at least 12 characters'],
    ['common', 'Password1234', 'common password'],
  ])('refuses a password that is %s, and stays valid', async (_, password, complaint) => {
    const { token } = await invited();
    const refusal = await accept(token, password);
    expectRefusal(refusal, 422, 'VALIDATION_ERROR', ['password']);
    expect(refusal.body.errors.password[0]).toContain(complaint);
    expect((await accept(token, goodPassword)).status).toBe(200);
  });

  test.each([
    [
      'a day old',
      async () => {
        const { token } = await invited();
        clock.advance(24 * 60 * minuteMs);
        return token;
      },
    ],
    [
      'replaced by another',
      async () => {
        const { token, operator } = await invited();
        expected(await ledger.app.access.operators.inviteAgain(operator.id, 'command line'));
        return token;
      },
    ],
    [
      'for a deactivated person',
      async () => {
        const { token, operator } = await invited();
        expected(await ledger.app.access.operators.change(operator.id, { isActive: false }, { actor: 'command line' }));
        return token;
      },
    ],
    ['invented', async () => `invite_${'a'.repeat(43)}`],
    ['malformed', async () => 'x'],
  ])('is refused if it is %s', async (_, token) => {
    expectRefusal(await accept(await token(), goodPassword), 410, 'INVITATION_EXPIRED');
  });

  test('lets in only one of two people who use it at once', async () => {
    const { token } = await invited();
    const answers = await Promise.all([accept(token, goodPassword), accept(token, `${goodPassword} too`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });
});

describe('a session', () => {
  let person: Person;
  beforeEach(async () => {
    person = await join(ledger, { tenantId: books.ledger.tenantId });
    clock.advance(secondMs);
  });
  const isSignedIn = async ({ page }: Person = person): Promise<boolean> => {
    const answer = await page.get('//console/session');
    if (answer.status !== 200) expectRefusal(answer, 401, 'SESSION_REQUIRED');
    return answer.status === 200;
  };

  /** Reads the ledger, and waits until the session's last use is written, which happens after the answer. */
  const read = async () => {
    const written = uses.more(1);
    const data = dataOf(await person.on(books).get('/ledger'), 200);
    await written;
    const operator = await ledger.app.access.operators.operator(person.id as never);
    expect(operator?.lastSeenAt).toEqual(clock.now());
    return data;
  };

  test('begins only with the right password', async () => {
    expect((await signIn(ledger, person.email.toUpperCase())).status).toBe(200);
    expectRefusal(await signIn(ledger, person.email, `${goodPassword}!`), 401, 'SIGN_IN_FAILED');
    expectRefusal(await signIn(ledger, 'nobody@example.com'), 401, 'SIGN_IN_FAILED');
    const shapeless = await fromPage(ledger).post('//console/session', { email: person.email });
    expectRefusal(shapeless, 422, 'VALIDATION_ERROR', ['password']);
  });

  test('goes on with requests, and ends after half an hour without one', async () => {
    for (let count = 0; count < 3; count++) {
      clock.advance(29 * minuteMs);
      expect(await read()).toMatchObject({ id: books.ledger.id });
    }
    clock.advance(30 * minuteMs);
    expect(await isSignedIn()).toBe(false);
    expectRefusal(await person.on(books).get('/ledger'), 401, 'UNAUTHORIZED');
  });

  test('ends after twelve hours, even with requests', async () => {
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      clock.advance(20 * minuteMs);
      await read();
    }
    clock.advance(20 * minuteMs);
    expect(await isSignedIn()).toBe(false);
    expect((await person.on(books).get('/ledger')).status).toBe(401);
  });

  test('ends when its person signs out, and the answer clears the cookie', async () => {
    const answer = await person.page.delete('//console/session');
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(answer.headers.get('Set-Cookie')).toBe(
      `ledger-session-${new URL(ledger.baseUrl).port}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(await isSignedIn()).toBe(false);
    expectRefusal(await person.on(books).get('/ledger'), 401, 'UNAUTHORIZED');
    expect((await person.page.delete('//console/session')).status).toBe(204);
  });

  test('ends within a second of a change of role, and the next one has the new role', async () => {
    const api = person.on(books);
    expect((await api.post('/journals', journal())).status).toBe(201);
    expected(
      await ledger.app.access.operators.change(person.id as never, { role: 'viewer' }, { actor: 'command line' }),
    );
    clock.advance(secondMs);
    expectRefusal(await api.get('/ledger'), 401, 'UNAUTHORIZED');
    const viewer = personOf(ledger, await signIn(ledger, person.email)).on(books);
    expectRefusal(await viewer.post('/journals', journal()), 403, 'FORBIDDEN');
  });

  test('ends within a second of deactivation, and no new one begins', async () => {
    expected(
      await ledger.app.access.operators.change(person.id as never, { isActive: false }, { actor: 'command line' }),
    );
    clock.advance(secondMs);
    expect(await isSignedIn()).toBe(false);
    expectRefusal(await signIn(ledger, person.email), 401, 'SIGN_IN_FAILED');
  });

  test('ends when the password changes, except for the session that changed it', async () => {
    const other = personOf(ledger, await signIn(ledger, person.email));
    const passwords = { current_password: goodPassword, new_password: 'four other plain words' };
    const wrong = await person.page.put('//console/password', { ...passwords, current_password: 'x' });
    expectRefusal(wrong, 422, 'VALIDATION_ERROR', ['current_password']);
    const weak = await person.page.put('//console/password', { ...passwords, new_password: person.email });
    expectRefusal(weak, 422, 'VALIDATION_ERROR', ['new_password']);
    dataOf(await person.page.put('//console/password', passwords), 200);
    clock.advance(secondMs);
    expect([await isSignedIn(), await isSignedIn(other)]).toEqual([true, false]);
    expectRefusal(await signIn(ledger, person.email), 401, 'SIGN_IN_FAILED');
    expect((await signIn(ledger, person.email, passwords.new_password)).status).toBe(200);
    const stranger = fromPage(ledger);
    expectRefusal(await stranger.put('//console/password', passwords), 401, 'SESSION_REQUIRED');
  });

  test('is new at each sign-in, and an earlier cookie of the browser is no session afterwards', async () => {
    const planted = `ledger-session-${new URL(ledger.baseUrl).port}=session_${'A'.repeat(43)}`;
    const after = await fromPage(ledger, { Cookie: planted }).post('//console/session', {
      ...{ email: person.email, password: goodPassword },
    });
    expect(after.status).toBe(200);
    expect(cookieIn(after)).not.toBe(planted);
    expect((await fromPage(ledger, { Cookie: planted }).get('//console/session')).status).toBe(401);
    const again = await fromPage(ledger, { Cookie: person.cookie }).post('//console/session', {
      ...{ email: person.email, password: goodPassword },
    });
    expect(cookieIn(again)).not.toBe(person.cookie);
    expect(await isSignedIn()).toBe(false);
  });

  test('may send a hundred requests per second', async () => {
    const answers = await Promise.all(Array.from({ length: 105 }, () => person.on(books).get('/ledger')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const limited = answers.find(({ status }) => status === 429);
    expect([limited?.body.code, limited?.headers.get('X-RateLimit-Limit')]).toEqual(['RATE_LIMIT_EXCEEDED', '100']);
  });
});
