/**
 * Reads `params_schema` in both notations: ours, `{amount: {type: "decimal", min: "0.01"}}`, and JSON Schema,
 * `{properties: {amount: {type: "number", minimum: 0.01}}, required: ["amount"]}`. An unknown member is refused, because a
 * constraint that is silently ignored is worse than none.
 */
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { complain, fieldErrorsOf, listed, shown, withLocation, type Complaints } from './complaints';
import {
  comparisonOf,
  decodeValue,
  maxTextLength,
  parameterTypes,
  readValue,
  type Parameter,
  type ParameterType,
  type ParamsSchema,
  type ParamValue,
  type ValueRules,
} from './parameter';
import { compilePattern, stepsUpTo, type Steps } from './pattern';
import type { JsonObject } from './transaction-code';

const maxParameters = 100;
const maxAllowedValues = 100;
/** For matching the patterns of all defaults together; each default is judged once. */
const maxDefaultSteps = 100_000;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** The errors are by field, `params_schema` leading. */
export const readParamsSchema = (schema: JsonObject | null): Outcome<FieldErrors, ParamsSchema> => {
  const complaints: Complaints = new Map();
  const parameters = new Map<string, Parameter>();
  const steps = stepsUpTo(maxDefaultSteps);
  const { field, declarations, requiredNames } = notationOf(schema ?? {}, complaints);
  if (declarations.length > maxParameters)
    complain(complaints, field, `must declare at most ${maxParameters} parameters`);
  else
    for (const [name, declaration] of declarations) {
      const parameter = readParameter(name, declaration, requiredNames, steps, (member, text) =>
        complain(complaints, `${field}.${name}${member && `.${member}`}`, text),
      );
      if (parameter) parameters.set(name, parameter);
    }
  for (const name of requiredNames ?? [])
    if (!declarations.some(([declared]) => declared === name))
      complain(complaints, 'params_schema.required', `names ${shown(name)}, which properties does not declare`);
  return complaints.size > 0 ? refuse(fieldErrorsOf(complaints)) : ok(parameters);
};

interface Notation {
  readonly field: string;
  readonly declarations: readonly [string, unknown][];
  /** Only in JSON Schema, where a parameter is optional unless it is listed. */
  readonly requiredNames?: ReadonlySet<string>;
}

const notationOf = (schema: JsonObject, complaints: Complaints): Notation => {
  const properties = memberOf(schema, 'properties');
  // In our notation a parameter may be called `properties` too: then its `type` is a text, not a declaration.
  if (!isObject(properties) || typeof memberOf(properties, 'type') === 'string')
    return { field: 'params_schema', declarations: Object.entries(schema) };
  for (const member of Object.keys(schema))
    if (!rootMembers.has(member))
      complain(complaints, `params_schema.${member}`, `is not understood here; known are ${listed(rootMembers)}`);
  const required = memberOf(schema, 'required') ?? [];
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    complain(complaints, 'params_schema.required', `must be an array of names of properties, got ${shown(required)}`);
  return {
    field: 'params_schema.properties',
    declarations: Object.entries(properties),
    requiredNames: new Set(Array.isArray(required) ? required : []),
  };
};

const rootMembers = new Set([
  'type',
  'properties',
  'required',
  'title',
  'description',
  'additionalProperties',
  '$schema',
]);

type Complain = (member: string, text: string) => void;

const readParameter = (
  name: string,
  declaration: unknown,
  requiredNames: ReadonlySet<string> | undefined,
  steps: Steps,
  complainOf: Complain,
): Parameter | undefined => {
  if (!parameterName.test(name))
    return void complainOf('', 'must be named with a letter or _, then letters, digits and _, at most 64 in all');
  if (!isObject(declaration))
    return void complainOf('', `must be an object such as {"type": "decimal"}, got ${shown(declaration)}`);
  const unknown = Object.keys(declaration).filter((member) => !members.has(member));
  for (const member of unknown) complainOf(member, `is not understood here; known are ${listed(documentedMembers)}`);
  const type = typeOf(declaration, complainOf);
  if (type === undefined) return undefined;
  const rules = readRules(type, declaration, complainOf);
  const fallbackInput = memberOf(declaration, 'default') ?? undefined;
  const fallback =
    fallbackInput === undefined ? undefined : decodeValue(type, rules, numberAsText(type, fallbackInput), steps);
  if (fallback && refused(fallback)) return void complainOf('default', fallback.left);
  const required =
    memberOf(declaration, 'required') ?? (requiredNames ? requiredNames.has(name) : fallback === undefined);
  if (typeof required !== 'boolean')
    return void complainOf('required', `must be true or false, got ${shown(required)}`);
  return { name, type, required, fallback: fallback?.right, rules };
};

const documentedMembers = ['type', 'required', 'default', 'enum', 'min', 'max', 'pattern', 'max_length', 'description'];
const members = new Set([...documentedMembers, 'minimum', 'maximum', 'maxLength', 'format', 'title', 'examples']);

const typeOf = (declaration: JsonObject, complainOf: Complain): ParameterType | undefined => {
  const type = memberOf(declaration, 'type');
  const format = memberOf(declaration, 'format');
  if (type === 'number') return 'decimal';
  if (type === 'string' && format !== undefined) {
    if (format === 'date' || format === 'uuid' || format === 'decimal' || format === 'account_code') return format;
    return void complainOf('format', `must be one of date, uuid, decimal, account_code, got ${shown(format)}`);
  }
  if (parameterTypes.includes(type as ParameterType)) return type as ParameterType;
  return void complainOf('type', `must be one of ${parameterTypes.join(', ')}, got ${shown(type)}`);
};

const readRules = (type: ParameterType, declaration: JsonObject, complainOf: Complain): ValueRules => {
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
  complainOf: Complain,
): ParamValue | undefined => {
  const member = Object.hasOwn(declaration, ours) ? ours : theirs;
  const bound = memberOf(declaration, member) ?? undefined;
  if (bound === undefined) return undefined;
  if (!isOrdered(type)) return void complainOf(member, `is only for integer, decimal and date, and this is ${type}`);
  const value = readValue(type, numberAsText(type, bound));
  return refused(value) ? void complainOf(member, value.left) : value.right;
};

/** A JSON Schema often has decimals as JSON numbers; the shortest text of the number is what was written. */
const numberAsText = (type: ParameterType, input: unknown): unknown =>
  type === 'decimal' && typeof input === 'number' ? String(input) : input;

const readAllowed = (type: ParameterType, declaration: JsonObject, complainOf: Complain): ValueRules => {
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

const readPattern = (type: ParameterType, declaration: JsonObject, complainOf: Complain): ValueRules => {
  const source = memberOf(declaration, 'pattern') ?? undefined;
  if (source === undefined) return {};
  if (typeof source !== 'string' || (type !== 'string' && type !== 'account_code'))
    complainOf('pattern', `must be a string, and only for string and account_code, got ${shown(source)} for ${type}`);
  else {
    const pattern = compilePattern(source);
    if (!refused(pattern)) return { pattern: pattern.right };
    complainOf('pattern', withLocation(pattern.left, source));
  }
  return {};
};

const readMaxLength = (type: ParameterType, declaration: JsonObject, complainOf: Complain): ValueRules => {
  const member = Object.hasOwn(declaration, 'max_length') ? 'max_length' : 'maxLength';
  const length = memberOf(declaration, member) ?? undefined;
  if (length === undefined) return {};
  if (type === 'string' && Number.isInteger(length) && (length as number) >= 1 && (length as number) <= maxTextLength)
    return { maxLength: length as number };
  complainOf(
    member,
    `must be a whole number from 1 to ${maxTextLength}, and only for string, got ${shown(length)} for ${type}`,
  );
  return {};
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own members only: a client did not write the inherited ones. */
const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
