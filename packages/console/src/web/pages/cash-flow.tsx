/** The cash flow statement for the days from one day to another, both inclusive. */
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

type Row = Schemas['CashFlowRow'];

const columns = [report.nameColumn<Row>(), report.amountColumn<Row>('balance', 'Amount', ({ balance }) => balance)];

const sections = [
  { part: 'operating', title: 'Operating activities', total: 'operating' },
  { part: 'investing', title: 'Investing activities', total: 'investing' },
  { part: 'financing', title: 'Financing activities', total: 'financing' },
  { part: 'cash', title: 'Net change in cash', total: 'change' },
] as const;

export const CashFlow = () => {
  const { ledger } = usePlace();
  const period = usePeriod(firstOfYear);
  const { from, to } = period;
  const asked = { from, to, ...useComparison(), ...report.useKnownAt() };
  const statement = useAnswer(`cash flow ${JSON.stringify(asked)}`, () =>
    ask(client.GET('/api/v1/reports/cash-flow', { params: { query: asked } })),
  );
  const path = `/api/v1/reports/cash-flow${queryText(asked)}`;
  return (
    <Page
      title="Cash flow statement"
      under={
        <>
          From <Day of={from} /> to <Day of={to} />, in {ledger.currency}
        </>
      }
      actions={<report.ReportActions path={path} fileName={`cash-flow-${ledger.code}-${from}-${to}.csv`} />}
    >
      <div class="filters">
        <PeriodFields of={period} />
        <ComparisonField />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={statement} what="Adding up">
        {(data) => <Sheet of={data} />}
      </Answered>
    </Page>
  );
};

const Sheet = ({ of: statement }: { readonly of: Schemas['CashFlow'] }) => {
  const { totals, from, to } = statement;
  const rows = report.useShownRows(statement.rows);
  return (
    <div class={statement.columns.length === 0 ? 'stack is-narrow' : 'stack'}>
      {sections.map(({ part, title, total }) => (
        <report.ReportSection
          key={part}
          title={title}
          rows={rows.filter(({ flow_class: own }) => own === part)}
          columns={[...columns, ...comparisonColumns<Row>(statement.columns)]}
          query={{ from, to }}
          foot={
            <TotalLine
              name={title}
              amounts={[totals[total], ...statement.columns.map((column) => column.totals[total])]}
            />
          }
        />
      ))}
      <p class="bottom-line">
        <span>Opening cash</span>
        <Money of={totals.opening_cash} />
        <span>Closing cash</span>
        <Money of={totals.closing_cash} isLarge currency />
      </p>
      <report.Colophon of={statement} />
    </div>
  );
};
