/** The page of the income statement: revenue and expenses of a period. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { queryText, usePlace } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { ComparisonField, comparisonColumns, TotalLine, useComparison } from '../parts/comparison';
import { firstOfYear } from '../parts/day';
import { Day } from '../parts/labels';
import { Money } from '../parts/money';
import { Page } from '../parts/page';
import { PeriodFields, usePeriod } from '../parts/period';
import * as report from '../parts/report';
import { Answered } from '../parts/states';
import './reports/reports.css';

type Row = Schemas['ReportRow'];

const columns = [report.nameColumn<Row>(), report.amountColumn<Row>('balance', 'Amount', ({ balance }) => balance)];

export const IncomeStatement = () => {
  const { ledger } = usePlace();
  const period = usePeriod(firstOfYear);
  const { from, to } = period;
  const asked = { from, to, ...useComparison(), ...report.useKnownAt() };
  const statement = useAnswer(`income ${JSON.stringify(asked)}`, () =>
    ask(client.GET('/api/v1/reports/income-statement', { params: { query: asked } })),
  );
  const path = `/api/v1/reports/income-statement${queryText(asked)}`;
  return (
    <Page
      title="Income statement"
      under={
        <>
          From <Day of={from} /> to <Day of={to} />, in {ledger.currency}
        </>
      }
      actions={<report.ReportActions path={path} fileName={`income-statement-${ledger.code}-${from}-${to}.csv`} />}
    >
      <div class="filters">
        <PeriodFields of={period} />
        <ComparisonField />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={statement} what="Loading the report">
        {(data) => <Sheet of={data} />}
      </Answered>
    </Page>
  );
};

const Sheet = ({ of: statement }: { readonly of: Schemas['IncomeStatement'] }) => {
  const { totals, from, to } = statement;
  const rows = report.useShownRows(statement.rows);
  const section = (title: string, wanted: 'revenue' | 'expense') => (
    <report.ReportSection
      title={title}
      rows={report.withoutDouble(rows.filter(({ type }) => type === wanted))}
      columns={[...columns, ...comparisonColumns<Row>(statement.columns)]}
      query={{ from, to }}
      foot={
        <TotalLine
          name={title}
          amounts={[totals[wanted], ...statement.columns.map((column) => column.totals[wanted])]}
        />
      }
    />
  );
  return (
    <div class={statement.columns.length === 0 ? 'stack is-narrow' : 'stack'}>
      {section('Revenue', 'revenue')}
      {section('Expense', 'expense')}
      <p class="bottom-line">
        <span>Net income</span>
        <Money of={totals.net_income} isLarge currency />
      </p>
      {statement.columns.length === 0 ? null : (
        <p class="small soft">
          {statement.columns.map(({ label, totals: { net_income: income } }) => (
            <span key={label}>
              {label.replace('_', ' ')}: <Money of={income} />{' '}
            </span>
          ))}
        </p>
      )}
      <report.Colophon of={statement} />
    </div>
  );
};
