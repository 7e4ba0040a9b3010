/**
 * The list of transactions by effective date and, within a day, by acceptance. The index of days has the order of the list. First, a few
 * hundred rows of the index are read. If they do not fill the page, the rarest filter or the search index finds all matching transactions,
 * and they are sorted here, if they are few. Otherwise the reading of the index of days continues as a heavy read.
 */
import { firstSlice, pageOf, type Page, type Position, type Slice } from '../../../../kernel/page';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import { Unavailable } from '../../../../kernel/refusal';
import type { ReadScope, TransactionFilter, TransactionRow } from '../../application/reader';
import { Conditions, keyset } from './conditions';
import { joinTransaction } from './correlation';
import type { Reads } from '../fresh-reads';
import { isByDays, leadsOf, withinDays } from './leads';
import { flipped } from './led-rows';
import {
  answering,
  candidatesOf,
  heavyBounds,
  lightBounds,
  maxRowsWalked,
  rowsTogether,
  type Selected,
} from './selected';
import { maxRowsLookedAt, type Asked, type Found } from './transaction-list';
import { readTransactions } from '../transactions/transaction-rows';

export const listByDate = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  filter: TransactionFilter,
  slice: Slice,
  isNewestFirst: boolean,
): Promise<Page<TransactionRow>> => {
  const scope = { ledgerIds: [ledgerId], asking };
  const asked = { ledgerId, filter, slice: isNewestFirst ? slice : flipped(slice) };
  const sought = await reads.read(scope, (tx) => seek({ tx, ...asked }, false));
  const found = sought ?? (await reads.read(scope, (tx) => seek({ tx, ...asked }, true), 'heavy'));
  if (!found)
    throw new Unavailable('The list read two million transactions. Filter by days, an account or a reference.');
  const { rows, isCut } = found;
  return pageOf(rows, slice, ({ effectiveDate, id }) => [effectiveDate, id], isCut || rows.length > slice.limit);
};

/** Finds the page; undefined if that would need too many rows. */
const seek = async (asked: Asked, isHeavy: boolean): Promise<Found | undefined> => {
  const ids = isHeavy
    ? ((await among(asked, true)) ?? (await walk(asked, maxRowsWalked)))
    : ((await walk(asked, maxRowsLookedAt)) ?? (await among(asked, false)));
  return ids && readInOrder(asked, ids.slice(0, asked.slice.limit + 1));
};

/** Finds the next matching ids by the index of days; undefined if the first `maxRows` rows do not contain enough of them. */
const walk = async (asked: Asked, maxRows: number): Promise<readonly string[] | undefined> => {
  const ids: string[] = [];
  let { from } = asked.slice;
  for (let looked = 0; ;) {
    const size = looked === 0 ? maxRowsLookedAt : rowsTogether;
    const rows = await nextByDate(asked, from, size);
    const selected = new Set((await answering(asked, idsIn(rows))).map(({ id }) => id));
    ids.push(...idsIn(rows).filter((id) => selected.has(id)));
    looked += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < size || ids.length > asked.slice.limit) return ids;
    if (looked >= maxRows) return undefined;
    from = placeOf(last);
  }
};

type Dated = Pick<Selected, 'id' | 'effective_date'>;
const idsIn = (rows: readonly Dated[]): readonly string[] => rows.map(({ id }) => id);
const placeOf = ({ effective_date, id }: Dated): Position => [effective_date, id];

const nextByDate = (
  { tx, ledgerId, filter, slice: { direction } }: Asked,
  from: Position | undefined,
  limit: number,
): Promise<readonly Dated[]> => {
  const where = new Conditions(ledgerId);
  // The index contains only days that are not null. The planner infers "not null" from a comparison with a day, but not from a comparison
  // of rows.
  where.also(isByDays(filter) ? withinDays(where, filter) : `effective_date >= '-infinity'`);
  const part = { direction, limit, ...(from ? { from } : {}) };
  const { order } = keyset(
    where,
    part,
    [
      ['effective_date', 'date'],
      ['id', 'uuid'],
    ],
    'descending',
  );
  return queryText<Dated>(
    tx,
    `select id, effective_date from transactions where ledger_id = $1 ${where.text} order by ${order} limit ${limit}`,
    where.values,
  );
};

/** Finds all matching ids, sorts them here, and returns the next ones; undefined if there are too many. */
const among = async (asked: Asked, isHeavy: boolean): Promise<readonly string[] | undefined> => {
  const { filter, slice } = asked;
  // All matching ids are needed, not only those of the requested page.
  const whole = { ...asked, slice: firstSlice(slice.limit) };
  const candidates = await candidatesOf(whole, leadsOf(filter), isHeavy ? heavyBounds : lightBounds);
  if (!candidates) return undefined;
  const way = slice.direction === 'forward' ? -1 : 1;
  const [day, id] = slice.from ?? [];
  const start = day === undefined || id === undefined ? undefined : `${day} ${id}`;
  return (await answering(asked, candidates))
    .map((row) => ({ id: row.id, place: placeOf(row).join(' ') }))
    .filter(({ place }) => start === undefined || (way < 0 ? place < start : place > start))
    .sort((one, other) => (one.place < other.place ? -way : way))
    .map((row) => row.id);
};

const readInOrder = ({ tx, ledgerId }: Asked, ids: readonly string[]): Promise<Found> => {
  const where = new Conditions(ledgerId);
  const named = `unnest(${where.bind(plainArray(ids))}::uuid[]) with ordinality as w (id, place) ${joinTransaction('w.id')}`;
  return readTransactions(tx, ledgerId, named, 'order by w.place', where.values);
};
