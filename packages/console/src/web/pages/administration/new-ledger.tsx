/** The form that creates a ledger. */
import { administration, type AdminLedger, type Tenant } from '../../api/administration';
import { SelectField, TextField } from '../../parts/form';
import { FormDialog, FormDrawer, useForm } from '../../parts/form-frame';

const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

interface NewLedgerProps {
  readonly tenants: readonly Tenant[];
  readonly tenantId: string;
  readonly onClose: () => void;
  readonly onDone: (ledger: AdminLedger) => void;
}

const kinds = [
  { value: 'fiat', label: 'a state currency' },
  { value: 'crypto', label: 'a crypto currency' },
];

export const NewLedger = ({ tenants, tenantId, onClose, onDone }: NewLedgerProps) => {
  const form = useForm(
    {
      tenant_id: tenantId,
      code: '',
      name: '',
      currency: '',
      currency_type: 'fiat',
      storage_decimals: '',
      display_decimals: '',
      time_zone: ownTimeZone,
      fiscal_year_start: '01-01',
    },
    ({ storage_decimals: stored, display_decimals: displayed, ...values }) =>
      administration.makeLedger({
        tenant_id: values.tenant_id,
        code: values.code.trim(),
        name: values.name.trim(),
        currency: values.currency.trim().toUpperCase(),
        currency_type: values.currency_type === 'crypto' ? 'crypto' : 'fiat',
        // Only the service knows the usual decimals of each currency.
        ...(stored.trim() === '' ? {} : { storage_decimals: Number(stored) }),
        ...(displayed.trim() === '' ? {} : { display_decimals: Number(displayed) }),
        time_zone: values.time_zone.trim(),
        fiscal_year_start: values.fiscal_year_start.trim(),
      }),
    onDone,
  );
  return (
    <FormDrawer form={form} id="ledger" title="New ledger" submit="Create ledger" onClose={onClose}>
      <SelectField
        label="Tenant"
        {...form.field('tenant_id')}
        choices={tenants.map(({ id, name: label }) => ({ value: id, label }))}
      />
      <div class="fields">
        <TextField label="Code" {...form.field('code')} isRequired isFocused placeholder="USD-MAIN" />
        <TextField
          label="Currency"
          {...form.field('currency')}
          isRequired
          placeholder="USD"
          suggestions={['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'BTC']}
        />
      </div>
      <TextField label="Name" {...form.field('name')} isRequired placeholder="Main books in dollars" />
      <div class="fields">
        <SelectField label="Currency type" {...form.field('currency_type')} choices={kinds} />
        <TextField
          label="Stored decimals"
          {...form.field('storage_decimals')}
          isAmount
          hint="Empty: those of the currency, and 8 for a crypto currency."
        />
        <TextField
          label="Displayed decimals"
          {...form.field('display_decimals')}
          isAmount
          hint="Empty: those of the currency, but no more than are stored."
        />
      </div>
      <TextField
        label="Time zone"
        {...form.field('time_zone')}
        isRequired
        suggestions={timeZones}
        hint="Days of the ledger begin at midnight in this time zone."
      />
      <TextField
        label="Fiscal year begins"
        {...form.field('fiscal_year_start')}
        isRequired
        placeholder="01-01"
        hint="Month and day, such as 04-01."
      />
      <p class="note is-warn small">
        The currency and the stored decimals cannot change once the ledger has been used.
      </p>
    </FormDrawer>
  );
};

interface NewTenantProps {
  readonly onClose: () => void;
  readonly onDone: (tenant: Tenant) => void;
}

export const NewTenant = ({ onClose, onDone }: NewTenantProps) => {
  const form = useForm({ name: '' }, ({ name }) => administration.makeTenant({ name: name.trim() }), onDone);
  return (
    <FormDialog form={form} id="tenant" title="New tenant" submit="Create tenant" onClose={onClose}>
      <p class="prose">The owner of ledgers. A tenant never sees the data of another tenant.</p>
      <TextField label="Name" {...form.field('name')} isRequired isFocused />
    </FormDialog>
  );
};
