/** Ids are UUIDv7 made by the application: sortable by the time of acceptance, opaque to clients. */
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

declare const brand: unique symbol;
export type Id<Of extends string> = string & { readonly [brand]: Of };

export type TenantId = Id<'tenant'>;
export type LedgerId = Id<'ledger'>;
export type KeyId = Id<'key'>;

/** A new id, greater than every id this process made before. */
export const newId = <Of extends string>(): Id<Of> => uuidv7() as Id<Of>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The text as an id in lower case, or undefined when it is no UUID. */
export const parseId = <Of extends string>(text: string): Id<Of> | undefined =>
  uuid.test(text) ? (text.toLowerCase() as Id<Of>) : undefined;

/** The UUIDv5 of a name within a namespace: the same in, the same out. */
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
