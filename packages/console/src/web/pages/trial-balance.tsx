/** The page of the trial balance: every account with its debits and credits up to a day. It shows that the books balance. */
import { useMemo } from 'preact/hooks';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { usePlace, useQuery } from '../api/place';
import { ComparisonField, comparisonColumns, useBeside, useColumnsFrom, useComparison } from '../parts/comparison';
import { Day } from '../parts/labels';
import { FoldedNote, LevelsField, useDepth, useFolded, useFoldedReport } from '../parts/levels';
import { Money } from '../parts/money';
import { Page } from '../parts/page';
import { LayerField, QueryField, useLayer } from '../parts/query-fields';
import * as report from '../parts/report';
import { Answered, Empty } from '../parts/states';
import { classesOf } from '../parts/table';
import './reports/reports.css';

type Row = Schemas['TrialBalanceRow'];

/** The page shows no sums of branches. */
const countOwn = (rows: readonly Row[]): number => rows.filter(({ is_subtotal: isSum }) => !isSum).length;

const ownColumns = [
  report.nameColumn<Row>(),
  report.amountColumn<Row>('debits', 'Debits', ({ debits }) => debits, true),
  report.amountColumn<Row>('credits', 'Credits', ({ credits }) => credits, true),
  report.amountColumn<Row>('debit', 'Debit balance', ({ debit_balance: balance }) => balance),
  report.amountColumn<Row>('credit', 'Credit balance', ({ credit_balance: balance }) => balance),
];

export const TrialBalance = () => {
  const { asOf, ledger } = usePlace();
  const query = useQuery();
  const layer = useLayer();
  const set = query.get('account_set_code');
  const asked = {
    layer,
    ...(asOf === undefined ? {} : { as_of_date: asOf }),
    ...(set === undefined ? {} : { account_set_code: set }),
    ...useComparison(),
    ...useColumnsFrom(),
    ...useDepth(),
    ...report.useKnownAt(),
  };
  const { answer: balance, fileQuery } = useFoldedReport('trial balance', asked, (query) =>
    ask(client.GET('/api/v1/reports/trial-balance', { params: { query } })),
  );
  const path = `/api/v1/reports/trial-balance${fileQuery}`;
  return (
    <Page
      title="Trial balance"
      under={
        balance.data === undefined ? undefined : (
          <>
            At the end of <Day of={balance.data.as_of_date} />, in {ledger.currency}
          </>
        )
      }
      actions={
        <report.ReportActions
          path={path}
          fileName={`trial-balance-${ledger.code}-${balance.data?.as_of_date ?? ''}.csv`}
        />
      }
    >
      <div class="filters">
        <LayerField />
        <QueryField name="account_set_code" label="Account set" placeholder="its code" />
        <ComparisonField isOfBalances />
        <LevelsField />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={balance} what="Loading the report" isNew>
        {(data) => <Sheet of={data} />}
      </Answered>
    </Page>
  );
};

const Sheet = ({ of: sheet }: { readonly of: Schemas['TrialBalance'] }) => {
  const rows = report.useShownRows(sheet.rows);
  const folded = useFolded(rows, countOwn);
  const own = useMemo(() => folded.rows.filter(({ is_subtotal: isSum }) => !isSum), [folded]);
  const beside = comparisonColumns<Row>(useBeside(sheet.columns));
  const columns = [...ownColumns, ...beside];
  const { totals } = sheet;
  if (own.length === 0)
    return (
      <Empty title="No entries to add up">
        No account has an entry in the {sheet.layer} layer up to this day. Accounts without entries are left out unless
        zero balances are shown.
      </Empty>
    );
  return (
    <>
      <report.ReportSection
        title="All accounts"
        rows={own}
        columns={columns}
        foot={
          <tr>
            <th scope="row">All accounts</th>
            {[totals.debits, totals.credits].map((amount, index) => (
              <td key={index} class="number is-wide">
                <Money of={amount} />
              </td>
            ))}
            {[totals.debit_balances, totals.credit_balances].map((amount, index) => (
              <td key={index} class="number">
                <Money of={amount} />
              </td>
            ))}
            {beside.map((column) => (
              <td key={column.key} class={classesOf(column)} />
            ))}
          </tr>
        }
      />
      <FoldedNote of={folded} />
      <report.Colophon of={sheet} />
    </>
  );
};
