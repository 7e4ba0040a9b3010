/**
 * The names of the tags in which an export writes data that other programs do not have (docs/use/import.md), and how they are read. Every
 * other tag of a transaction is read as an attribute. If the ledger would refuse it as an attribute, it becomes a member of the metadata.
 */
import {
  cashFlowClasses,
  layers,
  type AccountType,
  type CashFlowClass,
  type EntryType,
  type Layer,
} from '../../../src/kernel/accounting';
import { isObject } from '../../../src/kernel/http/codecs';
import { parseJson } from '../../../src/kernel/http/json';
import { atOnce } from '../../../src/kernel/pieces';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { parseInstant } from '../../../src/kernel/time';
import { isKeyOfBeancount, knownTags } from './own-exports';
import {
  because,
  quoted,
  type AccountRow,
  type EntryRow,
  type JsonObject,
  type Reason,
  type Tag,
  type TransactionFields,
} from './rows';

/** The tags of transactions. The tag `attributes` contains, as JSON, the attributes whose keys are not allowed as tags in the format. */
const transactionNames: ReadonlySet<string> = new Set([
  ...['id', 'layer', 'journal', 'reference', 'correlation_id', 'correlation_type', 'correlation_source'],
  ...['reverses', 'releases', 'settles', 'extends', 'expires_at', 'metadata', 'text', 'attributes'],
]);

const accountNames: ReadonlySet<string> = new Set([
  ...['type', 'code', 'name', 'category', 'normal_balance', 'parent', 'description', 'inactive', 'metadata'],
  ...['cash_flow', 'is_group'],
]);

const entryNames: ReadonlySet<string> = new Set(['layer', 'text', 'metadata']);

/**
 * Returns whether a name is reserved. An attribute with a reserved name is written with an additional `_`. `parent`, `cash_flow` and
 * `is_group` became tags in a later version, so attributes with these names are still written unchanged.
 */
const isReserved = (name: string): boolean =>
  !laterNames.has(name) && (transactionNames.has(name) || accountNames.has(name));
const laterNames: ReadonlySet<string> = new Set(['parent', 'cash_flow', 'is_group']);

const accountTypeNames: ReadonlyMap<string, AccountType> = new Map([
  ...(['asset', 'liability', 'equity', 'revenue', 'expense'] as const).map((type) => [type, type] as const),
  ...([
    ['a', 'asset'],
    ['l', 'liability'],
    ['e', 'equity'],
    ['r', 'revenue'],
    ['x', 'expense'],
    // hledger also has the account types cash, which is an asset, and conversion, which is equity.
    ['c', 'asset'],
    ['cash', 'asset'],
    ['v', 'equity'],
    ['conversion', 'equity'],
    ['income', 'revenue'],
  ] as const),
]);

export const accountTypeNamed = (text: string): AccountType | undefined => accountTypeNames.get(text.toLowerCase());

/** Returns the type of an account from the first part of its name, by the words that hledger recognises. */
export const typeOfRoot = (root: string): AccountType | undefined =>
  rootPatterns.find(([pattern]) => pattern.test(root))?.[1];

const rootPatterns: readonly (readonly [RegExp, AccountType])[] = [
  [/^assets?$/i, 'asset'],
  [/^(debts?|liabilit(y|ies))$/i, 'liability'],
  [/^equity$/i, 'equity'],
  [/^(income|revenue)s?$/i, 'revenue'],
  [/^expenses?$/i, 'expense'],
];

/** The code of the journal for transactions without one. */
const usualJournal = 'DEFAULT';

/** Reads the tags of a transaction. Also returns its exact description, if a tag contains it. */
export interface TaggedFields extends TransactionFields {
  readonly text: string | null;
}

const nothing: TaggedFields = {
  ...{ id: null, layer: 'settled', journal: null, reference: null, correlationId: null, correlationType: null },
  ...{
    correlationSource: null,
    reverses: null,
    releases: null,
    settles: null,
    extends: null,
    expiresAt: null,
    metadata: null,
  },
  ...{ attributes: null, text: null },
};

export const fieldsOf = (tags: readonly Tag[], isOurs = false): Outcome<Reason, TaggedFields> => {
  if (tags.length === 0) return ok(nothing);
  const known = isOurs ? knownTags(tags, transactionNames, isReserved) : ok(null);
  if (refused(known)) return known;
  const own = new Map<string, string>();
  const foreign = new Map<string, string>();
  for (const [name, value] of tags) {
    if (!transactionNames.has(name)) {
      const key = name.endsWith('_') ? name.slice(0, -1) : name;
      const before = foreign.get(key);
      foreign.set(key, before === undefined ? value : `${before}, ${value}`);
    } else if (own.has(name)) return because('TAG_TWICE', `${quoted(name)} appears twice.`);
    else own.set(name, value);
  }
  const layer = layerNamed(own.get('layer') ?? 'settled');
  if (refused(layer)) return layer;
  const metadata = jsonOf('metadata', own.get('metadata'));
  if (refused(metadata)) return metadata;
  const more = attributesOf(own.get('attributes'), foreign, isOurs);
  if (refused(more)) return more;
  const expiresAt = own.get('expires_at') ?? null;
  if (expiresAt !== null && parseInstant(expiresAt) === undefined)
    return because('EXPIRES_AT_INVALID', `${quoted(expiresAt)} is not an instant such as 2027-01-31T12:00:00Z.`);
  const { attributes, others } = asAttributes(foreign, more.right);
  const journal = own.get('journal') ?? null;
  return ok({
    id: own.get('id') ?? null,
    layer: layer.right,
    journal: journal === usualJournal ? null : journal,
    reference: own.get('reference') ?? null,
    correlationId: own.get('correlation_id') ?? null,
    correlationType: own.get('correlation_type') ?? null,
    correlationSource: own.get('correlation_source') ?? null,
    reverses: own.get('reverses') ?? null,
    releases: own.get('releases') ?? null,
    settles: own.get('settles') ?? null,
    extends: own.get('extends') ?? null,
    expiresAt,
    metadata: others.size === 0 ? metadata.right : { ...Object.fromEntries(others), ...metadata.right },
    attributes,
    text: own.get('text') ?? null,
  });
};

export const layerNamed = (text: string): Outcome<Reason, Layer> =>
  layers.includes(text as Layer)
    ? ok(text as Layer)
    : because('LAYER_UNKNOWN', `${quoted(text)} is not a layer. The layers are ${layers.join(', ')}.`);

export const jsonOf = (name: string, text: string | undefined): Outcome<Reason, JsonObject | null> => {
  if (text === undefined || text === '') return ok(null);
  const parsed = atOnce(parseJson(text));
  if ('fault' in parsed && parsed.fault !== 'malformed')
    return because(
      'JSON_INVALID',
      `${name} cannot be stored unchanged (${[parsed.fault, parsed.place.join('.')].join(' ').trim()}).`,
    );
  return 'value' in parsed && isObject(parsed.value)
    ? ok(parsed.value)
    : because('JSON_INVALID', `${name} is not a JSON object.`);
};

/** The ledger's limits for attributes. A tag that exceeds them is kept as metadata. */
const maxAttributes = 20;
const maxKeyLength = 64;
const maxValueLength = 128;
const keyPattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

const fitsAsAttribute = (key: string, value: unknown): value is string =>
  typeof value === 'string' &&
  [...value].length <= maxValueLength &&
  key.length <= maxKeyLength &&
  keyPattern.test(key);

/**
 * Returns the attributes of a transaction. Every member of the tag `attributes` must be a valid attribute; an invalid one is refused
 * instead of being kept as metadata.
 */
const attributesOf = (
  text: string | undefined,
  foreign: ReadonlyMap<string, string>,
  isOurs: boolean,
): Outcome<Reason, Readonly<Record<string, string>>> => {
  const json = jsonOf('attributes', text);
  if (refused(json)) return json;
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(json.right ?? {})) {
    if (isOurs && isKeyOfBeancount(key))
      return because('ATTRIBUTES_INVALID', `attributes has ${quoted(key)}, which has its own line in an export.`);
    if (!fitsAsAttribute(key, value))
      return because(
        'ATTRIBUTES_INVALID',
        `attributes has ${quoted(key)}: an attribute must have a name such as cost_center, and a text of at most ${maxValueLength} characters.`,
      );
    if (foreign.has(key)) return because('TAG_TWICE', `${quoted(key)} appears both in attributes and outside of it.`);
    attributes[key] = value;
  }
  const count = Object.keys(attributes).length;
  return count > maxAttributes
    ? because('ATTRIBUTES_INVALID', `There are ${count} attributes; a transaction may have at most ${maxAttributes}.`)
    : ok(attributes);
};

const asAttributes = (
  foreign: ReadonlyMap<string, string>,
  more: Readonly<Record<string, string>>,
): { readonly attributes: TransactionFields['attributes']; readonly others: ReadonlyMap<string, string> } => {
  const attributes: Record<string, string> = { ...more };
  const others = new Map<string, string>();
  for (const [key, value] of foreign)
    if (fitsAsAttribute(key, value) && Object.keys(attributes).length < maxAttributes) attributes[key] = value;
    else others.set(key, value);
  return { attributes: Object.keys(attributes).length > 0 ? attributes : null, others };
};

type AccountFields = Omit<AccountRow, 'kind' | 'line' | 'raw' | 'account'>;

/** Returns the members of an account from its tags. Tags of other programs are ignored. */
export const accountFieldsOf = (tags: readonly Tag[], isOurs = false): Outcome<Reason, AccountFields> => {
  const known = isOurs ? knownTags(tags, accountNames) : ok(null);
  if (refused(known)) return known;
  const own = new Map(tags.filter(([name]) => accountNames.has(name)));
  if (isOurs && !(own.has('code') && own.has('name')))
    return because(
      'ACCOUNT_INCOMPLETE',
      'The tag code or name is missing here: an export has both for every account. Export the journal again.',
    );
  const named = own.get('type');
  const type = named === undefined ? undefined : accountTypeNamed(named);
  if (named !== undefined && type === undefined)
    return because(
      'ACCOUNT_TYPE_UNKNOWN',
      `${quoted(named)} is not a type of account. The types are A, L, E, R and X.`,
    );
  const metadata = jsonOf('metadata', own.get('metadata'));
  if (refused(metadata)) return metadata;
  const normalBalance = own.get('normal_balance');
  if (normalBalance !== undefined && normalBalance !== 'debit' && normalBalance !== 'credit')
    return because('NORMAL_BALANCE_UNKNOWN', 'normal_balance must be debit or credit.');
  const category = own.get('category');
  if (category !== undefined && category !== 'system' && category !== 'customer')
    return because('CATEGORY_UNKNOWN', 'category must be system or customer.');
  const cashFlow = own.get('cash_flow');
  if (cashFlow !== undefined && !isCashFlowClass(cashFlow))
    return because('CASH_FLOW_UNKNOWN', `cash_flow must be one of ${cashFlowClasses.join(', ')}.`);
  return ok({
    ...{ code: own.get('code'), name: own.get('name'), type, category, parent: own.get('parent') },
    ...{ normalBalance: normalBalance as EntryType | undefined, description: own.get('description') },
    ...{ isInactive: own.get('inactive') === 'true', metadata: metadata.right ?? undefined, cashFlow },
    isGroup: own.get('is_group') === 'true',
  });
};

const isCashFlowClass = (text: string): text is CashFlowClass => cashFlowClasses.some((one) => one === text);

/** Returns the members of an entry from its tags. Tags of other programs are kept in its metadata. */
export const entryFieldsOf = (
  tags: readonly Tag[],
  layerOfAll: Layer,
  isOurs: boolean,
): Outcome<Reason, Pick<EntryRow, 'layer' | 'description' | 'metadata'>> => {
  if (tags.length === 0) return ok({ layer: layerOfAll, description: null, metadata: null });
  const known = isOurs ? knownTags(tags, entryNames) : ok(null);
  if (refused(known)) return known;
  const own = new Map(tags);
  const layer = layerNamed(own.get('layer') ?? layerOfAll);
  if (refused(layer)) return layer;
  const metadata = jsonOf('metadata', own.get('metadata'));
  if (refused(metadata)) return metadata;
  const others = tags.filter(([name]) => !entryNames.has(name));
  const kept = others.length === 0 ? metadata.right : { ...Object.fromEntries(others), ...metadata.right };
  return ok({ layer: layer.right, description: own.get('text') ?? null, metadata: kept });
};
