/** The page with all account sets of the ledger. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { Moment } from '../parts/labels';
import { For, Page } from '../parts/page';
import { QueryField } from '../parts/query-fields';
import { List, NewButton } from '../parts/list';
import { Empty } from '../parts/states';
import { SetDrawer } from './account-sets/set-drawer';

export const AccountSets = () => {
  const query = useQuery();
  const href = useHref();
  const [, navigate] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const search = query.get('search');
  const asked = { ...pageOf(query), ...(search === undefined ? {} : { search }) };
  const sets = useAnswer(`account-sets ${JSON.stringify(asked)}`, () =>
    ask(client.GET('/api/v1/account-sets', { params: { query: asked } })),
  );
  return (
    <Page
      title="Account sets"
      actions={
        <For least="bookkeeper">
          <NewButton onClick={() => setMaking(true)}>New set</NewButton>
        </For>
      }
    >
      <div class="filters">
        <QueryField name="search" label="Code or name" type="search" />
      </div>
      <List
        by={sets}
        empty={
          search === undefined ? (
            <Empty title="No account sets yet">
              <p>
                An account has one position in the chart. A set groups accounts from different branches, such as{' '}
                <code>LIQUID</code>: bank, cash, and payments in transit. It has a balance on every day, and may contain
                other sets.
              </p>
            </Empty>
          ) : (
            <Empty title="No matching account sets" />
          )
        }
        caption="Account sets by code"
        columns={[
          { key: 'code', title: 'Code', cell: ({ code }) => <code>{code}</code> },
          { key: 'name', title: 'Name', cell: ({ name }) => name },
          { key: 'for', title: 'For', isWide: true, cell: ({ description }) => description ?? '' },
          { key: 'at', title: 'Created', isWide: true, cell: (set) => <Moment of={set.created_at} isAgo /> },
        ]}
        rowKey={({ id }) => id}
        href={({ id }) => href(`account-sets/${id}`)}
      />
      {isMaking ? (
        <SetDrawer onClose={() => setMaking(false)} onDone={({ id }) => navigate(href(`account-sets/${id}`))} />
      ) : null}
    </Page>
  );
};
