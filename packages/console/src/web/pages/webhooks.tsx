/** The page with the webhook endpoints of the ledger: their addresses and states. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { pageOf, useHref, useQuery } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { foreignText } from '../parts/foreign-text';
import { Page } from '../parts/page';
import { ShownOnce, storedEncrypted } from '../parts/shown-once';
import { List, NewButton } from '../parts/list';
import { Empty } from '../parts/states';
import type { Column } from '../parts/table';
import { EndpointDrawer } from './webhooks/endpoint-drawer';
import { EndpointState } from './webhooks/endpoint-state';
import './events/events.css';

type Endpoint = Schemas['WebhookEndpoint'];

export const Webhooks = () => {
  const query = useQuery();
  const href = useHref();
  const [, navigate] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>();
  const slice = pageOf(query);
  const endpoints = useAnswer(`webhook-endpoints ${slice.cursor ?? ''}`, () =>
    ask(client.GET('/api/v1/webhook-endpoints', { params: { query: slice } })),
  );
  return (
    <Page title="Webhooks" actions={<NewButton onClick={() => setMaking(true)}>New webhook</NewButton>}>
      <List
        by={endpoints}
        empty={
          <Empty title="No webhooks yet">
            <p>
              A webhook delivers the events of these books to your program: signed, in order, and retried until your
              program accepts them. To try it on your own machine:
            </p>
            <p>
              <code>npx ledger webhooks listen --forward http://127.0.0.1:3000/webhooks</code>
            </p>
          </Empty>
        }
        caption="Webhooks, oldest first"
        columns={columns}
        rowKey={({ id }) => id}
        href={({ id }) => href(`webhook-endpoints/${id}`)}
        rowClass={({ status }) => (status === 'inactive' ? 'is-off' : undefined)}
      />
      {isMaking ? (
        <EndpointDrawer
          onClose={() => setMaking(false)}
          onDone={({ id, secret }) => {
            setMaking(false);
            endpoints.reload();
            if (secret !== undefined) setMade({ id, secret });
          }}
        />
      ) : null}
      {made === undefined ? null : (
        <ShownOnce
          title="The secret of the webhook"
          label="Secret"
          secret={made.secret}
          because={storedEncrypted}
          onClose={() => navigate(href(`webhook-endpoints/${made.id}`))}
        >
          <p class="small soft">
            The receiver verifies each message with it, using any Standard Webhooks library, before it trusts the
            content.
          </p>
        </ShownOnce>
      )}
    </Page>
  );
};

const columns: readonly Column<Endpoint>[] = [
  { key: 'url', title: 'URL', cell: ({ url }) => <span class="cut">{foreignText(url)}</span> },
  { key: 'for', title: 'For', isWide: true, cell: ({ description }) => foreignText(description ?? '') },
  { key: 'state', title: 'State', cell: (one) => <EndpointState of={one} /> },
  { key: 'types', title: 'Events', isWide: true, cell: ({ types }) => (types === null ? 'all' : types.length) },
  {
    key: 'through',
    title: 'Delivered through',
    isNumber: true,
    cell: ({ delivered_through: through }) => through.toLocaleString('en'),
  },
];
