/**
 * The list of transactions by words, amounts, metadata, transaction codes and origins. The search index finds the blocks of 128 events
 * whose stored filter may match the question, newest first (or oldest first, for the preceding page). Each transaction of these blocks is
 * compared with the question. Pending transactions, and transactions of events that have no stored filter yet, are compared too. If the
 * list has another condition that few transactions meet, such as an account, the index for that condition is read in place of the search
 * index. A search that has read thousands of transactions without filling a page continues as a heavy read.
 */
import type { Page, Slice } from '../../../../kernel/page';
import { Unavailable } from '../../../../kernel/refusal';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import type { ReadScope, TransactionFilter, TransactionRow } from '../../application/reader';
import {
  answers,
  askedTerms,
  originOf,
  probesOf,
  searchBlockEvents,
  searchFormat,
  type SearchQuestion,
} from '../../domain/search-terms';
import { Conditions, joinPresentWords } from './conditions';
import { joinTransaction } from './correlation';
import type { Reads } from '../fresh-reads';
import { leadsOf } from './leads';
import { beyond, flipped, idsOf, type Start } from './led-rows';
import {
  fewestFirst,
  maxFewRows,
  pageOfTransactions,
  passing,
  readNamed,
  type Asked,
  type Found,
} from './transaction-list';
import { noId, readFilledThrough } from './search-store';

/** The maximum number of transactions outside of blocks that a light read compares. */
export const maxUnfilledRows = 4_096;
/** The limits on the number of blocks whose transactions one statement reads. */
const leastBlocksAtOnce = 4;
const mostBlocksAtOnce = 64;
/** The maximum number of blocks whose transactions a light read compares, and that one statement finds. */
const maxLightBlocks = 84;
/** The maximum number of transactions outside of blocks that a heavy read compares. */
export const maxUnfilledRowsFar = 100_000;
/** The maximum number of blocks whose transactions a heavy read compares: two million transactions. */
const maxHeavyBlocks = 16_384;

export const searchTransactions = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  filter: TransactionFilter,
  slice: Slice,
  isNewestFirst = true,
): Promise<Page<TransactionRow>> => {
  const scope = { ledgerIds: [ledgerId], asking };
  const asked = { ledgerId, filter, slice: isNewestFirst ? slice : flipped(slice) };
  const sought = await reads.read(scope, (tx) => seek({ tx, ...asked }, false));
  const found = sought ?? (await reads.read(scope, (tx) => seek({ tx, ...asked }, true), 'heavy'));
  return pageOfTransactions(found ?? { rows: [], isCut: false }, slice);
};

/** Returns the page; undefined if a light read does not find it. */
const seek = async (asked: Asked, isHeavy: boolean): Promise<Found | undefined> => {
  const [fewest] = await fewestFirst(asked, leadsOf(asked.filter), maxFewRows);
  if (fewest && fewest.count <= maxFewRows) {
    const where = new Conditions(asked.ledgerId);
    const start: Start = { direction: asked.slice.direction, id: asked.slice.from?.[0], isIncluded: false };
    const ids = await passingOf(asked, where, `(${idsOf(where, fewest.lead, start)})`);
    return readNamed(asked, inListOrder(ids, asked.slice).slice(0, asked.slice.limit + 1));
  }
  const ids = await seekByBlocks(asked, isHeavy);
  return ids && readNamed(asked, ids);
};

const seekByBlocks = async (asked: Asked, isHeavy: boolean): Promise<readonly string[] | undefined> => {
  const { tx, ledgerId, slice } = asked;
  const isForward = slice.direction === 'forward';
  const filledThrough = await readFilledThrough(tx, ledgerId);
  const passed = new Set<string>();
  if (!(await addUnfilled(asked, filledThrough, isHeavy, passed))) return undefined;
  let found = await nextBlocks(asked, undefined, maxLightBlocks + 1);
  let isAll = found.length <= maxLightBlocks;
  let certain = 0;
  for (let done = 0; ;) {
    const size = nextSize(done, certain, slice.limit + 1);
    if (found.length <= size && !isAll) {
      const more = await nextBlocks(asked, found.at(-1), maxLightBlocks + 1);
      isAll = more.length <= maxLightBlocks;
      found = [...found, ...more];
    }
    for (const id of await passingOfBlocks(asked, found.slice(0, size))) passed.add(id);
    done += size;
    found = found.slice(size);
    const [next] = found;
    // Only ids before the first transaction of the next block are certain to be in order: all transactions that have not been read yet come
    // after them.
    const safe = [...passed].filter((id) => next === undefined || (isForward ? id > next.edge_id : id < next.edge_id));
    certain = safe.length;
    if (next === undefined || certain > slice.limit) return inListOrder(safe, slice).slice(0, slice.limit + 1);
    if (!isHeavy && done >= maxLightBlocks) return undefined;
    if (done >= maxHeavyBlocks)
      throw new Unavailable(
        'The search read two million transactions. Use more words, or filter by days or an account.',
      );
  }
};

/**
 * Returns the number of blocks to read next: as many as will probably fill the page, estimated from the rows found in the blocks that have
 * been read.
 */
const nextSize = (done: number, found: number, wanted: number): number => {
  if (done === 0) return leastBlocksAtOnce;
  const size = found === 0 ? 4 * done : Math.ceil((1.25 * (wanted - found) * done) / found);
  return Math.min(Math.max(size, leastBlocksAtOnce), mostBlocksAtOnce);
};

const inListOrder = (ids: Iterable<string>, { direction }: Slice): readonly string[] => {
  const upwards = [...ids].sort();
  return direction === 'forward' ? upwards.reverse() : upwards;
};

/** Adds the matching transactions outside of blocks. Returns false if there are too many for a light read. */
const addUnfilled = async (
  asked: Asked,
  filledThrough: bigint,
  isHeavy: boolean,
  passed: Set<string>,
): Promise<boolean> => {
  const limit = isHeavy ? maxUnfilledRowsFar : maxUnfilledRows;
  const where = new Conditions(asked.ledgerId);
  const ids = unfilled(where, filledThrough, limit);
  const beyondLimit = await queryText(asked.tx, `select from (${ids}) w offset ${limit - 1} limit 1`, where.values);
  if (beyondLimit.length > 0) {
    if (!isHeavy) return false;
    throw new Unavailable(
      'The search index does not cover the latest transactions yet. It is being filled: try again.',
      30,
    );
  }
  for (const id of await passingOf(asked, where, `(${ids})`)) passed.add(id);
  return true;
};

/** Returns a statement that selects the pending transactions, and the transactions of events that are in no block yet. */
export const unfilled = (where: Conditions, filledThrough: bigint, limit: number): string =>
  `(select transaction_id as id from posting_queue where ledger_id = $1 limit ${limit})
    union all
   (select transaction_id from ledger_log
     where ledger_id = $1 and sequence > ${where.bind(String(filledThrough))}::bigint and ${decides}
     order by sequence limit ${limit})`;

/** The events whose transactions are in a block. An amended transaction is also in the block of the amendment's event. */
const decides = `type || '' = any ('{transaction_posted,transaction_failed,transaction_amended}')`;

export interface Block {
  readonly through: string;
  /** The id of the block's transaction that comes first in the direction of the page. */
  readonly edge_id: string;
}

/** Returns the next blocks whose filter may match the question, in the order of the list. */
export const nextBlocks = async (
  { tx, ledgerId, filter, slice }: Asked,
  edge: Block | undefined,
  limit: number,
): Promise<readonly Block[]> => {
  const where = new Conditions(ledgerId);
  where.add((value) => `format = ${value}::smallint`, searchFormat);
  const [first, last, order, sign] =
    slice.direction === 'forward' ? ['newest_id', 'oldest_id', 'desc', '<'] : ['oldest_id', 'newest_id', 'asc', '>'];
  // Blocks without transactions have no ids, and are left out. The condition names the first column of the ordered index, so that the
  // planner uses this index.
  where.also(`${first} > '${noId}'`);
  const [from] = slice.from ?? [];
  if (edge)
    where.also(`(${first}, through) ${sign} (${where.bind(edge.edge_id)}::uuid, ${where.bind(edge.through)}::bigint)`);
  if (from !== undefined) where.add((value) => `${last} ${sign} ${value}::uuid`, from);
  for (const terms of askedTerms(filter))
    where.also(terms.length === 0 ? 'false' : `(${terms.map((term) => mayHave(where, term)).join(' or ')})`);
  return queryText<Block>(
    tx,
    `select through, ${first} as edge_id from search_blocks where ledger_id = $1 ${where.text}
      order by ${first} ${order}, through ${order} limit ${limit}`,
    where.values,
  );
};

const mayHave = (where: Conditions, term: string): string => {
  const bits = probesOf(term).map(
    (probe) => `get_bit(bits, ${where.bind(String(probe))}::bigint % (octet_length(bits) * 8)) = 1`,
  );
  return `(${bits.join(' and ')})`;
};

const passingOfBlocks = async (asked: Asked, blocks: readonly Block[]): Promise<readonly string[]> => {
  if (blocks.length === 0) return [];
  const where = new Conditions(asked.ledgerId);
  return passingOf(asked, where, idsInBlocks(where, blocks));
};

/** Returns a statement that selects the transactions that events of the blocks posted, failed or amended. */
export const idsInBlocks = (where: Conditions, blocks: readonly Block[]): string =>
  `(select l.transaction_id as id
        from unnest(${where.bind(plainArray(blocks.map(({ through }) => through)))}::bigint[]) as b (through)
       cross join lateral (select transaction_id from ledger_log
                            where ledger_id = $1 and sequence > b.through - ${searchBlockEvents} and sequence <= b.through
                              and ${decides} offset 0) l)`;

/** Returns the ids whose transactions pass every filter of the list and match the question. */
const passingOf = async ({ tx, filter, slice }: Asked, where: Conditions, ids: string): Promise<readonly string[]> => {
  const { direction, from } = slice;
  where.also(`true ${beyond(where, { direction, id: from?.[0], isIncluded: false }, 't.id')}`);
  passing(where, filter);
  narrowByWords(where, filter);
  const { minAmount, maxAmount } = filter;
  if (minAmount !== undefined) where.add((value) => `t.total_amount >= ${value}::numeric`, String(minAmount));
  if (maxAmount !== undefined) where.add((value) => `t.total_amount <= ${value}::numeric`, String(maxAmount));
  const rows = await queryText<SearchedRow & { readonly id: string }>(
    tx,
    `select t.id, t.total_amount${searchedColumns(filter)}
       from ${ids} w ${joinTransaction('w.id')} ${joinPresentWords} where t.ledger_id = $1 ${where.text}`,
    where.values,
  );
  return rows.filter((row) => answersRow(filter, row, row.total_amount)).map(({ id }) => id);
};

/**
 * Returns the members of `transactions t` that the question needs, with the present texts `a`, each preceded by a comma. A search compares
 * thousands of rows, and members that it does not need would double its cost.
 */
export const searchedColumns = ({ words, metadata, transactionCode, origins }: SearchQuestion): string =>
  [
    ...(words ? [`${presentOf('description')} as description`, `${presentOf('reference')} as reference`] : []),
    ...(metadata ? [`${presentOf('metadata')} as metadata`] : []),
    ...(transactionCode === undefined ? [] : ['t.transaction_code as "transactionCode"']),
    ...(origins ? columnsOfOrigin : []),
  ]
    .map((column) => `, ${column}`)
    .join('');

const presentOf = (column: 'description' | 'reference' | 'metadata'): string =>
  `case when a.is_amended then a.${column} else t.${column} end`;

const columnsOfOrigin = [
  't.undoes_transaction_id as "undoesTransactionId"',
  't.settles_transaction_id as "settlesTransactionId"',
  't.string_operation_id as "stringOperationId"',
  't.correlation_type as "correlationType"',
  't.accepted_by as "acceptedBy"',
];

/**
 * Leaves out most rows that lack a word of the question, before they are sent to the service. A row whose texts have characters outside of
 * ASCII stays, because PostgreSQL and the service may fold those differently.
 */
const narrowByWords = (where: Conditions, { words = [] }: SearchQuestion): void => {
  const texts = `(${presentOf('description')} || ' ' || coalesce(${presentOf('reference')}, ''))`;
  for (const word of words.filter((one) => ascii.test(one)))
    where.add(
      (value) =>
        `(octet_length(${texts}) > char_length(${texts}) or strpos(lower(${texts} collate "C"), ${value}) > 0)`,
      word,
    );
};

const ascii = /^[\x20-\x7e]+$/;

/** The members of a row that its question needs. */
export type SearchedColumns = Partial<Parameters<typeof originOf>[0]> & {
  readonly description?: string;
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly transactionCode?: string | null;
};

type SearchedRow = SearchedColumns & { readonly total_amount: string };

/** Returns whether a row with this amount matches the question. */
export const answersRow = (question: SearchQuestion, row: SearchedColumns, amount: string): boolean => {
  const { description = '', reference = null, metadata = null, transactionCode = null } = row;
  const origin = question.origins ? originOf(row as Parameters<typeof originOf>[0]) : 'post';
  return answers(question, { description, reference, metadata, transactionCode, origin, totalAmount: BigInt(amount) });
};
