/** A key is made: for what, with which rights, how quick, until when, and from where. */
import { useState } from 'preact/hooks';
import { administration, type ApiKeyWithSecret } from '../../api/administration';
import { ask } from '../../api/answer';
import { client } from '../../api/client';
import { usePlace } from '../../api/place';
import { useAnswer } from '../../api/use-answer';
import { Drawer } from '../../parts/dialog';
import { CheckField, FormProblem, SelectField, TextArea, TextField, useSending } from '../../parts/form';
import {
  capabilitiesTold,
  expiries,
  expiryOf,
  isRate,
  networksIn,
  participation,
  scopesTold,
  usualScopes,
} from './rights';

interface NewKeyProps {
  readonly onClose: () => void;
  readonly onDone: (key: ApiKeyWithSecret) => void;
}

/** Strings whose participation is offered. */
const mostStrings = 100;

export const NewKey = ({ onClose, onDone }: NewKeyProps) => {
  const { ledger } = usePlace();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(usualScopes);
  const [capabilities, setCapabilities] = useState<readonly string[]>([]);
  const [rate, setRate] = useState('100');
  const [expiry, setExpiry] = useState('90');
  const [day, setDay] = useState('');
  const [networks, setNetworks] = useState('');
  const strings = useAnswer('strings for keys', () =>
    ask(client.GET('/api/v1/strings', { params: { query: { limit: mostStrings } } })),
  );
  const own = (strings.data ?? []).filter(({ ledgers }) => ledgers.some(({ id }) => id === ledger.id));
  const making = useSending(
    () =>
      administration.makeKey({
        ledger_id: ledger.id,
        name: name.trim(),
        scopes: [...scopes],
        capabilities: [...capabilities],
        rate_limit_per_second: Number(rate),
        expires_at: expiryOf(expiry, day),
        allowed_networks: [...networksIn(networks)],
      }),
    onDone,
  );
  const { problem } = making;
  const turn = <Item,>(list: readonly Item[], item: Item, isOn: boolean): readonly Item[] =>
    isOn ? [...list, item] : list.filter((other) => other !== item);
  const offered = [
    ...capabilitiesTold,
    ...own.map(({ code }) => ({
      capability: participation(code),
      told: `Converts and transfers through the string ${code}.`,
    })),
  ];
  const isMeant = scopes.length > 0 && isRate(rate) && (expiry !== 'day' || day !== '');
  return (
    <Drawer
      title={`New key for ${ledger.code}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="key" class="button is-main" disabled={!isMeant || making.isSending}>
            Create key
          </button>
        </>
      }
    >
      <form
        id="key"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isMeant) void making.send(undefined);
        }}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          problem={problem}
          isRequired
          isFocused
          maxLength={255}
          placeholder="Order service"
          hint="The program that uses it. The log shows this name."
        />
        <fieldset class="part">
          <legend>Scopes</legend>
          {scopesTold.map(({ scope, told }) => (
            <CheckField
              key={scope}
              label={scope}
              hint={told}
              isChecked={scopes.includes(scope)}
              onChange={(isOn) => setScopes(turn(scopes, scope, isOn))}
            />
          ))}
          {scopes.length === 0 ? <p class="small field-error">A key without a scope opens nothing.</p> : null}
        </fieldset>
        <fieldset class="part">
          <legend>Capabilities</legend>
          {offered.map(({ capability, told }) => (
            <CheckField
              key={capability}
              label={capability}
              hint={told}
              isChecked={capabilities.includes(capability)}
              onChange={(isOn) => setCapabilities(turn(capabilities, capability, isOn))}
            />
          ))}
        </fieldset>
        <fieldset class="part">
          <legend>Limits</legend>
          <div class="fields">
            <TextField
              label="Requests per second"
              name="rate_limit_per_second"
              value={rate}
              onInput={setRate}
              problem={problem}
              isAmount
              isRequired
            />
            <SelectField
              label="Ends"
              name="expires_at"
              value={expiry}
              onInput={setExpiry}
              problem={problem}
              choices={expiries}
            />
            {expiry === 'day' ? (
              <TextField
                label="Day"
                type="date"
                value={day}
                onInput={setDay}
                isRequired
                hint="The key expires when this day begins, in UTC."
              />
            ) : null}
          </div>
          <TextArea
            label="Only from these networks"
            name="allowed_networks"
            value={networks}
            onInput={setNetworks}
            problem={problem}
            rows={2}
            isCode
            placeholder={'10.20.0.0/16\n2001:db8::/32'}
            hint="One per line; leave empty to allow any."
          />
        </fieldset>
        <FormProblem of={problem} shown={['name', 'rate_limit_per_second', 'expires_at', 'allowed_networks']} />
      </form>
    </Drawer>
  );
};
