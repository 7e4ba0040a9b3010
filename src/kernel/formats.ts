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
  hash('sha256', text, 'buffer').copy(kept, 1);
  return kept;
};

/**
 * What a kind of thing looks like under each format that was ever written, by its number. The hashes of what is new are made
 * by the newest.
 */
export interface Formats<T> {
  /** 33 bytes: the number of the newest format and the SHA-256 of what it writes of the thing. */
  hashOf(thing: T): Buffer;
  /** One for each format, because which of them made a hash that is looked for is not known. */
  hashesOf(thing: T): readonly Buffer[];
  /** Whether a kept hash is that of the thing, by the format that made it; never by one that is not known. */
  isHashOf(kept: Buffer, thing: T): boolean;
  /** The thing as what makes two of its kind the same. */
  fingerprintOf(thing: T): Fingerprint;
}

export interface Fingerprint {
  /** What is kept of it: `hashOf`. */
  readonly hash: Buffer;
  /** Whether what was kept before is the fingerprint of the same thing. */
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
    hashesOf: (thing) => Object.entries(texts).map(([version, textOf]) => keptHash(Number(version), textOf(thing))),
    isHashOf,
    fingerprintOf: (thing) => ({ hash: hashOf(thing), matches: (kept) => isHashOf(kept, thing) }),
  };
};

/** Members with their lengths in UTF-16 code units, so that no two lists have the same text; nothing is not the empty text. */
export const membersText = (members: readonly (string | null)[]): string => {
  let text = '';
  for (const member of members) text += member === null ? '-;' : `${member.length}:${member};`;
  return text;
};

/** A member that is itself JSON: the same value always as the same text. */
export const jsonMember = (value: object | null): string | null => (value === null ? null : canonicalJson(value));

export const dateMember = (value: Date | null): string | null => value?.toISOString() ?? null;
export const booleanMember = (value: boolean): string => (value ? 'true' : 'false');
