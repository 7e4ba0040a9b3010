/** Codecs of texts, numbers, days and ids. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { parseId, type Id } from '../ids';
import { amountPattern, isAmountText, maxAmountDigits } from '../money';
import { durationNumbers, parseDuration, type Duration } from '../duration';
import { parseDay, parseInstant, type Day } from '../time';
import { isBlank } from '../wording';
import { Codec, failure } from './codec';

export interface TextRules {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Describes the pattern in an error: the end of the sentence "must be …". */
  readonly shape?: string;
  readonly description?: string;
}

/** Matches text with at least one character that is not white space. */
const visiblePattern = '\\S';

const nul = '\0';

/**
 * A string whose length counts code points. NUL and lone surrogates are refused, because the stores cannot keep them.
 */
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

/** A name, a description or a reason: text that people read. Text of white space only is refused. */
export const wording = (rules: Pick<TextRules, 'min' | 'max'> = {}): Codec<string> => {
  const any = text(rules);
  const pattern = rules.min === undefined ? `^$|${visiblePattern}` : visiblePattern;
  return new Codec<string>({ ...any.schema, pattern }, (input) => {
    const decoded = any.decode(input);
    return E.isRight(decoded) && decoded.right !== '' && isBlank(decoded.right)
      ? failure(input, 'must not be white space only')
      : decoded;
  });
};

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

export const duration: Codec<Duration> = new Codec<Duration>({ type: 'string', format: 'duration' }, (input) => {
  const parsed = typeof input === 'string' ? parseDuration(input) : undefined;
  return parsed === undefined
    ? failure(input, `must be a duration such as P1M, P30D or PT36H, ${durationNumbers}`)
    : t.success(parsed);
});

/** An instant with any offset, as clients may write it; the service prints instants in UTC. */
export const anyInstant: Codec<string> = new Codec<string>({ type: 'string', format: 'date-time' }, (input) => {
  const parsed = typeof input === 'string' ? parseInstant(input) : undefined;
  return parsed === undefined
    ? failure(input, 'must be an instant such as 2026-01-31T12:00:00Z')
    : t.success(parsed.toISOString());
});

/**
 * A decimal string in major units, positive or negative. The number of decimals depends on the ledger and is checked
 * later.
 */
export const amount: Codec<string> = new Codec<string>(
  {
    type: 'string',
    pattern: amountPattern.source,
    description: 'An exact decimal in major units, as a string.',
    examples: ['10.50'],
  },
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

/** A boolean or a number as a query string contains it. */
export const booleanText: Codec<boolean> = new Codec<boolean>({ type: 'boolean' }, (input) =>
  input === 'true' || input === 'false' ? t.success(input === 'true') : failure(input, 'must be true or false'),
);

export const integerText = (min: number, max: number, fallback?: number): Codec<number> =>
  new Codec<number>(
    { type: 'integer', minimum: min, maximum: max, ...(fallback === undefined ? {} : { default: fallback }) },
    (input) => {
      if (input === undefined && fallback !== undefined) return t.success(fallback);
      const value = typeof input === 'string' && /^(0|[1-9]\d{0,15})$/.test(input) ? Number(input) : NaN;
      return value >= min && value <= max
        ? t.success(value)
        : failure(input, `must be a whole number from ${min} to ${max}`);
    },
    fallback !== undefined,
  );
