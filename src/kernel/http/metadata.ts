/** Metadata: any JSON that a client keeps with a record, within limits, provided that it reads back exactly as sent. */
import * as t from 'io-ts';
import { Codec, failure, isObject, named, type JsonObject } from './codecs';

const nul = '\0';

export const maxMetadataBytes = 16_384;
/** The maximum number of values: many small values take far more memory and time than their bytes suggest. */
export const maxMetadataValues = 1_000;

/** Any structured data; its texts obey the same rules as all other texts. */
export const metadata: Codec<JsonObject> = named(
  'Metadata',
  'Structured data of your own, at most 16 KiB as JSON and 1,000 values: the ledger stores and returns it, and does not interpret it. A number that a double cannot represent exactly is refused: send it as a string.',
  new Codec<JsonObject>({ type: 'object', additionalProperties: true }, (input) => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const bytes = JSON.stringify(input);
    if (Buffer.byteLength(bytes) > maxMetadataBytes)
      return failure(input, `must take at most ${maxMetadataBytes} bytes`);
    if (valuesIn(input) > maxMetadataValues) return failure(input, `must have at most ${maxMetadataValues} values`);
    return isStorable(input)
      ? t.success(input)
      : failure(input, 'must not contain a NUL character, a lone surrogate or a number that no double holds');
  }),
).described('Data of your own, stored with it and returned unchanged; null if there is none.');

/**
 * Counts every text, number, list and object in the value, at any depth. The depth is limited by the limit for bodies.
 */
const valuesIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) count += valuesIn(member);
  return count;
};

const isStorableText = (value: string): boolean => !value.includes(nul) && value.isWellFormed();

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  // JSON can write numbers that no double holds, such as 1e999; they would read back as null.
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member));
};
