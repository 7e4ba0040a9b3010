/** The deliveries of an endpoint with the receiver's answers, and buttons that deliver a message again. */
import { ask } from '../../api/answer';
import { asAsked } from '../../api/as-asked';
import { client, type Schemas } from '../../api/client';
import { pageOf, useQuery } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { CodeBlock } from '../../parts/as-code';
import { Drawer } from '../../parts/dialog';
import { FormProblem, SelectField, useSending } from '../../parts/form';
import { foreignText } from '../../parts/foreign-text';
import { Id, Moment } from '../../parts/labels';
import { List } from '../../parts/list';
import { Empty, Loading } from '../../parts/states';
import type { Column } from '../../parts/table';
import { useEvent } from '../events/event-drawer';
import { inWords } from '../events/subject';
import { Foreign } from './endpoint-acts';
import { DeliveryState } from './endpoint-state';

type Delivery = Schemas['WebhookDelivery'];

const states = ['delivered', 'failing', 'queued'] as const;

interface DeliveriesProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  /** A number that changes after each redelivery, so that the list is read again. */
  readonly turn: number;
}

export const Deliveries = ({ endpoint, turn }: DeliveriesProps) => {
  const query = useQuery();
  const state = asAsked<(typeof states)[number]>(query.get('state'));
  const asked = { ...pageOf(query), ...(state === undefined ? {} : { state }) };
  const deliveries = useAnswer(`deliveries ${endpoint.id} ${turn} ${JSON.stringify(asked)}`, () =>
    ask(
      client.GET('/api/v1/webhook-endpoints/{endpointId}/deliveries', {
        params: { path: { endpointId: endpoint.id }, query: asked },
      }),
    ),
  );
  const open = (id: string | null): void => query.set({ delivery: id, cursor: query.get('cursor') }, { replace: true });
  const opened = deliveries.data?.find(({ id }) => id === query.get('delivery'));
  return (
    <section class="part">
      <div class="row spread">
        <h2>Deliveries</h2>
        <div class="filters">
          <SelectField
            label="State"
            value={state ?? ''}
            onInput={(value) => query.set({ state: value })}
            choices={[{ value: '', label: 'All' }, ...states.map((value) => ({ value, label: value }))]}
          />
          <button type="button" class="button" onClick={deliveries.reload}>
            Refresh
          </button>
        </div>
      </div>
      <List
        by={deliveries}
        empty={
          <Empty title={state === undefined ? 'No deliveries yet' : `No deliveries are ${state}`}>
            Each event that this webhook is subscribed to is listed here, with the response of the receiver.
          </Empty>
        }
        caption="Deliveries, newest event first"
        columns={columnsWith(open)}
        rowKey={({ id }) => id}
      />
      {opened === undefined ? null : (
        <DeliveryDrawer
          endpoint={endpoint}
          delivery={opened}
          onClose={() => open(null)}
          onSent={() => {
            open(null);
            deliveries.reload();
          }}
        />
      )}
    </section>
  );
};

const columnsWith = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    key: 'event',
    title: 'Event',
    cell: ({ id, sequence }) => (
      <button type="button" class="link-button" onClick={() => open(id)}>
        {sequence.toLocaleString('en')}
      </button>
    ),
  },
  { key: 'type', title: 'Event', cell: ({ type }) => inWords(type) },
  { key: 'state', title: 'State', cell: ({ state }) => <DeliveryState of={state} /> },
  {
    key: 'answer',
    title: 'Answer',
    isWide: true,
    cell: ({ status, fault }) => <span class="cut">{status ?? (fault === null ? '' : foreignText(fault))}</span>,
  },
  { key: 'attempts', title: 'Attempts', isNumber: true, isWide: true, cell: ({ attempts }) => attempts },
  { key: 'ms', title: 'ms', isNumber: true, isWide: true, cell: ({ milliseconds }) => milliseconds ?? '' },
  { key: 'at', title: 'Last attempt', cell: (one) => <Moment of={one.last_attempt_at} isAgo /> },
];

interface DeliveryDrawerProps {
  readonly endpoint: Schemas['WebhookEndpoint'];
  readonly delivery: Delivery;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

const DeliveryDrawer = ({ endpoint, delivery, onClose, onSent }: DeliveryDrawerProps) => {
  const event = useEvent(delivery.sequence);
  const again = useSending(
    () =>
      ask(
        client.POST('/api/v1/webhook-endpoints/{endpointId}/redeliver', {
          params: { path: { endpointId: endpoint.id } },
          body: { delivery_id: delivery.id },
        }),
      ),
    onSent,
  );
  return (
    <Drawer
      title={`Delivery of event ${delivery.sequence.toLocaleString('en')}`}
      onClose={onClose}
      foot={
        <button
          type="button"
          class="button is-main"
          disabled={again.isSending}
          onClick={() => void again.send(undefined)}
        >
          Send again
        </button>
      }
    >
      <FormProblem of={again.problem} />
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <DeliveryState of={delivery.state} />
        </dd>
        <dt>Attempts</dt>
        <dd>{delivery.attempts}</dd>
        <dt>Last attempt</dt>
        <dd>
          <Moment of={delivery.last_attempt_at} />
        </dd>
        {delivery.next_attempt_at === null ? null : (
          <>
            <dt>Next</dt>
            <dd>
              <Moment of={delivery.next_attempt_at} />
            </dd>
          </>
        )}
        <dt>Delivery</dt>
        <dd>
          <Id of={delivery.id} isWhole />
        </dd>
      </dl>
      <section class="part">
        <h3>Response</h3>
        {delivery.fault === null ? null : <p class="note is-bad">{foreignText(delivery.fault)}</p>}
        {delivery.status === null ? null : (
          <p>
            Status <strong>{delivery.status}</strong>, after {delivery.milliseconds} ms.
          </p>
        )}
        {delivery.status === null ? null : <Foreign text={delivery.answer} />}
      </section>
      <section class="part">
        <h3>The message</h3>
        {event.data === undefined ? (
          <Loading />
        ) : (
          <CodeBlock text={requestOf(endpoint, event.data)} label="the request" />
        )}
      </section>
    </Drawer>
  );
};

/** Prints the request of a delivery (docs/use/webhooks.md). Its time and signature are left out, because they differ in each attempt. */
const requestOf = (
  { id, url }: Pick<Schemas['WebhookEndpoint'], 'id' | 'url'>,
  event: Schemas['LedgerEvent'] | null,
): string => {
  const { host, pathname, search } = new URL(url);
  return [
    `POST ${pathname}${search}`,
    `Host: ${host}`,
    'Content-Type: application/json',
    // The message id contains the endpoint's id, so that the messages of one event to two endpoints have different ids.
    `webhook-id: ${event === null ? '…' : `msg_${id.replaceAll('-', '')}_${event.id.replace('evt_', '')}`}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
    '',
    event === null ? '…' : JSON.stringify(event, null, 2),
  ].join('\n');
};
