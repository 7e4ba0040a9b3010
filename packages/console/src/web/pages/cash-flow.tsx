/** The page of the cash flow statement for a period. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { queryText, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { ComparisonField, comparisonColumns, TotalLine, useBeside, useComparison } from '../parts/comparison';
import { firstOfFiscalYear } from '../parts/day';
import { SelectField } from '../parts/form';
import { Day } from '../parts/labels';
import { FoldedNote, LevelsField, useDepth, useFolded } from '../parts/levels';
import { Money } from '../parts/money';
import { NoCash } from '../parts/no-cash';
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
  const period = usePeriod((last) => firstOfFiscalYear(last, ledger.fiscal_year_start));
  const { from, to } = period;
  const asked = { from, to, ...useMethod(), ...useComparison(), ...useDepth(), ...report.useKnownAt() };
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
        <LevelsField />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={statement} what="Loading the report" isNew>
        {(data) => <Sheet of={data} />}
      </Answered>
    </Page>
  );
};

const Sheet = ({ of: statement }: { readonly of: Schemas['CashFlow'] }) => {
  const { totals, from, to } = statement;
  const folded = useFolded(report.useShownRows(statement.rows));
  const beside = useBeside(statement.columns);
  const hasColumns = statement.columns.length > 0;
  const columnsOf = (part: Row['flow_class']) =>
    statement.method === 'direct' && part !== 'cash' && !hasColumns ? directColumns : columns;
  /** Returns the sum of the rows with this class; `zero` if there are none. */
  const sumOf = (part: Row['flow_class'], zero: string, amountOf: (row: Row) => string): string => {
    const own = statement.rows.filter((row) => row.flow_class === part && !row.is_subtotal);
    return own.length === 0 ? zero : report.sum(...own.map(amountOf));
  };
  const line = (name: string, amount: 'opening_cash' | 'closing_cash') => (
    <TotalLine
      name={name}
      amounts={[statement, ...statement.columns].map((one) => one.totals[amount])}
      beside={beside}
    />
  );
  return (
    <div class={hasColumns ? 'stack' : 'stack is-narrow'}>
      {sections.map(({ part, title, total }) => (
        <report.ReportSection
          key={part}
          title={title}
          rows={folded.rows.filter(({ flow_class: own }) => own === part)}
          columns={[...columnsOf(part), ...comparisonColumns<Row>(beside)]}
          query={{ from, to }}
          foot={
            <>
              {part === 'cash' && hasColumns ? line('Opening cash', 'opening_cash') : null}
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
                beside={beside}
                own={columnsOf(part) === directColumns ? directColumns.length - 1 : 1}
              />
              {part === 'cash' && hasColumns ? line('Closing cash', 'closing_cash') : null}
            </>
          }
        />
      ))}
      <p class="bottom-line">
        <span>Opening cash</span>
        <Money of={totals.opening_cash} />
        <span>Closing cash</span>
        <Money of={totals.closing_cash} isLarge currency />
      </p>
      {statement.rows.some(({ flow_class: part }) => part === 'cash') ? null : <NoCash />}
      <FoldedNote of={folded} />
      <report.Colophon of={statement} />
    </div>
  );
};
