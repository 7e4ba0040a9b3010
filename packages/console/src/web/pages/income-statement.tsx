/** The page of the income statement: revenue and expenses of a period. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { usePlace } from '../api/place';
import { ComparisonField, comparisonColumns, TotalLine, useBeside, useComparison } from '../parts/comparison';
import { firstOfFiscalYear } from '../parts/day';
import { Day } from '../parts/labels';
import { FoldedNote, LevelsField, useDepth, useFolded, useFoldedReport } from '../parts/levels';
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
  const period = usePeriod((last) => firstOfFiscalYear(last, ledger.fiscal_year_start));
  const { from, to } = period;
  const asked = { from, to, ...useComparison(), ...useDepth(), ...report.useKnownAt() };
  const { answer: statement, fileQuery } = useFoldedReport('income', asked, (query) =>
    ask(client.GET('/api/v1/reports/income-statement', { params: { query } })),
  );
  const path = `/api/v1/reports/income-statement${fileQuery}`;
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

const Sheet = ({ of: statement }: { readonly of: Schemas['IncomeStatement'] }) => {
  const { totals, from, to } = statement;
  const folded = useFolded(report.useShownRows(statement.rows));
  const beside = useBeside(statement.columns);
  const total = (name: string, wanted: 'revenue' | 'expense' | 'net_income') => (
    <TotalLine
      name={name}
      amounts={[statement, ...statement.columns].map((part) => part.totals[wanted])}
      beside={beside}
    />
  );
  const section = (title: string, wanted: 'revenue' | 'expense') => (
    <report.ReportSection
      title={title}
      rows={report.withoutDouble(folded.rows.filter(({ type }) => type === wanted))}
      columns={[...columns, ...comparisonColumns<Row>(beside)]}
      query={{ from, to }}
      foot={
        <>
          {total(title, wanted)}
          {wanted === 'expense' && statement.columns.length > 0 ? total('Net income', 'net_income') : null}
        </>
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
      <FoldedNote of={folded} />
      <report.Colophon of={statement} />
    </div>
  );
};
