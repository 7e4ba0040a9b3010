/**
 * What is kept of a key's secret: HMAC-SHA256 under a key that is derived from the installation's secret (in the database)
 * and the pepper (outside of it). A copy of the database alone can neither check nor forge a key. A slow hash would add
 * nothing: the secret is 256 random bits, not a password.
 */
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface KeyHashing {
  hashOf(keyText: string): Buffer;
  /**
   * Whether the text has this hash. Takes as long where there is no hash, so that its time does not tell which prefixes
   * exist.
   */
  matches(keyText: string, expected: Buffer | undefined): boolean;
  /** Whether that hash matched under the former pepper: it is to be kept under the present one. */
  isOutlived(matched: Buffer): boolean;
}

export interface HashingSecrets {
  readonly installationSecret: Buffer;
  /** A change of the pepper makes every key that was issued before it useless, but for those under the former one. */
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
  // A cache of plain digests of texts whose hash was compared, for as long as the hash is held: the same key comes again
  // and again, and a digest costs a fraction of an HMAC.
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
      // Asked in any case, so that the time does not tell which keys exist.
      const isFormer = formerHashOf !== undefined && timingSafeEqual(formerHashOf(keyText), compared);
      if (expected === undefined || !(isPresent || isFormer)) return false;
      digests.set(expected, digest);
      if (!isPresent) outlived.add(expected);
      return true;
    },
    isOutlived: (matched) => outlived.has(matched),
  };
};
