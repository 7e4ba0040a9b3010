/**
 * Formats that last. What is hashed and kept is written member by member, and the number of the format stands in front of the
 * hash. A kept hash is always compared by the format that made it, however many formats came later; so a format that has
 * ever been written is never changed again (docs/recipes.md, "Change what is hashed").
 */
import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** The number of the format, and SHA-256. */
export const keptHashBytes = 33;

/** The hash of a text under the number of the format that wrote it: 33 bytes. */
export const keptHash = (version: number, text: string): Buffer => {
  const kept = Buffer.allocUnsafe(keptHashBytes);
  kept[0] = version;
  // As text, because a buffer of its own for each hash takes longer to make than the hash.
  kept.write(hash('sha256', text, 'binary'), 1, 'latin1');
  return kept;
};

/**
 * The text of one kind of thing under each format that was ever written, by the format's number. New hashes are made by
 * the newest format.
 */
export interface Formats<T> {
  /** 33 bytes: the number of the newest format, and the SHA-256 of the text that it writes of the thing. */
  hashOf(thing: T): Buffer;
  /** That hash, and the text of which it is. */
  contentOf(thing: T): Content;
  /** The hash under each format: where a hash is looked up, the format that made it is not known. */
  hashesOf(thing: T): readonly Buffer[];
  /** Whether a kept hash is that of the thing, by the format that made it; false where that format is not known. */
  isHashOf(kept: Buffer, thing: T): boolean;
  /** The hash by which two requests count as the same. */
  fingerprintOf(thing: T): Fingerprint;
}

/** A thing as it is kept for good: who has the text can prove by the hash that nobody changed it. */
export interface Content {
  readonly hash: Buffer;
  readonly text: string;
}

export interface Fingerprint {
  /** What is kept of the request: `hashOf`. */
  readonly hash: Buffer;
  /** Whether a kept hash is the fingerprint of the same request. */
  matches(kept: Buffer): boolean;
}

export const formatsOf = <T>(newest: number, texts: Readonly<Record<number, (thing: T) => string>>): Formats<T> => {
  const newestText = texts[newest];
  if (!newestText) throw new Error(`there is no format ${newest}`);
  const hashOf = (thing: T): Buffer => keptHash(newest, newestText(thing));
  const isHashOf = (kept: Buffer, thing: T): boolean => {
    const version = kept[0] as number;
    const textOf = Object.hasOwn(texts, version) ? texts[version] : undefined;
    return textOf !== undefined && keptHash(version, textOf(thing)).equals(kept);
  };
  return {
    hashOf,
    contentOf: (thing) => {
      const text = newestText(thing);
      return { hash: keptHash(newest, text), text };
    },
    hashesOf: (thing) => Object.entries(texts).map(([version, textOf]) => keptHash(Number(version), textOf(thing))),
    isHashOf,
    fingerprintOf: (thing) => ({ hash: hashOf(thing), matches: (kept) => isHashOf(kept, thing) }),
  };
};

/**
 * Members with their lengths in UTF-16 code units, so that two different lists never have the same text; null is not ''.
 */
export const membersText = (members: readonly (string | null)[]): string => {
  let text = '';
  for (const member of members) text += member === null ? '-;' : `${member.length}:${member};`;
  return text;
};

/** The members of such a text, or the first of them: what stands behind these is not looked at. Throws where it is none. */
export const membersOf = (text: string, most = Infinity): readonly (string | null)[] => {
  const members: (string | null)[] = [];
  for (let at = 0; at < text.length && members.length < most;) {
    if (text.startsWith('-;', at)) {
      members.push(null);
      at += 2;
      continue;
    }
    const colon = text.indexOf(':', at);
    const length = colon < 0 ? Number.NaN : Number(text.slice(at, colon));
    const end = colon + 1 + length;
    if (!Number.isInteger(length) || text[end] !== ';') throw new Error(`no member begins at ${at} of a kept text`);
    members.push(text.slice(colon + 1, end));
    at = end + 1;
  }
  return members;
};

/** A member that is JSON itself: equal values always have the same text. */
export const jsonMember = (value: object | null): string | null => (value === null ? null : canonicalJson(value));

export const dateMember = (value: Date | null): string | null => value?.toISOString() ?? null;
export const booleanMember = (value: boolean): string => (value ? 'true' : 'false');
