/**
 * Finds all transactions that pass the filters of a list and match its question, in any order. The rarest filter or the search index finds
 * them; a small ledger is read as a whole. Totals, lists by effective date and lists of an account's entries are made from these
 * transactions.
 */
import { firstSlice } from '../../../../kernel/page';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import type { Day } from '../../../../kernel/time';
import {
  maxTotalledRows,
  type ReadScope,
  type SelectionTotals,
  type TransactionFilter,
} from '../../application/reader';
import { isSearch, searchBlockEvents } from '../../domain/search-terms';
import { Conditions, joinPresentWords, type Lead } from './conditions';
import { joinTransaction } from './correlation';
import type { Reads } from '../fresh-reads';
import { leadsOf, wholeList } from './leads';
import { idsOf } from './led-rows';
import { joinMoved } from './moved-account';
import { readFilledThrough } from './search-store';
import {
  answersRow,
  idsInBlocks,
  maxUnfilledRows,
  maxUnfilledRowsFar,
  nextBlocks,
  searchedColumns,
  unfilled,
  type Block,
  type SearchedColumns,
} from './searched-list';
import { fewestFirst, maxFewRows, passing, type Asked } from './transaction-list';

/** The maximum numbers of transactions that are read: found by a filter, in blocks of the search index, and in no block. */
export interface Bounds {
  readonly led: number;
  readonly searched: number;
  readonly unfilled: number;
}
export const lightBounds: Bounds = { led: maxFewRows, searched: 10_752, unfilled: maxUnfilledRows };
export const heavyBounds: Bounds = {
  led: maxTotalledRows,
  searched: maxTotalledRows,
  unfilled: maxUnfilledRowsFar,
};

/** The maximum number of rows that a heavy read compares in the order of a list. */
export const maxRowsWalked = 2_000_000;
/** The number of rows that each further statement reads after the first few hundred. */
export const rowsTogether = 5_000;
const blocksTogether = 64;

/** Returns ids that include all matching transactions; undefined if there would be more than the limit. */
export const candidatesOf = async (
  asked: Asked,
  leads: readonly Lead[],
  bounds: Bounds,
): Promise<readonly string[] | undefined> => {
  const [fewest] = await fewestFirst(asked, leads, bounds.led);
  if (fewest && fewest.count <= maxFewRows) return idsBy(asked, fewest.lead);
  const searched = isSearch(asked.filter) ? await candidatesByBlocks(asked, bounds) : undefined;
  if (searched) return searched;
  return fewest && fewest.count <= bounds.led ? idsBy(asked, fewest.lead) : undefined;
};

const idsBy = async ({ tx, ledgerId }: Asked, lead: Lead): Promise<readonly string[]> => {
  const where = new Conditions(ledgerId);
  const text = idsOf(where, lead, { direction: 'forward', isIncluded: false });
  return (await queryText<{ id: string }>(tx, text, where.values)).map(({ id }) => id);
};

const candidatesByBlocks = async (asked: Asked, bounds: Bounds): Promise<readonly string[] | undefined> => {
  const { tx, ledgerId } = asked;
  const where = new Conditions(ledgerId);
  const text = unfilled(where, await readFilledThrough(tx, ledgerId), bounds.unfilled);
  const ids = new Set((await queryText<{ id: string }>(tx, text, where.values)).map(({ id }) => id));
  if (ids.size >= bounds.unfilled) return undefined;
  let edge: Block | undefined;
  for (let looked = 0n; ;) {
    const blocks = await nextBlocks(asked, edge, blocksTogether + 1);
    const together = blocks.slice(0, blocksTogether);
    looked += BigInt(together.length) * searchBlockEvents;
    if (looked > BigInt(bounds.searched)) return undefined;
    if (together.length > 0) {
      const inBlocks = new Conditions(ledgerId);
      const ofEvents = `select id from ${idsInBlocks(inBlocks, together)} w`;
      const found = await queryText<{ id: string }>(tx, ofEvents, inBlocks.values);
      for (const { id } of found) ids.add(id);
    }
    if (blocks.length <= blocksTogether) return [...ids];
    edge = together.at(-1);
  }
};

export interface Selected {
  readonly id: string;
  readonly effective_date: Day;
  /** The sums of the transaction's entries, or only of its entries of the list's account, in minor units. */
  readonly debits: string;
  readonly credits: string;
}

/** Returns the transactions among these ids that pass every filter and match the question. */
export const answering = async (
  { tx, ledgerId, filter }: Omit<Asked, 'slice'>,
  ids: readonly string[],
): Promise<readonly Selected[]> => {
  const isAsked = isSearch(filter);
  const selected: Selected[] = [];
  for (let at = 0; at < ids.length; at += rowsTogether) {
    const where = new Conditions(ledgerId);
    const named = `unnest(${where.bind(plainArray(ids.slice(at, at + rowsTogether)))}::uuid[]) as w (id)`;
    const moved = filter.accountId === undefined ? '' : joinMoved(where, filter.accountId);
    passing(where, filter);
    const rows = await queryText<Selected & SearchedColumns & { readonly total_amount: string }>(
      tx,
      `select t.id, t.effective_date, t.total_amount, ${moved === '' ? 't.total_amount as debits, t.total_amount as credits' : 'm.debits, m.credits'}
              ${isAsked ? searchedColumns(filter) : ''}
         from ${named} ${joinTransaction('w.id')} ${moved} ${isAsked ? joinPresentWords : ''}
        where t.ledger_id = $1 ${where.text}`,
      where.values,
    );
    for (const row of rows) if (!isAsked || answersRow(filter, row, row.total_amount)) selected.push(row);
  }
  return selected;
};

/** Sums all transactions of the list. Undefined if more transactions would have to be read than the limit allows. */
export const totalsOfTransactions = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  filter: TransactionFilter,
): Promise<SelectionTotals | undefined> => {
  const within = (bounds: Bounds, weight: 'light' | 'heavy'): Promise<SelectionTotals | undefined> =>
    reads.read(
      { ledgerIds: [ledgerId], asking },
      async (tx) => {
        const asked = { tx, ledgerId, filter, slice: firstSlice(1) };
        const ids = await candidatesOf(asked, [...leadsOf(filter), wholeList], bounds);
        return ids && summed(await answering(asked, ids));
      },
      weight,
    );
  return (await within(lightBounds, 'light')) ?? within(heavyBounds, 'heavy');
};

const summed = (rows: readonly Selected[]): SelectionTotals => {
  let [debits, credits] = [0n, 0n];
  for (const row of rows) {
    debits += BigInt(row.debits);
    credits += BigInt(row.credits);
  }
  return { count: rows.length, debits, credits };
};
