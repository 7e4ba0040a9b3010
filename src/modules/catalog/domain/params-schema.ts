/**
 * Reads `params_schema` in two notations: the catalog's own, `{amount: {type: "decimal", min: "0.01"}}`, and JSON Schema, `{properties:
 * {amount: {type: "number", minimum: 0.01}}, required: ["amount"]}`. The items of a list may be declared in either notation too. An unknown
 * member is refused, because a constraint that is silently ignored is worse than none.
 */
import { ok, refuse, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { complain, fieldErrorsOf, listed, shown, type Complaints } from './complaints';
import {
  complainOfUnknownMembers,
  isObject,
  memberOf,
  readRequired,
  readScalar,
  type ComplainOfMember,
  type Place,
} from './declaration';
import {
  parameterTypes,
  type ListParameter,
  type Parameter,
  type ParamsSchema,
  type ScalarParameter,
} from './parameter';
import { decodeList, readingFor, type Reading } from './params';
import { stepsUpTo } from './pattern';
import { maxExpandedEntries, type JsonObject } from './transaction-code';

/** The maximum number of parameters, including those of items, so that a hundred items have at most ten thousand values. */
const maxParameters = 100;
/** The maximum number of steps for matching the patterns of all defaults together. Each default is checked once, at creation. */
const maxDefaultSteps = 100_000;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Reads a schema. The keys of errors are fields, such as `params_schema.amount`. */
export const readParamsSchema = (schema: JsonObject | null): Outcome<FieldErrors, ParamsSchema> => {
  const complaints: Complaints = new Map();
  const defaults = readingFor(stepsUpTo(maxDefaultSteps), complaints);
  const parameters = readDeclarations(
    'params_schema',
    schema ?? {},
    { defaults, parametersLeft: maxParameters },
    readParameter,
  );
  return complaints.size > 0 ? refuse(fieldErrorsOf(complaints)) : ok(parameters);
};

/** The limits that all declarations of one schema share. */
interface SchemaReading {
  readonly defaults: Reading;
  parametersLeft: number;
}

type ReadDeclaration<P> = (place: Place, declaration: JsonObject, reading: SchemaReading) => P | undefined;

const readDeclarations = <P>(
  root: string,
  schema: JsonObject,
  reading: SchemaReading,
  read: ReadDeclaration<P>,
): ReadonlyMap<string, P> => {
  const { complaints } = reading.defaults;
  const parameters = new Map<string, P>();
  const { field, declarations, requiredNames } = notationOf(root, schema, complaints);
  reading.parametersLeft -= declarations.length;
  if (reading.parametersLeft < 0)
    complain(complaints, field, `must declare at most ${maxParameters} parameters, those of items included`);
  else
    for (const [name, declaration] of declarations) {
      const own = `${field}.${name}`;
      const complainOf: ComplainOfMember = (member, text) =>
        complain(complaints, `${own}${member && `.${member}`}`, text);
      const place = { field: own, name, isRequired: requiredNames?.has(name), complainOf };
      if (!parameterName.test(name))
        complainOf('', 'must be named with a letter or _, then letters, digits and _, at most 64 in all');
      else if (!isObject(declaration))
        complainOf('', `must be an object such as {"type": "decimal"}, got ${shown(declaration)}`);
      else {
        const parameter = read(place, declaration, reading);
        if (parameter) parameters.set(name, parameter);
      }
    }
  for (const name of requiredNames ?? [])
    if (!declarations.some(([declared]) => declared === name))
      complain(complaints, `${root}.required`, `names ${shown(name)}, which properties does not declare`);
  return parameters;
};

interface Notation {
  readonly field: string;
  readonly declarations: readonly [string, unknown][];
  /** The required parameters in JSON Schema, where all others are optional; undefined in the catalog's own notation. */
  readonly requiredNames?: ReadonlySet<string>;
}

const notationOf = (root: string, schema: JsonObject, complaints: Complaints): Notation => {
  const properties = memberOf(schema, 'properties');
  // In the catalog's own notation a parameter may be called `properties` too: then its `type` is a text, not a declaration.
  if (!isObject(properties) || typeof memberOf(properties, 'type') === 'string')
    return { field: root, declarations: Object.entries(schema) };
  for (const member of Object.keys(schema))
    if (!rootMembers.has(member))
      complain(complaints, `${root}.${member}`, `is not a known member; the known members are ${listed(rootMembers)}`);
  const required = memberOf(schema, 'required') ?? [];
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    complain(complaints, `${root}.required`, `must be an array of names of properties, got ${shown(required)}`);
  return {
    field: `${root}.properties`,
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

const readParameter: ReadDeclaration<Parameter> = (place, declaration, reading) => {
  if (isOfLists(declaration)) return readList(place, declaration, reading);
  return readScalar(place, declaration, [...parameterTypes, 'list'], reading.defaults.steps);
};

const readItemParameter: ReadDeclaration<ScalarParameter> = (place, declaration, reading) =>
  isOfLists(declaration)
    ? void place.complainOf('type', 'must not be a list, because the items of a list hold no lists')
    : readScalar(place, declaration, parameterTypes, reading.defaults.steps);

const isOfLists = (declaration: JsonObject): boolean =>
  ['list', 'array'].includes(memberOf(declaration, 'type') as string);

const readList: ReadDeclaration<ListParameter> = (place, declaration, reading) => {
  const { name, field, complainOf } = place;
  complainOfUnknownMembers(declaration, listMembers, listAliases, complainOf);
  const declared = memberOf(declaration, 'items');
  if (!isObject(declared) || Object.keys(declared).length === 0)
    return void complainOf(
      'items',
      `must be an object such as {"amount": {"type": "decimal"}}, got ${shown(declared)}`,
    );
  const items = readDeclarations(`${field}.items`, declared, reading, readItemParameter);
  const minItems = readCount(declaration, 'min_items', 'minItems', 0, 1, complainOf);
  const maxItems = readCount(declaration, 'max_items', 'maxItems', 1, maxExpandedEntries, complainOf);
  if (minItems > maxItems)
    return void complainOf('max_items', `must not be below min_items: ${maxItems} is below ${minItems}`);
  const rules = { name, items, minItems, maxItems };
  const input = memberOf(declaration, 'default') ?? undefined;
  const fallback = input === undefined ? undefined : decodeList(rules, input, `${field}.default`, reading.defaults);
  const required = readRequired(declaration, place.isRequired ?? fallback === undefined, complainOf);
  return required === undefined ? undefined : { ...rules, type: 'list', required, fallback };
};

const listMembers = ['type', 'required', 'default', 'items', 'min_items', 'max_items', 'description'];
const listAliases = ['minItems', 'maxItems', 'title', 'examples'];

const readCount = (
  declaration: JsonObject,
  ours: string,
  theirs: string,
  least: number,
  otherwise: number,
  complainOf: ComplainOfMember,
): number => {
  const member = Object.hasOwn(declaration, ours) ? ours : theirs;
  const count = memberOf(declaration, member) ?? otherwise;
  if (Number.isInteger(count) && (count as number) >= least && (count as number) <= maxExpandedEntries)
    return count as number;
  complainOf(member, `must be a whole number from ${least} to ${maxExpandedEntries}, got ${shown(count)}`);
  return otherwise;
};
