/** A key that is shown once, replaced by another, or ended. */
import { useState } from 'preact/hooks';
import { administration, nameOfKey, type ApiKey, type ApiKeyWithSecret } from '../../api/administration';
import { CodeBlock } from '../../parts/as-code';
import { Dialog } from '../../parts/dialog';
import { FormProblem, SelectField, useSending } from '../../parts/form';
import { ShownOnce } from '../../parts/shown-once';
import { TypedConfirm } from '../../parts/typed-confirm';

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
      <SelectField label="The key of now ends" value={grace} onInput={setGrace} choices={graces} />
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
