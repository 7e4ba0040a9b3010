/** The totals of an account as of a day, layer by layer: one row for each, from sums over days, months and years. */
import { layers, type Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import type { BalanceTotals, LayerTotals } from '../application/reader';

export interface TotalsRow {
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
  readonly entry_count: string;
  readonly debits_up_to: string;
  readonly credits_up_to: string;
  readonly count_up_to: string;
  readonly debits_on: string;
  readonly credits_on: string;
  readonly count_on: string;
  readonly last_entry_date: Day | null;
}

/**
 * A join that gives the sums of all days before `until`, an expression of parameters alone: `before.debits` and so on. $1 is
 * the ledger, `b` the account's balance of a layer with its open month. In that month or later it is all there is less the
 * days from then on; earlier it is whole years, the months of the last one, and the days of the last month. Either way few
 * rows are read, however long the account has been in use.
 */
export const sumsBefore = (
  account: string,
  until: string,
  columns: readonly ('debits' | 'credits' | 'entry_count')[],
): string => {
  const firstDayOf = (span: 'month' | 'year'): string => `(select date_trunc('${span}', (${until})::timestamp)::date)`;
  const each = (of: (column: string) => string): string => columns.map(of).join(', ');
  const rows = (table: string): string =>
    `from ${table} p where p.ledger_id = $1 and p.account_id = ${account} and p.layer = b.layer`;
  const periods = rows('account_period_balances');
  const days = rows('account_day_balances');
  return `cross join lateral (
            select ${each((column) => `coalesce(sum(${column}), 0) as ${column}`)}
              from (select ${each((column) => `b.${column}`)} where ${until} > b.open_month
                    union all
                    select ${each((column) => `-p.${column}`)} ${days}
                       and p.day >= ${until} and ${until} > b.open_month
                    union all
                    select ${each((column) => `p.${column}`)} ${periods}
                       and p.span = 'year' and p.first_day < ${firstDayOf('year')} and ${until} <= b.open_month
                    union all
                    select ${each((column) => `p.${column}`)} ${periods} and p.span = 'month'
                       and p.first_day >= ${firstDayOf('year')} and p.first_day < ${firstDayOf('month')}
                       and ${until} <= b.open_month
                    union all
                    select ${each((column) => `p.${column}`)} ${days}
                       and p.day >= ${firstDayOf('month')} and p.day < ${until} and ${until} <= b.open_month) parts) before`;
};

const monthOfDay = `(select date_trunc('month', $3::date::timestamp)::date)`;

/** $1 is the ledger, $3 the day, `account` an expression. What an account is never used for costs it a row of totals. */
export const totalsAsOf = (account: string): string => `select b.layer, b.debits, b.credits, b.entry_count,
          before.debits as debits_up_to, before.credits as credits_up_to, before.entry_count as count_up_to,
          coalesce(o.debits, 0) as debits_on, coalesce(o.credits, 0) as credits_on,
          coalesce(o.entry_count, 0) as count_on,
          coalesce(
            (select l.day from account_day_balances l
              where l.ledger_id = $1 and l.account_id = ${account} and l.layer = b.layer and l.entry_count > 0
                and l.day >= least(${monthOfDay}, b.open_month) and l.day <= $3 and b.open_month is not null
              order by l.day desc limit 1),
            (select (select l.day from account_day_balances l
                      where l.ledger_id = $1 and l.account_id = ${account} and l.layer = b.layer and l.entry_count > 0
                        and l.day >= m.first_day and l.day < m.first_day + interval '1 month'
                      order by l.day desc limit 1)
               from account_period_balances m
              where m.ledger_id = $1 and m.account_id = ${account} and m.layer = b.layer and m.span = 'month'
                and m.entry_count > 0 and m.first_day < least(${monthOfDay}, b.open_month) and b.open_month is not null
              order by m.first_day desc limit 1)) as last_entry_date
     from (select layer, debits, credits, entry_count, open_month from account_balances
            where ledger_id = $1 and account_id = ${account} offset 0) b
     ${sumsBefore(account, '$3::date + 1', ['debits', 'credits', 'entry_count'])}
     left join lateral (select debits, credits, entry_count from account_day_balances
                         where ledger_id = $1 and account_id = ${account} and layer = b.layer and day = $3
                           and b.layer = 'encumbrance' offset 0) o on true`;

export const totalsOf = (of: (layer: Layer) => TotalsRow): BalanceTotals => {
  const byLayer = (make: (row: TotalsRow) => LayerTotals): Record<Layer, LayerTotals> =>
    Object.fromEntries(layers.map((layer) => [layer, make(of(layer))])) as Record<Layer, LayerTotals>;
  const upTo = byLayer((row) => ({
    debits: BigInt(row.debits_up_to),
    credits: BigInt(row.credits_up_to),
    entryCount: Number(row.count_up_to),
    lastEntryDate: row.last_entry_date,
  }));
  const onTheDay = of('encumbrance');
  return {
    upTo,
    after: byLayer((row) => ({
      debits: BigInt(row.debits) - BigInt(row.debits_up_to),
      credits: BigInt(row.credits) - BigInt(row.credits_up_to),
      entryCount: Number(row.entry_count) - Number(row.count_up_to),
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
