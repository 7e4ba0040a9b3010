/** The page of a webhook endpoint: its state, its deliveries with the receiver's answers, and the possible acts. */
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { ask } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref } from '../api/place';
import { useAnswer } from '../api/use-answer';
import { FormProblem, useSending } from '../parts/form';
import { foreignText } from '../parts/foreign-text';
import { Id, Moment } from '../parts/labels';
import { Page } from '../parts/page';
import { Actor, useActors } from './activity/actors';
import { TenantSubjectLog } from './activity/subject-log';
import { ShownOnce, storedEncrypted } from '../parts/shown-once';
import { Loading, Problem } from '../parts/states';
import { Confirm } from '../parts/confirm';
import type { PageParams } from '../parts/page-component';
import { inWords } from './events/subject';
import { Deliveries } from './webhooks/deliveries';
import { RedeliverDialog, RotateDialog, TestDialog } from './webhooks/endpoint-acts';
import { EndpointDrawer } from './webhooks/endpoint-drawer';
import { EndpointState } from './webhooks/endpoint-state';
import './events/events.css';

type Endpoint = Schemas['WebhookEndpoint'];
type Doing = 'change' | 'test' | 'rotate' | 'redeliver' | 'delete';

export const Webhook = ({ params }: { readonly params: PageParams }) => {
  const endpointId = params.endpointId ?? '';
  const href = useHref();
  const [, navigate] = useLocation();
  const [doing, setDoing] = useState<Doing>();
  const [secret, setSecret] = useState<string>();
  const [said, setSaid] = useState('');
  const [turn, setTurn] = useState(0);
  const path = { endpointId };
  const asking = useAnswer(`webhook-endpoint ${endpointId}`, () =>
    ask(client.GET('/api/v1/webhook-endpoints/{endpointId}', { params: { path } })),
  );
  const stopping = useSending(
    (isActive: boolean) =>
      ask(client.PATCH('/api/v1/webhook-endpoints/{endpointId}', { params: { path }, body: { is_active: isActive } })),
    () => asking.reload(),
  );
  const deleting = useSending(
    () => ask(client.DELETE('/api/v1/webhook-endpoints/{endpointId}', { params: { path } })),
    () => navigate(href('webhook-endpoints')),
  );
  const endpoint = asking.data;
  if (endpoint === undefined)
    return (
      <Page title="Webhook">
        {asking.problem === undefined ? <Loading /> : <Problem of={asking.problem} retry={asking.reload} />}
      </Page>
    );
  const close = (): void => setDoing(undefined);
  const { host } = new URL(endpoint.url);
  return (
    <Page
      title={host}
      over={<Link href={href('webhook-endpoints')}>Webhooks</Link>}
      under={
        <span class="row">
          <EndpointState of={endpoint} /> <Id of={endpoint.id} />
        </span>
      }
      actions={
        <>
          <button type="button" class="button" onClick={() => setDoing('test')}>
            Send test message
          </button>
          <button
            type="button"
            class="button"
            disabled={stopping.isSending}
            onClick={() => void stopping.send(endpoint.status !== 'active')}
          >
            {endpoint.status === 'active' ? 'Pause' : 'Resume'}
          </button>
          <button type="button" class="button" onClick={() => setDoing('change')}>
            Change
          </button>
        </>
      }
    >
      <p role="status" class={said === '' ? 'heard' : 'note is-good'}>
        {said}
      </p>
      <FormProblem of={stopping.problem} />
      {endpoint.pause_reason === null ? null : (
        <p class="note is-warn">
          Paused <Moment of={endpoint.paused_at} isAgo />: {foreignText(endpoint.pause_reason)}. Nothing is skipped:
          delivery resumes with the event that was not accepted.
        </p>
      )}
      <Facts of={endpoint} />
      <div class="row">
        <button type="button" class="button is-small" onClick={() => setDoing('redeliver')}>
          Redeliver past events
        </button>
        <button type="button" class="button is-small" onClick={() => setDoing('rotate')}>
          New secret
        </button>
        <button type="button" class="button is-small is-grave" onClick={() => setDoing('delete')}>
          Delete
        </button>
      </div>
      <Deliveries endpoint={endpoint} turn={turn} />
      <TenantSubjectLog id={endpoint.id} version={`${endpoint.updated_at} ${turn}`} />
      {doing === 'change' ? (
        <EndpointDrawer
          endpoint={endpoint}
          onClose={close}
          onDone={() => {
            close();
            asking.reload();
          }}
        />
      ) : null}
      {doing === 'test' ? <TestDialog endpoint={endpoint} onClose={close} /> : null}
      {doing === 'rotate' ? (
        <RotateDialog
          endpoint={endpoint}
          onClose={close}
          onDone={(made) => {
            close();
            setSecret(made);
          }}
        />
      ) : null}
      {doing === 'redeliver' ? (
        <RedeliverDialog
          endpoint={endpoint}
          onClose={close}
          onDone={(events) => {
            close();
            setSaid(
              events === null
                ? 'The endpoint continues from there.'
                : `${events.toLocaleString('en')} events are delivered again.`,
            );
            setTurn((count) => count + 1);
            asking.reload();
          }}
        />
      ) : null}
      {doing === 'delete' ? (
        <Confirm
          title="Delete this webhook"
          word={host}
          action="Delete the webhook"
          onClose={close}
          onConfirm={() => void deleting.send(undefined)}
          sending={deleting}
        >
          <p class="prose">
            Nothing more is sent to it, and its delivery history is deleted. To stop deliveries for a while, pause the
            webhook.
          </p>
        </Confirm>
      ) : null}
      {secret === undefined ? null : (
        <ShownOnce
          title="The new secret"
          label="Secret"
          secret={secret}
          because={storedEncrypted}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  );
};

const Facts = ({ of: endpoint }: { readonly of: Endpoint }) => (
  <dl class="facts">
    <dt>URL</dt>
    <dd>
      <code>{foreignText(endpoint.url)}</code>
    </dd>
    {endpoint.description === null ? null : (
      <>
        <dt>Purpose</dt>
        <dd>{foreignText(endpoint.description)}</dd>
      </>
    )}
    <dt>Events</dt>
    <dd>{endpoint.types === null ? 'all' : endpoint.types.map(inWords).join(', ')}</dd>
    <dt>Concurrent requests</dt>
    <dd>{endpoint.max_in_flight === 1 ? '1, in order' : endpoint.max_in_flight}</dd>
    <dt>Delivered through</dt>
    <dd>event {endpoint.delivered_through.toLocaleString('en')}</dd>
    <dt>Created</dt>
    <dd>
      <Moment of={endpoint.created_at} /> by <Actor of={endpoint.created_by} among={useActors()} />
    </dd>
  </dl>
);
