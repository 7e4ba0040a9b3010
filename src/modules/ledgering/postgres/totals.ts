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
 * the ledger, `b` the account's balance of a layer with its open third of a month. Late in that, and now, it is all there is
 * less the days from then on. Earlier it is what stood where the nearest third of a month begins (whole years, then
 * months, then thirds), and the few days between the two. However long an account has been in use, it is no more.
 */
export const sumsBefore = (
  account: string,
  until: string,
  columns: readonly ('debits' | 'credits' | 'entry_count')[],
): string => {
  const near = `(select first_day_of('third', ${until} + 5))`;
  const [month, year] = ['month', 'year'].map((span) => `(select first_day_of('${span}', ${near}))`);
  const isLate = `(${until} > b.open_since and (${near} > b.open_since or ${until} > (select current_date)))`;
  const part = (sign: '' | '-', table: string, condition: string): string =>
    `select ${columns.map((column) => `${sign}p.${column} as ${column}`).join(', ')} from ${table} p
                     where p.ledger_id = $1 and p.account_id = ${account} and p.layer = b.layer
                       and ${condition}`;
  const [periods, days] = ['account_period_balances', 'account_day_balances'];
  const parts = [
    `select ${columns.map((column) => `b.${column}`).join(', ')} where ${isLate}`,
    part('-', days, `p.day >= ${until} and ${isLate}`),
    part('', periods, `p.span = 'year' and p.first_day < ${year} and not ${isLate}`),
    part('', periods, `p.span = 'month' and p.first_day >= ${year} and p.first_day < ${month} and not ${isLate}`),
    part('', periods, `p.span = 'third' and p.first_day >= ${month} and p.first_day < ${near} and not ${isLate}`),
    part('', days, `p.day >= ${near} and p.day < ${until} and ${near} < ${until} and not ${isLate}`),
    part('-', days, `p.day >= ${until} and p.day < ${near} and ${near} > ${until} and not ${isLate}`),
  ];
  return `cross join lateral (
            select ${columns.map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', ')}
              from (${parts.join('\n                    union all\n                    ')}) parts) before`;
};

const month = `least((select first_day_of('month', $3)), first_day_of('month', b.open_since))`;

/** $1 is the ledger, $3 the day, `account` an expression. A layer in which an account never had an entry is all zeros. */
export const totalsAsOf = (
  account: string,
  ofLayers: 'all' | 'used',
): string => `select b.layer, b.debits, b.credits, b.entry_count,
          before.debits as debits_up_to, before.credits as credits_up_to, before.entry_count as count_up_to,
          coalesce(o.debits, 0) as debits_on, coalesce(o.credits, 0) as credits_on,
          coalesce(o.entry_count, 0) as count_on,
          coalesce(
            (select l.day from account_day_balances l
              where l.ledger_id = $1 and l.account_id = ${account} and l.layer = b.layer and l.entry_count > 0
                and l.day >= ${month} and l.day <= $3 and b.open_since is not null
              order by l.day desc limit 1),
            (select (select l.day from account_day_balances l
                      where l.ledger_id = $1 and l.account_id = ${account} and l.layer = b.layer and l.entry_count > 0
                        and l.day >= m.first_day and l.day < m.first_day + interval '1 month'
                      order by l.day desc limit 1)
               from account_period_balances m
              where m.ledger_id = $1 and m.account_id = ${account} and m.layer = b.layer and m.span = 'month'
                and m.entry_count > 0 and m.first_day < ${month} and b.open_since is not null
              order by m.first_day desc limit 1)) as last_entry_date
     from (select layer, debits, credits, entry_count, open_since from account_balances
            where ledger_id = $1 and account_id = ${account}${ofLayers === 'used' ? ' and open_since is not null' : ''} offset 0) b
     ${sumsBefore(account, '$3::date + 1', ['debits', 'credits', 'entry_count'])}
     left join lateral (select debits, credits, entry_count from account_day_balances
                         where ledger_id = $1 and account_id = ${account} and layer = b.layer and day = $3
                           and b.layer = 'encumbrance' offset 0) o on true`;

export const totalsOf = (of: (layer: Layer) => TotalsRow): Omit<BalanceTotals, 'undone'> => {
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
