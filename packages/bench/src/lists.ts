/**
 * The reads that are compared between a small and a big ledger. Some pages are deep in a list. Following `next_cursor` to them would take
 * too long, so this file computes their cursors. `checkCursors` compares a computed cursor with the service's.
 */
import type { Installation } from '../../../src/app/installation';
import { apiPath } from '../../../src/app/server';
import { canonicalJson } from '../../../src/kernel/canonical-json';
import { defaultPageLimit, encodeCursor, type Position } from '../../../src/kernel/page';
import { daysOfHistory, measuredAccount, transactionsPerCorrelation, type HistoryPlan } from './history';
import { accountCode } from './load/bodies';
import type { SeededLedger } from './postgres/seeded-ledger';
import { accountsPerLedger } from './targets';

/** The reads that the design has a target for. */
export type MeasuredRead = 'as-of balance' | 'entries page' | 'transaction page' | 'account page' | 'correlation page';

export interface Read {
  readonly reading: MeasuredRead;
  readonly name: string;
  /** Returns the path of the n-th request (`ask`). Each request reads a different page, so that caches do not help. */
  pathFor(ledger: SizedLedger, ask: number): string;
  /** Throws unless the response body is the requested page. */
  check(body: string): void;
}

export interface SizedLedger extends SeededLedger, Pick<HistoryPlan, 'transactions' | 'entriesOfAccount'> {}

/** The number of different pages in the middle of a list. They are evenly distributed over the middle half of its rows. */
const middlePlaces = 64;

/** The numbers of the rows that the cursors point to: a row in the middle, and the row before the last page. */
const middleOf = (rows: number, ask: number): number =>
  Math.floor(rows / 4 + ((ask % middlePlaces) * rows) / 2 / middlePlaces);
const lastOf = (rows: number): number => rows - defaultPageLimit - 1;

export const rememberedRows = (rows: number): ReadonlySet<number> =>
  new Set([
    defaultPageLimit - 1,
    lastOf(rows),
    ...Array.from({ length: middlePlaces }, (_, ask) => middleOf(rows, ask)),
  ]);

interface List {
  readonly reading: MeasuredRead;
  path(ledger: SizedLedger): string;
  /** The query with every parameter that the route has a default for, because the cursor is signed with them. */
  query?(ledger: SizedLedger): Readonly<Record<string, string>>;
  rows(ledger: SizedLedger): number;
  /** Returns the sort key of a row. Rows are counted from 0 in the order of the list. Only rows in `rememberedRows` have a key. */
  position(ledger: SizedLedger, row: number): Position;
}

const rememberedRow = <A>(rows: ReadonlyMap<number, A>, row: number): A => {
  const found = rows.get(row);
  if (found === undefined) throw new Error(`row ${row} was not remembered`);
  return found;
};

const lists: readonly List[] = [
  {
    reading: 'entries page',
    path: ({ accountIds }) => `/accounts/${accountIds[measuredAccount]}/entries`,
    query: () => ({ sort: 'effective_date' }),
    rows: ({ entriesOfAccount }) => entriesOfAccount,
    position: ({ entryPositions }, row) => rememberedRow(entryPositions, row),
  },
  {
    reading: 'transaction page',
    path: () => '/transactions',
    query: () => ({ sort: '-sequence' }),
    rows: ({ transactions }) => transactions,
    // The list is sorted newest first, so row 0 is the last transaction.
    position: ({ transactionIds, transactions }, row) => [rememberedRow(transactionIds, transactions - 1 - row)],
  },
  {
    reading: 'account page',
    path: () => '/accounts',
    rows: () => accountsPerLedger,
    position: (_, row) => [accountCode(row)],
  },
  {
    reading: 'correlation page',
    path: () => '/transactions/correlation',
    query: ({ correlationId }) => ({ correlation_id: correlationId }),
    rows: () => transactionsPerCorrelation,
    position: ({ correlatedIds }, row) => [correlatedIds[row] ?? ''],
  },
];

interface ListBody {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: Pagination & { readonly pagination?: Pagination } };
}

interface Pagination {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

const parsed = (body: string): Pagination & { readonly items: number } => {
  const { data, meta } = JSON.parse(body) as ListBody;
  // The API nests the pagination of an account's entries in a second `pagination`.
  return { ...(meta.pagination.pagination ?? meta.pagination), items: data.length };
};

const cursorBehind = ({ cursorSecret }: Installation, list: List, ledger: SizedLedger, row: number): string =>
  encodeCursor(
    cursorSecret,
    `${ledger.ledgerId} ${apiPath}${list.path(ledger)} ${canonicalJson(list.query?.(ledger) ?? {})}`,
    'forward',
    list.position(ledger, row),
  );

const pathOf = (list: List, ledger: SizedLedger, cursor?: string): string => {
  const query = new URLSearchParams({
    ...list.query?.(ledger),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return `${apiPath}${list.path(ledger)}${query === '' ? '' : `?${query}`}`;
};

export const readsOf = (installation: Installation): readonly Read[] => [
  {
    reading: 'as-of balance',
    name: 'as-of balance',
    // Days of the ten years in a scattered order: 997 has no common factor with the number of days.
    pathFor: (ledger, ask) =>
      `${apiPath}/accounts/code/${accountCode(measuredAccount)}/balance?as_of_date=${ledger.dayAt((ask * 997) % daysOfHistory)}`,
    check: (body) => {
      if (!body.includes('"settled":"')) throw new Error(`this is no balance: ${body}`);
    },
  },
  ...lists.flatMap((list) => [
    page(list, 'first', (ledger) => pathOf(list, ledger), true),
    page(
      list,
      'middle',
      (ledger, ask) => pathOf(list, ledger, cursorBehind(installation, list, ledger, middleOf(list.rows(ledger), ask))),
      true,
    ),
    page(
      list,
      'last',
      (ledger) => pathOf(list, ledger, cursorBehind(installation, list, ledger, lastOf(list.rows(ledger)))),
      false,
    ),
  ]),
];

const page = (list: List, which: string, pathFor: Read['pathFor'], hasMore: boolean): Read => ({
  reading: list.reading,
  name: `${list.reading}, ${which}`,
  pathFor,
  check: (body) => {
    const { items, has_more: more } = parsed(body);
    if (items !== defaultPageLimit || more !== hasMore)
      throw new Error(`the ${which} ${list.reading} has ${items} rows, more behind it: ${more}`);
  },
});

/** Throws unless the computed cursors are equal to those that the service returns. */
export const checkCursors = async (
  installation: Installation,
  ledger: SizedLedger,
  ask: (path: string) => Promise<string>,
): Promise<void> => {
  for (const list of lists) {
    const { next_cursor: given } = parsed(await ask(pathOf(list, ledger)));
    if (given !== cursorBehind(installation, list, ledger, defaultPageLimit - 1))
      throw new Error(`the cursors of the ${list.reading} are not those of the service`);
  }
};
