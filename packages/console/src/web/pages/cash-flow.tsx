/** The page of the cash flow statement for a period. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { queryText, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { ComparisonField, comparisonColumns, TotalLine, useComparison } from '../parts/comparison';
import { firstOfYear } from '../parts/day';
import { SelectField } from '../parts/form';
import { Day } from '../parts/labels';
import { Money } from '../parts/money';
import { Page } from '../parts/page';
import { PeriodFields, usePeriod } from '../parts/period';
import * as report from '../parts/report';
import { Answered } from '../parts/states';
import './reports/reports.css';

type Row = Schemas['CashFlowRow'];

const columns = [report.nameColumn<Row>(), report.amountColumn<Row>('balance', 'Amount', ({ balance }) => balance)];

/** The columns of the direct method, which shows an account's credits as receipts and its debits as payments. */
const directColumns = [
  report.nameColumn<Row>(),
  report.amountColumn<Row>('receipts', 'Receipts', ({ credits }) => credits),
  report.amountColumn<Row>('payments', 'Payments', ({ debits }) => debits),
  report.amountColumn<Row>('balance', 'Amount', ({ balance }) => balance),
];

const methods = [
  { value: 'indirect', label: 'Indirect' },
  { value: 'direct', label: 'Direct' },
] as const;

const useMethod = (): { method?: 'direct' } => (useQuery().get('method') === 'direct' ? { method: 'direct' } : {});

const MethodField = () => {
  const query = useQuery();
  return (
    <SelectField
      label="Method"
      choices={methods}
      value={useMethod().method ?? 'indirect'}
      onInput={(value) => query.set({ method: value === 'direct' ? value : null }, { replace: true })}
    />
  );
};

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
  const asked = { from, to, ...useMethod(), ...useComparison(), ...report.useKnownAt() };
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
      actions={
        <report.ReportActions
          path={path}
          fileName={`cash-flow-${asked.method === 'direct' ? 'direct-' : ''}${ledger.code}-${from}-${to}.csv`}
        />
      }
    >
      <div class="filters">
        <PeriodFields of={period} />
        <MethodField />
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

const Sheet = ({ of: statement }: { readonly of: Schemas['CashFlow'] }) => {
  const { totals, from, to } = statement;
  const rows = report.useShownRows(statement.rows);
  const columnsOf = (part: Row['flow_class']) =>
    statement.method === 'direct' && part !== 'cash' && statement.columns.length === 0 ? directColumns : columns;
  /** Returns the sum of the rows with this class; `zero` if there are none. */
  const sumOf = (part: Row['flow_class'], zero: string, amountOf: (row: Row) => string): string => {
    const own = statement.rows.filter((row) => row.flow_class === part && !row.is_subtotal);
    return own.length === 0 ? zero : report.sum(...own.map(amountOf));
  };
  return (
    <div class={statement.columns.length === 0 ? 'stack is-narrow' : 'stack'}>
      {sections.map(({ part, title, total }) => (
        <report.ReportSection
          key={part}
          title={title}
          rows={rows.filter(({ flow_class: own }) => own === part)}
          columns={[...columnsOf(part), ...comparisonColumns<Row>(statement.columns)]}
          query={{ from, to }}
          foot={
            <TotalLine
              name={title}
              amounts={[
                ...(columnsOf(part) === directColumns
                  ? [
                      sumOf(part, totals[total], ({ credits }) => credits),
                      sumOf(part, totals[total], ({ debits }) => debits),
                    ]
                  : []),
                totals[total],
                ...statement.columns.map((column) => column.totals[total]),
              ]}
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
