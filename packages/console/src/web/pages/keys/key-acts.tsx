/** The windows of a key: they show its secret once, change it, rotate it, or revoke it. */
import { administration, nameOfKey, type ApiKey, type ApiKeyWithSecret } from '../../api/administration';
import { CodeBlock } from '../../parts/as-code';
import { SelectField, TextField, useSending } from '../../parts/form';
import { FormDialog, useForm } from '../../parts/form-frame';
import { ShownOnce, storedAsHash } from '../../parts/shown-once';
import { Confirm } from '../../parts/confirm';
import { changeOf, isRate } from './rights';

interface ActProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

export const KeyShown = ({ of: made, onClose }: { readonly of: ApiKeyWithSecret; readonly onClose: () => void }) => (
  <ShownOnce
    title={`The key ${nameOfKey(made)}`}
    label="Key"
    secret={made.key}
    because={storedAsHash}
    onClose={onClose}
  >
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
  const before = { name: key.name ?? '', rate_limit_per_second: String(key.rate_limit_per_second) };
  const changeIn = ({ name, rate_limit_per_second: rate }: typeof before) =>
    isRate(rate) ? changeOf(key, { name, rate }) : undefined;
  const form = useForm(before, (values) => administration.changeKey(key.id, changeIn(values) ?? {}), onDone);
  return (
    <FormDialog
      form={form}
      id="key-change"
      title={`Change ${nameOfKey(key)}`}
      submit="Change the key"
      onClose={onClose}
      isReady={changeIn(form.values) !== undefined}
    >
      <p class="prose">
        The change takes effect within a second. The key keeps its rights, its networks and its expiry. To change those,
        create another key and revoke this one.
      </p>
      <TextField label="Name" {...form.field('name')} isRequired={key.name !== null} isFocused maxLength={255} />
      <TextField
        label="Requests per second"
        {...form.field('rate_limit_per_second')}
        isAmount
        isRequired
        hint="From 1 to 1,000,000. Requests above the limit are answered with 429."
      />
    </FormDialog>
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
  const form = useForm(
    { grace_seconds: '86400' },
    (values) => administration.rotateKey(key.id, Number(values.grace_seconds)),
    onDone,
  );
  return (
    <FormDialog
      form={form}
      id="rotate-key"
      title={`Rotate ${nameOfKey(key)}`}
      submit="Create new key"
      onClose={onClose}
      isGrave={form.values.grace_seconds === '0'}
    >
      <p class="prose">
        Creates a new key with the same rights, networks and expiry.{' '}
        {form.values.grace_seconds === '0'
          ? 'The current key expires at once: a program that uses it stops working within a second.'
          : 'The current key remains valid until it expires, so that you can change the program without an interruption.'}
      </p>
      <SelectField label="The current key expires" {...form.field('grace_seconds')} choices={graces} />
    </FormDialog>
  );
};

export const RevokeKey = ({ of: key, onClose, onDone }: ActProps & { readonly onDone: () => void }) => {
  const revoking = useSending(() => administration.revokeKey(key.id), onDone);
  return (
    <Confirm
      title={`Revoke ${nameOfKey(key)}`}
      word={key.prefix}
      action="Revoke the key"
      onClose={onClose}
      onConfirm={() => void revoking.send(undefined)}
      sending={revoking}
    >
      <p class="prose">
        The key stops working within a second, permanently. A program that still uses it is answered with 401.
      </p>
    </Confirm>
  );
};
