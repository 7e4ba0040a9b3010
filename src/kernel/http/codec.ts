/** What a codec is: an io-ts type that also knows its JSON Schema. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export class Codec<A> extends t.Type<A, unknown, unknown> {
  constructor(
    readonly schema: JsonSchema,
    decode: (input: unknown) => t.Validation<A>,
    /** Whether a field of this codec may be left out. */
    readonly optional = false,
  ) {
    super('codec', (_): _ is A => E.isRight(decode(_)), decode, t.identity);
  }
}

/** A codec of any type: io-ts types are invariant, so `unknown` would not do. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyCodec = Codec<any>;

export type Decoded<C> = C extends Codec<infer A> ? A : never;

export const failure = (input: unknown, message: string): t.Validation<never> =>
  E.left([{ value: input, context: [], message }]);
