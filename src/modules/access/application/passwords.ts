/**
 * Hashes passwords: scrypt with a salt derived from the e-mail, then an HMAC of the result with a random nonce. The HMAC's key is derived
 * from the installation's secret (in the database) and the pepper (outside of it), so that with a pepper nobody can guess passwords from a
 * copy of the database alone. The stored hash begins with its parameters, so that they can be raised later. A hash takes 32 MiB and a tenth
 * of a second of a core, on purpose. So only a few hashes are computed at a time, and only a few wait: sign-ins cannot use up the processor
 * time that postings need.
 */
import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ProcessTime } from '../../../kernel/clock';
import { createFairLine } from '../../../kernel/running/fair-shares/line';
import { addressBlock } from '../../../kernel/network';
import { sharedWith } from '../../../kernel/principal';
import { HungUp, Unavailable } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { HashingSecrets } from '../domain/key-hashing';
import type { Operator } from '../domain/operator';
import { normalPassword } from '../domain/password';
import type { Origin } from '../domain/session';

/** The place of a hash in the queue: waiting hashes take turns by subject. */
export interface HashingTurn {
  /** The client's address, or the tenant of a signed-in person. */
  readonly subject: string;
  /** Returns whether the client has disconnected: its hash is then skipped, so that it delays nobody. */
  isGone?(): boolean;
}

/** Each function throws `HungUp` if the client has disconnected by the time its hash could be computed. */
export interface Passwords {
  /** Returns the hash. Throws `Unavailable` if too many hashes wait. */
  hashOf(password: string, email: string, turn: HashingTurn): Promise<string>;
  /** Returns whether the password has this hash. If no hash is given, the call takes the same time. Throws `Unavailable` like `hashOf`. */
  matches(password: string, expected: string | null | undefined, turn: HashingTurn): Promise<boolean>;
  /**
   * Compares a password with the hashes of all operators of one e-mail. For a hash that was created under the former pepper, also returns
   * its replacement. All hashes have the e-mail's salt, so the password is stretched once, and the time does not reveal their number.
   */
  judge(
    password: string,
    expected: readonly (string | null | undefined)[],
    turn: HashingTurn,
  ): Promise<readonly JudgedPassword[]>;
}

export interface JudgedPassword {
  readonly isGood: boolean;
  readonly renewed?: string;
}

export interface Hardness {
  /** The cost parameter N of scrypt is 2 to the power of `logN`. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

export const usualHardness: Hardness = { logN: 15, r: 8, p: 1 };
export const PASSWORD_HARDNESS = token<Hardness>('PasswordHardness');
const saltBytes = 16;
const hashBytes = 32;
/**
 * Each hash occupies a core, so at most two are computed at a time, and the other cores remain for posting. Waiting requests take turns by
 * subject.
 */
const hashing = { places: 2, placesEach: 2, maxWaitMs: 10_000, maxWaitingEach: 16, maxWaiting: 256 };
const version = 'scrypt';

/** Creates the password functions. All hashes of the process share one queue. */
export const createPasswords = (
  { installationSecret, pepper, formerPepper }: HashingSecrets,
  clock: Pick<ProcessTime, 'deadline'>,
  hardness = usualHardness,
): Passwords => {
  const keyUnder = (one: string): Buffer =>
    Buffer.from(hkdfSync('sha256', installationSecret, one, 'passwords', hashBytes));
  const key = keyUnder(pepper);
  const formerKey = formerPepper === undefined ? undefined : keyUnder(formerPepper);
  const saltKey = Buffer.from(hkdfSync('sha256', installationSecret, '', 'salts of passwords', hashBytes));
  /** Returns the salt for an e-mail, the same in every tenant. Nobody can compute it without the installation's secret. */
  const saltOf = (email: string): Buffer => createHmac('sha256', saltKey).update(email).digest().subarray(0, saltBytes);
  const turns = createFairLine(hashing, () => tooMany, clock);

  /** Computes scrypt, the slow part of the hash, which does not depend on the pepper. */
  const stretch = async (
    password: string,
    salt: Buffer,
    { logN, r, p }: Hardness,
    { subject, isGone }: HashingTurn,
  ): Promise<Buffer> => {
    await turns.enter(subject);
    try {
      if (isGone?.()) throw new HungUp();
      const N = 2 ** logN;
      return await new Promise<Buffer>((resolve, reject) => {
        const options = { N, r, p, maxmem: 2 * 128 * N * r };
        scrypt(normalPassword(password), salt, hashBytes, options, (error, derived) =>
          error ? reject(error) : resolve(derived),
        );
      });
    } finally {
      turns.leave(subject);
    }
  };

  /** A random nonce makes all hashes different, even those of the same password. */
  const digestUnder = (one: Buffer, stretched: Buffer, nonce: Buffer): Buffer =>
    createHmac('sha256', one).update(stretched).update(nonce).digest();

  const judge: Passwords['judge'] = async (password, expected, turn) => {
    const all = expected.map((one) => (one ? keptIn(one) : undefined));
    const stretched = new Map<string, Buffer>();
    const ways = all.flatMap((kept) => kept ?? []);
    for (const { salt, hardness: own } of ways.length > 0 ? ways : [{ salt: randomBytes(saltBytes), hardness }]) {
      const way = wayOf({ salt, hardness: own });
      if (!stretched.has(way)) stretched.set(way, await stretch(password, salt, own, turn));
    }
    return all.map((kept) => (kept ? judgedBy(kept, stretched.get(wayOf(kept)) as Buffer) : { isGood: false }));
  };

  const judgedBy = (kept: Kept, stretched: Buffer): JudgedPassword => {
    const digest = digestUnder(key, stretched, kept.nonce);
    const isPresent = timingSafeEqual(digest, kept.digest);
    if (isPresent || formerKey === undefined) return { isGood: isPresent };
    if (!timingSafeEqual(digestUnder(formerKey, stretched, kept.nonce), kept.digest)) return { isGood: false };
    return { isGood: true, renewed: textOf({ ...kept, digest }) };
  };

  return {
    hashOf: async (password, email, turn) => {
      const salt = saltOf(email);
      const nonce = randomBytes(saltBytes);
      return textOf({
        hardness,
        salt,
        nonce,
        digest: digestUnder(key, await stretch(password, salt, hardness, turn), nonce),
      });
    },
    matches: async (password, expected, turn) => (await judge(password, [expected], turn))[0]?.isGood === true,
    judge,
  };
};

const tooMany = new Unavailable('Too many passwords wait to be hashed.');

interface Kept {
  readonly hardness: Hardness;
  readonly salt: Buffer;
  readonly digest: Buffer;
  readonly nonce: Buffer;
}

/** Returns a key for the salt and the parameters. For hashes with the same key the password is stretched once. */
const wayOf = ({ salt, hardness: { logN, r, p } }: Pick<Kept, 'salt' | 'hardness'>): string =>
  [logN, r, p, salt.toString('base64url')].join('$');

const textOf = ({ hardness: { logN, r, p }, salt, digest, nonce }: Kept): string =>
  [version, logN, r, p, salt.toString('base64url'), digest.toString('base64url'), nonce.toString('base64url')].join(
    '$',
  );

const keptIn = (text: string): Kept => {
  const [of, logN, r, p, salt = '', digest = '', nonce = ''] = text.split('$');
  if (of !== version) throw new Error('a password is kept in a way that is not known');
  return {
    hardness: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    digest: Buffer.from(digest, 'base64url'),
    nonce: Buffer.from(nonce, 'base64url'),
  };
};

/** Returns the subject of a signed-in person in the queue: their tenant, or the person themselves if they work for all tenants. */
export const turnOf = ({ id, tenantId }: Operator, { isGone }: Origin): HashingTurn => ({
  subject: sharedWith({ callerId: id, tenantId }),
  ...(isGone && { isGone }),
});

/** Returns the queue subject of a visitor who is not signed in: the address. */
export const turnFrom = ({ address, isGone }: Origin): HashingTurn => ({
  subject: addressBlock(address),
  ...(isGone && { isGone }),
});
