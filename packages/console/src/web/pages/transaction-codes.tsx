/** The transaction codes of the ledger: templates of entries, by code. */
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { SelectField, TextField } from '../parts/form';
import { Icon } from '../parts/icon';
import { Badge, Day } from '../parts/labels';
import { For, Page } from '../parts/page';
import { Answered, Empty } from '../parts/states';
import { Table } from '../parts/table';
import { fieldsOf } from './new-transaction/schema-form';
import './transaction-code/transaction-code.css';

const statuses = ['active', 'deprecated'] as const;

export const TransactionCodes = () => {
  const query = useQuery();
  const href = useHref();
  const search = query.get('search') ?? '';
  const status = statuses.find((one) => one === query.get('status'));
  const page = pageOf(query);
  const codes = useAnswer(`transaction codes ${search} ${status} ${page.cursor}`, () => {
    const asked = { ...(search === '' ? {} : { search }), ...(status === undefined ? {} : { status }), ...page };
    return ask(client.GET('/api/v1/trancodes', { params: { query: asked } }));
  });
  return (
    <Page
      title="Transaction codes"
      under="Templates of entries: a posting by code needs only its parameters, and its entries are always right."
      actions={
        <For least="bookkeeper">
          <Link href={href('transaction-codes/new')} className="button is-main">
            <Icon name="plus" /> New code
          </Link>
        </For>
      }
    >
      <div class="filters">
        <TextField
          label="Code or name"
          type="search"
          value={search}
          onInput={(text) => query.set({ search: text }, { replace: true })}
        />
        <SelectField
          label="Status"
          value={status ?? ''}
          onInput={(text) => query.set({ status: text }, { replace: true })}
          choices={[{ value: '', label: 'all' }, ...statuses.map((value) => ({ value, label: value }))]}
        />
      </div>
      <Answered by={codes} what="Loading the transaction codes">
        {(rows) =>
          rows.length > 0 ? (
            <CodeTable rows={rows} asking={codes} />
          ) : search !== '' || status !== undefined ? (
            <Empty title="No matching transaction codes">Remove a filter, or shorten the name.</Empty>
          ) : (
            <Empty title="No transaction codes yet">
              A code such as <code>CARD_SALE</code> says once which accounts a card sale moves, and how the fee is
              reckoned. From then on a sale is an amount and the number of an order.
            </Empty>
          )
        }
      </Answered>
    </Page>
  );
};

interface CodeTableProps {
  readonly rows: readonly Schemas['TransactionCode'][];
  readonly asking: Pick<ReturnType<typeof useAnswer>, 'isLoading' | 'pagination'>;
}

const CodeTable = ({ rows, asking }: CodeTableProps) => {
  const href = useHref();
  return (
    <Table
      caption="Transaction codes, by code"
      isCaptionHidden
      rows={rows}
      rowKey={({ id }) => id}
      href={({ id }) => href(`transaction-codes/${id}`)}
      rowClass={({ status }) => (status === 'deprecated' ? 'is-off' : undefined)}
      isLoading={asking.isLoading}
      pagination={asking.pagination}
      columns={[
        { key: 'code', title: 'Code', cell: ({ code }) => code },
        { key: 'name', title: 'Name', cell: ({ name }) => name },
        {
          key: 'params',
          title: 'Parameters',
          isWide: true,
          cell: ({ params_schema: schema }) => (
            <span class="small soft">
              {fieldsOf(schema)
                .map(({ name }) => name)
                .join(', ') || 'none'}
            </span>
          ),
        },
        {
          key: 'status',
          title: 'Status',
          cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{status}</Badge>,
        },
        { key: 'since', title: 'Since', isWide: true, cell: ({ created_at: at }) => <Day of={at} /> },
      ]}
    />
  );
};
