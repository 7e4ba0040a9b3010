/** Reads the balance of an account, or of all accounts in a set, as known at a sequence of the log. */
import { layers, type Layer, type NormalBalance } from '../../../../kernel/accounting';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { BalanceTotals, LayerTotals, Standing } from '../../application/reader';
import type { AccountId } from '../../domain/account';
import { postedThrough, readLastDaysThen, readSumsThen, type KnownCover, type KnownSums } from './known-sums';

/** The accounts whose balances are added up, the side on which the sum is positive, and the day at whose end the sum is read. */
export interface KnownQuestion {
  readonly accountIds: readonly AccountId[];
  readonly side: NormalBalance;
  readonly asOf: Day;
  /** The sequence of the log as of which the balances are read. */
  readonly knownAt: bigint;
}

export const readKnownBalance = async (tx: Tx, cover: KnownCover, question: KnownQuestion): Promise<BalanceTotals> => {
  const { accountIds, asOf } = question;
  const [sums, lastDays, standings] = await Promise.all([
    readSumsThen(tx, cover, { accountIds, layers, days: [asOf, 'infinity'] }),
    readLastDaysThen(tx, cover, accountIds, asOf),
    readStandings(tx, cover, question),
  ]);
  const sumOf = (layer: Layer, day: Day | 'infinity'): Sum =>
    sums.filter((sum) => sum.layer === layer && sum.day === day).reduce(plus, nothing);
  const totalsOf = ({ debits, credits, entryCount }: Sum, lastEntryDate: Day | null): LayerTotals => ({
    ...{ debits, credits, entryCount, lastEntryDate },
  });
  const byLayer = (make: (layer: Layer) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(layer)])) as Record<Layer, LayerTotals>;
  return {
    upTo: byLayer((layer) => totalsOf(sumOf(layer, asOf), lastDays.get(layer) ?? null)),
    after: byLayer((layer) => totalsOf(minus(sumOf(layer, 'infinity'), sumOf(layer, asOf)), null)),
    standing: standingOf(standings, sums, question.side),
  };
};

type Sum = Omit<KnownSums, 'accountId' | 'layer' | 'day' | 'undone'>;

const nothing: Sum = { debits: 0n, credits: 0n, entryCount: 0 };

const plus = (one: Sum, other: Sum): Sum => ({
  debits: one.debits + other.debits,
  credits: one.credits + other.credits,
  entryCount: one.entryCount + other.entryCount,
});

const minus = (one: Sum, other: Sum): Sum => ({
  debits: one.debits - other.debits,
  credits: one.credits - other.credits,
  entryCount: one.entryCount - other.entryCount,
});

/**
 * Adds up the available amounts. The held amount is the sum of all pending entries, less the undone entries and the entries that undid
 * them.
 */
const standingOf = (standings: readonly StandingRow[], sums: readonly KnownSums[], side: NormalBalance): Standing => {
  const pending = new Map(
    sums.flatMap((sum) => (sum.layer === 'pending' && sum.day === 'infinity' ? [[sum.accountId, sum]] : [])),
  );
  const available = { settled: 0n, held: 0n };
  let due = 0n;
  for (const { account_id, normal_balance, lowest, highest, due: itsDue } of standings) {
    const sign = normal_balance === side ? 1n : -1n;
    const isDebit = normal_balance === 'debit';
    const held = pending.get(account_id);
    available.settled += sign * (isDebit ? BigInt(lowest) : -BigInt(highest));
    if (held)
      available.held += sign * (isDebit ? held.credits - held.undone.credits : held.debits - held.undone.debits);
    due += BigInt(itsDue);
  }
  return { available, due };
};

const readStandings = (
  tx: Tx,
  cover: KnownCover,
  { accountIds, asOf, knownAt }: KnownQuestion,
): Promise<readonly StandingRow[]> =>
  fetchRows(
    tx,
    sql.read_standings_then,
    {
      account_ids: plainArray(accountIds),
      as_of: asOf,
      known_at: String(knownAt),
      posted_through: postedThrough(cover),
    },
    cover,
  );

interface StandingRow {
  readonly account_id: AccountId;
  readonly normal_balance: NormalBalance;
  readonly lowest: string;
  readonly highest: string;
  readonly due: string;
}

const sql = loadStatements(__filename, {
  read_standings_then: parameters(
    ...(['ledger_id', 'account_ids', 'as_of', 'known_at', 'posted_through', 'levels', 'throughs'] as const),
    ...(['after', 'through', 'transactions_after', 'transactions_through', 'sign'] as const),
  ).rows<StandingRow>(),
});
