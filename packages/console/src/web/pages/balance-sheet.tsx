/** The page of the balance sheet: assets, liabilities and equity at the end of a day. */
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { usePlace } from '../api/place';
import {
  ComparisonField,
  comparisonColumns,
  TotalLine,
  useBeside,
  useColumnsFrom,
  useComparison,
} from '../parts/comparison';
import { Day } from '../parts/labels';
import { FoldedNote, LevelsField, useDepth, useFolded, useFoldedReport } from '../parts/levels';
import { Page } from '../parts/page';
import * as report from '../parts/report';
import { Answered } from '../parts/states';
import { withConversions } from './reports/conversions';
import './reports/reports.css';

type Row = Schemas['BalanceSheetRow'];

const ownColumns = [report.nameColumn<Row>(), report.amountColumn<Row>('balance', 'Balance', ({ balance }) => balance)];

export const BalanceSheet = () => {
  const { asOf, ledger } = usePlace();
  const asked = {
    ...(asOf === undefined ? {} : { as_of_date: asOf }),
    ...useComparison(),
    ...useColumnsFrom(),
    ...useDepth(),
    ...report.useKnownAt(),
  };
  const { answer: sheet, fileQuery } = useFoldedReport('balance sheet', asked, (query) =>
    ask(client.GET('/api/v1/reports/balance-sheet', { params: { query } })),
  );
  const path = `/api/v1/reports/balance-sheet${fileQuery}`;
  return (
    <Page
      title="Balance sheet"
      under={
        sheet.data === undefined ? undefined : (
          <>
            At the end of <Day of={sheet.data.as_of_date} />, in {ledger.currency}
          </>
        )
      }
      actions={
        <report.ReportActions
          path={path}
          fileName={`balance-sheet-${ledger.code}-${sheet.data?.as_of_date ?? ''}.csv`}
        />
      }
    >
      <div class="filters">
        <ComparisonField isOfBalances />
        <LevelsField />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={sheet} what="Loading the report" isNew>
        {(data) => <Sheet of={data} />}
      </Answered>
    </Page>
  );
};

const Sheet = ({ of: sheet }: { readonly of: Schemas['BalanceSheet'] }) => {
  const beside = useBeside(sheet.columns);
  const columns = [...ownColumns, ...comparisonColumns<Row>(beside)];
  const labels = sheet.columns.map(({ label }) => label);
  const total = (name: string, amountOf: (totals: Schemas['BalanceSheetTotals']) => string) => (
    <TotalLine name={name} amounts={[sheet, ...sheet.columns].map(({ totals }) => amountOf(totals))} beside={beside} />
  );
  const folded = useFolded(report.useShownRows(sheet.rows));
  const earnings = sheet.rows
    .filter(({ type }) => type === 'retained_earnings' || type === 'net_income')
    .map((row) => ({ ...row, isHeading: false }));
  const section = (wanted: Row['type']): readonly report.Shown<Row>[] =>
    folded.rows.filter(({ type }) => type === wanted);
  return (
    <>
      <div class={sheet.columns.length === 0 ? 'columns two-sides' : 'stack'}>
        <report.ReportSection
          title="Assets"
          rows={report.withoutDouble(section('asset'))}
          columns={columns}
          foot={total('Assets', ({ assets }) => assets)}
        />
        <div class="stack">
          <report.ReportSection
            title="Liabilities"
            rows={report.withoutDouble(section('liability'))}
            columns={columns}
            foot={total('Liabilities', ({ liabilities }) => liabilities)}
          />
          <report.ReportSection
            title="Equity"
            rows={[...withConversions(section('equity'), labels), ...earnings]}
            columns={columns}
            foot={
              <>
                {total('Equity and earnings', ({ equity, retained_earnings: retained, net_income: income }) =>
                  report.sum(equity, retained, income),
                )}
                {total('Liabilities, equity and earnings', ({ liabilities_and_equity: all }) => all)}
              </>
            }
          />
        </div>
      </div>
      <FoldedNote of={folded} />
      <report.Colophon of={sheet} />
    </>
  );
};
