/** Operators through the public functions of the access module, over stores in memory and with a clock that only the tests move. */
import { hash } from 'node:crypto';
import type { SignInOutcome } from '../../../src/kernel/observations';
import { scopes, usualScopes } from '../../../src/kernel/principal';
import { ok, refused } from '../../../src/kernel/refusal';
import { createSessions } from '../../../src/modules/access/application/sessions';
import { createRateWindows } from '../../../src/modules/access/application/rate-windows';
import { createOperators, type Operators } from '../../../src/modules/access/application/operators';
import {
  administratorOf,
  bookkeeperOf,
  createOperator,
  worksFor,
  type Operator,
  type OperatorId,
} from '../../../src/modules/access/domain/operator';
import {
  createCsrfTokens,
  createTokenHashing,
  isToken,
  newToken,
} from '../../../src/modules/access/domain/person-tokens';
import { isOpen, beginSession } from '../../../src/modules/access/domain/session';
import { addressBlock } from '../../../src/kernel/network';
import { budgetsOf } from '../../../src/modules/access/domain/sign-in-budget';
import { newId } from '../../../src/kernel/ids';
import { MemoryFailureCounts, MemoryPeople } from '../../../src/modules/access/memory/people-stores';
import { expected, ledger } from '../../support/access-in-memory';
import { HandClock } from '../../support/hand-clock';

const now = new Date('2026-01-15T10:00:00.000Z');
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const request = { email: 'Anna@Example.com ', name: 'Anna', role: 'bookkeeper', tenantId: ledger.tenantId };
const by = { actor: 'command line' };
const operator = (role: Operator['role'] = 'bookkeeper'): Operator =>
  expected(createOperator({ ...request, role }, newId<'operator'>(), now));

describe('an operator', () => {
  test('has an e-mail in lower case, and is active', () => {
    expect(operator()).toMatchObject({
      email: 'anna@example.com',
      role: 'bookkeeper',
      isActive: true,
      lastSeenAt: null,
    });
  });

  test.each([
    ['email', { email: 'anna' }],
    ['email', { email: 'anna@' }],
    ['email', { email: 'anna bell@example.com' }],
    ['email', { email: `${'a'.repeat(250)}@example.com` }],
    ['email', { email: 'anna@example.com\n' + 'x' }],
    ['name', { name: '' }],
    ['role', { role: 'owner' }],
  ])('is refused for its %s: %j', (field, fields) => {
    const outcome = createOperator({ ...request, ...fields }, newId<'operator'>(), now);
    expect(refused(outcome) && Object.keys(outcome.left.errors)).toEqual([field]);
  });

  test.each([
    ['viewer', new Set(['read']), [false, false, false, false]],
    ['bookkeeper', usualScopes, [true, true, true, false]],
    ['admin', new Set(scopes), [true, true, true, true]],
  ] as const)('with the role %s has the scopes and capabilities of that role, and no others', (role, granted, held) => {
    const asked = ['attributes:admin', 'periods:admin', 'strings:participate:ANY', 'events:admin'];
    const somebody = operator(role);
    const signed = { session: 'session', isRecent: true };
    for (const caller of [bookkeeperOf(somebody, signed, ledger), administratorOf(somebody, signed)]) {
      expect(caller.scopes).toEqual(granted);
      expect(asked.map((capability) => caller.capabilities.has(capability))).toEqual(held);
      expect([caller.callerId, caller.actor, caller.session]).toEqual([
        somebody.id,
        `operator:${somebody.id}`,
        'session',
      ]);
    }
  });

  test('works for one tenant, or for all', () => {
    const other = newId<'tenant'>();
    expect([worksFor(operator(), ledger.tenantId), worksFor(operator(), other)]).toEqual([true, false]);
    expect(worksFor({ tenantId: null }, other)).toBe(true);
  });
});

const from = { address: 'here', agent: undefined };
const secrets = { installationSecret: Buffer.alloc(32), pepper: '' };

describe('a session', () => {
  const session = beginSession(
    { id: newId<'session'>(), tokenHash: 'hash', operatorId: newId<'operator'>(), from },
    now,
  );

  test.each([
    [0, 29, true],
    [0, 30, false],
    [700, 719, true],
    [700, 720, false],
  ])('that was seen in minute %i is open in minute %i: %s', (seen, at, open) => {
    const last = new Date(minutes(at).getTime() - 1);
    expect(isOpen({ ...session, seenAt: minutes(seen) }, minutes(at))).toBe(open);
    expect(isOpen({ ...session, seenAt: minutes(seen) }, last)).toBe(true);
  });

  test('has a random token, whose hash depends on the secret of the installation and on both peppers', () => {
    const [token, other] = [newToken('session'), newToken('session')];
    expect([isToken('session', token), isToken('invite', token), isToken('session', `${token}A`)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(token).not.toBe(other);
    const hashing = createTokenHashing({ ...secrets, pepper: 'new', formerPepper: 'old' });
    const former = createTokenHashing({ ...secrets, pepper: 'old' });
    const elsewhere = createTokenHashing({ installationSecret: Buffer.alloc(32, 1), pepper: 'new' });
    expect(hashing.hashesOf(token)).toEqual([hashing.hashOf(token), former.hashOf(token)]);
    const hashes = [hashing, former, elsewhere].map(({ hashOf }) => hashOf(token));
    expect(new Set([...hashes, hash('sha256', token, 'hex')]).size).toBe(4);
    for (const one of hashes) expect(one).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has one CSRF token, valid in this installation only', () => {
    const token = newToken('session');
    const tokens = createCsrfTokens({ installationSecret: Buffer.alloc(32, 1), pepper: '' });
    const others = createCsrfTokens({ installationSecret: Buffer.alloc(32, 1), pepper: 'x' });
    expect(tokens.matches(token, tokens.of(token))).toBe(true);
    for (const wrong of ['', 'x', tokens.of(newToken('session')), others.of(token), `${tokens.of(token)}AA`])
      expect(tokens.matches(token, wrong)).toBe(false);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test('the subjects of failure budgets are hashes, equal for every spelling of an e-mail', () => {
  expect(budgetsOf(' Anna@Example.com', 'x')).toEqual(budgetsOf('anna@example.com', 'x'));
  expect(budgetsOf('a@b', 'x').map(({ limit }) => limit)).toEqual([5, 30, 100, 30]);
  for (const { subject } of budgetsOf('a@b', 'x')) expect(subject).toMatch(/^[0-9a-f]{64}$/);
});

describe('signing in', () => {
  const setUp = async () => {
    const people = new MemoryPeople();
    const clock = new HandClock(now.toISOString());
    let hashed = 0;
    let isBusy = false;
    const judged: SignInOutcome[] = [];
    const passwords = {
      hashOf: async (password: string) => `hash of ${password}`,
      matches: async (password: string, kept: string | null | undefined) => {
        if (isBusy) throw new Error('busy');
        hashed += 1;
        return kept === `hash of ${password}`;
      },
    };
    const judging = {
      ...passwords,
      judge: async (password: string, [kept]: readonly (string | null | undefined)[]) => {
        if (kept === `former hash of ${password}`) return [{ isGood: true, renewed: `hash of ${password}` }];
        return [{ isGood: await passwords.matches(password, kept) }];
      },
    };
    const sessions = createSessions({
      ...{
        operators: people,
        sessions: people,
        tenants: { quotas: async () => [] },
        failures: new MemoryFailureCounts(),
        passwords: judging,
        clock,
      },
      csrfTokens: createCsrfTokens(secrets),
      tokens: createTokenHashing(secrets),
      budgets: createRateWindows(clock),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      observations: { signInJudged: (outcome: SignInOutcome) => void judged.push(outcome) },
    });
    const operators = createOperators({
      store: people,
      tokens: createTokenHashing(secrets),
      publicUrl: 'https://ledger.example',
      clock,
    });
    const { url, operator: invited } = expected(await operators.invite(request, 'command line'));
    const password = 'three plain words here';
    expected(await sessions.acceptInvitation(url.split('#')[1] as string, password, from));
    const signIn = (sent: { email?: string; password?: string } = {}, address = 'here') =>
      sessions.signIn({ email: invited.email, password, ...sent }, { address, agent: undefined });
    const beBusy = (busy: boolean): boolean => (isBusy = busy);
    return { signIn, clock, hashes: () => hashed, beBusy, operators, invited, people, password, judged };
  };

  test('renews a hash of the former pepper under the present one, and succeeds even if that fails', async () => {
    const { signIn, people, invited, password } = await setUp();
    const keep = (hash: string) => people.rehash(invited.id, `hash of ${password}`, hash);
    const kept = async () => (await people.credentialsOf(invited.id))?.passwordHash;
    await keep(`former hash of ${password}`);
    jest.spyOn(people, 'rehash').mockRejectedValueOnce(new Error('read-only'));
    expected(await signIn());
    expect(await kept()).toBe(`former hash of ${password}`);
    expected(await signIn());
    expect(await kept()).toBe(`hash of ${password}`);
  });

  test('is observed with its outcome, without the operator', async () => {
    const { signIn, judged } = await setUp();
    await signIn();
    for (let count = 0; count < 5; count++) await signIn({ password: 'wrong' });
    await signIn();
    expect(judged).toEqual(['succeeded', ...Array(5).fill('failed'), 'limited']);
  });

  test('hashes once for any e-mail, known or unknown, and not at all beyond the limit', async () => {
    const { signIn, hashes } = await setUp();
    await signIn({ email: 'nobody@example.com' });
    expect(hashes()).toBe(1);
    for (let count = 0; count < 5; count++) await signIn({ password: 'wrong' });
    expect(hashes()).toBe(6);
    expect(await signIn()).toMatchObject({ left: { kind: 'SignInLimited', retryAfterSeconds: 900 } });
    expect(hashes()).toBe(6);
  });

  test('is limited after a hundred failures at one account, from all addresses together', async () => {
    const { signIn, clock } = await setUp();
    for (let address = 0; address < 99; address++) await signIn({ password: 'wrong' }, `address ${address}`);
    expect(await signIn({}, 'elsewhere')).toMatchObject({ _tag: 'Right' });
    await signIn({ password: 'wrong' }, 'address 99');
    expect(await signIn({}, 'elsewhere')).toMatchObject({ left: { kind: 'SignInLimited' } });
    clock.advance(15 * 60_000);
    expect(await signIn({}, 'elsewhere')).toMatchObject({ _tag: 'Right' });
  });

  test('that could not be judged does not count as a failure', async () => {
    const { signIn, beBusy } = await setUp();
    beBusy(true);
    for (let count = 0; count < 10; count++) await expect(signIn()).rejects.toThrow('busy');
    beBusy(false);
    expect(await signIn()).toMatchObject({ _tag: 'Right' });
  });

  test('fails for an inactive operator as for a wrong password', async () => {
    const { signIn, operators, invited } = await setUp();
    expected(await operators.change(invited.id, { isActive: false }, by));
    const inactive = await signIn();
    expect(inactive).toMatchObject({ left: { kind: 'SignInFailed' } });
    expected(await operators.change(invited.id, { isActive: true }, by));
    expect(await signIn({ password: 'wrong' })).toEqual(inactive);
    expect(await signIn()).toMatchObject({ _tag: 'Right' });
  });

  test('needs an active operator, so that an inactive one gets no new invitation', async () => {
    const { operators, invited } = await setUp();
    const inactive = expected(await operators.change(invited.id, { isActive: false }, by));
    expect(await operators.inviteAgain(invited.id, 'command line')).toMatchObject({
      left: { kind: 'OperatorInactive' },
    });
    expect(await operators.operator(invited.id)).toEqual(inactive);
    expect(await operators.change(invited.id, {}, by)).toEqual(ok(inactive));
  });

  test.each<[what: string, kind: string, act: (operators: Operators, id: OperatorId) => Promise<unknown>]>([
    ['a change of nobody', 'OperatorNotFound', (operators) => operators.change(newId<'operator'>(), {}, by)],
    ['a role that does not exist', 'InvalidOperator', (operators, id) => operators.change(id, { role: 'owner' }, by)],
    ['a second operator with the same address', 'OperatorExists', (operators) => operators.invite(request, 'x')],
  ])('is not affected by a refused act: %s', async (_, kind, act) => {
    const { operators, invited, signIn } = await setUp();
    const before = await operators.operator(invited.id);
    expect(await act(operators, invited.id)).toMatchObject({ left: { kind } });
    expect(await operators.operator(invited.id)).toEqual(before);
    expect(await signIn()).toMatchObject({ _tag: 'Right' });
  });
});
