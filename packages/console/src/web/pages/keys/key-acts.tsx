/** A key that is shown once, changed, replaced by another, or ended. */
import { useState } from 'preact/hooks';
import {
  administration,
  nameOfKey,
  type ApiKey,
  type ApiKeyWithSecret,
  type KeyChange,
} from '../../api/administration';
import { CodeBlock } from '../../parts/as-code';
import { Dialog } from '../../parts/dialog';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';
import { ShownOnce } from '../../parts/shown-once';
import { TypedConfirm } from '../../parts/typed-confirm';
import { changeOf, isRate } from './rights';

interface ActProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

export const KeyShown = ({ of: made, onClose }: { readonly of: ApiKeyWithSecret; readonly onClose: () => void }) => (
  <ShownOnce title={`The key ${nameOfKey(made)}`} label="Key" secret={made.key} onClose={onClose}>
    <section class="stack">
      <h3>Try it</h3>
      <CodeBlock
        text={`LEDGER_KEY='${made.key}'\ncurl -s '${location.origin}/api/v1/ledger' \\\n  -H "Authorization: Bearer $LEDGER_KEY"`}
        label="curl"
      />
    </section>
  </ShownOnce>
);

export const ChangeKey = ({ of: key, onClose, onDone }: ActProps & { readonly onDone: () => void }) => {
  const [name, setName] = useState(key.name ?? '');
  const [rate, setRate] = useState(String(key.rate_limit_per_second));
  const change = isRate(rate) ? changeOf(key, { name, rate }) : undefined;
  const changing = useSending((changed: KeyChange) => administration.changeKey(key.id, changed), onDone);
  const { problem } = changing;
  return (
    <Dialog
      title={`Change ${nameOfKey(key)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="submit"
            form="key-change"
            class="button is-main"
            disabled={change === undefined || changing.isSending}
          >
            Change the key
          </button>
        </>
      }
    >
      <form
        id="key-change"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (change !== undefined) void changing.send(change);
        }}
      >
        <p class="prose">
          In force within a second. What the key may do, from where and until when stays as it is: for other rights make
          another key, and revoke this one.
        </p>
        <TextField
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          problem={problem}
          isRequired={key.name !== null}
          isFocused
          maxLength={255}
        />
        <TextField
          label="Requests per second"
          name="rate_limit_per_second"
          value={rate}
          onInput={setRate}
          problem={problem}
          isAmount
          isRequired
          hint="From 1 to 1,000,000. Requests beyond it are answered with 429."
        />
        <FormProblem of={problem} shown={['name', 'rate_limit_per_second']} />
      </form>
    </Dialog>
  );
};

const graces = [
  { value: '0', label: 'at once' },
  { value: '900', label: 'after 15 minutes' },
  { value: '3600', label: 'after an hour' },
  { value: '86400', label: 'after a day' },
  { value: '604800', label: 'after a week' },
];

export const RotateKey = ({
  of: key,
  onClose,
  onDone,
}: ActProps & { readonly onDone: (key: ApiKeyWithSecret) => void }) => {
  const [grace, setGrace] = useState('86400');
  const rotating = useSending(() => administration.rotateKey(key.id, Number(grace)), onDone);
  return (
    <Dialog
      title={`Rotate ${nameOfKey(key)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button
            type="button"
            class={`button ${grace === '0' ? 'is-grave' : 'is-main'}`}
            disabled={rotating.isSending}
            onClick={() => void rotating.send(undefined)}
          >
            Make the new key
          </button>
        </>
      }
    >
      <p class="prose">
        A new key with the same rights is made. The one of now works beside it until it ends, so that the program that
        uses it can be changed without a pause.
      </p>
      <SelectField label="The current key expires" value={grace} onInput={setGrace} choices={graces} />
      <FormProblem of={rotating.problem} />
    </Dialog>
  );
};

export const RevokeKey = ({ of: key, onClose, onDone }: ActProps & { readonly onDone: () => void }) => {
  const revoking = useSending(() => administration.revokeKey(key.id), onDone);
  return (
    <TypedConfirm
      title={`Revoke ${nameOfKey(key)}`}
      word={key.prefix}
      action="Revoke the key"
      onClose={onClose}
      onConfirm={() => void revoking.send(undefined)}
      isSending={revoking.isSending}
      problem={revoking.problem}
    >
      <p class="prose">
        Within a second nobody gets in with it any more, and it never comes back. A program that still uses it is
        answered with 401.
      </p>
    </TypedConfirm>
  );
};
