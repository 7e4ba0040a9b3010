/** The form that creates a key: its purpose, rights, rate, expiry and networks. */
import { administration, type ApiKeyWithSecret } from '../../api/administration';
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { every } from '../../api/every';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { CheckField, SelectField, TextArea, TextField } from '../../parts/form';
import { FormDrawer, useForm } from '../../parts/form-frame';
import {
  offeredCapabilities,
  expiries,
  expiryOf,
  isRate,
  networksIn,
  participation,
  offeredScopes,
  usualScopes,
} from './rights';

interface NewKeyProps {
  readonly onClose: () => void;
  readonly onDone: (key: ApiKeyWithSecret) => void;
}

export const NewKey = ({ onClose, onDone }: NewKeyProps) => {
  const { ledger } = usePlace();
  const strings = useAnswer('strings for keys', () =>
    every((slice) => ask(client.GET('/api/v1/strings', { params: { query: slice } }))),
  );
  const own = (strings.data ?? []).filter(({ ledgers }) => ledgers.some(({ id }) => id === ledger.id));
  const form = useForm(
    {
      name: '',
      scopes: usualScopes,
      capabilities: [] as readonly string[],
      rate_limit_per_second: '100',
      expires_at: '90',
      day: '',
      allowed_networks: '',
    },
    (values) =>
      administration.makeKey({
        ledger_id: ledger.id,
        name: values.name.trim(),
        scopes: [...values.scopes],
        capabilities: [...values.capabilities],
        rate_limit_per_second: Number(values.rate_limit_per_second),
        expires_at: expiryOf(values.expires_at, values.day),
        allowed_networks: [...networksIn(values.allowed_networks)],
      }),
    onDone,
  );
  const { scopes, capabilities, rate_limit_per_second: rate, expires_at: expiry, day } = form.values;
  const turn = <Item,>(list: readonly Item[], item: Item, isOn: boolean): readonly Item[] =>
    isOn ? [...list, item] : list.filter((other) => other !== item);
  const offered = [
    ...offeredCapabilities,
    ...own.map(({ code }) => ({
      capability: participation(code),
      description: `Converts and transfers through the string ${code}.`,
    })),
  ];
  return (
    <FormDrawer
      form={form}
      id="key"
      title={`New key for ${ledger.code}`}
      submit="Create key"
      onClose={onClose}
      isReady={scopes.length > 0 && isRate(rate) && (expiry !== 'day' || day !== '')}
    >
      <TextField
        label="Name"
        {...form.field('name')}
        isRequired
        isFocused
        maxLength={255}
        placeholder="Order service"
        hint="The program that uses it. The log shows this name."
      />
      <fieldset class="part">
        <legend>Scopes</legend>
        {offeredScopes.map(({ scope, description }) => (
          <CheckField
            key={scope}
            label={scope}
            hint={description}
            isChecked={scopes.includes(scope)}
            onChange={(isOn) => form.set('scopes', turn(scopes, scope, isOn))}
          />
        ))}
        {scopes.length === 0 ? <p class="small field-error">A key without a scope gives no access.</p> : null}
      </fieldset>
      <fieldset class="part">
        <legend>Capabilities</legend>
        {offered.map(({ capability, description }) => (
          <CheckField
            key={capability}
            label={capability}
            hint={description}
            isChecked={capabilities.includes(capability)}
            onChange={(isOn) => form.set('capabilities', turn(capabilities, capability, isOn))}
          />
        ))}
      </fieldset>
      <fieldset class="part">
        <legend>Limits</legend>
        <div class="fields">
          <TextField label="Requests per second" {...form.field('rate_limit_per_second')} isAmount isRequired />
          <SelectField label="Ends" {...form.field('expires_at')} choices={expiries} />
          {expiry === 'day' ? (
            <TextField
              label="Day"
              type="date"
              {...form.input('day')}
              isRequired
              hint="The key expires when this day begins, in UTC."
            />
          ) : null}
        </div>
        <TextArea
          label="Only from these networks"
          {...form.field('allowed_networks')}
          rows={2}
          isCode
          placeholder={'10.20.0.0/16\n2001:db8::/32'}
          hint="One per line; leave empty to allow any."
        />
      </fieldset>
    </FormDrawer>
  );
};
