/** Reads the filters of the list from the page's address, and converts them for the API. */
import { asAsked } from '../../api/as-asked';
import { amountFrom } from '../../parts/amount';
import type { LayerName } from '../../parts/layers';

export const statuses = ['pending', 'posted', 'reversed', 'void', 'failed'] as const;
export const origins = [
  'post',
  'settlement',
  'release',
  'expiry',
  'reversal',
  'extension',
  'string_operation',
] as const;
export const holdStates = ['open', 'settled', 'released', 'expired'] as const;

/** The orders of the list by their names in the API. The first one is the default. */
export const orders = [
  { value: '-sequence', label: 'Newest first' },
  { value: 'sequence', label: 'Oldest first' },
  { value: '-effective_date', label: 'Latest day first' },
  { value: 'effective_date', label: 'Earliest day first' },
] as const;
export type Order = (typeof orders)[number];

/** Returns the order that the address names, or the default order. */
export const orderIn = (get: (name: string) => string | undefined): Order =>
  orders.find(({ value }) => value === get('sort')) ?? orders[0];

/** Returns whether the list is sorted newest first, so that new transactions belong above it. */
export const isNewestFirst = ({ sort }: ListQuery): boolean => sort === undefined;

export const filterNames = [
  ...['status', 'layer', 'hold', 'from', 'to', 'account', 'reference', 'correlation', 'batch', 'journal', 'attributes'],
  ...['text', 'min', 'max', 'code', 'origin', 'metadata'],
  'releases',
] as const;

/** The filters in a link to the list. Their names are those that the page reads, and some differ from the API's names. */
export type LinkFilters = Partial<Readonly<Record<(typeof filterNames)[number], string>>>;

/** The parameters that a saved view contains: the filters and the order, but not the cursor. */
export const viewNames = [...filterNames, 'sort'] as const;

export interface ListQuery {
  readonly status?: (typeof statuses)[number];
  readonly layer?: LayerName;
  readonly hold_state?: (typeof holdStates)[number];
  readonly from_date?: string;
  readonly to_date?: string;
  readonly account_id?: string;
  readonly reference?: string;
  readonly correlation_id?: string;
  readonly batch_id?: string;
  readonly journal_id?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly min_amount?: string;
  readonly max_amount?: string;
  readonly trancode?: string;
  readonly origin?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The order; left out for the default order. */
  readonly sort?: Order['value'];
}

/**
 * Returns whether the query has a filter that only the service can evaluate. The page then cannot decide whether a new transaction matches.
 */
export const isSearch = ({ text, min_amount, max_amount, trancode, origin, metadata }: ListQuery): boolean =>
  [text, min_amount, max_amount, trancode, origin, metadata].some((asked) => asked !== undefined);

/** Splits `merchant=Grocer, order=7` into pairs; null for each part that is none. A comma that no name follows is part of the value. */
const pairsIn = (text: string): readonly (readonly [string, string] | null)[] =>
  text.split(/,(?=\s*[^=:,\s]+\s*[=:])/).map((part) => {
    const [, name, value] = /^\s*([^=:,\s]+)\s*[=:]\s*(.+?)\s*$/.exec(part) ?? [];
    return name === undefined || value === undefined ? null : [name, value];
  });

export const attributesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(pairsIn(text).flatMap((pair) => (pair === null ? [] : [pair])));

/** Returns the parts that are no pairs, and the names that are given more than once: only the last one would count. */
export const unreadablePairs = (
  text: string,
): { readonly unread: readonly null[]; readonly repeated: readonly string[] } => {
  const pairs = pairsIn(text);
  const names = pairs.flatMap((pair) => (pair === null ? [] : [pair[0]]));
  return {
    unread: pairs.filter((pair) => pair === null),
    repeated: [...new Set(names.filter((name, index) => names.indexOf(name) !== index))],
  };
};

/**
 * Returns the API's query for the page's address, with the account's id instead of its code. If the address has no end date, the as-of date
 * is the end. The page asks only if `unreadableIn` finds nothing.
 */
export const listQueryOf = (
  get: (name: string) => string | undefined,
  asOf: string | undefined,
  accountId: string | undefined,
): ListQuery => {
  const attributes = attributesIn(get('attributes') ?? '');
  const metadata = attributesIn(get('metadata') ?? '');
  const order = orderIn(get);
  const asked: Record<string, unknown> = {
    status: asAsked(get('status')),
    layer: asAsked(get('layer')),
    hold_state: asAsked(get('hold')),
    from_date: get('from'),
    to_date: get('to') ?? asOf,
    account_id: accountId,
    reference: get('reference'),
    correlation_id: get('correlation'),
    batch_id: get('batch'),
    journal_id: get('journal'),
    attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    text: get('text'),
    min_amount: amountIn(get('min')),
    max_amount: amountIn(get('max')),
    trancode: get('code'),
    origin: get('origin'),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    sort: order === orders[0] ? undefined : order.value,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as ListQuery;
};

const amountIn = (typed: string | undefined): string | undefined =>
  typed === undefined ? undefined : amountFrom(typed);

/** The value of the parameter `releases` with which releases are hidden. */
export const releasesHidden = 'hidden';

/**
 * Returns the query for the totals of the list: without the order, and without the releases that the list hides. If the list is filtered by
 * an origin, its totals are those of that origin.
 */
export const totalsQueryOf = ({ sort: _, ...asked }: ListQuery, hidesReleases: boolean): ListQuery =>
  hidesReleases && asked.origin === undefined ? { ...asked, origin: '-release,-expiry' } : asked;

/** Leaves out releases. A settlement and an expiry show the same amounts as their releases. */
export const withoutReleases = <Row extends { readonly releases_transaction_id: string | null }>(
  rows: readonly Row[],
): readonly Row[] => rows.filter(({ releases_transaction_id: released }) => released === null);
