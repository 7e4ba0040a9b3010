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
 * The hashes of one kind of thing under each format that was ever written, by the format's number. New hashes are made by
 * the newest format.
 */
export interface Hashes<T> {
  /** 33 bytes: the number of the newest format, and the SHA-256 of the text that it writes of the thing. */
  hashOf(thing: T): Buffer;
  /** The hash under each format: where a hash is looked up, the format that made it is not known. */
  hashesOf(thing: T): readonly Buffer[];
  /** Whether a kept hash is that of the thing, by the format that made it; false where that format is not known. */
  isHashOf(kept: Buffer, thing: T): boolean;
}

export interface Formats<T> extends Hashes<T> {
  /** The newest hash, and the text of which it is. */
  contentOf(thing: T): Content;
  /** The hash by which two requests count as the same. */
  fingerprintOf(thing: T): Fingerprint;
}

/**
 * A request in two texts. Two requests are the same if they agree in either: they were written alike, or they mean the same.
 * The meaning is null if the ledger no longer knows what the request names.
 */
export interface Twofold {
  readonly asWritten: string;
  readonly byMeaning: string | null;
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
  const hashes = hashesOf(newest, texts);
  const newestText = texts[newest] as (thing: T) => string;
  return {
    ...hashes,
    contentOf: (thing) => {
      const text = newestText(thing);
      return { hash: keptHash(newest, text), text };
    },
    fingerprintOf: (thing) => ({ hash: hashes.hashOf(thing), matches: (kept) => hashes.isHashOf(kept, thing) }),
  };
};

/** The hashes of things that are only compared: a format may write two texts of one. */
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

/** Half of a SHA-256. Two requests under one key that agree in it by chance are as likely as two equal UUIDs. */
const halfBytes = 16;

/** The number of the format, and the first half of the SHA-256 of each text: 33 bytes too. */
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
 * Members with their lengths in UTF-16 code units, so that two different lists never have the same text; null is not ''.
 */
export const membersText = (members: readonly (string | null)[]): string => {
  let text = '';
  for (const member of members) text += memberText(member);
  return text;
};

/** The text of one member. */
export const memberText = (member: string | null): string => (member === null ? '-;' : `${member.length}:${member};`);

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
