/** An account is opened, or changed: what it is, where it hangs, and between which balances it stays. */
import { useState } from 'preact/hooks';
import { ask, type Answer } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { usePlace } from '../api/place';
import { amountFrom } from './amount';
import { Drawer } from './dialog';
import { CheckField, FormProblem, SelectField, TextArea, TextField, useSending } from './form';
import { setApart } from './direction';

type Account = Schemas['Account'];

interface AccountDrawerProps {
  /** Undefined: a new one. */
  readonly account?: Account;
  /** The code of its parent. */
  readonly parentCode?: string;
  /** Offered for the parent. */
  readonly codes?: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (account: Account) => void;
}

const types = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
const sides = ['debit', 'credit'] as const;
const categories = ['system', 'customer'] as const;
const bases = ['settled', 'available'] as const;

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const choose = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

const emptyForm = {
  code: '',
  name: '',
  type: 'asset',
  category: 'system',
  normalBalance: '',
  parent: '',
  description: '',
  isActive: true,
  enforces: false,
  basis: 'settled',
  min: '',
  max: '',
};
type Form = typeof emptyForm;

const formOf = (account: Account, parentCode: string): Form => ({
  code: account.code,
  name: account.name,
  type: account.type,
  category: account.category,
  normalBalance: account.normal_balance,
  parent: parentCode,
  description: account.description ?? '',
  isActive: account.is_active,
  enforces: account.enforce_balance_limits,
  basis: account.limit_basis,
  min: account.min_balance ?? '',
  max: account.max_balance ?? '',
});

/** How many of a prefix are looked through for a code. */
const mostLike = 100;

/** The API changes a parent by its id, and people know it by its code. */
const idOf = async (code: string): Promise<Answer<string>> => {
  const query = { search: code, limit: mostLike };
  const answer = await ask(client.GET('/api/v1/accounts', { params: { query } }));
  if (!answer.ok) return answer;
  const found = (answer.data as readonly Account[]).find((account) => account.code === code);
  if (found !== undefined) return { ok: true, data: found.id, pagination: undefined, meta: undefined };
  const message = `There is no account ${code}.`;
  return {
    ok: false,
    problem: { status: 404, code: 'ACCOUNT_NOT_FOUND', message, errors: { parent_code: [message] } },
  };
};

const limitsOf = ({ enforces, basis, min, max }: Form) => ({
  enforce_balance_limits: enforces,
  limit_basis: choose(bases, basis) ?? 'settled',
  min_balance: min.trim() === '' ? null : amountFrom(min),
  max_balance: max.trim() === '' ? null : amountFrom(max),
});

const create = (form: Form) => {
  const side = choose(sides, form.normalBalance);
  const body = {
    code: form.code.trim(),
    name: form.name.trim(),
    type: choose(types, form.type) ?? 'asset',
    category: choose(categories, form.category) ?? 'system',
    ...(side === undefined ? {} : { normal_balance: side }),
    ...(form.parent.trim() === '' ? {} : { parent_code: form.parent.trim() }),
    description: form.description.trim() || null,
    is_active: form.isActive,
    ...limitsOf(form),
  };
  return ask(client.POST('/api/v1/accounts', { body }));
};

/** Only what is different goes, so that what another changed meanwhile stays. */
const change = async (account: Account, before: Form, form: Form): Promise<Answer<Account>> => {
  const differs = (...names: readonly (keyof Form)[]): boolean => names.some((name) => before[name] !== form[name]);
  const code = form.parent.trim();
  const parent = differs('parent') && code !== '' ? await idOf(code) : undefined;
  if (parent?.ok === false) return parent;
  const type = choose(types, form.type);
  const side = choose(sides, form.normalBalance);
  const body = {
    ...(differs('code') ? { code: form.code.trim() } : {}),
    ...(differs('name') ? { name: form.name.trim() } : {}),
    ...(differs('type') && type !== undefined ? { type } : {}),
    ...(differs('normalBalance') && side !== undefined ? { normal_balance: side } : {}),
    ...(differs('parent') ? { parent_id: parent?.data ?? null } : {}),
    ...(differs('description') ? { description: form.description.trim() || null } : {}),
    ...(differs('isActive') ? { is_active: form.isActive } : {}),
    ...(differs('enforces', 'basis', 'min', 'max') ? limitsOf(form) : {}),
  };
  return ask(client.PUT('/api/v1/accounts/{accountId}', { params: { path: { accountId: account.id } }, body }));
};

const shownErrors = [
  'code',
  'name',
  'type',
  'normal_balance',
  'parent_code',
  'description',
  'min_balance',
  'max_balance',
];

export const AccountDrawer = ({ account, parentCode = '', codes, onClose, onDone }: AccountDrawerProps) => {
  const { ledger } = usePlace();
  const [before] = useState<Form>(() =>
    account === undefined ? { ...emptyForm, parent: parentCode } : formOf(account, parentCode),
  );
  const [form, setForm] = useState(before);
  const saving = useSending(() => (account === undefined ? create(form) : change(account, before, form)), onDone);
  const { problem } = saving;
  const set =
    <Name extends keyof Form>(name: Name) =>
    (value: Form[Name]) =>
      setForm({ ...form, [name]: value });
  const id = 'account-form';
  return (
    <Drawer
      title={account === undefined ? 'New account' : `Change ${setApart(account.code)}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Leave it
          </button>
          <button form={id} class="button is-main" disabled={saving.isSending}>
            {account === undefined ? 'Open the account' : 'Save'}
          </button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void saving.send(undefined);
        }}
      >
        <FormProblem of={problem} shown={shownErrors} />
        <div class="fields">
          <TextField
            label="Code"
            name="code"
            value={form.code}
            onInput={set('code')}
            problem={problem}
            maxLength={50}
            isRequired
            isFocused
          />
          <TextField
            label="Name"
            name="name"
            value={form.name}
            onInput={set('name')}
            problem={problem}
            maxLength={255}
            isRequired
          />
        </div>
        <div class="fields">
          <SelectField
            label="Type"
            name="type"
            value={form.type}
            onInput={set('type')}
            problem={problem}
            choices={choices(types)}
          />
          <SelectField
            label="Normal balance"
            name="normal_balance"
            value={form.normalBalance}
            onInput={set('normalBalance')}
            problem={problem}
            choices={[...(account === undefined ? [{ value: '', label: 'as its type does' }] : []), ...choices(sides)]}
          />
          {account === undefined ? (
            <SelectField
              label="Category"
              name="category"
              value={form.category}
              onInput={set('category')}
              choices={choices(categories)}
            />
          ) : null}
        </div>
        <TextField
          label="Parent account"
          name="parent_code"
          value={form.parent}
          onInput={set('parent')}
          problem={problem}
          hint="The parent’s code; leave empty for a top-level account."
          {...(codes === undefined ? {} : { suggestions: codes.slice(0, 500) })}
        />
        <TextArea
          label="Description"
          name="description"
          value={form.description}
          onInput={set('description')}
          problem={problem}
          rows={3}
        />
        <CheckField
          label="Active"
          hint="An inactive account takes no postings."
          isChecked={form.isActive}
          onChange={set('isActive')}
        />
        <fieldset class="part">
          <legend>Limits</legend>
          <CheckField
            label="Refuse postings that would break them"
            isChecked={form.enforces}
            onChange={set('enforces')}
            hint="Otherwise they are only displayed."
          />
          <div class="fields">
            <TextField
              label={`Minimum, ${ledger.currency}`}
              name="min_balance"
              hint="Below zero on liability accounts only."
              value={form.min}
              onInput={set('min')}
              problem={problem}
              isAmount
            />
            <TextField
              label={`Maximum, ${ledger.currency}`}
              name="max_balance"
              value={form.max}
              onInput={set('max')}
              problem={problem}
              isAmount
            />
            <SelectField
              label="Measured by"
              name="limit_basis"
              value={form.basis}
              onInput={set('basis')}
              choices={[
                { value: 'settled', label: 'what is settled' },
                { value: 'available', label: 'what is available' },
              ]}
            />
          </div>
        </fieldset>
      </form>
    </Drawer>
  );
};
