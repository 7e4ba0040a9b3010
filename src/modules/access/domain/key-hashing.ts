/**
 * What is kept of a key's secret: HMAC-SHA256 under a key that is derived from the installation's secret, which lies in
 * the database, and the pepper, which does not. A copy of the database alone can neither check nor forge a key. A slow
 * hash would add nothing: there are 256 random bits to guess, not a password.
 */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface KeyHashing {
  hashOf(keyText: string): Buffer;
  /** Whether the text has this hash. Takes as long for no hash, so that nobody learns which prefixes exist. */
  matches(keyText: string, expected: Buffer | undefined): boolean;
}

export interface HashingSecrets {
  readonly installationSecret: Buffer;
  /** Another pepper makes every key issued before useless. */
  readonly pepper: string;
}

const hashBytes = 32;

export const createKeyHashing = ({ installationSecret, pepper }: HashingSecrets): KeyHashing => {
  const hashingKey = Buffer.from(hkdfSync('sha256', installationSecret, pepper, 'api keys', hashBytes));
  const hashOf = (keyText: string): Buffer => createHmac('sha256', hashingKey).update(keyText).digest();
  const hashOfNothing = hashOf('');
  // The plain digest of the text that an expected hash was found to belong to, for as long as somebody holds that hash:
  // the same key comes again and again, and a digest costs a fraction of an HMAC.
  const digests = new WeakMap<Buffer, Buffer>();
  return {
    hashOf,
    matches: (keyText, expected) => {
      const known = expected && digests.get(expected);
      const digest = hash('sha256', keyText, 'buffer');
      if (known && timingSafeEqual(digest, known)) return true;
      const matches = timingSafeEqual(hashOf(keyText), expected ?? hashOfNothing) && expected !== undefined;
      if (matches) digests.set(expected, digest);
      return matches;
    },
  };
};
