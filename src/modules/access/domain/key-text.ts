/**
 * The text of a key: `sk_{prefix}_{secret}`, or `ak_{prefix}_{secret}` for an administrator's. The prefix is public and
 * identifies the key. The secret is 256 random bits and a checksum over the text before it, so that a mistyped or
 * invented key is refused without a query to the store.
 */
import { hash } from 'node:crypto';

export interface KeyText {
  readonly prefix: string;
  /** The whole text, including the prefix. It must never be stored or logged. */
  readonly text: string;
}

const prefixLength = 12;
/** 43 characters of base 62 hold the 256 bits of a secret. */
const secretLength = 43;
const checksumLength = 6;

const prefixBytes = 16;
const secretBytes = 32;
/** The number of random bytes in a new key. */
export const randomBytesOfKey = prefixBytes + secretBytes;

const lowerCase = '0123456789abcdefghijklmnopqrstuvwxyz';
const base62 = `${lowerCase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** `sk`: an API key. `ak`: an administrator's key. */
export type KeyKind = 'sk' | 'ak';

/** Returns the key for these random bytes. The same bytes always give the same key. */
export const keyTextOf = (random: Buffer, kind: KeyKind = 'sk'): KeyText => {
  if (random.length !== randomBytesOfKey) throw new Error(`a key is made of ${randomBytesOfKey} random bytes`);
  const prefix = digits(random.subarray(0, prefixBytes), lowerCase, prefixLength);
  const body = `${kind}_${prefix}_${digits(random.subarray(prefixBytes), base62, secretLength)}`;
  return { prefix, text: body + checksumOf(body) };
};

const bearerPattern = /^bearer +(\S+)$/i;
const patternOf = (kind: KeyKind): RegExp =>
  new RegExp(`^${kind}_([a-z0-9]{${prefixLength}})_[0-9A-Za-z]{${secretLength + checksumLength}}$`);
const patterns: Readonly<Record<KeyKind, RegExp>> = { sk: patternOf('sk'), ak: patternOf('ak') };

/** Returns the key in an `Authorization` header; undefined if it does not have the form of a key. */
export const keyTextIn = (authorization: string | undefined, kind: KeyKind = 'sk'): KeyText | undefined => {
  const text = bearerPattern.exec(authorization ?? '')?.[1];
  const prefix = text === undefined ? undefined : patterns[kind].exec(text)?.[1];
  if (text === undefined || prefix === undefined) return undefined;
  return text.endsWith(checksumOf(text.slice(0, -checksumLength))) ? { prefix, text } : undefined;
};

/**
 * Returns the checksum: the last base-62 digits of the first eight bytes of the text's hash. It is computed on every request, so the
 * remainder is taken in steps of 16 bits, which numbers hold exactly, instead of with bigints.
 */
const checksumOf = (body: string): string => {
  const bytes = hash('sha256', body, 'buffer');
  let rest = bytes.readUInt32BE();
  for (const offset of [4, 6]) rest = (rest * 65_536 + bytes.readUInt16BE(offset)) % checksums;
  let text = '';
  for (let position = 0; position < checksumLength; position++, rest = Math.floor(rest / base62.length))
    text = base62.charAt(rest % base62.length) + text;
  return text;
};

/** The number of different checksums. */
const checksums = base62.length ** checksumLength;

/** Returns the last `length` digits of the bytes, read as one number in the alphabet's base. */
const digits = (bytes: Buffer, alphabet: string, length: number): string => {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let position = 0; position < length; position++, rest /= base)
    text = alphabet.charAt(Number(rest % base)) + text;
  return text;
};
