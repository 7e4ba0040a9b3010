/**
 * io-ts codecs that also know their JSON Schema, so that what is decoded and what is documented are one thing.
 * Errors are sentences; a codec builds the path to the culprit only when there is one.
 */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { parseId, type Id } from '../ids';
import { amountPattern, isAmountText, maxAmountDigits } from '../money';
import type { FieldErrors } from '../refusal';
import { parseDay, parseInstant, type Day } from '../time';

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

const atMember = (key: string, errors: t.Errors): t.Errors =>
  errors.map((error) => ({ ...error, context: [{ key, type: t.unknown }, ...error.context] }));

/** The errors of a decoding by field, as the error envelope prints them; the whole body is called `body`. */
export const fieldErrors = (errors: t.Errors): FieldErrors => {
  const byField = new Map<string, string[]>();
  for (const { context, message } of errors) {
    const field = context.map(({ key }) => key).join('.') || 'body';
    byField.set(field, [...(byField.get(field) ?? []), message ?? 'is not valid']);
  }
  return Object.fromEntries(byField);
};

/** Names of members that no codec knows, gathered while `decode` runs; decoding is synchronous, so one list serves. */
let ignored: Set<string> | undefined;
/** Whether such a member is an error. */
let isStrict = false;

export const decodeCollecting = <A>(
  codec: Codec<A>,
  input: unknown,
  strict = false,
): { readonly outcome: t.Validation<A>; readonly ignored: ReadonlySet<string> } => {
  const collected = (ignored = new Set<string>());
  isStrict = strict;
  try {
    return { outcome: refusingUnknown(codec.decode(input), collected), ignored: collected };
  } finally {
    ignored = undefined;
    isStrict = false;
  }
};

const refusingUnknown = <A>(outcome: t.Validation<A>, names: ReadonlySet<string>): t.Validation<A> => {
  if (!isStrict || names.size === 0) return outcome;
  const unknown = [...names].flatMap((name) =>
    atMember(name, [{ value: undefined, context: [], message: 'is not known here' }]),
  );
  return E.left(E.isLeft(outcome) ? [...outcome.left, ...unknown] : unknown);
};

export interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** What the pattern means, as the end of "must be …". */
  readonly shape?: string;
  readonly description?: string;
}

const nul = '\0';

/** A string whose length counts code points; NUL and lone surrogates are refused, because no store keeps them. */
export const text = ({ min = 0, max, pattern, shape, description }: TextRules = {}): Codec<string> =>
  new Codec<string>(
    {
      type: 'string',
      ...(min > 0 ? { minLength: min } : {}),
      ...(max === undefined ? {} : { maxLength: max }),
      ...(pattern ? { pattern: pattern.source } : {}),
      ...(description === undefined ? {} : { description }),
    },
    (input) => {
      if (typeof input !== 'string') return failure(input, 'must be a string');
      if (input.includes(nul)) return failure(input, 'must not contain a NUL character');
      if (!input.isWellFormed()) return failure(input, 'must not contain a lone surrogate');
      if (input.length < min)
        return failure(input, min === 1 ? 'must not be empty' : `must have at least ${min} characters`);
      if (max !== undefined && input.length > max && [...input].length > max)
        return failure(input, `must have at most ${max} characters`);
      if (pattern && !pattern.test(input)) return failure(input, `must be ${shape ?? `of the form ${pattern.source}`}`);
      return t.success(input);
    },
  );

export const oneOf = <const V extends readonly string[]>(values: V, fold = false): Codec<V[number]> =>
  new Codec<V[number]>({ type: 'string', enum: values }, (input) => {
    const value = fold && typeof input === 'string' ? input.toLowerCase() : input;
    return values.includes(value as V[number])
      ? t.success(value as V[number])
      : failure(input, `must be one of ${values.join(', ')}`);
  });

export const id = <Of extends string>(): Codec<Id<Of>> =>
  new Codec<Id<Of>>({ type: 'string', format: 'uuid' }, (input) => {
    const parsed = typeof input === 'string' ? parseId<Of>(input) : undefined;
    return parsed === undefined ? failure(input, 'must be a UUID') : t.success(parsed);
  });

export const day: Codec<Day> = new Codec<Day>({ type: 'string', format: 'date' }, (input) => {
  const parsed = typeof input === 'string' ? parseDay(input) : undefined;
  return parsed === undefined ? failure(input, 'must be a day that exists, as YYYY-MM-DD') : t.success(parsed);
});

export const instant: Codec<string> = new Codec<string>({ type: 'string', format: 'date-time' }, (input) =>
  typeof input === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(input)
    ? t.success(input)
    : failure(input, 'must be an instant in UTC'),
);

/** As clients may write it, with any offset; as it is printed, in UTC. */
export const anyInstant: Codec<string> = new Codec<string>({ type: 'string', format: 'date-time' }, (input) => {
  const parsed = typeof input === 'string' ? parseInstant(input) : undefined;
  return parsed === undefined
    ? failure(input, 'must be an instant such as 2026-01-31T12:00:00Z')
    : t.success(parsed.toISOString());
});

/**
 * A decimal string in major units, of either sign. How many decimals it may have depends on the ledger and is judged
 * later.
 */
export const amount: Codec<string> = new Codec<string>(
  { type: 'string', pattern: amountPattern.source, description: 'Decimal string in major units', example: '10.50' },
  (input) => {
    if (typeof input !== 'string') return failure(input, 'must be a decimal string such as "10.50"');
    if (isAmountText(input)) return t.success(input);
    return failure(input, `must be a decimal string such as "10.50" with at most ${maxAmountDigits} digits`);
  },
);

/** An amount greater than zero. */
export const positiveAmount: Codec<string> = new Codec<string>(amount.schema, (input) => {
  const decoded = amount.decode(input);
  if (E.isLeft(decoded)) return decoded;
  return decoded.right.startsWith('-') || !/[1-9]/.test(decoded.right)
    ? failure(input, 'must be greater than zero')
    : decoded;
});

export const boolean: Codec<boolean> = new Codec<boolean>({ type: 'boolean' }, (input) =>
  typeof input === 'boolean' ? t.success(input) : failure(input, 'must be true or false'),
);

export const integer = (min: number, max: number): Codec<number> =>
  new Codec<number>({ type: 'integer', minimum: min, maximum: max }, (input) =>
    Number.isSafeInteger(input) && (input as number) >= min && (input as number) <= max
      ? t.success(input as number)
      : failure(input, `must be a whole number from ${min} to ${max}`),
  );

/** A boolean or a number as a query string has it. */
export const booleanText: Codec<boolean> = new Codec<boolean>({ type: 'boolean' }, (input) =>
  input === 'true' || input === 'false' ? t.success(input === 'true') : failure(input, 'must be true or false'),
);

export const integerText = (min: number, max: number, fallback?: number): Codec<number> =>
  new Codec<number>(
    { type: 'integer', minimum: min, maximum: max, ...(fallback === undefined ? {} : { default: fallback }) },
    (input) => {
      if (input === undefined && fallback !== undefined) return t.success(fallback);
      const value = typeof input === 'string' && /^[1-9]\d{0,9}$/.test(input) ? Number(input) : NaN;
      return value >= min && value <= max
        ? t.success(value)
        : failure(input, `must be a whole number from ${min} to ${max}`);
    },
    fallback !== undefined,
  );

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Any object; its members are judged elsewhere. */
export const anyObject: Codec<JsonObject> = new Codec<JsonObject>(
  { type: 'object', additionalProperties: true },
  (input) => (isObject(input) ? t.success(input) : failure(input, 'must be an object')),
);

export const anything: Codec<unknown> = new Codec<unknown>({}, (input) => t.success(input));

/** The item as it was sent, and what its codec made of it: for lists in which each item is judged by itself. */
export interface Attempt<A> {
  readonly input: unknown;
  readonly outcome: t.Validation<A>;
}

/** Never fails: the outcome is inside the attempt. */
export const attempt = <A>(codec: Codec<A>): Codec<Attempt<A>> => {
  const strictCodec = strict(codec);
  return new Codec<Attempt<A>>(codec.schema, (input) =>
    // Unknown members of an item are errors of that item alone.
    t.success({ input, outcome: (isStrict ? strictCodec : codec).decode(input) }),
  );
};

/** Whatever the request says: its unknown members are errors of its own. */
export const strict = <A>(codec: Codec<A>): Codec<A> =>
  new Codec<A>(codec.schema, (input) => {
    const [outer, wasStrict] = [ignored, isStrict];
    const own = (ignored = new Set<string>());
    isStrict = true;
    const outcome = refusingUnknown(codec.decode(input), own);
    [ignored, isStrict] = [outer, wasStrict];
    return outcome;
  });

/** An object of one of several kinds, which a member of it names; where it names none, of the first. */
export const oneKindOf = <const Kinds extends Readonly<Record<string, AnyCodec>>>(
  member: string,
  kinds: Kinds,
): Codec<{ readonly [K in keyof Kinds]: { readonly kind: K; readonly value: Decoded<Kinds[K]> } }[keyof Kinds]> => {
  const names = Object.keys(kinds);
  const kind = oneOf(names);
  return new Codec({ anyOf: Object.values(kinds).map(({ schema }) => schema) }, (input) => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const named = kind.decode(input[member] ?? names[0]);
    if (E.isLeft(named)) return E.left(atMember(member, named.left));
    const value = (kinds[named.right] as AnyCodec).decode(input);
    return E.isLeft(value) ? value : t.success({ kind: named.right, value: value.right });
  });
};

export const optional = <A>(codec: Codec<A>): Codec<A | undefined> =>
  new Codec<A | undefined>(
    codec.schema,
    (input) => (input === undefined ? t.success(undefined) : codec.decode(input)),
    true,
  );

/** Left out and null mean the same: nothing. */
export const nullable = <A>(codec: Codec<A>): Codec<A | null> =>
  new Codec<A | null>(
    { anyOf: [codec.schema, { type: 'null' }] },
    (input) => (input === undefined || input === null ? t.success(null) : codec.decode(input)),
    true,
  );

/** Left out means "as it is", null means "nothing": what a partial update needs. */
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
    { ...codec.schema, default: fallback },
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
    }
    return errors.length > 0 ? E.left(errors) : t.success(decoded);
  });

export type Fields = Readonly<Record<string, AnyCodec>>;
export type DecodedFields<F extends Fields> = { readonly [K in keyof F]: Decoded<F[K]> };

/** An object of known fields. Other members are not decoded; their names are gathered. */
export const object = <F extends Fields>(fields: F): Codec<DecodedFields<F>> => {
  const known = Object.entries(fields);
  const names = new Set(Object.keys(fields));
  const required = known.filter(([, codec]) => !codec.optional).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, codec]) => [name, codec.schema])),
    ...(required.length > 0 ? { required } : {}),
  };
  return new Codec<DecodedFields<F>>(schema, (input) => {
    if (!isObject(input)) return failure(input, 'must be an object');
    const decoded: Record<string, unknown> = {};
    const errors: t.Errors = [];
    for (const [name, codec] of known) {
      const value = Object.hasOwn(input, name) ? input[name] : undefined;
      if (value === undefined && !codec.optional) {
        errors.push(...atMember(name, [{ value, context: [], message: 'is required' }]));
        continue;
      }
      const field = codec.decode(value);
      if (E.isLeft(field)) errors.push(...atMember(name, field.left));
      else decoded[name] = field.right;
    }
    if (ignored) for (const name of Object.keys(input)) if (!names.has(name)) ignored.add(name);
    return errors.length > 0 ? E.left(errors) : t.success(decoded as DecodedFields<F>);
  });
};

/** A codec as a reusable part of the document, under the name the specification gives it. */
export const named = <A>(name: string, codec: Codec<A>): Codec<A> =>
  new Codec<A>({ ...codec.schema, title: name }, (input) => codec.decode(input), codec.optional);
