/** The acts on an endpoint other than changing it: send a test message, create a new secret, deliver events again, delete the endpoint. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Dialog } from '../../parts/dialog';
import { SelectField, TextField } from '../../parts/form';
import { FormDialog, useForm } from '../../parts/form-frame';
import { foreignText } from '../../parts/foreign-text';
import { Loading, Problem } from '../../parts/states';
import { useAnswer } from '../../api/use-answer';

type Endpoint = Schemas['WebhookEndpoint'];

interface ActProps<Data> {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
  readonly onDone: (data: Data) => void;
}

const pathOf = ({ id }: Endpoint) => ({ path: { endpointId: id } });

export const TestDialog = ({ endpoint, onClose }: Omit<ActProps<never>, 'onDone'>) => {
  const [key] = useState(() => crypto.randomUUID());
  const test = useAnswer(`webhook test ${key}`, () =>
    ask(client.POST('/api/v1/webhook-endpoints/{endpointId}/test', { params: pathOf(endpoint), body: {} })),
  );
  return (
    <Dialog title="Send a test message" onClose={onClose}>
      {test.problem !== undefined ? <Problem of={test.problem} /> : null}
      {test.data === undefined ? (
        test.problem === undefined ? (
          <Loading what="Sending webhook.test, and waiting for the response" />
        ) : null
      ) : (
        <>
          <p class={`note ${test.data.delivered ? 'is-good' : 'is-bad'}`} role="status">
            {test.data.delivered ? 'It was accepted' : 'It was not accepted'}
            {test.data.status === null ? '' : `: ${test.data.status}`}, after {test.data.milliseconds} ms.
          </p>
          {test.data.fault === null ? null : <p>{foreignText(test.data.fault)}</p>}
          <Foreign text={test.data.answer} />
        </>
      )}
    </Dialog>
  );
};

/** Shows the text of a receiver's answer. Anyone may have written it, so it is shown as plain text only. */
export const Foreign = ({ text }: { readonly text: string | null }) =>
  text === null || text === '' ? (
    <p class="small soft">The response had no text.</p>
  ) : (
    <pre class="foreign" tabIndex={0} aria-label="Response of the receiver">
      {foreignText(text)}
    </pre>
  );

const graces = [
  { value: '0', label: 'at once' },
  { value: '3600', label: 'after an hour' },
  { value: '86400', label: 'after a day' },
  { value: '604800', label: 'after a week' },
];

export const RotateDialog = ({ endpoint, onClose, onDone }: ActProps<string>) => {
  const form = useForm(
    { grace_seconds: '86400' },
    (values) => {
      const body = { grace_seconds: Number(values.grace_seconds) };
      return ask(
        client.POST('/api/v1/webhook-endpoints/{endpointId}/rotate-secret', { params: pathOf(endpoint), body }),
      );
    },
    ({ secret }) => onDone(secret),
  );
  return (
    <FormDialog form={form} id="rotate-secret" title="A new secret" submit="Create new secret" onClose={onClose}>
      <p class="prose">
        Until the old secret expires, every message has both signatures, so the receiver may use either secret.
      </p>
      <SelectField label="The old secret expires" {...form.field('grace_seconds')} choices={graces} />
    </FormDialog>
  );
};

export const RedeliverDialog = ({ endpoint, onClose, onDone }: ActProps<number | null>) => {
  const form = useForm(
    { from_sequence: '', to_sequence: '' },
    (values) => {
      const to = values.to_sequence.trim();
      const body = { from_sequence: Number(values.from_sequence), ...(to === '' ? {} : { to_sequence: Number(to) }) };
      return ask(client.POST('/api/v1/webhook-endpoints/{endpointId}/redeliver', { params: pathOf(endpoint), body }));
    },
    ({ events }) => onDone(events),
  );
  const [from, to] = [form.values.from_sequence.trim(), form.values.to_sequence.trim()];
  const isRewind = to === '';
  return (
    <FormDialog
      form={form}
      id="redeliver"
      title="Redeliver past events"
      submit={isRewind ? 'Rewind the endpoint' : 'Redeliver'}
      onClose={onClose}
      isReady={/^\d{1,15}$/.test(from) && /^\d{0,15}$/.test(to)}
      isGrave={isRewind}
    >
      <div class="fields">
        <TextField label="From sequence" {...form.field('from_sequence')} isRequired isFocused />
        <TextField label="To sequence" {...form.field('to_sequence')} placeholder="the end of the log" />
      </div>
      <p class="small soft">
        {isRewind
          ? 'If you leave the end empty, the endpoint is rewound: all events from the start on are delivered again, in order.'
          : 'At most a thousand, in addition to the current deliveries.'}{' '}
        The receiver can recognise them by their ids.
      </p>
    </FormDialog>
  );
};
