/** Every act on operators and sessions that first judges the stored row and then writes it. Another act runs between the two steps. */
import type { TenantId } from '../../src/kernel/ids';
import { refused, type Outcome } from '../../src/kernel/refusal';
import { createOperators, type Operators } from '../../src/modules/access/application/operators';
import type { OperatorStore, SessionStore } from '../../src/modules/access/application/ports';
import { createRateWindows } from '../../src/modules/access/application/rate-windows';
import { createSessions, maxPasswordJudgements, type Sessions } from '../../src/modules/access/application/sessions';
import type { OperatorId } from '../../src/modules/access/domain/operator';
import { createCsrfTokens, createTokenHashing } from '../../src/modules/access/domain/person-tokens';
import { MemoryFailureCounts } from '../../src/modules/access/memory/people-stores';
import { expected } from '../support/access-in-memory';
import { HandClock } from '../support/hand-clock';
import { withMeanwhile } from '../support/meanwhile';
import { peopleStores, type PeopleStores } from '../support/people-stores';

const [former, recovered, thiefs] = ['three plain words here', 'four other words are here', 'words that a thief likes'];
const by = { actor: 'command line', mayRemoveLastAdministrator: true };
const link = (url: string): string => url.split('#')[1] as string;

const from = { address: 'here', agent: undefined };
const secrets = { installationSecret: Buffer.alloc(32), pepper: '' };

/** As in the service, a salt makes two hashes of one password differ. */
let salt = 0;
const passwords = {
  hashOf: async (password: string) => `${++salt} ${password}`,
  matches: async (password: string, kept: string | null | undefined) => kept?.replace(/^\d+ /, '') === password,
  judge: (password: string, kept: readonly (string | null | undefined)[]) =>
    Promise.all(kept.map(async (one) => ({ isGood: await passwords.matches(password, one) }))),
};

describe.each(peopleStores)('people in %s', (_, open) => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  let stores: PeopleStores;
  let made = 0;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  const sessionsOn = (operators: OperatorStore, sessions: SessionStore): Sessions =>
    createSessions({
      ...{
        operators,
        sessions,
        tenants: { quotas: async () => [] },
        failures: new MemoryFailureCounts(),
        passwords,
        clock,
      },
      csrfTokens: createCsrfTokens(secrets),
      tokens: createTokenHashing(secrets),
      budgets: createRateWindows(clock),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      observations: { signInJudged: () => undefined },
    });
  const operatorsOn = (store: OperatorStore): Operators =>
    createOperators({ store, tokens: createTokenHashing(secrets), publicUrl: 'https://ledger.example', clock });

  /** Returns a person with the password `former`, functions that act on the person, and the same functions with a gate before a write. */
  const joined = async (role = 'admin', tenantId: TenantId | null = null) => {
    const others = {
      sessions: sessionsOn(stores.operators, stores.sessions),
      operators: operatorsOn(stores.operators),
    };
    const email = `judged${++made}@example.com`;
    const { operator, url } = expected(await others.operators.invite({ email, name: 'Anna', role, tenantId }, 'test'));
    const { token } = expected(await others.sessions.acceptInvitation(link(url), former, from));
    const signIn = (password: string, sessions = others.sessions) => sessions.signIn({ email, password }, from);
    const recover = async (): Promise<void> => {
      const again = expected(await others.operators.inviteAgain(operator.id, 'test'));
      expected(await others.sessions.acceptInvitation(link(again.url), recovered, from));
    };
    const gated = (method: keyof SessionStore | keyof OperatorStore, meanwhile: () => Promise<unknown>) => {
      const operators = withMeanwhile(stores.operators, method as keyof OperatorStore, meanwhile);
      const store = withMeanwhile(stores.sessions, method as keyof SessionStore, meanwhile);
      return { sessions: sessionsOn(operators, store), operators: operatorsOn(operators) };
    };
    return { id: operator.id, token, others, signIn, recover, gated };
  };
  /** Ends the open sessions of an operator, and returns how many there were. */
  const openSessions = async (operatorId: OperatorId): Promise<number> =>
    (await stores.sessions.end({ operatorId }, 'test', clock.now())).length;
  const kindOf = (outcome: Outcome<{ readonly kind: string }, unknown>): string =>
    refused(outcome) ? outcome.left.kind : 'written';

  test('a sign-in that overlaps a new password leaves no session', async () => {
    const { id, token, others, signIn, gated } = await joined();
    const change = () => others.sessions.changePassword(token, { current: former, next: recovered }, from);
    expect(kindOf(await signIn(former, gated('begin', change).sessions))).toBe('SignInFailed');
    // Only the session that changed the password is open.
    expect(await openSessions(id)).toBe(1);
    expect(kindOf(await signIn(former))).toBe('SignInFailed');
    expect(kindOf(await signIn(recovered))).toBe('written');
  });

  test('a sign-in that overlaps a recovery by a link leaves no session', async () => {
    const { id, signIn, recover, gated } = await joined();
    expect(kindOf(await signIn(former, gated('begin', recover).sessions))).toBe('SignInFailed');
    // Only the session that the link opened is open.
    expect(await openSessions(id)).toBe(1);
  });

  test('a sign-in that overlaps a deactivation leaves no session, not even after the next activation', async () => {
    const { id, others, signIn, gated } = await joined();
    const deactivate = () => others.operators.change(id, { isActive: false }, by);
    expect(kindOf(await signIn(former, gated('begin', deactivate).sessions))).toBe('SignInFailed');
    expected(await others.operators.change(id, { isActive: true }, by));
    expect(await openSessions(id)).toBe(0);
    expect(kindOf(await signIn(former))).toBe('written');
  });

  test('a sign-in is judged again if the hash of the same password changes meanwhile', async () => {
    const { id, signIn, gated } = await joined();
    const rehash = async () => {
      const kept = (await stores.operators.credentialsOf(id))?.passwordHash ?? '';
      await stores.operators.rehash(id, kept, await passwords.hashOf(former), 'change of pepper');
    };
    expect(kindOf(await signIn(former, gated('begin', rehash).sessions))).toBe('written');
    const judge = jest.spyOn(passwords, 'judge').mockImplementation(async () => {
      await rehash();
      return [{ isGood: true }];
    });
    await expect(signIn(former)).rejects.toThrow('The password is being changed.');
    expect(judge).toHaveBeenCalledTimes(maxPasswordJudgements);
    judge.mockRestore();
  });

  test('a new password that overlaps a recovery by a link is refused, and the recovered one stays valid', async () => {
    const { token, signIn, recover, gated } = await joined();
    const { sessions } = gated('setPassword', recover);
    expect(kindOf(await sessions.changePassword(token, { current: former, next: thiefs }, from))).toBe(
      'SessionRequired',
    );
    expect(kindOf(await signIn(thiefs))).toBe('SignInFailed');
    expect(kindOf(await signIn(recovered))).toBe('written');
  });

  test('a new password that overlaps the end of its session is refused', async () => {
    const { token, others, signIn, gated } = await joined();
    const { sessions } = gated('setPassword', () => others.sessions.signOut(token));
    expect(kindOf(await sessions.changePassword(token, { current: former, next: thiefs }, from))).toBe(
      'SessionRequired',
    );
    expect(kindOf(await signIn(former))).toBe('written');
  });

  test('the second of two concurrent new passwords from one session is judged by the first', async () => {
    const { token, others, signIn, gated } = await joined();
    const change = () => others.sessions.changePassword(token, { current: former, next: recovered }, from);
    const { sessions } = gated('setPassword', change);
    expect(kindOf(await sessions.changePassword(token, { current: former, next: thiefs }, from))).toBe(
      'InvalidPassword',
    );
    expect(kindOf(await signIn(recovered))).toBe('written');
  });

  test('an accepted link opens no session if the operator is deactivated meanwhile', async () => {
    const { id, others, gated } = await joined();
    const { url } = expected(await others.operators.inviteAgain(id, 'test'));
    const { sessions } = gated('begin', () => others.operators.change(id, { isActive: false }, by));
    expect(kindOf(await sessions.acceptInvitation(link(url), recovered, from))).toBe('InvitationExpired');
    expected(await others.operators.change(id, { isActive: true }, by));
    expect(await openSessions(id)).toBe(0);
  });

  test('a link that overlaps a deactivation is not created', async () => {
    const { id, others, gated } = await joined();
    const { operators } = gated('invite', () => others.operators.change(id, { isActive: false }, by));
    expect(kindOf(await operators.inviteAgain(id, 'test'))).toBe('OperatorInactive');
  });

  test.each([
    ['a deactivation', { isActive: false }],
    ['another role', { role: 'viewer' }],
  ])('a new name that overlaps %s changes the name alone', async (_what, change) => {
    const { id, others, gated } = await joined();
    const { operators } = gated('change', () => others.operators.change(id, change, by));
    expect(expected(await operators.change(id, { name: 'Berta' }, by))).toMatchObject({ name: 'Berta', ...change });
    expect(await stores.operators.operator(id)).toMatchObject({ name: 'Berta', ...change });
  });

  describe('the administrators of a tenant', () => {
    const remove = (id: OperatorId, operators: Operators, change: object = { isActive: false }) =>
      operators.change(id, change, { actor: 'test' });

    test('the last one cannot lose the right, except through the command line', async () => {
      const { id, others } = await joined('admin', await stores.openTenant());
      for (const change of [{ isActive: false }, { role: 'viewer' }, { role: 'bookkeeper', name: 'Berta' }])
        expect(kindOf(await remove(id, others.operators, change))).toBe('LastAdministrator');
      expect(kindOf(await remove(id, others.operators, { name: 'Berta' }))).toBe('written');
      expect(kindOf(await others.operators.change(id, { isActive: false }, by))).toBe('written');
    });

    test('one who has set no password yet does not count', async () => {
      const tenantId = await stores.openTenant();
      const { id, others } = await joined('admin', tenantId);
      const request = { email: `judged${++made}@example.com`, name: 'Ben', role: 'admin', tenantId };
      const { operator } = expected(await others.operators.invite(request, 'test'));
      expect(kindOf(await remove(id, others.operators))).toBe('LastAdministrator');
      expect(kindOf(await remove(operator.id, others.operators))).toBe('written');
    });

    test('two cannot remove each other, one after the other or at once', async () => {
      const tenantId = await stores.openTenant();
      const [anna, ben] = [await joined('admin', tenantId), await joined('admin', tenantId)];
      const { operators } = anna.gated('change', () => remove(anna.id, ben.others.operators));
      expect(kindOf(await remove(ben.id, operators))).toBe('LastAdministrator');
      expected(await ben.others.operators.change(anna.id, { isActive: true }, by));
      const outcomes = await Promise.all([
        remove(ben.id, anna.others.operators),
        remove(anna.id, ben.others.operators, { role: 'viewer' }),
      ]);
      expect(outcomes.map(kindOf).sort()).toEqual(['LastAdministrator', 'written']);
    });
  });
});
