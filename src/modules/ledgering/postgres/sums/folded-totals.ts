/**
 * Reads the totals of a chart that has more accounts than a report reads one by one: PostgreSQL sums the accounts below the requested level
 * and returns one row for each account that the report shows.
 */
import type { AccountType, Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray, queryText } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountTotals, ReportedAccount, SumsBelow, Turnover } from '../../application/totals-reader';
import { toAccount, type AccountRow } from './books-of-place';

/** A range of days: the sums up to `to`, less the sums up to `before` if it is given. Only accounts of these types count. */
export interface FoldedRange {
  readonly to: Day;
  readonly before: Day | undefined;
  readonly types: readonly AccountType[] | undefined;
}

export interface FoldedQuestion {
  readonly layer: Layer;
  /** The number of levels that the report shows, at least 1. */
  readonly depth: number;
  /** The ranges of the report. The first range decides which accounts are returned; the others add totals to them. */
  readonly ranges: readonly [FoldedRange, ...FoldedRange[]];
  /** The maximum number of accounts that the report may show. */
  readonly most: number;
  /** The maximum number of transactions whose accounts are looked up. If there are more, the days of all accounts are read. */
  readonly mostMoving: number;
}

export const mostMovingTransactions = 100_000;

export const hasMoreAccounts = async (tx: Tx, ledgerId: LedgerId, most: number): Promise<boolean> =>
  (await fetchRows(tx, sql.read_account_beyond, { ledger_id: ledgerId, most })).length > 0;

/** Returns the accounts of the report in any order, at most `most + 1`. */
export const readFoldedTotals = async (
  tx: Tx,
  ledgerId: LedgerId,
  { layer, depth, ranges, most, mostMoving }: FoldedQuestion,
): Promise<readonly AccountTotals[]> => {
  for (const [name, value] of Object.entries(settings)) await queryText(tx, `set local ${name} = '${value}'`, []);
  const rowsOf = ({ to, before, types }: FoldedRange): Promise<FoldedRow[]> =>
    fetchRows(tx, sql.read_folded_totals, {
      ...{ ledger_id: ledgerId, layer, depth, to, before: before ?? null, most, most_moving: mostMoving },
      types: types ? plainArray(types) : null,
    });
  const [first, ...others] = ranges;
  const rows = await rowsOf(first);
  if (rows.length > most) return rows.map((row) => totalsFrom(row, []));
  const beside: ReadonlyMap<string, FoldedRow>[] = [];
  for (const range of others) beside.push(new Map((await rowsOf(range)).map((row) => [row.id, row])));
  return rows.map((row) =>
    totalsFrom(
      row,
      beside.map((range) => range.get(row.id)),
    ),
  );
};

/** The settings for the statement, which reads all accounts and balances: PostgreSQL's defaults allow scans, hashes and parallel processes. */
const settings = {
  ...{ enable_seqscan: 'on', enable_bitmapscan: 'on', plan_cache_mode: 'auto' },
  ...{ work_mem: '16MB', max_parallel_workers_per_gather: '2' },
};

interface FoldedRow extends AccountRow {
  readonly debits: string;
  readonly credits: string;
  readonly accounts_below: string;
  readonly debits_below: string;
  readonly credits_below: string;
  readonly debit_balances_below: string;
  readonly credit_balances_below: string;
}

const totalsFrom = (row: FoldedRow, beside: readonly (FoldedRow | undefined)[]): AccountTotals => {
  const account: ReportedAccount = toAccount(row);
  const own = { account, within: turnoverOf(row), beside: beside.map(turnoverOf) };
  return row.accounts_below === '0' ? own : { ...own, below: [row, ...beside].map(belowOf) };
};

const turnoverOf = (row: FoldedRow | undefined): Turnover => ({
  debits: BigInt(row?.debits ?? 0),
  credits: BigInt(row?.credits ?? 0),
});

const belowOf = (row: FoldedRow | undefined): SumsBelow => ({
  debits: BigInt(row?.debits_below ?? 0),
  credits: BigInt(row?.credits_below ?? 0),
  debitBalances: BigInt(row?.debit_balances_below ?? 0),
  creditBalances: BigInt(row?.credit_balances_below ?? 0),
});

const sql = loadStatements(__filename, {
  read_account_beyond: parameters('ledger_id', 'most'),
  read_folded_totals: parameters(
    'ledger_id',
    'layer',
    'types',
    'depth',
    'to',
    'before',
    'most',
    'most_moving',
  ).rows<FoldedRow>(),
});
