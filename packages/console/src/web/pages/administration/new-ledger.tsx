/** A set of books is begun. Its currency and its decimals are for ever. */
import { useState } from 'preact/hooks';
import { administration, type AdminLedger, type Tenant } from '../../api/administration';
import { Dialog, Drawer } from '../../parts/dialog';
import { FormProblem, SelectField, TextField, useSending } from '../../parts/form';

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

interface NewLedgerProps {
  readonly tenants: readonly Tenant[];
  readonly tenantId: string;
  readonly onClose: () => void;
  readonly onDone: (ledger: AdminLedger) => void;
}

const kinds = [
  { value: 'fiat', label: 'money of a state' },
  { value: 'crypto', label: 'a crypto currency' },
];

export const NewLedger = ({ tenants, tenantId, onClose, onDone }: NewLedgerProps) => {
  const [tenant, setTenant] = useState(tenantId);
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState('');
  const [kind, setKind] = useState('fiat');
  const [storage, setStorage] = useState('2');
  const [display, setDisplay] = useState('2');
  const [timeZone, setTimeZone] = useState(ownTimeZone);
  const [yearStart, setYearStart] = useState('01-01');
  const making = useSending(
    () =>
      administration.makeLedger({
        tenant_id: tenant,
        code: code.trim(),
        name: name.trim(),
        currency: currency.trim().toUpperCase(),
        currency_type: kind === 'crypto' ? 'crypto' : 'fiat',
        storage_decimals: Number(storage),
        display_decimals: Number(display),
        time_zone: timeZone.trim(),
        fiscal_year_start: yearStart.trim(),
      }),
    onDone,
  );
  const { problem } = making;
  const shared = { problem, isRequired: true };
  return (
    <Drawer
      title="New ledger"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="ledger" class="button is-main" disabled={making.isSending}>
            Open the books
          </button>
        </>
      }
    >
      <form
        id="ledger"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void making.send(undefined);
        }}
      >
        <SelectField
          label="Tenant"
          name="tenant_id"
          value={tenant}
          onInput={setTenant}
          problem={problem}
          choices={tenants.map(({ id, name: label }) => ({ value: id, label }))}
        />
        <div class="fields">
          <TextField
            {...shared}
            label="Code"
            name="code"
            value={code}
            onInput={setCode}
            isFocused
            placeholder="USD-MAIN"
          />
          <TextField
            {...shared}
            label="Currency"
            name="currency"
            value={currency}
            onInput={setCurrency}
            placeholder="USD"
            suggestions={['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'BTC']}
          />
        </div>
        <TextField
          {...shared}
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          placeholder="Main books in dollars"
        />
        <div class="fields">
          <SelectField
            label="It is"
            name="currency_type"
            value={kind}
            onInput={setKind}
            problem={problem}
            choices={kinds}
          />
          <TextField
            {...shared}
            label="Decimals kept"
            name="storage_decimals"
            value={storage}
            onInput={setStorage}
            isAmount
          />
          <TextField
            {...shared}
            label="Decimals shown"
            name="display_decimals"
            value={display}
            onInput={setDisplay}
            isAmount
          />
        </div>
        <TextField
          {...shared}
          label="Time zone"
          name="time_zone"
          value={timeZone}
          onInput={setTimeZone}
          suggestions={timeZones}
          hint="Days of the ledger begin at midnight in this time zone."
        />
        <TextField
          {...shared}
          label="Fiscal year begins"
          name="fiscal_year_start"
          value={yearStart}
          onInput={setYearStart}
          placeholder="01-01"
          hint="Month and day, such as 04-01."
        />
        <p class="note is-warn small">The currency and the decimals kept never change once the books are open.</p>
        <FormProblem
          of={problem}
          shown={[
            ...['tenant_id', 'code', 'name', 'currency', 'currency_type', 'storage_decimals', 'display_decimals'],
            ...['time_zone', 'fiscal_year_start'],
          ]}
        />
      </form>
    </Drawer>
  );
};

interface NewTenantProps {
  readonly onClose: () => void;
  readonly onDone: (tenant: Tenant) => void;
}

export const NewTenant = ({ onClose, onDone }: NewTenantProps) => {
  const [name, setName] = useState('');
  const making = useSending(() => administration.makeTenant({ name: name.trim() }), onDone);
  return (
    <Dialog
      title="New tenant"
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button type="submit" form="tenant" class="button is-main" disabled={making.isSending}>
            Make it
          </button>
        </>
      }
    >
      <form
        id="tenant"
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void making.send(undefined);
        }}
      >
        <p class="prose">The owner of the ledger. No tenant ever sees data of another.</p>
        <TextField
          label="Name"
          name="name"
          value={name}
          onInput={setName}
          problem={making.problem}
          isRequired
          isFocused
        />
        <FormProblem of={making.problem} shown={['name']} />
      </form>
    </Dialog>
  );
};
