/** Codecs of what clients get: the document shows them, the tests hold every answer against them. */
import * as t from 'io-ts';
import { amountPattern } from '../money';
import { array, boolean, Codec, id, named, nullable, object, type AnyCodec } from './codecs';

export const deletedShape = named('Deleted', object({ id: id(), deleted: boolean }));

/** Always there, if only as null. */
export const orNull = (codec: AnyCodec): AnyCodec => {
  const inner = nullable(codec);
  return new Codec<unknown>(inner.schema, inner.decode);
};

/** As many as there are. */
export const all = (codec: AnyCodec): AnyCodec => {
  const inner = array(codec, 0, Infinity);
  const { maxItems: _, ...schema } = inner.schema;
  return new Codec<unknown>(schema, inner.decode);
};

/** An exact amount in major units: at least as many decimals as the ledger displays, at most as many as it stores. */
export const money: Codec<string> = new Codec<string>(
  {
    type: 'string',
    format: 'decimal',
    pattern: amountPattern.source,
    description: 'Exact decimal in major units, never with an exponent',
    examples: ['10.50'],
  },
  (input) =>
    typeof input === 'string' && amountPattern.test(input) && !/^-[0.]*$/.test(input)
      ? t.success(input)
      : t.failures([{ value: input, context: [], message: 'must be an exact decimal' }]),
);

/** A shape that holds itself, under the name it goes by. */
export const recursive = (name: string, shapeOf: (self: AnyCodec) => AnyCodec): AnyCodec => {
  const self: AnyCodec = new Codec<unknown>({ $ref: `#/components/schemas/${name}` }, (input) => shape.decode(input));
  const shape: AnyCodec = named(name, shapeOf(self));
  return shape;
};
