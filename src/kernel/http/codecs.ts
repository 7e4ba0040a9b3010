/**
 * io-ts codecs that also have a JSON Schema, so that decoding and documentation always agree. Errors are sentences; a codec builds the path
 * to a member only after it has found an error there.
 */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { FieldErrors } from '../refusal';
import { atOnce, type Pieces } from '../pieces';
import { annotated, Codec, failure, type AnyCodec, type Decoded, type JsonSchema } from './codec';
import { meantBy, nearestOf } from './nearest';
import { oneOf } from './scalar-codecs';

export * from './codec';
export * from './scalar-codecs';

const atMember = (key: string, errors: t.Errors): t.Errors =>
  errors.map((error) => ({ ...error, context: [{ key, type: t.unknown }, ...error.context] }));

/** An error names at most this many wrong fields and unknown members; decoding a list then stops. A small body may have thousands. */
const maxNamed = 20;

/** Returns the first errors of a decoding by field, for the error envelope. An error that belongs to no member is listed under `body`. */
export const fieldErrors = (errors: t.Errors): FieldErrors => {
  const byField = new Map<string, string[]>();
  for (const { context, message } of errors.slice(0, maxNamed)) {
    const field = context.map(({ key }) => key).join('.') || 'body';
    byField.set(field, [...(byField.get(field) ?? []), message ?? 'is not valid']);
  }
  return Object.fromEntries(byField);
};

/** The names of the unknown members found by the current decoding. One set is enough, because decoding a piece is synchronous. */
let ignored: Set<string> | undefined;
/** Whether the current decoding treats an unknown member as an error. */
let isStrict = false;
/** How many more unknown members are compared with the known names, to find misspellings: a small body may have thousands. */
let comparisonsLeft = 0;
const maxCompared = 100;

const ignore = (names: Set<string> | undefined, name: string): void => {
  if (names && names.size < maxNamed) names.add(name);
};

/** The decoded value, and the names of unknown members. */
export interface Collected<A> {
  readonly outcome: t.Validation<A>;
  readonly ignored: ReadonlySet<string>;
}

/** Decodes in the pieces that the codec defines, so that other requests can run between the pieces of a long decoding. */
export function* decoding<A>(codec: Codec<A>, input: unknown, strict = false): Pieces<Collected<A>> {
  const collected = new Set<string>();
  let comparisons = maxCompared;
  const pieces = codec.pieces?.(input) ?? inOnePiece(codec, input);
  for (;;) {
    ignored = collected;
    isStrict = strict;
    comparisonsLeft = comparisons;
    try {
      const piece = pieces.next();
      if (piece.done) return { outcome: piece.value, ignored: collected };
    } finally {
      comparisons = comparisonsLeft;
      ignored = undefined;
      isStrict = false;
    }
    yield;
  }
}

export const decodeCollecting = <A>(codec: Codec<A>, input: unknown, strict = false): Collected<A> =>
  atOnce(decoding(codec, input, strict));

function* inOnePiece<A>(codec: Codec<A>, input: unknown): Pieces<t.Validation<A>> {
  return codec.decode(input);
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Accepts any object; other code checks its members. */
export const anyObject: Codec<JsonObject> = new Codec<JsonObject>(
  { type: 'object', additionalProperties: true },
  (input) => (isObject(input) ? t.success(input) : failure(input, 'must be an object')),
);

export const anything: Codec<unknown> = new Codec<unknown>({}, (input) => t.success(input));

/** An item as it was sent, and the result of decoding it: for lists whose items are accepted or refused one by one. */
export interface Attempt<A> {
  readonly input: unknown;
  readonly outcome: t.Validation<A>;
}

/** Returns the schema of an object that allows no members other than its own. */
export const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });

const decodeAs = <A>(strictly: boolean, codec: Codec<A>, input: unknown): t.Validation<A> => {
  const wasStrict = isStrict;
  isStrict = strictly;
  const outcome = codec.decode(input);
  isStrict = wasStrict;
  return outcome;
};

/** Returns a codec that treats unknown members as errors, even if the request does not ask for strict handling. */
export const strict = <A>(codec: Codec<A>): Codec<A> =>
  new Codec<A>(closed(codec.schema), (input) => decodeAs(true, codec, input));

/** Treats unknown members as errors in objects for which `isGrave` is true: ignoring such a member could change what the request does. */
export const strictWhere = <A>(isGrave: (input: Record<string, unknown>) => boolean, codec: Codec<A>): Codec<A> =>
  new Codec<A>(codec.schema, (input) =>
    isObject(input) && isGrave(input) ? decodeAs(true, codec, input) : codec.decode(input),
  );

/** Decodes an object of one of several kinds. One member names the kind; if it is absent, the first kind applies. */
export const oneKindOf = <const Kinds extends Readonly<Record<string, AnyCodec>>>(
  member: string,
  kinds: Kinds,
): Codec<{ readonly [K in keyof Kinds]: { readonly kind: K; readonly value: Decoded<Kinds[K]> } }[keyof Kinds]> => {
  const names = Object.keys(kinds);
  const kind = oneOf(names);
  return new Codec({ oneOf: Object.values(kinds).map(({ schema }) => schema) }, (input) => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const named = kind.decode(input[member] ?? names[0]);
    if (E.isLeft(named)) return E.left(atMember(member, named.left));
    const value = (kinds[named.right] as AnyCodec).decode(input);
    return E.isLeft(value) ? value : t.success({ kind: named.right, value: value.right });
  });
};

/** Decodes with the first shape that fits, so the shape with the most members must come first. */
export const anyOf = (...codecs: readonly AnyCodec[]): AnyCodec =>
  new Codec<unknown>({ anyOf: codecs.map(({ schema }) => schema) }, (input) => {
    const outer = ignored;
    let last: t.Validation<unknown> = failure(input, 'does not have any of the allowed shapes');
    for (const codec of codecs) {
      const own = (ignored = outer && new Set<string>());
      last = decodeAs(false, codec, input);
      ignored = outer;
      if (E.isLeft(last)) continue;
      if (isStrict) return codec.decode(input);
      own?.forEach((name) => outer && ignore(outer, name));
      break;
    }
    return last;
  });

export const optional = <A>(codec: Codec<A>): Codec<A | undefined> =>
  new Codec<A | undefined>(
    codec.schema,
    (input) => (input === undefined ? t.success(undefined) : codec.decode(input)),
    true,
  );

/** Moves the description of the value to the field; a named schema keeps its own description. */
const orNullSchema = (schema: JsonSchema): JsonSchema => {
  const words = (typeof schema['title'] === 'string' ? schema['beside'] : schema) as JsonSchema | undefined;
  const { description } = words ?? {};
  if (description === undefined) return { anyOf: [schema, { type: 'null' }] };
  const { description: _, ...rest } = words as JsonSchema;
  const plain = typeof schema['title'] === 'string' ? { ...schema, beside: rest } : rest;
  return { anyOf: [plain, { type: 'null' }], description };
};

/** Decodes both an absent field and null to null. */
export const nullable = <A>(codec: Codec<A>): Codec<A | null> =>
  new Codec<A | null>(
    orNullSchema(codec.schema),
    (input) => (input === undefined || input === null ? t.success(null) : codec.decode(input)),
    true,
  );

/** For partial updates: an absent field decodes to undefined ("unchanged"), null to null ("remove the value"). */
export const clearable = <A>(codec: Codec<A>): Codec<A | null | undefined> => {
  const inner = nullable(codec);
  return new Codec<A | null | undefined>(
    inner.schema,
    (input) => (input === undefined ? t.success(undefined) : inner.decode(input)),
    true,
  );
};

export const withDefault = <A>(codec: Codec<A>, fallback: A): Codec<A> =>
  new Codec<A>(
    annotated(codec.schema, { default: fallback }),
    (input) => (input === undefined ? t.success(fallback) : codec.decode(input)),
    true,
  );

export const array = <A>(of: Codec<A>, min: number, max: number): Codec<readonly A[]> =>
  new Codec<readonly A[]>({ type: 'array', items: of.schema, minItems: min, maxItems: max }, (input) => {
    if (!Array.isArray(input)) return failure(input, 'must be an array');
    if (input.length < min || input.length > max) return failure(input, `must have ${min} to ${max} items`);
    const decoded: A[] = [];
    const errors: t.Errors = [];
    for (let index = 0; index < input.length; index++) {
      const item = of.decode(input[index]);
      if (E.isLeft(item)) errors.push(...atMember(String(index), item.left));
      else decoded.push(item.right);
      if (errors.length >= maxNamed) break;
    }
    return errors.length > 0 ? E.left(errors) : t.success(decoded);
  });

/** Decodes each item by itself, so that an invalid item does not hide the errors of others; in pieces, because the items may be long. */
export const attempts = <A>(of: Codec<A>, min: number, max: number): Codec<readonly Attempt<A>[]> => {
  const list = array(anything, min, max);
  const strictItem = strict(of);
  function* pieces(input: unknown): Pieces<t.Validation<readonly Attempt<A>[]>> {
    const items = list.decode(input);
    if (E.isLeft(items)) return items;
    const attempted: Attempt<A>[] = [];
    for (const item of items.right) {
      if (attempted.length > 0) yield;
      // An unknown member is an error of the item that contains it, and of no other item.
      attempted.push({ input: item, outcome: (isStrict ? strictItem : of).decode(item) });
    }
    return t.success(attempted);
  }
  return new Codec({ ...list.schema, items: of.schema }, (input) => atOnce(pieces(input)), false, pieces);
};

export type Fields = Readonly<Record<string, AnyCodec>>;
export type DecodedFields<F extends Fields> = { readonly [K in keyof F]: Decoded<F[K]> };

const notKnown = 'is not known here';
const unknownMember = (nearest: string | undefined): t.Errors => {
  const message = nearest === undefined ? notKnown : `${notKnown}; the nearest is ${nearest}`;
  return [{ value: undefined, context: [], message }];
};

/** Returns whether all errors are about unknown members. */
export const areUnknownMembers = (errors: t.Errors): boolean =>
  errors.every(({ message }) => message?.startsWith(notKnown));

const isRequired = failure(undefined, 'is required');

/**
 * Decodes an object of known fields. Other members are not decoded; their names are collected. A member that certainly means an absent known
 * field is always an error: if it were ignored, the default would apply, which often grants more.
 */
export const object = <F extends Fields>(fields: F): Codec<DecodedFields<F>> => {
  // An absent field is decoded only once, because most fields of most requests are absent.
  const known = Object.entries(fields).map(([name, codec]) => {
    return { name, codec, absent: codec.optional ? codec.decode(undefined) : isRequired };
  });
  const names = Object.keys(fields);
  const required = known.filter(({ codec }) => !codec.optional).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(known.map(({ name, codec }) => [name, codec.schema])),
    ...(required.length > 0 ? { required } : {}),
  };
  const decode = (
    input: unknown,
    before?: ReadonlyMap<string, t.Validation<unknown>>,
  ): t.Validation<DecodedFields<F>> => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const decoded: Record<string, unknown> = {};
    const errors: t.Errors = [];
    for (const { name, codec, absent } of known) {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      const field = before?.get(name) ?? (value === undefined ? absent : codec.decode(value));
      if (E.isLeft(field)) errors.push(...atMember(name, field.left));
      else decoded[name] = field.right;
    }
    if (ignored || isStrict)
      for (const name of Object.keys(input)) {
        if (Object.hasOwn(fields, name)) continue;
        if (isStrict) {
          if (errors.length < maxNamed) errors.push(...atMember(name, unknownMember(nearestOf(name, names))));
          continue;
        }
        const meant = comparisonsLeft-- > 0 ? meantBy(name, names, input) : undefined;
        if (meant === undefined) ignore(ignored, name);
        else errors.push(...atMember(name, unknownMember(meant)));
      }
    return errors.length > 0 ? E.left(errors) : t.success(decoded as DecodedFields<F>);
  };
  const long = known.flatMap(({ name, codec: { pieces } }) => (pieces ? [{ name, pieces }] : []));
  function* inPieces(input: unknown): Pieces<t.Validation<DecodedFields<F>>> {
    const before = new Map<string, t.Validation<unknown>>();
    if (isObject(input))
      for (const { name, pieces } of long) if (Object.hasOwn(input, name)) before.set(name, yield* pieces(input[name]));
    return decode(input, before);
  }
  return new Codec<DecodedFields<F>>(schema, (input) => decode(input), false, long.length > 0 ? inPieces : undefined);
};

/** Makes the codec a reusable component of the OpenAPI document, with a description, under its name in the specification. */
export const named = <A>(name: string, description: string, codec: Codec<A>): Codec<A> =>
  new Codec<A>(
    { ...codec.schema, title: name, description },
    codec.validate as (input: unknown) => t.Validation<A>,
    codec.optional,
    codec.pieces,
  );
