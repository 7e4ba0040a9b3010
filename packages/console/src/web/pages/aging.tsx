/** The page of the ageing report: how old open receivables, payables and holds are. */
import { ask } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { client, type Schemas } from '../api/client';
import { queryText, useHref, usePlace, useQuery, useToday } from '../api/place';
import { useAnswer } from '../api/use-answer';
import type { layerNames } from '../parts/labels';
import { Day } from '../parts/labels';
import { Money } from '../parts/money';
import { Page } from '../parts/page';
import { LayerField, QueryField, useLayer } from '../parts/query-fields';
import * as report from '../parts/report';
import { shortCode } from '../parts/short-code';
import { Answered, Empty } from '../parts/states';
import { Table, type Column } from '../parts/table';
import './reports/reports.css';

type Row = Schemas['AgingRow'];

const ages = [
  ['open', 'Open'],
  ['not_due', 'Not due'],
  ['days_1_to_30', '1 to 30 days'],
  ['days_31_to_60', '31 to 60 days'],
  ['days_61_to_90', '61 to 90 days'],
  ['days_over_90', 'Over 90 days'],
] as const;

const amountColumns = ages.map(([key, title]): Column<Row> => ({
  key,
  title,
  isNumber: true,
  cell: (row) => <Money of={row[key]} />,
}));
const accountColumn: Column<Row> = {
  key: 'name',
  title: 'Account',
  cell: ({ code, name }) => (
    <span class="report-name">
      <bdi>{name}</bdi> <span class="soft small">{shortCode(code)}</span>
    </span>
  ),
};
const valueColumn: Column<Row> = { key: 'value', title: 'Item', cell: ({ value }) => <bdi>{value ?? '–'}</bdi> };

export const Aging = () => {
  const { asOf, ledger } = usePlace();
  const today = useToday();
  const query = useQuery();
  const layer = useLayer();
  const [set, prefix, by, terms] = ['account_set_code', 'code_prefix', 'aging_by', 'terms'].map((name) =>
    query.get(name),
  );
  const asked = {
    layer,
    ...(asOf === undefined ? {} : { as_of_date: asOf }),
    ...(set === undefined ? {} : { account_set_code: set }),
    ...(prefix === undefined ? {} : { code_prefix: prefix }),
    ...(by === undefined ? {} : { aging_by: by }),
    ...(terms === undefined ? {} : { terms: asAsked<number>(terms) }),
    ...report.useKnownAt(),
  };
  const isNamed = layer !== 'settled' || set !== undefined || prefix !== undefined;
  const path = `/api/v1/reports/aging${queryText(asked)}`;
  return (
    <Page
      title="Ageing"
      under={
        <>
          At the end of <Day of={asOf ?? today} />, in {ledger.currency}
        </>
      }
      actions={isNamed ? <report.ReportActions path={path} fileName={`aging-${ledger.code}.csv`} /> : undefined}
    >
      <div class="filters">
        <LayerField />
        <QueryField name="account_set_code" label="Account set" placeholder="its code" />
        <QueryField name="code_prefix" label="Account codes beginning with" placeholder="AR" />
        <QueryField name="aging_by" label="A row for each value of" placeholder="invoice" />
        <QueryField name="terms" label="Credit period in days" placeholder="0" />
        <report.KnownAtField />
      </div>
      {isNamed ? (
        <Ages asked={asked} />
      ) : (
        <Empty title="Which accounts?">
          Choose an account set, or enter the first characters of the codes of your receivables or payables.
        </Empty>
      )}
    </Page>
  );
};

interface Asked {
  readonly layer: (typeof layerNames)[number];
  readonly aging_by?: string;
}

const Ages = ({ asked }: { readonly asked: Asked }) => {
  const href = useHref();
  const aging = useAnswer(`aging ${JSON.stringify(asked)}`, () =>
    ask(client.GET('/api/v1/reports/aging', { params: { query: asked } })),
  );
  return (
    <Answered by={aging} what="Loading the report" isNew>
      {(data) =>
        data.rows.length === 0 ? (
          <Empty title="No open amounts">None of these accounts has a balance on the {asked.layer} layer.</Empty>
        ) : (
          <>
            <Table
              caption="Open amounts by age"
              rows={data.rows}
              rowKey={({ account_id: id, value }) => `${id} ${value ?? ''}`}
              href={({ account_id: id }) => href(`accounts/${id}`)}
              columns={[accountColumn, ...(asked.aging_by === undefined ? [] : [valueColumn]), ...amountColumns]}
              foot={data.totals.map((total) => (
                <tr key={total.type}>
                  <th scope="row" colSpan={asked.aging_by === undefined ? 1 : 2}>
                    All of type {total.type}
                  </th>
                  {ages.map(([key]) => (
                    <td key={key} class="number">
                      <Money of={total[key]} />
                    </td>
                  ))}
                </tr>
              ))}
            />
            <report.Colophon of={data} />
          </>
        )
      }
    </Answered>
  );
};
