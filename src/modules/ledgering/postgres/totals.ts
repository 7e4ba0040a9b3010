/** The totals of an account as of a day, layer by layer: one row for each, from sums over days. */
import { layers, type Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import type { BalanceTotals, LayerTotals } from '../application/reader';

export interface TotalsRow {
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
  readonly entry_count: string;
  readonly debits_after: string;
  readonly credits_after: string;
  readonly count_after: string;
  readonly debits_on: string;
  readonly credits_on: string;
  readonly count_on: string;
  readonly last_entry_date: Day | null;
}

/**
 * Joins that give the sums of these columns of what comes after the day $3, or from that day on: `after.debits` and so on.
 * $1 is the ledger, `b` the account's balance of a layer. Only the shorter side of the day is summed, that to the account's
 * first day or that to its last; the other is what is left of the whole.
 */
export const sumsAfter = (
  account: string,
  isAfter: '>' | '>=',
  columns: readonly ('debits' | 'credits' | 'entry_count')[],
): string => {
  const isBefore = isAfter === '>' ? '<=' : '<';
  const days = `account_day_balances d
             where d.ledger_id = $1 and d.account_id = ${account} and d.layer = b.layer`;
  const end = (order: 'asc' | 'desc'): string => `(select d.day from ${days} order by d.day ${order} limit 1)`;
  const sums = columns.map((column) => `sum(d.${column}) as ${column}`).join(', ');
  const after = columns.map(
    (column) => `case when side.early then b.${column} - coalesce(earlier.${column}, 0)
                        else coalesce(later.${column}, 0) end as ${column}`,
  );
  return `cross join lateral (
            select coalesce($3::date - ${end('asc')} < ${end('desc')} - $3::date, false) as early offset 0) side
     cross join lateral (select ${sums} from ${days} and d.day ${isAfter} $3 and not side.early) later
     cross join lateral (select ${sums} from ${days} and d.day ${isBefore} $3 and side.early) earlier
     cross join lateral (
            select ${after.join(',\n                   ')}) after`;
};

/** The same by what comes after the day alone: for many accounts at a time, and mostly as of today, when little does. */
export const sumsOfDaysAfter = (account: string): string => `cross join lateral (
            select coalesce(sum(d.debits), 0) as debits, coalesce(sum(d.credits), 0) as credits,
                   coalesce(sum(d.entry_count), 0) as entry_count
              from account_day_balances d
             where d.ledger_id = $1 and d.account_id = ${account} and d.layer = b.layer and d.day > $3) after`;

/** $1 is the ledger, $3 the day, `a.id` the account. Up to a day is all there is less what comes after it. */
export const totalsAsOf = (sums: string): string => `select b.layer, b.debits, b.credits, b.entry_count,
          after.debits as debits_after, after.credits as credits_after, after.entry_count as count_after,
          coalesce(o.debits, 0) as debits_on, coalesce(o.credits, 0) as credits_on,
          coalesce(o.entry_count, 0) as count_on,
          (select l.day from account_day_balances l
            where l.ledger_id = $1 and l.account_id = a.id and l.layer = b.layer and l.day <= $3 and l.entry_count > 0
            order by l.day desc limit 1) as last_entry_date
     from (select layer, debits, credits, entry_count from account_balances
            where ledger_id = $1 and account_id = a.id offset 0) b
     ${sums}
     left join lateral (select debits, credits, entry_count from account_day_balances
                         where ledger_id = $1 and account_id = a.id and layer = b.layer and day = $3 offset 0) o on true`;

export const totalsOf = (of: (layer: Layer) => TotalsRow): Omit<BalanceTotals, 'undone'> => {
  const byLayer = (make: (row: TotalsRow) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(of(layer))])) as Record<Layer, LayerTotals>;
  const upTo = byLayer((row) => ({
    debits: BigInt(row.debits) - BigInt(row.debits_after),
    credits: BigInt(row.credits) - BigInt(row.credits_after),
    entryCount: Number(row.entry_count) - Number(row.count_after),
    lastEntryDate: row.last_entry_date,
  }));
  const onTheDay = of('encumbrance');
  return {
    upTo,
    after: byLayer((row) => ({
      debits: BigInt(row.debits_after),
      credits: BigInt(row.credits_after),
      entryCount: Number(row.count_after),
      lastEntryDate: null,
    })),
    overdue: {
      debits: upTo.encumbrance.debits - BigInt(onTheDay.debits_on),
      credits: upTo.encumbrance.credits - BigInt(onTheDay.credits_on),
      entryCount: upTo.encumbrance.entryCount - Number(onTheDay.count_on),
      lastEntryDate: null,
    },
  };
};
