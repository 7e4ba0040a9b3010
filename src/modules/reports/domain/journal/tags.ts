/**
 * The data of accounts, transactions and entries other than dates, accounts and amounts, as names and values in a fixed order. A tag
 * without a value is left out. hledger calls them tags, beancount metadata. The import reads the same names.
 */
import { jsonLine } from '../../../../kernel/json-line';
import { normalBalanceOf, type Layer } from '../../../../kernel/accounting';
import {
  isCorrelated,
  undoneBy,
  type DescribedAccount,
  type ToldEntry,
  type ToldLedger,
  type ToldTransaction,
} from './told';

export type Tag = readonly [name: string, value: string];

const usualJournal = 'DEFAULT';

/** Reserved names. An attribute with a reserved name, or with a name that ends with `_`, is written with one more `_` at its end. */
const ownNames: ReadonlySet<string> = new Set([
  ...['type', 'code', 'name', 'category', 'normal_balance', 'description', 'inactive', 'metadata'],
  ...['id', 'layer', 'journal', 'reference', 'correlation_id', 'correlation_type', 'correlation_source'],
  ...['reverses', 'releases', 'settles', 'extends', 'expires_at', 'text', 'attributes'],
]);

/** The tags of an account without its type, which each format writes in its own way. */
export const accountTags = (account: DescribedAccount): readonly Tag[] => [
  ['code', account.code],
  ['name', account.name],
  ...said('category', account.category === 'customer' ? account.category : null),
  ...said('normal_balance', account.normalBalance === normalBalanceOf(account.type) ? null : account.normalBalance),
  ...said('description', account.description),
  ...said('inactive', account.isActive ? null : 'true'),
  ...saidAsJson('metadata', account.metadata),
  ...said('cash_flow', account.cashFlow),
  ...said('is_group', account.isGroup ? 'true' : null),
];

/** The tags of a transaction before its attributes. `printed` is the part of the description that the format can show. */
export const transactionTags = (transaction: ToldTransaction, printed: string): readonly Tag[] => {
  const { settlesTransactionId, correlationId, correlationType, correlationSourceId } = transaction;
  const { reverses, releases, extends: extended } = undoneBy(transaction);
  const isItsOwn = isCorrelated(transaction);
  return [
    ['id', transaction.id],
    ...said('layer', isOfOneLayer(transaction) ? saidLayer(transaction.layer) : null),
    ...said('journal', transaction.journalCode === usualJournal ? null : transaction.journalCode),
    ...said('reference', transaction.reference),
    ...(isItsOwn ? said('correlation_id', correlationId) : []),
    ...(isItsOwn ? said('correlation_type', correlationType) : []),
    ...(isItsOwn ? said('correlation_source', correlationSourceId) : []),
    ...said('reverses', reverses),
    ...said('releases', releases),
    ...said('settles', settlesTransactionId),
    ...said('extends', extended),
    ...said('expires_at', transaction.expiresAt?.toISOString() ?? null),
    ...saidAsJson('metadata', transaction.metadata),
    ...said('text', printed === transaction.description ? null : transaction.description),
  ];
};

/** The attributes sorted by key, renamed if their name is reserved. */
export const attributeTags = ({ attributes }: ToldTransaction): readonly Tag[] =>
  attributes === null
    ? nothing
    : Object.keys(attributes)
        .sort()
        .map((key) => [ownNames.has(key) || key.endsWith('_') ? `${key}_` : key, attributes[key] ?? '']);

export const entryTags = ({ layer, description, metadata }: ToldEntry, tellsLayer: boolean): readonly Tag[] =>
  description === null && metadata === null && !(tellsLayer && layer !== 'settled')
    ? nothing
    : [
        ...said('layer', tellsLayer ? saidLayer(layer) : null),
        ...said('text', description),
        ...saidAsJson('metadata', metadata),
      ];

export const isOfOneLayer = ({ entries }: ToldTransaction): boolean => {
  for (const { layer } of entries) if (layer !== entries[0]?.layer) return false;
  return true;
};

/** Returns the flag: `*` (cleared) for settled transactions, `!` (pending) for all others, which may still be cancelled. */
export const flagOf = (layer: Layer): '*' | '!' => (layer === 'settled' ? '*' : '!');

/** Returns a line that describes the books for a person who opens the file. The import recognises files of the ledger by it. */
export const headline = ({ code, name, denomination, place, from, to }: ToldLedger): string =>
  [
    `${code} ${jsonLine(name)} in ${denomination.currency}`,
    `at sequence ${place.sequence} of its log`,
    `hash ${place.hash}`,
    ...(place.knownAt ? [`known at ${place.knownAt.toISOString()}`] : []),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`to ${to}`]),
  ].join(', ');

export const lastLine = (transactions: number): string => `; end of the journal: ${transactions} transactions\n`;

const nothing: readonly Tag[] = [];
const said = (name: string, value: string | null): readonly Tag[] => (value === null ? nothing : [[name, value]]);
const saidAsJson = (name: string, value: object | null): readonly Tag[] =>
  value === null ? nothing : [[name, JSON.stringify(value)]];
const saidLayer = (layer: Layer): string | null => (layer === 'settled' ? null : layer);
