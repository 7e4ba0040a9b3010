/** The entries of an account in a period, between its opening balance and its closing balance. */
import { pageOf, useHref, useQuery } from '../../api/place';
import type { Schemas } from '../../api/client';
import { firstOfMonth } from '../../parts/day';
import { PeriodFields, usePeriod } from '../../parts/period';
import { LayerField, useLayer } from '../../parts/query-fields';
import { Loading, Problem } from '../../parts/states';
import { Equation } from '../../parts/equation';
import { EntryTable, useStatement } from '../../parts/statement';
import { BalanceChart } from './balance-chart';

interface EntriesProps {
  readonly account: Schemas['Account'];
  readonly balance: Schemas['AccountBalance'];
}

export const Entries = ({ account, balance }: EntriesProps) => {
  const query = useQuery();
  const href = useHref();
  const layer = useLayer();
  // The period begins with the month of the last entry, so that an account without recent entries shows some.
  const lastEntry = balance.layer_details[layer].last_entry_date;
  const period = usePeriod((last) => firstOfMonth(lastEntry !== null && lastEntry < last ? lastEntry : last));
  const { from, to } = period;
  const { statement, entries } = useStatement({ accountId: account.id, layer, from, to, ...pageOf(query, 100) });
  return (
    <div class="stack">
      <div class="filters">
        <PeriodFields of={period} />
        <LayerField />
        <a
          class="button is-plain is-small"
          href={`/console${href('reports/statement', { account: account.code, from, to, layer })}`}
        >
          Account statement
        </a>
      </div>
      {entries.problem === undefined ? null : <Problem of={entries.problem} retry={entries.reload} />}
      {entries.data === undefined || statement === undefined ? (
        entries.problem === undefined ? (
          <Loading what="Loading the entries" />
        ) : null
      ) : (
        <>
          <Equation of={statement} />
          <BalanceChart
            account={account}
            statement={statement}
            entries={entries.data}
            isAll={entries.pagination?.has_more !== true && query.get('cursor') === undefined}
          />
          <EntryTable statement={statement} entries={entries} isPaged />
        </>
      )}
    </div>
  );
};
