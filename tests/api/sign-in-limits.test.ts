/** Password guessing is stopped in every process and from every address, but a person who knows the password can sign in. */
import crypto from 'node:crypto';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { maxGoodOfAccount } from '../../src/modules/access/domain/sign-in-budget';
import type { Answer } from '../support/client';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestLedger } from '../support/ledger';
import { ask, goodPassword, join, personOf, type Person, type Process } from '../support/people';
import { expectRefusal } from '../support/requests';
import { startSecond } from '../support/second-process';

const windowMs = 15 * 60_000;
let ledger: TestLedger;
let clock: HandClock;
let person: Person;
let address = 0;
/** An address without failed sign-ins. */
const anyAddress = (): string => `127.0.1.${++address}`;

beforeAll(async () => {
  clock = new HandClock('2026-01-15T10:00:00.000Z');
  ledger = await startLedger([replace(CLOCK, [], () => clock)]);
});
afterAll(() => ledger.close());
beforeEach(async () => {
  // Lets the budgets per second refill, because this file tests other limits.
  clock.advance(1_000);
  person = await join(ledger);
});

interface Attempt {
  readonly email?: string;
  readonly password?: string;
  readonly from: string;
  readonly to?: Pick<Process, 'baseUrl'>;
}

const attempt = ({
  email = person.email,
  password = 'a wrong password',
  from,
  to = ledger,
}: Attempt): Promise<Answer> =>
  ask(to.baseUrl, {
    ...{ method: 'POST', path: '/console/session', body: { email, password }, from },
    headers: { Origin: to.baseUrl },
  });
const fail = async (times: number, guess: () => Attempt): Promise<void> => {
  for (let count = 0; count < times; count++) {
    clock.advance(1_000);
    expectRefusal(await attempt(guess()), 401, 'SIGN_IN_FAILED');
  }
};

describe('wrong passwords', () => {
  test('for one account from one address are limited to five per 15 minutes; correct ones do not count', async () => {
    const from = anyAddress();
    const good = { from, password: goodPassword };
    expect((await attempt(good)).status).toBe(200);
    const startedAt = clock.now().getTime();
    await fail(4, () => ({ from }));
    expect((await attempt(good)).status).toBe(200);
    await fail(1, () => ({ from }));
    const limited = await attempt(good);
    expectRefusal(limited, 429, 'SIGN_IN_LIMITED');
    const seconds = Number(limited.headers.get('Retry-After'));
    expect(limited.body.message).toContain(`${seconds} s`);
    expect(clock.now().getTime() + seconds * 1_000).toBe(startedAt + 1_000 + windowMs);
    clock.advance(seconds * 1_000 - 1);
    expectRefusal(await attempt(good), 429, 'SIGN_IN_LIMITED');
    clock.advance(1);
    expect((await attempt(good)).status).toBe(200);
  });

  test('sent at once are counted one by one, and those above the limit are not checked', async () => {
    const from = anyAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt({ from })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'SIGN_IN_LIMITED')).toHaveLength(7);
  });

  test('are the only ones counted: twelve correct sign-ins at once all succeed', async () => {
    const from = anyAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt({ from, password: goodPassword })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    await fail(5, () => ({ from }));
    expectRefusal(await attempt({ from, password: goodPassword }), 429, 'SIGN_IN_LIMITED');
  });

  test('from one address for many accounts are limited to thirty; other addresses can sign in', async () => {
    const from = anyAddress();
    await fail(30, () => ({ from, email: `nobody${++address}@example.com` }));
    expectRefusal(await attempt({ from, password: goodPassword }), 429, 'SIGN_IN_LIMITED');
    expect((await attempt({ from: anyAddress(), password: goodPassword })).status).toBe(200);
  });

  test('from other addresses do not lock out a person who knows the password', async () => {
    for (let others = 0; others < 4; others++) {
      const from = anyAddress();
      await fail(5, () => ({ from }));
      expect((await attempt({ from })).status).toBe(429);
    }
    expect((await attempt({ from: anyAddress(), password: goodPassword })).status).toBe(200);
  });

  test('in a change of the password count too', async () => {
    const change = () =>
      person.page.put('//console/password', { current_password: 'x', new_password: 'four other plain words' });
    for (let count = 0; count < 5; count++) expect((await change()).status).toBe(422);
    expectRefusal(await change(), 429, 'SIGN_IN_LIMITED');
  });

  test('are counted across two processes', async () => {
    const second = await startSecond(ledger, [replace(CLOCK, [], () => clock)]);
    const from = anyAddress();
    await fail(3, () => ({ from }));
    await fail(2, () => ({ from, to: second }));
    for (const to of [ledger, second])
      expectRefusal(await attempt({ from, to, password: goodPassword }), 429, 'SIGN_IN_LIMITED');
    expect((await attempt({ from: anyAddress(), to: second, password: goodPassword })).status).toBe(200);
    await second.close();
  });
});

test('correct passwords of one person are limited to thirty per 15 minutes, and none is hashed above the limit', async () => {
  const good = () => attempt({ from: anyAddress(), password: goodPassword });
  const words = ['four other plain words', goodPassword] as const;
  // Changing the password counts as a use of the correct password, so these two changes are the first two of the thirty uses.
  expect(
    (await person.page.put('//console/password', { current_password: words[1], new_password: words[0] })).status,
  ).toBe(200);
  expect(
    (await person.page.put('//console/password', { current_password: words[0], new_password: words[1] })).status,
  ).toBe(200);
  // Attempts with wrong passwords do not count towards the limit on correct ones.
  await fail(3, () => ({ from: anyAddress() }));
  let last: Answer | undefined;
  for (let count = 2; count < maxGoodOfAccount; count++) {
    clock.advance(1_000);
    last = await good();
    expect(last.status).toBe(200);
  }
  const scrypt = jest.spyOn(crypto, 'scrypt').mockClear();
  expectRefusal(await good(), 429, 'SIGN_IN_LIMITED');
  const change = { current_password: goodPassword, new_password: words[0] };
  // A person may have twenty open sessions, and the oldest have ended, so this uses the newest.
  const limited = await personOf(ledger, last as Answer).page.put('//console/password', change);
  expectRefusal(limited, 429, 'SIGN_IN_LIMITED');
  expect(scrypt).not.toHaveBeenCalled();
  const colleague = await join(ledger);
  const ofColleague = { email: colleague.email, password: goodPassword, from: anyAddress() };
  expect((await attempt(ofColleague)).status).toBe(200);
  clock.advance(Number(limited.headers.get('Retry-After')) * 1_000);
  expect((await good()).status).toBe(200);
});

test('an unknown e-mail costs the same hash as a known one', async () => {
  const scrypt = jest.spyOn(crypto, 'scrypt');
  const hashesOf = async (email: string): Promise<readonly unknown[]> => {
    clock.advance(1_000);
    scrypt.mockClear();
    expectRefusal(await attempt({ email, from: anyAddress() }), 401, 'SIGN_IN_FAILED');
    return scrypt.mock.calls.map(([password, salt, bytes, options]) => [
      password,
      salt.toString().length > 0,
      bytes,
      options,
    ]);
  };
  const known = await hashesOf(person.email);
  expect(known).toHaveLength(1);
  expect(await hashesOf('nobody-at-all@example.com')).toEqual(known);
});
