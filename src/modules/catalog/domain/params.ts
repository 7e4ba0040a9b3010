/** Reads the given parameters by their declarations. It reads all of them, so that every error is reported at once. */
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { complain, fieldErrorsOf, listed, shownWithKind, type Complaints } from './complaints';
import {
  decodeValue,
  expectationOf,
  isList,
  itemPrefix,
  listExpectationOf,
  type ListRules,
  type ParamsSchema,
  type ParamValue,
  type ParamValues,
  type ScalarParameter,
} from './parameter';
import { stepsUpTo, type Steps } from './pattern';
import type { JsonObject } from './transaction-code';

/**
 * The steps for the patterns of one request. A batch of a hundred takes at most two million steps, less than 0.1 s of CPU. A typical
 * anchored pattern takes at most five steps for each character, so that twenty thousand steps are enough for four texts of full length.
 */
export const maxPatternSteps = 20_000;
/** The same limit if the parameters contain lists: it also allows two account codes in each of a hundred items. */
export const maxPatternStepsWithLists = 60_000;

export interface DecodedParams {
  readonly values: ParamValues;
  /** The items of each list, by name of the list. The keys of an item's values are `item.<name>`, as templates name them. */
  readonly lists: ReadonlyMap<string, readonly ParamValues[]>;
}

/** Reads the parameters. The key of an error is the parameter, or `<list>.<index>.<name>` for an item. */
export const decodeParams = (schema: ParamsSchema, given: JsonObject): Outcome<FieldErrors, DecodedParams> => {
  const values = new Map<string, ParamValue>();
  const lists = new Map<string, readonly ParamValues[]>();
  const complaints: Complaints = new Map();
  const hasLists = [...schema.values()].some(isList);
  const reading = readingFor(stepsUpTo(hasLists ? maxPatternStepsWithLists : maxPatternSteps), complaints);
  for (const parameter of schema.values()) {
    const { name } = parameter;
    const input = memberOf(given, name);
    if (parameter.type !== 'list') {
      const value = decodeScalar(parameter, input, reading.steps, (text) => complain(complaints, name, text));
      if (value) values.set(name, value);
    } else if (input !== undefined) lists.set(name, decodeList(parameter, input, name, reading));
    else if (parameter.required) complain(complaints, name, `is required: ${listExpectationOf(parameter)}`);
    else if (parameter.fallback) lists.set(name, parameter.fallback);
  }
  complainOfUnknown(schema, given, 'this transaction code, which has', (name, text) =>
    complain(complaints, name, text),
  );
  return complaints.size > 0 ? refuse(fieldErrorsOf(complaints)) : ok({ values, lists });
};

/** Null and a missing member mean the same: the parameter is not given. */
const memberOf = (given: JsonObject, name: string): unknown =>
  Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;

const decodeScalar = (
  { type, required, fallback, rules }: ScalarParameter,
  input: unknown,
  steps: Steps,
  complainOf: (text: string) => void,
): ParamValue | undefined => {
  if (input === undefined) return required ? void complainOf(`is required: ${expectationOf(type)}`) : fallback;
  const value = decodeValue(type, rules, input, steps);
  return refused(value) ? void complainOf(value.left) : value.right;
};

/** The maximum number of characters in complaints about items, so that the response stays short even for ten thousand wrong values. */
const maxItemComplaintCharacters = 4_000;

/** The limits that all lists of one request share while they are read. */
export interface Reading {
  readonly steps: Steps;
  readonly complaints: Complaints;
  charactersLeft: number;
}

export const readingFor = (steps: Steps, complaints: Complaints): Reading => ({
  steps,
  complaints,
  charactersLeft: maxItemComplaintCharacters,
});

/** Returns the valid items; if there were complaints, the others are missing. */
export const decodeList = (
  list: ListRules,
  input: unknown,
  field: string,
  reading: Reading,
): readonly ParamValues[] => {
  if (!Array.isArray(input) || input.length < list.minItems || input.length > list.maxItems) {
    const got = Array.isArray(input) ? `${input.length} items` : shownWithKind(input);
    complain(reading.complaints, field, `must be ${listExpectationOf(list)}, got ${got}`);
    return [];
  }
  const items: ParamValues[] = [];
  for (const [index, item] of (input as unknown[]).entries()) {
    if (reading.charactersLeft < 0 || reading.steps.left < 0) break;
    items.push(decodeItem(list, item, `${field}.${index}`, reading));
  }
  return items;
};

const decodeItem = ({ name: list, items }: ListRules, item: unknown, field: string, reading: Reading): ParamValues => {
  const values = new Map<string, ParamValue>();
  const complainOf = (member: string, text: string): void => {
    if (reading.charactersLeft < 0) return;
    reading.charactersLeft -= text.length;
    complain(reading.complaints, `${field}${member && `.${member}`}`, text);
  };
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    complainOf('', `must be an object with ${listed(items.keys())}, got ${shownWithKind(item)}`);
    return values;
  }
  for (const parameter of items.values()) {
    const { name } = parameter;
    const input = memberOf(item as JsonObject, name);
    const value = decodeScalar(parameter, input, reading.steps, (text) => complainOf(name, text));
    if (value) values.set(itemPrefix + name, value);
  }
  complainOfUnknown(items, item as JsonObject, `the items of ${list}, which have`, complainOf);
  return values;
};

const maxUnknownNames = 20;
const maxShownName = 64;

const complainOfUnknown = (
  declared: ReadonlyMap<string, unknown>,
  given: JsonObject,
  whose: string,
  complainOf: (name: string, text: string) => void,
): void => {
  const unknown = Object.keys(given).filter((name) => !declared.has(name));
  for (const name of unknown.slice(0, maxUnknownNames))
    complainOf(name.slice(0, maxShownName), `is not a parameter of ${whose} ${listed(declared.keys())}`);
};
