/**
 * The secrets in a person's browser: the token of a session in its cookie, and the token of an invitation in the fragment of a link. Each
 * is 256 random bits after a prefix, by which a token that leaked can be recognised. Only keyed hashes are stored, so that nobody can use
 * or forge a token with a copy of the database; a slow hash would add nothing.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HashingSecrets } from './key-hashing';

const tokenBytes = 32;
const pattern = /^(session|invite)_[A-Za-z0-9_-]{43}$/;

export type TokenKind = 'session' | 'invite';

export const newToken = (kind: TokenKind): string => `${kind}_${randomBytes(tokenBytes).toString('base64url')}`;

/** Returns whether the text has the form of a token of this service. */
export const isToken = (kind: TokenKind, text: string): boolean => pattern.exec(text)?.[1] === kind;

/** Returns the hash by which a token is stored and found. It depends on the installation's secret and on the pepper. */
export interface TokenHashing {
  hashOf(token: string): string;
  /** Returns the hash under the present pepper, and under the former one if there is one, because an older token may be stored under it. */
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

/** CSRF tokens: they prove that a page of this service, and not another site in the same browser, sent a request. */
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
  // Tokens under the former pepper are accepted too, so that pages that were opened before its change still work.
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
