/** The page with the transaction codes of the ledger. Each is a template of entries. */
import { Link } from 'wouter-preact';
import { ask } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { client } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { SelectField } from '../parts/form';
import { Icon } from '../parts/icon';
import { Badge, Day } from '../parts/labels';
import { List } from '../parts/list';
import { For, Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { Empty } from '../parts/states';
import { fieldsOf } from './new-transaction/schema-form';
import './transaction-code/transaction-code.css';

const statuses = ['active', 'deprecated'] as const;

export const TransactionCodes = () => {
  const query = useQuery();
  const href = useHref();
  const search = query.get('search') ?? '';
  const status = asAsked<(typeof statuses)[number]>(query.get('status'));
  const page = pageOf(query);
  const codes = useAnswer(`transaction codes ${search} ${status} ${page.cursor}`, () => {
    const asked = { ...(search === '' ? {} : { search }), ...(status === undefined ? {} : { status }), ...page };
    return ask(client.GET('/api/v1/trancodes', { params: { query: asked } }));
  });
  return (
    <Page
      title="Transaction codes"
      under="Templates of entries: a posting by code needs only parameters, and its entries are always consistent."
      actions={
        <For least="bookkeeper">
          <Link href={href('transaction-codes/new')} className="button is-main">
            <Icon name="plus" /> New code
          </Link>
        </For>
      }
    >
      <div class="filters">
        <QueryField name="search" label="Code or name" type="search" />
        <SelectField
          label="Status"
          value={status ?? ''}
          onInput={(text) => query.set({ status: text }, { replace: true })}
          choices={[{ value: '', label: 'all' }, ...statuses.map((value) => ({ value, label: value }))]}
        />
      </div>
      <List
        by={codes}
        what="Loading the transaction codes"
        empty={
          search !== '' || status !== undefined ? (
            <Empty title="No matching transaction codes">Remove a filter, or shorten the name.</Empty>
          ) : (
            <Empty title="No transaction codes yet">
              A code such as <code>CARD_SALE</code> defines once which accounts a card sale posts to, and how the fee is
              calculated. To post a sale, you then enter only the amount and the order number.
            </Empty>
          )
        }
        caption="Transaction codes, by code"
        rowKey={({ id }) => id}
        href={({ id }) => href(`transaction-codes/${id}`)}
        rowClass={({ status: own }) => (own === 'deprecated' ? 'is-off' : undefined)}
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
            cell: (one) => <Badge tone={one.status === 'active' ? 'good' : 'plain'}>{one.status}</Badge>,
          },
          { key: 'since', title: 'Since', isWide: true, cell: ({ created_at: at }) => <Day of={at} /> },
        ]}
      />
    </Page>
  );
};
