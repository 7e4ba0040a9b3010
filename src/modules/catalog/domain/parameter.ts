/** Parameters of a transaction code: their declarations, and how given values are read and checked. */
import { parseId } from '../../../kernel/ids';
import { isAmountText, maxAmountDigits } from '../../../kernel/money';
import { ok, refuse, refused, unreachable, type Outcome } from '../../../kernel/refusal';
import { parseDay } from '../../../kernel/time';
import { listed, shown, shownWithKind } from './complaints';
import { compare, exactOf, type Exact } from './exact';
import { matches, type Pattern, type Steps } from './pattern';

export const parameterTypes = ['string', 'integer', 'decimal', 'boolean', 'date', 'uuid', 'account_code'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** A value of a parameter; `text` replaces its placeholder in texts. */
export type ParamValue =
  | { readonly kind: 'number'; readonly text: string; readonly value: Exact }
  | { readonly kind: 'boolean'; readonly text: string; readonly value: boolean }
  | { readonly kind: 'text'; readonly text: string };

/** Values by name of the parameter. A parameter that was not given and has no default is missing. */
export type ParamValues = ReadonlyMap<string, ParamValue>;
/** The values that expressions read: those of all parameters and, in an entry that repeats, those of one item. */
export type NamedValues = Pick<ParamValues, 'get' | 'has'>;

export type Parameter = ScalarParameter | ListParameter;

export interface ScalarParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly fallback: ParamValue | undefined;
  readonly rules: ValueRules;
}

/** A list of items, each with the same parameters. Only an entry that repeats may name it, because a list cannot be printed as text. */
export interface ListParameter extends ListRules {
  readonly type: 'list';
  readonly required: boolean;
  readonly fallback: readonly ParamValues[] | undefined;
}

export interface ListRules {
  readonly name: string;
  readonly items: ReadonlyMap<string, ScalarParameter>;
  readonly minItems: number;
  readonly maxItems: number;
}

/** The prefix of the name of an item's parameter, in templates and among values. Declared names contain no dot. */
export const itemPrefix = 'item.';

export interface ValueRules {
  readonly allowed?: readonly ParamValue[];
  /** The range of numbers and days; both limits are included. */
  readonly min?: ParamValue;
  readonly max?: ParamValue;
  readonly pattern?: Pattern;
  /** The maximum length of a text, in code points. */
  readonly maxLength?: number;
}

/** Parameters by name, in the order of the declaration. */
export type ParamsSchema = ReadonlyMap<string, Parameter>;

export const isNumeric = ({ type }: Parameter): boolean => type === 'integer' || type === 'decimal';

export const isList = (parameter: Parameter): parameter is ListParameter => parameter.type === 'list';

/** Whether the parameter has a value in every valid request: it is required or has a default. */
export const isAlwaysPresent = ({ required, fallback }: Parameter): boolean => required || fallback !== undefined;

export const maxTextLength = 1_000;
export const accountCodePattern = /^[A-Za-z0-9._:-]{1,36}$/;

/** Reads a value of the type. A refusal is the end of a sentence that begins with "the parameter". */
export const readValue = (type: ParameterType, input: unknown): Outcome<string, ParamValue> => {
  const value = valueOf(type, input);
  return value ? ok(value) : refuse(`must be ${expectationOf(type)}, got ${shownWithKind(input)}`);
};

/** Reads a value and checks it by the rules. Matching its pattern may take at most the remaining steps. */
export const decodeValue = (
  type: ParameterType,
  rules: ValueRules,
  input: unknown,
  steps: Steps,
): Outcome<string, ParamValue> => {
  const value = readValue(type, input);
  const broken = refused(value) ? undefined : brokenRule(value.right, rules, steps);
  return broken === undefined ? value : refuse(`${broken}, got ${shown(input)}`);
};

/** Describes the values of a type, as the end of a sentence that begins with "must be". */
export const expectationOf = (type: ParameterType): string => {
  switch (type) {
    case 'string':
      return `a string of at most ${maxTextLength} characters, without NUL and lone surrogates`;
    case 'integer':
      return `a whole number, as a JSON number in the safe range or as a string of at most ${maxAmountDigits} digits`;
    case 'decimal':
      return `a decimal string such as "10.50" with at most ${maxAmountDigits} digits`;
    case 'boolean':
      return 'true or false';
    case 'date':
      return 'a day that exists, as "YYYY-MM-DD"';
    case 'uuid':
      return 'a UUID';
    case 'account_code':
      return 'an account code: 1 to 36 letters, digits and . _ : -';
    default:
      return unreachable(type);
  }
};

/** Describes the values of a list, as the end of a sentence that begins with "must be". */
export const listExpectationOf = ({ items, minItems, maxItems }: ListRules): string =>
  `a list of ${minItems === maxItems ? '' : `${minItems} to `}${maxItems} items, each an object with ${listed(items.keys())}`;

const valueOf = (type: ParameterType, input: unknown): ParamValue | undefined => {
  if (type === 'boolean')
    return typeof input === 'boolean' ? { kind: 'boolean', text: String(input), value: input } : undefined;
  if (type === 'integer' && Number.isSafeInteger(input)) return numberOf(BigInt(input as number).toString());
  if (typeof input !== 'string') return undefined;
  switch (type) {
    case 'integer':
      return isAmountText(input) && !input.includes('.') ? numberOf(BigInt(input).toString()) : undefined;
    case 'decimal':
      return isAmountText(input) ? numberOf(input) : undefined;
    case 'date':
      return textOf(parseDay(input));
    case 'uuid':
      return textOf(parseId(input));
    case 'account_code':
      return textOf(accountCodePattern.test(input) ? input : undefined);
    case 'string':
      return textOf(
        !isLonger(input, maxTextLength) && !input.includes('\0') && input.isWellFormed() ? input : undefined,
      );
    default:
      return unreachable(type);
  }
};

const numberOf = (text: string): ParamValue => ({ kind: 'number', text, value: exactOf(text) });

const textOf = (text: string | undefined): ParamValue | undefined =>
  text === undefined ? undefined : { kind: 'text', text };

/**
 * A code point takes at most two code units, so a text of more than twice as many code units as the limit is too long: its code points need
 * not be counted.
 */
export const isLonger = (text: string, length: number): boolean =>
  text.length > 2 * length || (text.length > length && [...text].length > length);

const brokenRule = (
  value: ParamValue,
  { allowed, min, max, pattern, maxLength }: ValueRules,
  steps: Steps,
): string | undefined => {
  if (allowed && !allowed.some((one) => comparisonOf(one, value) === 0))
    return `must be one of ${allowed.map(({ text }) => text).join(', ')}`;
  if (min && comparisonOf(value, min) < 0) return `must be at least ${min.text}`;
  if (max && comparisonOf(value, max) > 0) return `must be at most ${max.text}`;
  if (maxLength !== undefined && isLonger(value.text, maxLength)) return `must have at most ${maxLength} characters`;
  if (pattern && !matches(pattern, value.text, steps))
    return steps.left < 0 ? tooManySteps(steps) : `must match the pattern ${pattern.source}`;
  return undefined;
};

const tooManySteps = ({ limit }: Steps): string =>
  `needs more than the ${limit} steps that the patterns of all parameters have together: send shorter texts, or use a transaction code whose patterns repeat less`;

/** Compares numbers by value (decimals can always be compared) and everything else as text; days sort as text. */
export const comparisonOf = (x: ParamValue, y: ParamValue): number => {
  if (x.kind !== 'number' || y.kind !== 'number') return x.text < y.text ? -1 : x.text > y.text ? 1 : 0;
  return compare(x.value, y.value) as number;
};
