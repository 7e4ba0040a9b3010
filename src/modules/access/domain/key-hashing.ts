/**
 * Hashes the secret of a key: HMAC-SHA256 under a key that is derived from the installation's secret (in the database) and the pepper
 * (outside of it). With a copy of the database alone, nobody can check or forge a key. A slow hash would add nothing, because the secret is
 * 256 random bits, not a password.
 */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface KeyHashing {
  hashOf(keyText: string): Buffer;
  /**
   * Returns whether the text has this hash. If no hash is given, the call takes the same time, so that the time does not reveal which
   * prefixes exist.
   */
  matches(keyText: string, expected: Buffer | undefined): boolean;
  /** Returns whether a matched hash was created under the former pepper, so that it must be stored again under the present one. */
  isOutlived(matched: Buffer): boolean;
}

export interface HashingSecrets {
  readonly installationSecret: Buffer;
  /** The present pepper. Keys that were issued under a different pepper are invalid, unless it is the former one. */
  readonly pepper: string;
  readonly formerPepper?: string | undefined;
}

const hashBytes = 32;

export const createKeyHashing = ({ installationSecret, pepper, formerPepper }: HashingSecrets): KeyHashing => {
  const hashUnder = (one: string): ((keyText: string) => Buffer) => {
    const hashingKey = Buffer.from(hkdfSync('sha256', installationSecret, one, 'api keys', hashBytes));
    return (keyText) => createHmac('sha256', hashingKey).update(keyText).digest();
  };
  const hashOf = hashUnder(pepper);
  const formerHashOf = formerPepper === undefined ? undefined : hashUnder(formerPepper);
  const hashOfNothing = hashOf('');
  // Caches the plain SHA-256 of texts whose hash matched, for as long as the hash is in memory: the same key arrives again and again, and a
  // plain digest costs a fraction of an HMAC.
  const digests = new WeakMap<Buffer, Buffer>();
  const outlived = new WeakSet<Buffer>();
  return {
    hashOf,
    matches: (keyText, expected) => {
      const known = expected && digests.get(expected);
      const digest = hash('sha256', keyText, 'buffer');
      if (known && timingSafeEqual(digest, known)) return true;
      const compared = expected ?? hashOfNothing;
      const isPresent = timingSafeEqual(hashOf(keyText), compared);
      // The former hash is computed in any case, so that the time does not reveal which keys exist.
      const isFormer = formerHashOf !== undefined && timingSafeEqual(formerHashOf(keyText), compared);
      if (expected === undefined || !(isPresent || isFormer)) return false;
      digests.set(expected, digest);
      if (!isPresent) outlived.add(expected);
      return true;
    },
    isOutlived: (matched) => outlived.has(matched),
  };
};
