/**
 * Formats of hashed records that are kept. A record that is hashed and kept is written member by member, and the format's number precedes
 * the hash. A kept hash is always compared using the format that it was created with. So a format that has ever been written must never
 * change, even after newer formats exist (docs/make/recipes.md, "Change what is hashed").
 */
import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json';
import { instantText } from './time';

/** The number of bytes of a hash: one for the format's number, and 32 for the SHA-256. */
export const keptHashBytes = 33;

/** Returns the SHA-256 of a text, preceded by the number of the format that wrote the text: 33 bytes. */
export const keptHash = (version: number, text: string): Buffer => {
  const kept = Buffer.allocUnsafe(keptHashBytes);
  kept[0] = version;
  // Hashes to a string, because creating a buffer for each hash takes longer than hashing.
  kept.write(hash('sha256', text, 'binary'), 1, 'latin1');
  return kept;
};

/**
 * The hashes of one kind of record in every format that has ever been written, by the format's number. New hashes use the newest format.
 */
export interface Hashes<T> {
  /** Returns 33 bytes: the newest format's number, and the SHA-256 of the record's text in that format. */
  hashOf(thing: T): Buffer;
  /** Returns the hash in each format, for looking up a hash whose format is unknown. */
  hashesOf(thing: T): readonly Buffer[];
  /** Returns whether a kept hash matches the record in the hash's own format; false if that format is unknown. */
  isHashOf(kept: Buffer, thing: T): boolean;
}

export interface Formats<T> extends Hashes<T> {
  /** Returns the record's text in the format of a kept hash; undefined if the hash does not match the record. */
  textBehind(kept: Buffer, thing: T): string | undefined;
  /** Returns the newest hash, and the text that was hashed. */
  contentOf(thing: T): Content;
  /** Returns the hash that decides whether two requests are the same. */
  fingerprintOf(thing: T): Fingerprint;
}

/**
 * A request as two texts: as written, and by its meaning. Two requests are the same if they are equal as written or by meaning. The meaning
 * is null if the request names something that no longer exists in the ledger.
 */
export interface Twofold {
  readonly asWritten: string;
  readonly byMeaning: string | null;
}

/** The text of a record that is kept, and its hash: anyone who has the text can prove by the hash that nobody changed it. */
export interface Content {
  readonly hash: Buffer;
  readonly text: string;
}

export interface Fingerprint {
  /** The hash that is kept with a request, to recognise a repetition of the request: see `hashOf`. */
  readonly hash: Buffer;
  /** Returns whether a kept hash belongs to this request, in whichever format the hash was created. */
  matches(kept: Buffer): boolean;
}

export const formatsOf = <T>(newest: number, texts: Readonly<Record<number, (thing: T) => string>>): Formats<T> => {
  const hashes = hashesOf(newest, texts);
  const newestText = texts[newest] as (thing: T) => string;
  return {
    ...hashes,
    textBehind: (kept, thing) => (hashes.isHashOf(kept, thing) ? texts[kept[0] as number]?.(thing) : undefined),
    contentOf: (thing) => {
      const text = newestText(thing);
      return { hash: keptHash(newest, text), text };
    },
    fingerprintOf: (thing) => ({ hash: hashes.hashOf(thing), matches: (kept) => hashes.isHashOf(kept, thing) }),
  };
};

/** Creates the hashes of records that are only compared. A format may write a record as two texts (`Twofold`). */
export const hashesOf = <T>(
  newest: number,
  texts: Readonly<Record<number, (thing: T) => string | Twofold>>,
): Hashes<T> => {
  const newestText = texts[newest];
  if (!newestText) throw new Error(`there is no format ${newest}`);
  return {
    hashOf: (thing) => hashOfText(newest, newestText(thing)),
    hashesOf: (thing) => Object.entries(texts).map(([version, textOf]) => hashOfText(Number(version), textOf(thing))),
    isHashOf: (kept, thing) => {
      const version = kept[0] as number;
      const text = Object.hasOwn(texts, version) ? texts[version]?.(thing) : undefined;
      if (text === undefined) return false;
      return typeof text === 'string' ? keptHash(version, text).equals(kept) : isEitherHalf(kept, version, text);
    },
  };
};

const hashOfText = (version: number, text: string | Twofold): Buffer =>
  typeof text === 'string' ? keptHash(version, text) : twofoldHash(version, text);

/**
 * The number of bytes in half of a SHA-256. Two different requests with the same idempotency key have equal halves as rarely as two random
 * UUIDs are equal.
 */
const halfBytes = 16;

/** Returns 33 bytes: the format's number, and the first half of the SHA-256 of each of the two texts. */
const twofoldHash = (version: number, { asWritten, byMeaning }: Twofold): Buffer => {
  const kept = Buffer.allocUnsafe(keptHashBytes);
  kept[0] = version;
  kept.write(hash('sha256', asWritten, 'binary'), 1, halfBytes, 'latin1');
  kept.write(hash('sha256', byMeaning ?? asWritten, 'binary'), 1 + halfBytes, halfBytes, 'latin1');
  return kept;
};

const isEitherHalf = (kept: Buffer, version: number, text: Twofold): boolean => {
  const own = twofoldHash(version, text);
  const isWritten = kept.subarray(0, 1 + halfBytes).equals(own.subarray(0, 1 + halfBytes));
  return isWritten || (text.byMeaning !== null && kept.subarray(1 + halfBytes).equals(own.subarray(1 + halfBytes)));
};

/**
 * Writes members with their lengths in UTF-16 code units, so that two different lists never have the same text; null
 * differs from ''.
 */
export const membersText = (members: readonly (string | null)[]): string => {
  let text = '';
  for (const member of members) text += memberText(member);
  return text;
};

/** Writes one member with its length; null is written as `-;`. */
export const memberText = (member: string | null): string => (member === null ? '-;' : `${member.length}:${member};`);

/**
 * Reads the members of a text that `membersText` wrote, at most the first `most`. Throws if `membersText` cannot have written the part that
 * is read.
 */
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

/** Writes a member that is itself JSON: equal values always have the same text. */
export const jsonMember = (value: object | null): string | null => (value === null ? null : canonicalJson(value));

export const dateMember = (value: Date | null): string | null => (value === null ? null : instantText(value));
export const booleanMember = (value: boolean): string => (value ? 'true' : 'false');
