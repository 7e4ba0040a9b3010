/** The account names in the file, and the account of the ledger for each of them. */
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { AccountCombobox } from '../../parts/account-combobox';
import { accountsIn, accountTypes, withAccount, type Json, type NamedAccount } from './map';

interface AccountsProps {
  readonly map: Json;
  readonly onChange: (map: Json) => void;
  readonly rows: Schemas['FilePreview']['rows'];
}

/** The maximum number of accounts on the page. Further accounts are edited in the JSON of the map. */
const mostAccounts = 50;

export const Accounts = ({ map, onChange, rows }: AccountsProps) => {
  const used = rows.flatMap(({ entries }) => entries.map(({ account }) => account));
  const all = accountsIn(map, used);
  const accounts = all.slice(0, mostAccounts);
  if (accounts.length === 0) return null;
  return (
    <section class="part">
      <h2>Accounts</h2>
      <p class="soft small">
        Choose an account of this ledger for each name. An account that does not exist is opened with the type that you
        choose.
      </p>
      <ul class="import-accounts">
        {accounts.map((account) => (
          <Account key={account.name} of={account} onChange={(changed) => onChange(withAccount(map, changed))} />
        ))}
      </ul>
      {all.length > accounts.length ? (
        <p class="small soft">
          The first {accounts.length} of {all.length} names are shown. Edit the others in the JSON of the map.
        </p>
      ) : null}
    </section>
  );
};

interface AccountProps {
  readonly of: NamedAccount;
  readonly onChange: (account: NamedAccount) => void;
}

const Account = ({ of: account, onChange }: AccountProps) => {
  const id = useId();
  return (
    <li>
      <label class="import-account-name" for={id}>
        {account.name}
      </label>
      <AccountCombobox
        id={id}
        value={account.code}
        // An existing account already has a type, so the chosen type is cleared.
        onInput={(code) => onChange({ ...account, code, type: '' })}
      />
      <select
        class="input"
        aria-label={`Type of ${account.name}, if it is created`}
        value={account.type}
        onChange={(event) => onChange({ ...account, type: event.currentTarget.value })}
      >
        <option value="">As in the ledger</option>
        {accountTypes.map((type) => (
          <option key={type} value={type} selected={type === account.type}>
            Open as {type}
          </option>
        ))}
      </select>
    </li>
  );
};
