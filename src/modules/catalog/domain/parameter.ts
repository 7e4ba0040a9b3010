/** Parameters of a transaction code: how each is declared, and how a given value is read and judged. */
import { parseId } from '../../../kernel/ids';
import { isAmountText, maxAmountDigits } from '../../../kernel/money';
import { ok, refuse, refused, unreachable, type Outcome } from '../../../kernel/refusal';
import { parseDay } from '../../../kernel/time';
import { listed, shown, shownWithKind } from './complaints';
import { compare, exactOf, type Exact } from './exact';
import { matches, type Pattern, type Steps } from './pattern';

export const parameterTypes = ['string', 'integer', 'decimal', 'boolean', 'date', 'uuid', 'account_code'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** A value that was read; `text` is how a placeholder prints it. */
export type ParamValue =
  | { readonly kind: 'number'; readonly text: string; readonly value: Exact }
  | { readonly kind: 'boolean'; readonly text: string; readonly value: boolean }
  | { readonly kind: 'text'; readonly text: string };

/** By name, without parameters that were not given and have no default. */
export type ParamValues = ReadonlyMap<string, ParamValue>;
/** The values that a template reads: those of all parameters and, in an entry that repeats, those of one item. */
export type NamedValues = Pick<ParamValues, 'get' | 'has'>;

export type Parameter = ScalarParameter | ListParameter;

export interface ScalarParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly fallback: ParamValue | undefined;
  readonly rules: ValueRules;
}

/** A list of items, each with the same parameters. Its values are no text, so that only an entry that repeats names it. */
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

/** The prefix of the name of an item's parameter, in templates and among values. No name has a point in it. */
export const itemPrefix = 'item.';

export interface ValueRules {
  readonly allowed?: readonly ParamValue[];
  /** The range of numbers and days, both ends included. */
  readonly min?: ParamValue;
  readonly max?: ParamValue;
  readonly pattern?: Pattern;
  /** In code points. */
  readonly maxLength?: number;
}

/** By name, in the order of the declaration. */
export type ParamsSchema = ReadonlyMap<string, Parameter>;

export const isNumeric = ({ type }: Parameter): boolean => type === 'integer' || type === 'decimal';

export const isList = (parameter: Parameter): parameter is ListParameter => parameter.type === 'list';

/** Whether every valid set of parameters gives it a value. */
export const isAlwaysPresent = ({ required, fallback }: Parameter): boolean => required || fallback !== undefined;

export const maxTextLength = 1_000;
export const accountCodePattern = /^[A-Za-z0-9._:-]{1,36}$/;

/** Reads a value of the type; a refusal is the end of "the parameter …". */
export const readValue = (type: ParameterType, input: unknown): Outcome<string, ParamValue> => {
  const value = valueOf(type, input);
  return value ? ok(value) : refuse(`must be ${expectationOf(type)}, got ${shownWithKind(input)}`);
};

/** Reads a value and judges it by the rules; its pattern may take as many steps as are left. */
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

/** The form in which a type is sent, as the end of "must be …". */
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

/** The same of a list. */
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

/** A code point takes at most two code units: a text of more than twice the maximum is too long without counting. */
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

/** Numbers by value (decimals can always be compared), everything else as text; days sort as text. */
export const comparisonOf = (x: ParamValue, y: ParamValue): number => {
  if (x.kind !== 'number' || y.kind !== 'number') return x.text < y.text ? -1 : x.text > y.text ? 1 : 0;
  return compare(x.value, y.value) as number;
};
