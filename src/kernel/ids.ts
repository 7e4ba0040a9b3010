/** Ids are UUIDv7 made by the application: sortable by the time of acceptance, opaque to clients. */
import { createHash, randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

declare const brand: unique symbol;
export type Id<Of extends string> = string & { readonly [brand]: Of };

export type TenantId = Id<'tenant'>;
export type LedgerId = Id<'ledger'>;
export type KeyId = Id<'key'>;

/** Random bytes are drawn many at a time: asking the system for those of one id costs more than making the id. */
const randomWords = new Uint32Array(1024);
let nextWord = randomWords.length;
const nextUint32 = (): number => {
  if (nextWord === randomWords.length) {
    randomFillSync(randomWords);
    nextWord = 0;
  }
  return randomWords[nextWord++] as number;
};
const generator = new V7Generator({ nextUint32 });

let time: (() => Date) | undefined;

/** From now on ids are made at this time: the one that all processes share, so that their ids are in one order. */
export const timeIdsBy = (now: () => Date): void => {
  time = now;
};

/** A new id, greater than every id this process made before. */
export const newId = <Of extends string>(): Id<Of> =>
  printed((time ? generator.generateOrResetWithTs(time().getTime()) : generator.generate()).bytes) as Id<Of>;

const digits = Buffer.from('0123456789abcdef');
/** Where the two digits of each byte stand, between the hyphens. */
const placeOfByte = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const page = Buffer.alloc(36, '-');

/**
 * In one piece: a text that is put together digit by digit stays a tree of its pieces, a kilobyte for each id, for as long as a request
 * is under way. Four ids are made for a posting.
 */
const printed = (bytes: Readonly<Uint8Array>): string => {
  for (let index = 0; index < placeOfByte.length; index++) {
    const [byte, place] = [bytes[index] as number, placeOfByte[index] as number];
    page[place] = digits[byte >>> 4] as number;
    page[place + 1] = digits[byte & 15] as number;
  }
  return page.toString('latin1');
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The text as an id in lower case, or undefined when it is no UUID. */
export const parseId = <Of extends string>(text: string): Id<Of> | undefined =>
  uuid.test(text) ? (text.toLowerCase() as Id<Of>) : undefined;

/** When an id of ours was made: the first 48 bits of a UUIDv7 count milliseconds. */
export const madeAt = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** The UUIDv5 of a name within a namespace: always the same for the same two. */
export const idFromName = <Of extends string>(namespace: string, name: string): Id<Of> => {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  ) as Id<Of>;
};
