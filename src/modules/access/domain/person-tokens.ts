/**
 * The secrets that a person's browser holds: the token of a session in its cookie, and the token of an invitation in the
 * fragment of a link. Each is 256 random bits behind a word that says what was found, should it ever be found somewhere.
 * Only keyed hashes are stored, so that a copy of the database can neither use nor forge one; a slow hash would add nothing.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HashingSecrets } from './key-hashing';

const tokenBytes = 32;
const pattern = /^(session|invite)_[A-Za-z0-9_-]{43}$/;

export type TokenKind = 'session' | 'invite';

export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(tokenBytes).toString('base64url')}`;

/** Whether it is one that we could have made. */
export const isToken = (kind: TokenKind, text: string): boolean => pattern.exec(text)?.[1] === kind;

/** The hash by which a token is stored and found. It depends on the installation's secret and on the pepper. */
export interface TokenHashing {
  hashOf(token: string): string;
  /** The same, and the hash under the former pepper where there is one: a token that was made under it may be stored so. */
  hashesOf(token: string): readonly string[];
}

export const createTokenHashing = ({ installationSecret, pepper, formerPepper }: HashingSecrets): TokenHashing => {
  const hashUnder = (one: string): ((token: string) => string) => {
    const key = Buffer.from(hkdfSync('sha256', installationSecret, one, 'person tokens', 32));
    return (token) => createHmac('sha256', key).update(token).digest('hex');
  };
  const hashOf = hashUnder(pepper);
  const hashes = [hashOf, ...(formerPepper === undefined ? [] : [hashUnder(formerPepper)])];
  return { hashOf, hashesOf: (token) => hashes.map((hash) => hash(token)) };
};

/** What shows that a request was made by a page of ours, and not by another site in the same browser. */
export interface CsrfTokens {
  of(sessionToken: string): string;
  matches(sessionToken: string, presented: string): boolean;
}

export const createCsrfTokens = ({ installationSecret, pepper, formerPepper }: HashingSecrets): CsrfTokens => {
  const digestUnder = (one: string): ((sessionToken: string) => Buffer) => {
    const key = Buffer.from(hkdfSync('sha256', installationSecret, one, 'csrf tokens', 32));
    return (sessionToken) => createHmac('sha256', key).update(sessionToken).digest();
  };
  const digestOf = digestUnder(pepper);
  // A page that was opened before the pepper was changed goes on.
  const digests = [digestOf, ...(formerPepper === undefined ? [] : [digestUnder(formerPepper)])];
  return {
    of: (sessionToken) => digestOf(sessionToken).toString('base64url'),
    matches: (sessionToken, presented) => {
      const bytes = Buffer.from(presented, 'base64url');
      return digests.some((digest) => {
        const expected = digest(sessionToken);
        return bytes.length === expected.length && timingSafeEqual(bytes, expected);
      });
    },
  };
};
