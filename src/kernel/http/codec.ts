/** A codec is an io-ts type that also has a JSON Schema. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Pieces } from '../pieces';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the schema with additional members, such as a description. A named schema is written once and referred to, so the members are
 * stored beside the reference (`beside`) and do not affect its other uses.
 */
export const annotated = (schema: JsonSchema, words: JsonSchema): JsonSchema =>
  typeof schema['title'] === 'string'
    ? { ...schema, beside: { ...(schema['beside'] as object | undefined), ...words } }
    : { ...schema, ...words };

export class Codec<A> extends t.Type<A, unknown, unknown> {
  constructor(
    readonly schema: JsonSchema,
    decode: (input: unknown) => t.Validation<A>,
    /** True if a field of this codec may be left out. */
    readonly optional = false,
    /** Decodes in pieces, for values whose decoding may take a long time; undefined otherwise. */
    readonly pieces?: (input: unknown) => Pieces<t.Validation<A>>,
  ) {
    super('codec', (_): _ is A => E.isRight(decode(_)), decode, t.identity);
  }

  /**
   * Returns the codec with a description for the OpenAPI document: the unit, the shape, when the value is null or
   * absent, and its purpose. Decoding is unchanged.
   */
  described(description: string): Codec<A> {
    return this.#saying(annotated(this.schema, { description }));
  }

  /**
   * Returns the codec with additional schema members that decoding does not check, because other code checks them
   * later.
   */
  with(more: JsonSchema): Codec<A> {
    return this.#saying({ ...this.schema, ...more });
  }

  #saying(schema: JsonSchema): Codec<A> {
    return new Codec<A>(schema, this.validate as (input: unknown) => t.Validation<A>, this.optional, this.pieces);
  }
}

/** A codec of any type. `Codec<unknown>` would not accept all codecs, because io-ts types are invariant. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyCodec = Codec<any>;

export type Decoded<C> = C extends Codec<infer A> ? A : never;

export const failure = (input: unknown, message: string): t.Validation<never> =>
  E.left([{ value: input, context: [], message }]);
