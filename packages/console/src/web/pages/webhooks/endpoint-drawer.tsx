/** The form that creates or changes an endpoint: its address, its event types, and how many deliveries run in parallel. */
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { SelectField, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';
import { EventTypes } from '../events/event-types';
import { eventTypes, type EventType } from '../events/subject';
import '../events/events.css';

type Endpoint = Schemas['WebhookEndpoint'];

interface EndpointDrawerProps {
  /** The endpoint to change; undefined to create one. */
  readonly endpoint?: Endpoint;
  readonly onClose: () => void;
  /** Called with the endpoint. A new endpoint has its secret, which the service returns only once. */
  readonly onDone: (endpoint: Endpoint & { readonly secret?: string }) => void;
}

interface EndpointValues {
  readonly url: string;
  readonly description: string;
  /** The chosen event types; empty for all. */
  readonly types: readonly EventType[];
  readonly max_in_flight: string;
  readonly from: string;
}

const atATime = ['1', '2', '4', '8', '16', '32'];

export const EndpointDrawer = ({ endpoint, onClose, onDone }: EndpointDrawerProps) => {
  const form = useForm<EndpointValues, Endpoint & { readonly secret?: string }>(
    {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      types: endpoint?.types ?? [],
      max_in_flight: String(endpoint?.max_in_flight ?? 1),
      from: 'next',
    },
    async ({ url, description, types, max_in_flight: inFlight, from }) => {
      const body = {
        url: url.trim(),
        description: description.trim() || null,
        types: types.length === 0 || types.length === eventTypes.length ? null : [...types],
        max_in_flight: Number(inFlight),
      };
      if (endpoint === undefined) {
        const beginning = from === 'first' ? { from_sequence: 1 } : {};
        return ask(client.POST('/api/v1/webhook-endpoints', { body: { ...body, ...beginning } }));
      }
      const params = { path: { endpointId: endpoint.id } };
      return ask(client.PATCH('/api/v1/webhook-endpoints/{endpointId}', { params, body }));
    },
    onDone,
  );
  const { types, max_in_flight: inFlight } = form.values;
  const choices = [...new Set([...atATime, inFlight])].toSorted((one, other) => Number(one) - Number(other));
  return (
    <FormDrawer
      form={form}
      id="endpoint"
      title={endpoint === undefined ? 'New webhook' : 'Change the webhook'}
      submit={endpoint === undefined ? 'Create webhook' : 'Save'}
      onClose={onClose}
    >
      <TextField
        label="URL"
        type="url"
        {...form.field('url')}
        isRequired
        isFocused
        maxLength={2048}
        placeholder="https://webhooks.example/ledger"
        hint="https, at a public address. Events are sent there by POST, signed."
      />
      <TextField label="Purpose" {...form.field('description')} maxLength={500} />
      <fieldset class="part">
        <legend>Which events</legend>
        <p class="small soft">
          {types.length === 0 ? 'All event types, including future ones.' : `${types.length} types.`}
        </p>
        <EventTypes chosen={types} onChange={(chosen) => form.set('types', chosen)} />
      </fieldset>
      <div class="fields">
        <SelectField
          label="Concurrent requests"
          {...form.field('max_in_flight')}
          choices={choices.map((value) => ({ value, label: value === '1' ? '1, in order' : value }))}
          hint="One request at a time keeps the order; more are faster."
        />
        {endpoint === undefined ? (
          <SelectField
            label="Begins with"
            {...form.input('from')}
            choices={[
              { value: 'next', label: 'the next event' },
              { value: 'first', label: 'the first event of the ledger' },
            ]}
          />
        ) : null}
      </div>
    </FormDrawer>
  );
};
