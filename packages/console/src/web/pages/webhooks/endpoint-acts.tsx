/** The acts on an endpoint besides changing it: test, new secret, redelivery, deletion. */
import { useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { Dialog } from '../../parts/dialog';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';
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
          <Loading what="Sending webhook.test, and waiting for the answer" />
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

/** The words of a receiver, which may be anybody's: text, and nothing else. */
export const Foreign = ({ text }: { readonly text: string | null }) =>
  text === null || text === '' ? (
    <p class="small soft">The answer had no text.</p>
  ) : (
    <pre class="foreign" tabIndex={0} aria-label="Answer of the receiver">
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
  const [grace, setGrace] = useState('86400');
  const rotating = useSending(
    () => {
      const body = { grace_seconds: Number(grace) };
      return ask(
        client.POST('/api/v1/webhook-endpoints/{endpointId}/rotate-secret', { params: pathOf(endpoint), body }),
      );
    },
    ({ secret }) => onDone(secret),
  );
  return (
    <Dialog
      title="A new secret"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Keep the one of now
          </button>
          <button
            type="button"
            class="button is-main"
            disabled={rotating.isSending}
            onClick={() => void rotating.send(undefined)}
          >
            Make a new secret
          </button>
        </>
      }
    >
      <p class="prose">
        Until the former one ends, every message carries both signatures: the receiver may know either.
      </p>
      <SelectField label="The old secret expires" value={grace} onInput={setGrace} choices={graces} />
      <FormProblem of={rotating.problem} />
    </Dialog>
  );
};

export const RedeliverDialog = ({ endpoint, onClose, onDone }: ActProps<number | null>) => {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const sending = useSending(
    () => {
      const body = { from_sequence: Number(from), ...(to.trim() === '' ? {} : { to_sequence: Number(to) }) };
      return ask(client.POST('/api/v1/webhook-endpoints/{endpointId}/redeliver', { params: pathOf(endpoint), body }));
    },
    ({ events }) => onDone(events),
  );
  const isMeant = /^\d{1,15}$/.test(from.trim()) && /^\d{0,15}$/.test(to.trim());
  return (
    <Dialog
      title="Redeliver past events"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="submit"
            form="redeliver"
            class={`button ${to.trim() === '' ? 'is-grave' : 'is-main'}`}
            disabled={!isMeant || sending.isSending}
          >
            {to.trim() === '' ? 'Rewind the endpoint' : 'Redeliver them'}
          </button>
        </>
      }
    >
      <form
        id="redeliver"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant) void sending.send(undefined);
        }}
      >
        <div class="fields">
          <TextField
            label="From sequence"
            name="from_sequence"
            value={from}
            onInput={setFrom}
            problem={sending.problem}
            isRequired
            isFocused
          />
          <TextField
            label="To sequence"
            name="to_sequence"
            value={to}
            onInput={setTo}
            problem={sending.problem}
            placeholder="the end of the log"
          />
        </div>
        <p class="small soft">
          {to.trim() === ''
            ? 'Without an end, all events from there on are delivered again in order: the endpoint is rewound in the log.'
            : 'At most a thousand, in addition to the current deliveries.'}{' '}
          The receiver knows them by their ids.
        </p>
        <FormProblem of={sending.problem} shown={['from_sequence', 'to_sequence']} />
      </form>
    </Dialog>
  );
};
