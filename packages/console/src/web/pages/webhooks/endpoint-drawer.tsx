/** An endpoint is made or changed: where events go, which, and how many at a time. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Drawer } from '../../parts/dialog';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';
import { EventTypes } from '../events/event-types';
import { eventTypes, type EventType } from '../events/subject';
import '../events/events.css';

type Endpoint = Schemas['WebhookEndpoint'];

interface EndpointDrawerProps {
  /** Undefined: a new one. */
  readonly endpoint?: Endpoint;
  readonly onClose: () => void;
  /** Called with the endpoint; a new one comes with its secret, which is shown only once. */
  readonly onDone: (endpoint: Endpoint & { readonly secret?: string }) => void;
}

const atATime = ['1', '2', '4', '8', '16', '32'];

export const EndpointDrawer = ({ endpoint, onClose, onDone }: EndpointDrawerProps) => {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(endpoint?.types ?? []);
  const [inFlight, setInFlight] = useState(String(endpoint?.max_in_flight ?? 1));
  const [from, setFrom] = useState('next');
  const writing = useSending<undefined, Endpoint & { readonly secret?: string }>(async () => {
    const body = {
      url: url.trim(),
      description: description.trim() || null,
      types: types.length === 0 || types.length === eventTypes.length ? null : [...types],
      max_in_flight: Number(inFlight),
    };
    if (endpoint !== undefined)
      return ask(
        client.PATCH('/api/v1/webhook-endpoints/{endpointId}', { params: { path: { endpointId: endpoint.id } }, body }),
      );
    const beginning = from === 'first' ? { from_sequence: 1 } : {};
    return ask(client.POST('/api/v1/webhook-endpoints', { body: { ...body, ...beginning } }));
  }, onDone);
  const { problem } = writing;
  const choices = [...new Set([...atATime, inFlight])].toSorted((one, other) => Number(one) - Number(other));
  return (
    <Drawer
      title={endpoint === undefined ? 'New webhook' : 'Change the webhook'}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="endpoint" class="button is-main" disabled={writing.isSending}>
            {endpoint === undefined ? 'Make it' : 'Change it'}
          </button>
        </>
      }
    >
      <form
        id="endpoint"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void writing.send(undefined);
        }}
      >
        <TextField
          label="URL"
          type="url"
          name="url"
          value={url}
          onInput={setUrl}
          problem={problem}
          isRequired
          isFocused
          maxLength={2048}
          placeholder="https://webhooks.example/ledger"
          hint="https, at a public address. Events are sent there by POST, signed."
        />
        <TextField
          label="Purpose"
          name="description"
          value={description}
          onInput={setDescription}
          problem={problem}
          maxLength={500}
        />
        <fieldset class="part">
          <legend>Which events</legend>
          <p class="small soft">
            {types.length === 0 ? 'All event types, including future ones.' : `${types.length} types.`}
          </p>
          <EventTypes chosen={types} onChange={setTypes} />
        </fieldset>
        <div class="fields">
          <SelectField
            label="Requests at a time"
            name="max_in_flight"
            value={inFlight}
            onInput={setInFlight}
            problem={problem}
            choices={choices.map((value) => ({ value, label: value === '1' ? '1, in order' : value }))}
            hint="One request at a time keeps the order; more are faster."
          />
          {endpoint === undefined ? (
            <SelectField
              label="Begins with"
              value={from}
              onInput={setFrom}
              choices={[
                { value: 'next', label: 'the next event' },
                { value: 'first', label: 'the first event of the ledger' },
              ]}
            />
          ) : null}
        </div>
        <FormProblem of={problem} shown={['url', 'description', 'max_in_flight']} />
      </form>
    </Drawer>
  );
};
