/** The rules for passwords, and their storage. */
import type * as nodeCrypto from 'node:crypto';
import { hkdfSync, createHmac, scryptSync } from 'node:crypto';
import { HandClock } from '../../support/hand-clock';
import { createPasswords } from '../../../src/modules/access/application/passwords';
import { HungUp, Unavailable } from '../../../src/kernel/refusal';
import { commonPasswords } from '../../../src/modules/access/domain/common-passwords';
import { complaintsAboutPassword } from '../../../src/modules/access/domain/password';

const email = 'anna.bell@example.com';

describe('a password', () => {
  test.each([
    'three plain words here',
    'twelve chars',
    'ÄÖÜäöüß€ÄÖÜx',
    '📚📖📗📘📙📓📔📒📕🗞📰🔖',
    'anna.bell@example.com and more',
    'correcthorsebattery staple',
    'x'.repeat(3) + 'y'.repeat(197),
  ])('may be %j', (password) => {
    expect(complaintsAboutPassword(password, email)).toEqual([]);
  });

  test.each([
    ['elevenchars', 'must have at least 12 characters'],
    // Eleven code points, which are twenty-two UTF-16 units.
    ['📚'.repeat(11), 'must have at least 12 characters'],
    [`three plain words here ${'x'.repeat(178)}`, 'must have at most 200 characters'],
    ['Password1234', 'must not be a common password'],
    ['correcthorsebatterystaple', 'must not be a common password'],
    // Full-width letters, which normalise to the same password.
    ['ｐａｓｓｗｏｒｄ１２３４', 'must not be a common password'],
    ['anna.bell@example.com', 'must not consist of the e-mail address or the part before the @'],
    ['Anna.BellANNA.BELL', 'must not consist of the e-mail address or the part before the @'],
    ['aaaaaaaaaaaa', 'must not be a repetition or a sequence'],
    ['abcabcabcabcab', 'must not be a repetition or a sequence'],
    ['horsehorsehorse', 'must not be a repetition or a sequence'],
    ['abcdefghijkl', 'must not be a repetition or a sequence'],
    ['zyxwvutsrqponm', 'must not be a repetition or a sequence'],
    ['0987654321098765', 'must not be a repetition or a sequence'],
    ['qwertyuiopas', 'must not be a repetition or a sequence'],
    ['abcdef123456', 'must not be a repetition or a sequence'],
    ['twelve chars\0', 'must not contain a NUL character or a lone surrogate'],
    ['twelve chars\ud800', 'must not contain a NUL character or a lone surrogate'],
  ])('may not be %j', (password, complaint) => {
    expect(complaintsAboutPassword(password, email)).toEqual([complaint]);
  });

  test('is compared with more than 500 common ones of sufficient length', () => {
    expect(commonPasswords.size).toBeGreaterThan(500);
    for (const common of commonPasswords) {
      expect([common, [...common].length >= 12]).toEqual([common, true]);
      expect([common, common === common.toLowerCase().normalize('NFKC')]).toEqual([common, true]);
      expect([common, complaintsAboutPassword(common.toUpperCase(), email).length]).toEqual([common, 1]);
    }
  });
});

describe('the stored hash of a password', () => {
  const secrets = { installationSecret: Buffer.alloc(32, 7), pepper: 'pepper' };
  const clock = new HandClock();
  const soft = { logN: 10, r: 8, p: 1 };
  const passwords = createPasswords(secrets, clock, soft);

  test('is scrypt under a key of the installation, with its parameters in front', async () => {
    const kept = await createPasswords(secrets, clock).hashOf('three plain words here', email, { subject: 'somebody' });
    const [of, logN, r, p, salt = '', digest, nonce = ''] = kept.split('$');
    expect([of, logN, r, p]).toEqual(['scrypt', '15', '8', '1']);
    const bytes = Buffer.from(salt, 'base64url');
    expect(bytes).toHaveLength(16);
    const stretched = scryptSync('three plain words here', bytes, 32, {
      N: 32_768,
      r: 8,
      p: 1,
      maxmem: 128 * 1_048_576,
    });
    const key = Buffer.from(hkdfSync('sha256', secrets.installationSecret, 'pepper', 'passwords', 32));
    expect(digest).toBe(
      createHmac('sha256', key).update(stretched).update(Buffer.from(nonce, 'base64url')).digest('base64url'),
    );
    expect(kept.length).toBeLessThan(200);
  });

  test('differs each time, and matches only that password in any Unicode composition', async () => {
    const [one, other] = [
      await passwords.hashOf('ein schöner Tag', email, { subject: 'somebody' }),
      await passwords.hashOf('ein schöner Tag', email, { subject: 'somebody' }),
    ];
    expect(one).not.toBe(other);
    expect(await passwords.matches('ein scho\u0308ner Tag', one, { subject: 'somebody' })).toBe(true);
    expect(await passwords.matches('ein schoner Tag', one, { subject: 'somebody' })).toBe(false);
    for (const nothing of [null, undefined])
      expect(await passwords.matches('ein schöner Tag', nothing, { subject: 'somebody' })).toBe(false);
  });

  test('matches with the parameters that it contains, and under no other key', async () => {
    const kept = await passwords.hashOf('three plain words here', email, { subject: 'somebody' });
    const harder = createPasswords(secrets, clock, { logN: 11, r: 8, p: 1 });
    expect(await harder.matches('three plain words here', kept, { subject: 'somebody' })).toBe(true);
    const peppered = createPasswords({ ...secrets, pepper: 'another' }, clock, soft);
    expect(await peppered.matches('three plain words here', kept, { subject: 'somebody' })).toBe(false);
    await expect(passwords.matches('x', 'bcrypt$10$x', { subject: 'somebody' })).rejects.toThrow('not known');
  });

  test('matches under the former pepper, and is then renewed under the present one', async () => {
    const [words, kept] = [
      'three plain words here',
      await passwords.hashOf('three plain words here', email, { subject: 'somebody' }),
    ];
    const after = createPasswords({ ...secrets, pepper: 'another', formerPepper: 'pepper' }, clock, soft);
    expect(await after.judge('other words', [kept], { subject: 'somebody' })).toEqual([{ isGood: false }]);
    const [{ isGood, renewed } = { isGood: false }] = await after.judge(words, [kept], { subject: 'somebody' });
    expect([isGood, await after.matches(words, kept, { subject: 'somebody' })]).toEqual([true, true]);
    expect(
      await createPasswords({ ...secrets, pepper: 'another' }, clock, soft).judge(words, [renewed], {
        subject: 'somebody',
      }),
    ).toEqual([{ isGood: true }]);
    expect(await after.judge(words, [renewed], { subject: 'somebody' })).toEqual([{ isGood: true }]);
    expect(await after.judge(words, [null], { subject: 'somebody' })).toEqual([{ isGood: false }]);
  });

  test('is computed once for any number of operators with an e-mail, so that the time reveals nothing', async () => {
    const stretched = jest.spyOn(jest.requireActual<typeof nodeCrypto>('node:crypto'), 'scrypt');
    const words = 'three plain words here';
    const peppered = createPasswords({ ...secrets, pepper: 'another' }, clock, soft);
    const [own, same, others] = [
      await passwords.hashOf(words, email, { subject: 'somebody' }),
      await passwords.hashOf('four other plain words', email, { subject: 'somebody' }),
      await peppered.hashOf(words, email, { subject: 'somebody' }),
    ];
    for (const [kept, good] of [
      [[], []],
      [[null], [false]],
      [[own], [true]],
      [
        [same, own, others, null],
        [false, true, false, false],
      ],
    ] as const) {
      stretched.mockClear();
      expect((await passwords.judge(words, kept, { subject: 'somebody' })).map(({ isGood }) => isGood)).toEqual(good);
      expect(stretched).toHaveBeenCalledTimes(1);
    }
  });

  test('is computed two at a time; sixteen wait, and further ones are refused', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => passwords.hashOf('three plain words here', email, { subject: 'somebody' })),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(12);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
    expect(await passwords.hashOf('three plain words here', email, { subject: 'somebody' })).toMatch(/^scrypt\$/);
  });

  test('waits for at most one queued hash of each other subject', async () => {
    const stretched = jest.spyOn(jest.requireActual<typeof nodeCrypto>('node:crypto'), 'scrypt');
    stretched.mockClear();
    const hash = (subject: string) => passwords.hashOf(`three plain words of ${subject}`, email, { subject });
    await Promise.all([...Array.from({ length: 18 }, () => hash('greedy')), hash('other')]);
    const begun = stretched.mock.calls.map(([password]) => String(password).split(' ').at(-1));
    // At most two hashes run at the same time, and the first two belong to `greedy`. Afterwards the subjects alternate.
    expect(begun.slice(0, 4)).toEqual(['greedy', 'greedy', 'greedy', 'other']);
  });

  test('is not computed for a client that hung up while it waited', async () => {
    const stretched = jest.spyOn(jest.requireActual<typeof nodeCrypto>('node:crypto'), 'scrypt');
    stretched.mockClear();
    const hash = (isGone: () => boolean) =>
      passwords.hashOf('three plain words here', email, { subject: 'greedy', isGone });
    const all = await Promise.allSettled([hash(() => false), ...Array.from({ length: 16 }, () => hash(() => true))]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', ...Array.from({ length: 16 }, () => 'rejected')]);
    for (const one of all.slice(1)) expect(one).toHaveProperty('reason', expect.any(HungUp));
    expect(stretched).toHaveBeenCalledTimes(1);
  });
});
