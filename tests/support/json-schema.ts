/**
 * A validator for the part of JSON Schema that the document uses, so that tests validate answers as a client's own validator would. Each
 * schema is compiled once, because every answer of every test is checked.
 */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import type { OpenApiDocument } from './refusals-page';

const known = new Set([
  ...[
    '$ref',
    'type',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'allOf',
    'required',
    'properties',
    'additionalProperties',
    'items',
  ],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxProperties', 'format'],
  ...['propertyNames'],
  ...['title', 'description', 'default', 'example', 'examples', 'contentEncoding'],
]);

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  decimal: /^-?\d+(\.\d+)?$/,
};

interface Rules {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** A fault, with its path below the checked value. */
interface Fault {
  readonly at: string;
  readonly what: string;
}

/** Appends the faults of the value to `faults`. */
type Check = (value: unknown, faults: Fault[]) => void;

/** The faults of a value, each with its path; empty if the value is valid. */
export const faultsIn = (document: OpenApiDocument, schema: JsonSchema, value: unknown): readonly string[] =>
  faultsBy(checkOf(document, schema), value).map(({ at, what }) => `${at || '/'} ${what}`);

const faultsBy = (check: Check, value: unknown): readonly Fault[] => {
  const faults: Fault[] = [];
  check(value, faults);
  return faults;
};

const checks = new WeakMap<OpenApiDocument, WeakMap<JsonSchema, Check>>();

const checkOf = (document: OpenApiDocument, schema: JsonSchema): Check => {
  const ofDocument = checks.get(document) ?? new WeakMap<JsonSchema, Check>();
  checks.set(document, ofDocument);
  const check = ofDocument.get(schema) ?? makeCheck(document, schema);
  ofDocument.set(schema, check);
  return check;
};

const makeCheck = (document: OpenApiDocument, schema: JsonSchema): Check => {
  for (const rule of Object.keys(schema)) if (!known.has(rule)) throw new Error(`nobody checks the rule ${rule}`);
  const rules = schema as Rules;
  const named = rules.$ref?.split('/').at(-1);
  if (named !== undefined) {
    const { $ref: _, ...beside } = schema;
    const schemaOfThatName = document.components.schemas[named] ?? {};
    const checkBeside = Object.keys(beside).length > 0 ? makeCheck(document, beside) : undefined;
    // Compiled at the first use, because a schema may refer to itself.
    return (value, faults) => {
      checkOf(document, schemaOfThatName)(value, faults);
      checkBeside?.(value, faults);
    };
  }
  const types = rules.type === undefined ? undefined : [rules.type].flat();
  const all = [...simpleChecks(rules), ...innerChecks(document, rules)];
  return (value, faults) => {
    if (types && !types.some((type) => isOfType(type, value)))
      return void faults.push({ at: '', what: `is no ${types.join(' or ')}` });
    for (const check of all) check(value, faults);
  };
};

const simpleChecks = (rules: Rules): readonly Check[] => {
  const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = rules;
  const { minimum = -Infinity, maximum = Infinity, pattern, format = '', required = [] } = rules;
  const like = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const formatted = formats[format];
  const isOutside = (number: number, least: number, most: number): boolean => number < least || number > most;
  const check =
    (what: string, isFault: (value: unknown) => boolean): Check =>
    (value, faults) => {
      if (isFault(value)) faults.push({ at: '', what });
    };
  const ofText = (what: string, isFault: (text: string) => boolean): Check =>
    check(what, (value) => typeof value === 'string' && isFault(value));
  return [
    ...(rules.enum ? [check('is none of its values', (value) => !rules.enum?.includes(value))] : []),
    ...('const' in rules ? [check('is not its one value', (value) => value !== rules.const)] : []),
    ...('minLength' in rules || 'maxLength' in rules
      ? [ofText('has another length', (text) => hasOtherLength(text, minLength, maxLength))]
      : []),
    ...(like ? [ofText(`is not like ${pattern}`, (text) => !like.test(text))] : []),
    ...(formatted ? [ofText(`is no ${format}`, (text) => !formatted.test(text))] : []),
    ...('minimum' in rules || 'maximum' in rules
      ? [check('is out of range', (value) => typeof value === 'number' && isOutside(value, minimum, maximum))]
      : []),
    ...('minItems' in rules || 'maxItems' in rules
      ? [check('has another length', (value) => Array.isArray(value) && isOutside(value.length, minItems, maxItems))]
      : []),
    ...(rules.additionalProperties === false
      ? [check('has other members', (value) => isObject(value) && hasOthers(value, rules.properties ?? {}))]
      : []),
    ...required.map((name) => check(`lacks ${name}`, (value) => isObject(value) && !Object.hasOwn(value, name))),
  ];
};

/** A character takes one or two UTF-16 units of a text, so the characters of most texts need not be counted. */
const hasOtherLength = (text: string, least: number, most: number): boolean => {
  if (text.length <= most && text.length >= 2 * least) return false;
  const characters = [...text].length;
  return characters < least || characters > most;
};

const hasOthers = (value: object, properties: object): boolean =>
  Object.keys(value).some((name) => !Object.hasOwn(properties, name));

/** The checks that apply other schemas. */
const innerChecks = (document: OpenApiDocument, rules: Rules): readonly Check[] => {
  const alternatives = rules.anyOf?.map((one) => checkOf(document, one));
  const exclusive = rules.oneOf?.map((one) => checkOf(document, one));
  const items = rules.items && checkOf(document, rules.items);
  const members = Object.entries(rules.properties ?? {}).map(([name, one]) => [name, checkOf(document, one)] as const);
  const inside = (check: Check, value: unknown, name: string | number, faults: Fault[]): void => {
    const before = faults.length;
    check(value, faults);
    // Adds the member's name to the paths of the faults. Nearly all values are valid and have none.
    if (faults.length > before)
      faults.push(...faults.splice(before).map(({ at, what }) => ({ at: `/${name}${at}`, what })));
  };
  const ofAlternatives: Check = (value, faults) => {
    if (alternatives?.every((one) => faultsBy(one, value).length > 0))
      faults.push({ at: '', what: 'fits none of its alternatives' });
  };
  const ofExclusive: Check = (value, faults) => {
    const fitting = exclusive?.filter((one) => faultsBy(one, value).length === 0).length;
    if (fitting !== 1)
      faults.push({ at: '', what: `fits ${fitting} of its alternatives, of which one excludes another` });
  };
  const ofItems: Check = (value, faults) => {
    if (items && Array.isArray(value)) for (const [index, item] of value.entries()) inside(items, item, index, faults);
  };
  const ofMembers: Check = (value, faults) => {
    if (isObject(value))
      for (const [name, check] of members) if (Object.hasOwn(value, name)) inside(check, value[name], name, faults);
  };
  return [
    ...(alternatives ? [ofAlternatives] : []),
    ...(exclusive ? [ofExclusive] : []),
    ...(rules.allOf ?? []).map((one) => checkOf(document, one)),
    ...(items ? [ofItems] : []),
    ...(members.length > 0 ? [ofMembers] : []),
  ];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfType = (type: string, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
};
