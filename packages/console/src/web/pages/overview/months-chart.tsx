/** Two charts over twelve months: the revenue of each month, and the cash at its end. A table has the same figures. */
import { useMemo } from 'preact/hooks';
import { ask, type Answer } from '../../api/answer';
import { client } from '../../api/client';
import { useHref, usePlace, useToday } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { formatAmount, isZero } from '../../parts/amount';
import { formatDay } from '../../parts/day';
import { LineChart } from '../../parts/line-chart';
import { Money } from '../../parts/money';
import { NoCash } from '../../parts/no-cash';
import { Answered } from '../../parts/states';
import { TableFrame } from '../../parts/table-frame';
import { Link } from 'wouter-preact';
import { firstMonthTo, monthsOf, pointsOf, type Month } from './months';

const chartHeight = 170;

export const Months = () => {
  const { asOf } = usePlace();
  const today = useToday();
  const href = useHref();
  const to = asOf ?? today;
  const from = firstMonthTo(to);
  const months = useAnswer(`months ${from} ${to}`, () => readMonths(from, to));
  return (
    <section class="part" aria-labelledby="months">
      <div class="row spread">
        <h2 id="months">Revenue and cash by month</h2>
        <span class="row">
          <Link href={href('reports/income-statement', { from, to, beside: 'month' })}>Income statement</Link>
          <Link href={href('reports/cash-flow', { from, to, beside: 'month' })}>Cash flow</Link>
        </span>
      </div>
      <Answered by={months} what="Loading the months">
        {(data) => <Charts of={data} />}
      </Answered>
    </section>
  );
};

/** Reads both reports, with one request for each. The depth is 1, because only the totals are shown. */
const readMonths = async (from: string, to: string): Promise<Answer<readonly Month[]>> => {
  const params = { query: { from, to, columns: 'month', depth: 1, zero: 'hide' } } as const;
  const [income, cash] = await Promise.all([
    ask(client.GET('/api/v1/reports/income-statement', { params })),
    ask(client.GET('/api/v1/reports/cash-flow', { params })),
  ]);
  if (!income.ok) return income;
  if (!cash.ok) return cash;
  return { ...income, data: monthsOf(income.data.columns, cash.data.columns) };
};

const Charts = ({ of: months }: { readonly of: readonly Month[] }) => {
  const { ledger } = usePlace();
  const revenue = useMemo(() => pointsOf(months, 'revenue'), [months]);
  const cash = useMemo(() => pointsOf(months, 'cash'), [months]);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const said = (amount: string): string => `${formatAmount(amount, ledger.display_decimals)} ${ledger.currency}`;
  const span = (figure: 'revenue' | 'cash'): string =>
    `${said(first[figure])} in ${first.label}, ${said(last[figure])} in ${last.label}. The table below has every month.`;
  return (
    <>
      <div class="columns">
        <figure class="month-chart">
          <figcaption class="small soft">Revenue of each month, in {ledger.currency}</figcaption>
          <LineChart points={revenue} isFromZero height={chartHeight} label={`Revenue: ${span('revenue')}`} />
        </figure>
        <figure class="month-chart">
          <figcaption class="small soft">Cash at the end of each month, in {ledger.currency}</figcaption>
          {months.every((month) => isZero(month.cash)) ? (
            <NoCash />
          ) : (
            <LineChart points={cash} isFromZero height={chartHeight} label={`Cash: ${span('cash')}`} />
          )}
        </figure>
      </div>
      <details class="month-figures">
        <summary>Figures of each month</summary>
        <TableFrame>
          <table class="table is-plain">
            <caption class="heard">Revenue and cash by month, in {ledger.currency}</caption>
            <thead>
              <tr>
                <th scope="col">Up to</th>
                <th scope="col" class="number">
                  Revenue
                </th>
                <th scope="col" class="number">
                  Cash
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map((month) => (
                <tr key={month.label}>
                  <th scope="row">{formatDay(month.to)}</th>
                  <td class="number">
                    <Money of={month.revenue} />
                  </td>
                  <td class="number">
                    <Money of={month.cash} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </details>
    </>
  );
};
