/**
 * The list of transactions, newest first, with any combination of filters. One filter leads: its index is read, and the other filters are
 * tested on each transaction that it finds. The first attempt reads only a few hundred rows, which fill most pages. If they do not, the
 * filter that the fewest transactions pass becomes the leading filter, if these are few; otherwise the range of days is used, if the list
 * has one. In the remaining case each filter passes many transactions and almost no transaction passes all filters. Such a list is a heavy
 * read without a maximum number of rows; a tenant may run only one heavy read at a time.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../../kernel/page';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { ReadScope, TransactionFilter, TransactionRow } from '../../application/reader';
import { hasAttribute } from './attribute-index';
import { Conditions, joinPresentWords, type Lead } from './conditions';
import { isOfCorrelation, joinTransaction } from './correlation';
import type { Reads } from '../fresh-reads';
import { isByDays, leadsOf, wholeList } from './leads';
import { flipped, idsOf, transactionsOf, type Start } from './led-rows';
import { nextOfDays } from './listed-days';
import { isKnownAccount, movesAccount } from './moved-account';
import { readTransactions } from '../transactions/transaction-rows';

/** The number of rows that the first attempt reads from the index of the leading filter. */
export const maxRowsLookedAt = 500;
/** If at most this many transactions pass a filter, the list reads all of them. */
export const maxFewRows = 2_000;
/** The same number for a heavy read: if at most this many transactions pass a filter, the list reads all of them. */
const maxManyRows = 100_000;

export const listTransactions = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  filter: TransactionFilter,
  slice: Slice,
  isNewestFirst = true,
): Promise<Page<TransactionRow>> => {
  const scope = { ledgerIds: [ledgerId], asking };
  const asked = { ledgerId, filter, slice: isNewestFirst ? slice : flipped(slice) };
  const sought = await reads.read(scope, (tx) => seek({ tx, ...asked }));
  if ('rows' in sought) return pageOfTransactions(sought, slice);
  const walked = await reads.read(scope, (tx) => walkFar({ tx, ...asked }, sought), 'heavy');
  return pageOfTransactions(walked, slice);
};

export const pageOfTransactions = ({ rows, isCut }: Found, slice: Slice): Page<TransactionRow> =>
  pageOf(rows, slice, ({ id }) => [id], isCut || rows.length > slice.limit);

export type Found = Awaited<ReturnType<typeof readTransactions>>;

export interface Asked {
  readonly tx: Tx;
  readonly ledgerId: LedgerId;
  readonly filter: TransactionFilter;
  readonly slice: Slice;
}

/** The leading filter and the start of a heavy read, which is needed if no cheaper way filled the page. */
interface Walk {
  readonly lead: Lead;
  readonly start: Start;
}

/** Returns the page, or the heavy read that must find it. The cost of the call itself does not grow with the size of the ledger. */
const seek = async (asked: Asked): Promise<Found | Walk> => {
  const { tx, ledgerId, filter } = asked;
  if (filter.accountId !== undefined && !(await isKnownAccount(tx, ledgerId, filter.accountId)))
    return { rows: [], isCut: false };
  const start: Start = { direction: asked.slice.direction, id: asked.slice.from?.[0], isIncluded: false };
  const leads = leadsOf(filter);
  const ordered = leads.filter(({ isOrdered }) => isOrdered);
  const [only = wholeList, ...others] = ordered;
  if (others.length === 0) {
    const found = await look(asked, only, start);
    if (found) return found;
  }
  const byCount = await fewestFirst(asked, leads, maxFewRows);
  const [fewest] = byCount;
  if (fewest && fewest.count <= maxFewRows) return walk(asked, { lead: fewest.lead, start });
  const lead = byCount.find(({ lead: { isOrdered } }) => isOrdered)?.lead ?? wholeList;
  if (others.length > 0) {
    const found = await look(asked, lead, start);
    if (found) return found;
  }
  return isByDays(filter) ? seekByDays(asked, { lead, start }) : { lead, start };
};

const seekByDays = async (asked: Asked, { lead, start }: Walk): Promise<Found | Walk> => {
  const { tx, ledgerId, filter, slice } = asked;
  const ids = await nextOfDays(tx, ledgerId, filter, start, slice.limit + 1);
  if (ids === undefined) return { lead, start };
  const found = await readNamed(asked, ids);
  if (isFull(found, slice) || ids.length <= slice.limit) return found;
  // Reading continues at the first of these ids: all transactions that come before it in the list are effective outside of the range of
  // days.
  const atFirst: Start = { ...start, id: ids[0], isIncluded: true };
  return (await look(asked, lead, atFirst)) ?? { lead, start: atFirst };
};

/** Finds the page by a heavy read, however many rows must be read. */
const walkFar = async (asked: Asked, { lead, start }: Walk): Promise<Found> => {
  const [fewest] = await fewestFirst(asked, leadsOf(asked.filter), maxManyRows);
  return walk(asked, { lead: fewest && fewest.count <= maxManyRows ? fewest.lead : lead, start });
};

/**
 * Reads the first rows from the index of the leading filter. Returns the page if they fill it or reach the end of the list; otherwise
 * undefined.
 */
const look = async (asked: Asked, lead: Lead, start: Start): Promise<Found | undefined> => {
  const found = await walk(asked, { lead, start }, maxRowsLookedAt);
  if (isFull(found, asked.slice)) return found;
  const where = new Conditions(asked.ledgerId);
  const ids = idsOf(where, lead, start, maxRowsLookedAt);
  const beyond = await queryText(
    asked.tx,
    `select from (${ids}) w offset ${maxRowsLookedAt - 1} limit 1`,
    where.values,
  );
  return beyond.length === 0 ? found : undefined;
};

const isFull = ({ rows, isCut }: Found, { limit }: Slice): boolean => isCut || rows.length > limit;

/** Reads from the start until the page is full, or until `maxRows` rows were read from the index of the leading filter. */
const walk = (
  { tx, ledgerId, filter, slice }: Asked,
  { lead, start }: Walk,
  maxRows: number | undefined = undefined,
): Promise<Found> => {
  const where = new Conditions(ledgerId);
  const { from, key } = transactionsOf(where, lead, start, maxRows);
  return readTransactions(tx, ledgerId, from, ofPage(where, filter, slice, key), where.values);
};

export const readNamed = ({ tx, ledgerId, filter, slice }: Asked, ids: readonly string[]): Promise<Found> => {
  const where = new Conditions(ledgerId);
  const from = `unnest(${where.bind(plainArray(ids))}::uuid[]) as w (id) ${joinTransaction('w.id')}`;
  return readTransactions(tx, ledgerId, from, ofPage(where, filter, slice, 'w.id'), where.values);
};

/** Returns the end of a statement: all filters, the order of the list by its key, and a limit of one row more than the page has. */
const ofPage = (where: Conditions, filter: TransactionFilter, { direction, limit }: Slice, key: string): string => {
  passing(where, filter);
  return `${where.text} order by ${key} ${direction === 'forward' ? 'desc' : 'asc'} limit ${limit + 1}`;
};

const presentReference = `(select case when is_amended then a.reference else t.reference end from (select) one ${joinPresentWords})`;

/**
 * Adds every filter, including the leading filter, as a condition on `transactions t`. The filters of a search, such as words, are not
 * added: `searched-list` compares them row by row.
 */
export const passing = (where: Conditions, filter: TransactionFilter): void => {
  where.equal('t.layer', filter.layer, 'layer');
  where.equal('t.status', filter.status, 'transaction_status');
  if (filter.fromDate !== undefined) where.add((value) => `t.effective_date >= ${value}::date`, filter.fromDate);
  if (filter.toDate !== undefined) where.add((value) => `t.effective_date <= ${value}::date`, filter.toDate);
  where.equal('t.journal_id', filter.journalId, 'uuid');
  where.equal('t.batch_id', filter.batchId, 'uuid');
  if (filter.reference !== undefined) where.add((value) => `${presentReference} = ${value}::text`, filter.reference);
  where.equal('t.hold_state', filter.holdState, 'text');
  if (filter.expiresBefore !== undefined) {
    where.also('t.hold_state is not null');
    where.add((value) => `t.ends_at < ${value}::timestamptz`, filter.expiresBefore);
  }
  if (filter.correlationId !== undefined) isOfCorrelation(where, filter.correlationId);
  for (const attribute of Object.entries(filter.attributes ?? {})) where.also(hasAttribute(where, attribute));
  if (filter.accountId !== undefined) where.also(movesAccount(where, filter.accountId));
};

interface Counted {
  readonly lead: Lead;
  readonly count: number;
}

/**
 * Returns the filters that have an index, ordered by the number of rows that each index returns. Filters with more than `max` rows count as
 * equal.
 */
export const fewestFirst = async (
  { tx, ledgerId }: Asked,
  leads: readonly Lead[],
  max: number,
): Promise<readonly Counted[]> => {
  if (leads.length === 0) return [];
  const where = new Conditions(ledgerId);
  const counts = leads.map((lead) => {
    const ranges = lead
      .ranges(where)
      .map(({ table, condition }) => `(select from ${table} where ledger_id = $1 and ${condition} limit ${max + 1})`);
    return `(select count(*)::integer from (${ranges.join(' union all ')}) few)`;
  });
  const [row] = await queryText<{ counts: number[] }>(tx, `select array[${counts.join(', ')}] as counts`, where.values);
  return leads
    .map((lead, index) => ({ lead, count: Math.min(row?.counts[index] ?? 0, max + 1) }))
    .sort((a, b) => a.count - b.count);
};
