/**
 * Codecs of the answers that clients receive. The OpenAPI document shows them, and the tests validate every answer
 * against them.
 */
import * as t from 'io-ts';
import { amountPattern } from '../money';
import { array, boolean, Codec, id, instant, named, nullable, object, type AnyCodec } from './codecs';

/** The fields that every record has. */
export const recordId = id().described(
  'Created by the service, as a UUID of version 7: later ids sort after earlier ones.',
);
export const ledgerId = id().described('The ledger that it belongs to: the ledger of the key.');
export const createdAt = instant.described('When it was created, in UTC.');
export const updatedAt = instant.described('When it was last changed, in UTC; initially, when it was created.');

export const deletedShape = named(
  'Deleted',
  'The deleted object.',
  object({
    id: id().described('The id of the deleted object, which no longer exists.'),
    deleted: boolean.described('Always true.'),
  }),
);

/** A field that is always present, but may be null. */
export const orNull = (codec: AnyCodec): AnyCodec => {
  const inner = nullable(codec);
  return new Codec<unknown>(inner.schema, inner.decode);
};

/** A list of any length. */
export const all = (codec: AnyCodec): AnyCodec => {
  const inner = array(codec, 0, Infinity);
  const { maxItems: _, ...schema } = inner.schema;
  return new Codec<unknown>(schema, inner.decode);
};

/**
 * An exact amount in major units, with at least as many decimals as the ledger displays and at most as many as it
 * stores.
 */
export const money: Codec<string> = new Codec<string>(
  {
    type: 'string',
    format: 'decimal',
    pattern: amountPattern.source,
    description: 'An exact decimal in major units, never with an exponent.',
    examples: ['10.50'],
  },
  (input) =>
    typeof input === 'string' && amountPattern.test(input) && !/^-[0.]*$/.test(input)
      ? t.success(input)
      : t.failures([{ value: input, context: [], message: 'must be an exact decimal' }]),
);

/** A named shape that refers to itself, such as a tree. */
export const recursive = (name: string, description: string, shapeOf: (self: AnyCodec) => AnyCodec): AnyCodec => {
  const self: AnyCodec = new Codec<unknown>({ $ref: `#/components/schemas/${name}` }, (input) => shape.decode(input));
  const shape: AnyCodec = named(name, description, shapeOf(self));
  return shape;
};
