/**
 * Reads the sums of accounts as known at a sequence of the log. It never uses the present balances, so that the same request always returns
 * the same sums. It need not read the log from its beginning, because stretches of the log are summed (`summing`).
 */
import { layers, type Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { dayBefore, type Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AccountId } from '../../domain/account';
import { coverOf, type Cover, type Stretch } from '../../domain/stretch';
import { readPostedThrough, readStretches } from './stretch-store';

/** The parameters that name the stretches to add up, and the events to add or subtract. */
export type KnownCover = Readonly<
  Record<
    'ledger_id' | 'levels' | 'throughs' | 'after' | 'through' | 'transactions_after' | 'transactions_through',
    string
  >
> & { readonly sign: 1 | -1 };

/** Returns the posting sequence of the last transaction that was posted up to the log sequence whose books the cover adds up to. */
export const postedThrough = ({ sign, transactions_after, transactions_through }: KnownCover): string =>
  sign === 1 ? transactions_through : transactions_after;

export const readCover = async (tx: Tx, ledgerId: LedgerId, sequence: bigint): Promise<KnownCover> => {
  const known = await readStretches(tx, ledgerId);
  return readCoverOf(tx, ledgerId, known, coverOf(known, sequence));
};

export const readCoverOf = async (
  tx: Tx,
  ledgerId: LedgerId,
  known: readonly Stretch[],
  { stretches, rest }: Cover,
): Promise<KnownCover> => {
  const [transactionsAfter, transactionsThrough] = await Promise.all([
    readPostedThrough(tx, ledgerId, rest.after, known),
    readPostedThrough(tx, ledgerId, rest.through, known),
  ]);
  return {
    ledger_id: ledgerId,
    levels: plainArray(stretches.map(({ level }) => String(level))),
    throughs: plainArray(stretches.map(({ through }) => String(through))),
    after: String(rest.after),
    through: String(rest.through),
    transactions_after: String(transactionsAfter),
    transactions_through: String(transactionsThrough),
    sign: rest.isTooMuch ? -1 : 1,
  };
};

/** The sums of an account and layer up to a day, in minor units. */
export interface KnownSums {
  readonly accountId: AccountId;
  readonly layer: Layer;
  readonly day: UpTo;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly entryCount: number;
  /** The part of the sums that holds nothing, because the entries were undone or undo others; zero on layers other than `pending`. */
  readonly undone: { readonly debits: bigint; readonly credits: bigint };
}

/** The last day of a sum; `infinity` for all days. */
export type UpTo = Day | 'infinity';

interface Asked {
  /** The accounts to read; undefined for all accounts. */
  readonly accountIds: readonly AccountId[] | undefined;
  readonly layers: readonly Layer[];
  readonly days: readonly UpTo[];
}

/** Returns the sums of each account and layer up to each of the days; leaves out sums that are zero. */
export const readSumsThen = async (
  tx: Tx,
  cover: KnownCover,
  { accountIds, layers, days }: Asked,
): Promise<readonly KnownSums[]> => {
  const asked = {
    account_ids: accountIds ? plainArray(accountIds) : null,
    layers: plainArray(layers),
    // Each day is requested only once, because a repeated day would be added up twice.
    days: plainArray([...new Set(days)]),
  };
  return (await fetchRows(tx, sql.read_sums_then, asked, cover)).map((row) => ({
    accountId: row.account_id,
    layer: row.layer,
    day: row.day,
    debits: BigInt(row.debits),
    credits: BigInt(row.credits),
    entryCount: Number(row.entry_count),
    undone: { debits: BigInt(row.undone_debits), credits: BigInt(row.undone_credits) },
  }));
};

/** Returns, for each layer, the last day up to `asOf` on which any of the accounts had an entry that is not void. */
export const readLastDaysThen = async (
  tx: Tx,
  cover: KnownCover,
  accountIds: readonly AccountId[],
  asOf: Day,
): Promise<ReadonlyMap<Layer, Day>> => {
  const found = new Map<Layer, Day>();
  let open = new Map<Layer, Day>(layers.map((layer) => [layer, asOf]));
  const { after: _, through: __, sign: ___, ...places } = cover;
  // The loop nearly always runs once. It repeats only if all entries of the last day are void.
  while (open.size > 0) {
    const next = new Map<Layer, Day>();
    for (const [layer, day] of open) {
      const asked = { account_ids: plainArray(accountIds), layer, day };
      const [last] = await fetchRows(tx, sql.read_last_changed_days, asked, places);
      if (!last?.day) continue;
      const changed = last.day;
      const before = dayBefore(changed);
      const days = before ? [before, changed] : [changed];
      const sums = await readSumsThen(tx, cover, { accountIds, layers: [layer], days });
      const countUpTo = (until: Day | undefined): number =>
        sums.reduce((count, sum) => (sum.day === until ? count + sum.entryCount : count), 0);
      if (countUpTo(changed) > countUpTo(before)) found.set(layer, changed);
      else if (before) next.set(layer, before);
    }
    open = next;
  }
  return found;
};

const sql = loadStatements(__filename, {
  read_sums_then: parameters(
    ...(['ledger_id', 'account_ids', 'layers', 'days', 'levels', 'throughs'] as const),
    ...(['after', 'through', 'transactions_after', 'transactions_through', 'sign'] as const),
  ).rows<{
    readonly account_id: AccountId;
    readonly layer: Layer;
    readonly day: UpTo;
    readonly debits: string;
    readonly credits: string;
    readonly entry_count: string;
    readonly undone_debits: string;
    readonly undone_credits: string;
  }>(),
  read_last_changed_days: parameters(
    ...(['ledger_id', 'account_ids', 'layer', 'day', 'levels', 'throughs'] as const),
    ...(['transactions_after', 'transactions_through'] as const),
  ).rows<{ readonly day: Day | null }>(),
});
