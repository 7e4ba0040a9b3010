/**
 * Reads the entries of an account by filters that the index of the account does not contain: words, amounts, metadata, transaction codes,
 * origins and attributes. First, a few hundred entries are compared one by one. If they do not fill the page, attributes or the search
 * index find the transactions that may match, if they are few, and their entries are sorted here. Otherwise the reading of the account's
 * index continues as a heavy read.
 */
import type { Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { firstSlice, type Position, type Slice } from '../../../../kernel/page';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountEntryFilter, AccountEntryRow, TransactionFilter } from '../../application/reader';
import type { AccountId } from '../../domain/account';
import { isSearch } from '../../domain/search-terms';
import { hasAttribute } from './attribute-index';
import { Conditions, joinPresentWords, keyset } from './conditions';
import { leadsOf } from './leads';
import { answersRow, searchedColumns, type SearchedColumns } from './searched-list';
import { candidatesOf, lightBounds, maxRowsWalked, rowsTogether, type Bounds } from './selected';
import { maxRowsLookedAt } from './transaction-list';

export interface EntriesAsked {
  readonly accountId: AccountId;
  readonly filter: AccountEntryFilter;
  readonly slice: Slice;
  readonly isOldestFirst: boolean;
}

export type EntriesRead = EntriesAsked & { readonly tx: Tx; readonly ledgerId: LedgerId };

/** Returns whether the filter has conditions that the index of the account does not contain. */
export const isNarrowed = (filter: AccountEntryFilter): boolean =>
  isSearch(filter) || Object.keys(filter.attributes ?? {}).length > 0;

export interface EntrySqlRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly type: AccountEntryRow['type'];
  readonly amount: string;
  readonly layer: Layer;
  readonly effective_date: Day;
  readonly sequence: string;
  readonly position: number;
  readonly reference: string | null;
  readonly description: string;
}

export const placeOf = ({ effective_date, sequence, position }: EntrySqlRow): Position => [
  effective_date,
  sequence,
  String(position),
];

export const entryColumns =
  'e.id, e.transaction_id, e.type, e.amount, e.layer, e.effective_date, e.sequence, e.position' as const;

/** Returns the conditions on `entries e` that the index of the account contains. */
export const ofAccount = ({ ledgerId, accountId, filter }: EntriesRead): Conditions => {
  const where = new Conditions(ledgerId);
  where.add((value) => `e.account_id = ${value}::uuid`, accountId);
  where.layer('e.layer', filter.layer);
  if (filter.startDate !== undefined) where.add((value) => `e.effective_date >= ${value}::date`, filter.startDate);
  if (filter.endDate !== undefined) where.add((value) => `e.effective_date <= ${value}::date`, filter.endDate);
  return where;
};

export const orderOf = (where: Conditions, { slice, isOldestFirst }: EntriesRead, from = slice.from): string =>
  keyset(
    where,
    { limit: slice.limit, direction: slice.direction, ...(from ? { from } : {}) },
    [
      ['e.effective_date', 'date'],
      ['e.sequence', 'bigint'],
      ['e.position', 'smallint'],
    ],
    isOldestFirst ? 'ascending' : 'descending',
  ).order;

/** Finds the next matching entries; undefined if that would need too many rows. */
export const narrowed = async (reading: EntriesRead, isHeavy: boolean): Promise<readonly EntrySqlRow[] | undefined> => {
  const { limit } = reading.slice;
  const found = isHeavy
    ? await walk(reading, limit, maxRowsWalked)
    : ((await walk(reading, limit, maxRowsLookedAt)) ?? (await among(reading, lightBounds)));
  return found?.slice(0, limit + 1);
};

type NarrowedRow = EntrySqlRow & SearchedColumns & { readonly is_wanted: boolean };

const narrowedColumns = (where: Conditions, filter: AccountEntryFilter): string => {
  const attributes = Object.entries(filter.attributes ?? {}).map((one) => `and ${hasAttribute(where, one)} is true`);
  // Each row of the list has the texts of its transaction, even if the question has no words.
  const searched = searchedColumns({ ...filter, words: filter.words ?? [] });
  return `${entryColumns}${searched}, (t.id is not null ${attributes.join(' ')}) as is_wanted`;
};

const answer = (filter: AccountEntryFilter, row: NarrowedRow): boolean =>
  row.is_wanted && answersRow(filter, row, row.amount);

/**
 * Reads entries in the order of the list until more than `enough` of them match, or the account has no more. Undefined if more than
 * `maxRows` would have to be read.
 */
export const walk = async (
  reading: EntriesRead,
  enough: number,
  maxRows: number,
): Promise<readonly NarrowedRow[] | undefined> => {
  const { tx, filter } = reading;
  const found: NarrowedRow[] = [];
  let { from } = reading.slice;
  for (let looked = 0; ;) {
    const size = looked === 0 ? maxRowsLookedAt : rowsTogether;
    const where = ofAccount(reading);
    const order = orderOf(where, reading, from);
    const entries = `select * from entries e where e.ledger_id = $1 ${where.text} order by ${order} limit ${size}`;
    const rows = await queryText<NarrowedRow>(
      tx,
      `select ${narrowedColumns(where, filter)}
         from (${entries}) e
         left join lateral (select * from transactions
                             where ledger_id = $1 and id = e.transaction_id and status <> 'void' offset 0) t on true
         ${joinPresentWords}`,
      where.values,
    );
    const inOrder = sortedBy(reading, rows);
    found.push(...inOrder.filter((row) => answer(filter, row)));
    looked += rows.length;
    const last = inOrder.at(-1);
    if (!last || rows.length < size || found.length > enough) return found;
    if (looked >= maxRows) return undefined;
    from = placeOf(last);
  }
};

/**
 * Finds the matching transactions by the rarest filter, and returns their matching entries after the position. Undefined if there are too
 * many.
 */
export const among = async (reading: EntriesRead, bounds: Bounds): Promise<readonly NarrowedRow[] | undefined> => {
  const { tx, ledgerId, filter } = reading;
  const { words, metadata, transactionCode, origins, minAmount, attributes } = filter;
  // The upper limit of the amount is left out: a transaction may be larger than its entries, but it is never smaller than any of them.
  const ofTransactions: TransactionFilter = { words, metadata, transactionCode, origins, minAmount, attributes };
  const asked = { tx, ledgerId, filter: ofTransactions, slice: firstSlice(1) };
  const ids = await candidatesOf(asked, leadsOf(ofTransactions), bounds);
  if (!ids) return undefined;
  const found: NarrowedRow[] = [];
  for (let at = 0; at < ids.length; at += rowsTogether) {
    const where = ofAccount(reading);
    orderOf(where, reading);
    const named = `unnest(${where.bind(plainArray(ids.slice(at, at + rowsTogether)))}::uuid[]) as w (id)`;
    const rows = await queryText<NarrowedRow>(
      tx,
      `select ${narrowedColumns(where, filter)}
         from ${named}
        cross join lateral (select * from transactions
                             where ledger_id = $1 and id = w.id and status <> 'void' offset 0) t
        cross join lateral (select * from entries where ledger_id = $1 and sequence = t.sequence offset 0) e
         ${joinPresentWords}
        where e.ledger_id = $1 ${where.text}`,
      where.values,
    );
    found.push(...rows.filter((row) => answer(filter, row)));
  }
  return sortedBy(reading, found);
};

/** Sorts the rows in the order in which the page is read. */
const sortedBy = <Row extends EntrySqlRow>(
  { slice, isOldestFirst }: EntriesRead,
  rows: readonly Row[],
): readonly Row[] => {
  const way = isOldestFirst === (slice.direction === 'forward') ? 1 : -1;
  return rows.toSorted((one, other) => way * compare(one, other));
};

const compare = (one: EntrySqlRow, other: EntrySqlRow): number => {
  if (one.effective_date !== other.effective_date) return one.effective_date < other.effective_date ? -1 : 1;
  return Number(BigInt(one.sequence) - BigInt(other.sequence)) || one.position - other.position;
};
