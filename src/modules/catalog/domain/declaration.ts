/** Reads the declaration of a parameter with a single value: its type, and the rules for its values. */
import { refused } from '../../../kernel/refusal';
import { listed, shown, withLocation } from './complaints';
import {
  comparisonOf,
  decodeValue,
  maxTextLength,
  parameterTypes,
  readValue,
  type ParameterType,
  type ParamValue,
  type ScalarParameter,
  type ValueRules,
} from './parameter';
import { compilePattern, type Steps } from './pattern';
import type { JsonObject } from './transaction-code';

const maxAllowedValues = 100;

/** Adds a complaint about a member of the declaration, or about the whole declaration if `member` is empty. */
export type ComplainOfMember = (member: string, text: string) => void;

/** The position of a declaration in the schema. */
export interface Place {
  readonly field: string;
  readonly name: string;
  /**
   * Whether JSON Schema requires the parameter: its keyword `required` is outside of the parameter's declaration. Undefined: the
   * declaration states it, in the catalog's own notation.
   */
  readonly isRequired: boolean | undefined;
  readonly complainOf: ComplainOfMember;
}

/** Reads a declaration. `types` lists the allowed types, which the complaint names. Undefined if there were complaints. */
export const readScalar = (
  { name, isRequired, complainOf }: Place,
  declaration: JsonObject,
  types: readonly string[],
  steps: Steps,
): ScalarParameter | undefined => {
  complainOfUnknownMembers(declaration, documentedMembers, aliases, complainOf);
  const type = typeOf(declaration, types, complainOf);
  if (type === undefined) return undefined;
  const rules = readRules(type, declaration, complainOf);
  const input = memberOf(declaration, 'default') ?? undefined;
  const fallback = input === undefined ? undefined : decodeValue(type, rules, numberAsText(type, input), steps);
  if (fallback && refused(fallback)) return void complainOf('default', fallback.left);
  const required = readRequired(declaration, isRequired ?? fallback === undefined, complainOf);
  return required === undefined ? undefined : { name, type, required, fallback: fallback?.right, rules };
};

const documentedMembers = ['type', 'required', 'default', 'enum', 'min', 'max', 'pattern', 'max_length', 'description'];
const aliases = ['minimum', 'maximum', 'maxLength', 'format', 'title', 'examples'];

export const complainOfUnknownMembers = (
  declaration: JsonObject,
  documented: readonly string[],
  alsoKnown: readonly string[],
  complainOf: ComplainOfMember,
): void => {
  for (const member of Object.keys(declaration))
    if (!documented.includes(member) && !alsoKnown.includes(member))
      complainOf(member, `is not a known member; the known members are ${listed(documented)}`);
};

/** Reads the member `required`; `otherwise` is its default. Returns undefined if the member is invalid. */
export const readRequired = (
  declaration: JsonObject,
  otherwise: boolean,
  complainOf: ComplainOfMember,
): boolean | undefined => {
  const required = memberOf(declaration, 'required') ?? otherwise;
  return typeof required === 'boolean'
    ? required
    : void complainOf('required', `must be true or false, got ${shown(required)}`);
};

const typeOf = (
  declaration: JsonObject,
  types: readonly string[],
  complainOf: ComplainOfMember,
): ParameterType | undefined => {
  const type = memberOf(declaration, 'type');
  const format = memberOf(declaration, 'format');
  if (type === 'number') return 'decimal';
  if (type === 'string' && format !== undefined) {
    if (format === 'date' || format === 'uuid' || format === 'decimal' || format === 'account_code') return format;
    return void complainOf('format', `must be one of date, uuid, decimal, account_code, got ${shown(format)}`);
  }
  if (parameterTypes.includes(type as ParameterType)) return type as ParameterType;
  return void complainOf('type', `must be one of ${types.join(', ')}, got ${shown(type)}`);
};

const readRules = (type: ParameterType, declaration: JsonObject, complainOf: ComplainOfMember): ValueRules => {
  const min = readBound(type, declaration, 'min', 'minimum', complainOf);
  const max = readBound(type, declaration, 'max', 'maximum', complainOf);
  if (min && max && comparisonOf(min, max) > 0)
    complainOf('max', `must not be below min: ${max.text} is below ${min.text}`);
  return {
    ...readAllowed(type, declaration, complainOf),
    ...(min && { min }),
    ...(max && { max }),
    ...readPattern(type, declaration, complainOf),
    ...readMaxLength(type, declaration, complainOf),
  };
};

const isOrdered = (type: ParameterType): boolean => type === 'integer' || type === 'decimal' || type === 'date';

const readBound = (
  type: ParameterType,
  declaration: JsonObject,
  ours: string,
  theirs: string,
  complainOf: ComplainOfMember,
): ParamValue | undefined => {
  const member = Object.hasOwn(declaration, ours) ? ours : theirs;
  const bound = memberOf(declaration, member) ?? undefined;
  if (bound === undefined) return undefined;
  if (!isOrdered(type))
    return void complainOf(member, `is allowed only for integer, decimal and date, and the type is ${type}`);
  const value = readValue(type, numberAsText(type, bound));
  return refused(value) ? void complainOf(member, value.left) : value.right;
};

/** Converts a JSON number of a JSON Schema to a decimal text. JavaScript's shortest text of the number is what the client wrote. */
const numberAsText = (type: ParameterType, input: unknown): unknown =>
  type === 'decimal' && typeof input === 'number' ? String(input) : input;

const readAllowed = (type: ParameterType, declaration: JsonObject, complainOf: ComplainOfMember): ValueRules => {
  const allowed = memberOf(declaration, 'enum') ?? undefined;
  if (allowed === undefined) return {};
  if (!Array.isArray(allowed) || allowed.length === 0 || allowed.length > maxAllowedValues) {
    complainOf('enum', `must be an array of 1 to ${maxAllowedValues} values`);
    return {};
  }
  const values: ParamValue[] = [];
  for (const one of allowed as unknown[]) {
    const value = readValue(type, numberAsText(type, one));
    if (refused(value)) complainOf('enum', value.left);
    else values.push(value.right);
  }
  return { allowed: values };
};

const readPattern = (type: ParameterType, declaration: JsonObject, complainOf: ComplainOfMember): ValueRules => {
  const source = memberOf(declaration, 'pattern') ?? undefined;
  if (source === undefined) return {};
  if (typeof source !== 'string' || (type !== 'string' && type !== 'account_code'))
    complainOf(
      'pattern',
      `must be a string, and is allowed only for string and account_code, got ${shown(source)} for ${type}`,
    );
  else {
    const pattern = compilePattern(source);
    if (!refused(pattern)) return { pattern: pattern.right };
    complainOf('pattern', withLocation(pattern.left, source));
  }
  return {};
};

const readMaxLength = (type: ParameterType, declaration: JsonObject, complainOf: ComplainOfMember): ValueRules => {
  const member = Object.hasOwn(declaration, 'max_length') ? 'max_length' : 'maxLength';
  const length = memberOf(declaration, member) ?? undefined;
  if (length === undefined) return {};
  if (type === 'string' && Number.isInteger(length) && (length as number) >= 1 && (length as number) <= maxTextLength)
    return { maxLength: length as number };
  complainOf(
    member,
    `must be a whole number from 1 to ${maxTextLength}, and is allowed only for string, got ${shown(length)} for ${type}`,
  );
  return {};
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that the client sent; ignores members that every JavaScript object inherits. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
