/** The page of the general ledger: each account with its opening balance, its entries and its closing balance. */
import { useMemo } from 'preact/hooks';
import { problemOf, unreachable, type Answer } from '../api/answer';
import { send } from '../api/client';
import { queryText, useHref, usePlace, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { firstOfMonth } from '../parts/day';
import { Day } from '../parts/labels';
import { Money } from '../parts/money';
import { Page } from '../parts/page';
import { PeriodFields, usePeriod } from '../parts/period';
import { LayerField, QueryField, useLayer } from '../parts/query-fields';
import * as report from '../parts/report';
import { Answered, Empty } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { readLedgerRows, textsOf, type LedgerRow, type LedgerRows } from './general-ledger/rows';
import './reports/reports.css';

/** The maximum number of rows on the page. A longer report can only be downloaded as a file. */
const mostRows = 5_000;

const amount = (key: 'debit' | 'credit' | 'balance', title: string): Column<LedgerRow> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => (row[key] === null ? null : <Money of={row[key]} />),
});

const names = { opening: 'Opening balance', closing: 'Closing balance', total: 'All accounts' } as const;

const columns: readonly Column<LedgerRow>[] = [
  {
    key: 'text',
    title: 'Entry',
    cell: (row) => (
      <span class="report-name">
        {row.row === 'entry' || row.row === 'known_at' ? <bdi>{row.description}</bdi> : names[row.row]}
        {row.row === 'opening' ? (
          <>
            {' of '}
            <bdi>{row.account_name}</bdi> <span class="soft small">{row.account_code}</span>
          </>
        ) : null}
      </span>
    ),
  },
  { key: 'date', title: 'Date', cell: ({ date }) => <Day of={date} /> },
  { key: 'reference', title: 'Reference', isWide: true, cell: ({ reference }) => <bdi>{reference}</bdi> },
  amount('debit', 'Debit'),
  amount('credit', 'Credit'),
  amount('balance', 'Balance'),
];

export const GeneralLedger = () => {
  const { ledger } = usePlace();
  const query = useQuery();
  const period = usePeriod(firstOfMonth);
  const { from, to } = period;
  const layer = useLayer();
  const [set, prefix] = [query.get('account_set_code'), query.get('code_prefix')];
  const asked = {
    ...{ from, to, layer, zero: query.get('zero') === 'true' ? 'show' : 'hide' },
    ...(set === undefined ? {} : { account_set_code: set }),
    ...(prefix === undefined ? {} : { code_prefix: prefix }),
    ...report.useKnownAt(),
  };
  const pathAs = (format: 'csv' | 'jsonl') => `/api/v1/reports/general-ledger${queryText({ format, ...asked })}`;
  const path = pathAs('jsonl');
  const answer = useAnswer(`general ledger ${path}`, () => readPage(path));
  return (
    <Page
      title="General ledger"
      under={
        <>
          From <Day of={from} /> to <Day of={to} />, in {ledger.currency}
        </>
      }
      actions={
        <report.ReportActions path={pathAs('csv')} fileName={`general-ledger-${ledger.code}-${from}-${to}.csv`} />
      }
    >
      <div class="filters">
        <PeriodFields of={period} />
        <LayerField />
        <QueryField name="account_set_code" label="Account set" placeholder="its code" />
        <QueryField name="code_prefix" label="Account codes beginning with" placeholder="BANK" />
        <report.KnownAtField />
        <report.ZeroSwitch />
      </div>
      <Answered by={answer} what="Loading the entries" isNew>
        {(data) => <Entries of={data} />}
      </Answered>
    </Page>
  );
};

const readPage = async (path: string): Promise<Answer<LedgerRows>> => {
  try {
    const response = await send(new Request(new URL(path, location.origin)));
    if (!response.ok || response.body === null)
      return { ok: false, problem: problemOf(await response.json().catch(() => ({})), response) };
    const data = await readLedgerRows(textsOf(response.body), mostRows);
    return { ok: true, data, pagination: undefined, meta: undefined };
  } catch (error) {
    return { ok: false, problem: unreachable(error) };
  }
};

const Entries = ({ of: { rows, standing } }: { readonly of: LedgerRows }) => {
  const href = useHref();
  // A transaction can have equal entries on one account, so only its place tells a row from the others.
  const places = useMemo(() => new Map(rows.map((row, place) => [row, String(place)])), [rows]);
  const keyOf = (row: LedgerRow): string => places.get(row) ?? '';
  if (rows.length <= 1)
    return <Empty title="No entries">None of these accounts has an entry or an opening balance in this period.</Empty>;
  return (
    <>
      <Table
        caption="All entries"
        isCaptionHidden
        rows={rows}
        rowKey={keyOf}
        href={({ transaction_id: id }) => (id === null ? undefined : href(`transactions/${id}`))}
        rowClass={({ row }) => (row === 'entry' ? undefined : row === 'opening' ? 'is-heading' : 'is-subtotal')}
        columns={columns}
      />
      {standing === undefined ? (
        <p class="small soft">
          The first {mostRows.toLocaleString('en')} rows are shown. Choose fewer days or accounts, or download the CSV
          file, which has all rows.
        </p>
      ) : (
        <report.Colophon of={standing} />
      )}
    </>
  );
};
