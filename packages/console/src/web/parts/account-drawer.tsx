/** The form that opens or changes an account: its type, its parent, and its limits. */
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { accountWithCode } from '../api/account-with-code';
import { ask, mayHaveHappened, type Answer, type Problem } from '../api/answer';
import { client, type Schemas } from '../api/client';
import { useHref, usePlace } from '../api/place';
import { useAnswer } from '../api/use-answer';
import {
  categories,
  choose,
  emptyForm,
  flows,
  formOf,
  limitsOf,
  newAccountOf,
  sides,
  types,
  type Form,
} from './account-form';
import { setApart } from './direction';
import { CheckField, SelectField, TextArea, TextField } from './form';
import { FormDrawer, useForm } from './form-frame';

type Account = Schemas['Account'];

interface AccountDrawerProps {
  /** The account to change; undefined to open one. */
  readonly account?: Account;
  /** The code of the account's parent. */
  readonly parentCode?: string;
  /** The codes of the accounts that the field for the parent suggests. */
  readonly codes?: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (account: Account) => void;
}

interface CreatedBeforeProps {
  readonly code: string;
  readonly problem: Problem;
  readonly onClose: () => void;
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Returns the id of the account with this code. The API needs the id of a parent. */
const idOf = async (code: string): Promise<Answer<string>> => {
  const answer = await accountWithCode(code);
  if (!answer.ok) return answer;
  if (answer.data !== undefined) return { ...answer, data: answer.data.id };
  const message = `There is no account ${code}.`;
  return {
    ok: false,
    problem: { status: 404, code: 'ACCOUNT_NOT_FOUND', message, errors: { parent_code: [message] } },
  };
};

/** The ledgers and codes of accounts whose creation got no answer, so that it may have happened. */
const unanswered = new Set<string>();
const nameOf = (ledgerId: string, code: string): string => `${ledgerId} ${code.trim()}`;

const create = async (form: Form, ledgerId: string): Promise<Answer<Account>> => {
  const answer = await ask(client.POST('/api/v1/accounts', { body: newAccountOf(form) }));
  if (answer.ok) unanswered.delete(nameOf(ledgerId, form.code));
  else if (mayHaveHappened(answer.problem)) unanswered.add(nameOf(ledgerId, form.code));
  return answer;
};

/** Shows the account with the code of a try that got no answer, if there is one. Each further problem of the form looks it up again. */
const CreatedBefore = ({ code, problem, onClose }: CreatedBeforeProps) => {
  const href = useHref();
  const [asked, setAsked] = useState(0);
  useEffect(() => setAsked((count) => count + 1), [problem]);
  const found = useAnswer(`account perhaps created ${code} ${asked}`, async () => {
    const answer = await accountWithCode(code);
    return answer.ok ? { ...answer, data: { account: answer.data } } : answer;
  });
  const account = found.isLoading ? undefined : found.data?.account;
  return account === undefined ? null : (
    <p class="note is-warn" role="alert">
      Your first try got no answer, and may have created this account:{' '}
      <Link href={href(`accounts/${account.id}`)} onClick={onClose}>
        {account.code} {account.name}
      </Link>
      . Open it before you choose another code.
    </p>
  );
};

/** Sends only the members that the person changed, so that it does not overwrite changes by others. */
const change = async (account: Account, before: Form, form: Form): Promise<Answer<Account>> => {
  const differs = (...names: readonly (keyof Form)[]): boolean => names.some((name) => before[name] !== form[name]);
  const code = form.parent_code.trim();
  const parent = differs('parent_code') && code !== '' ? await idOf(code) : undefined;
  if (parent?.ok === false) return parent;
  const type = choose(types, form.type);
  const side = choose(sides, form.normal_balance);
  const body = {
    ...(differs('code') ? { code: form.code.trim() } : {}),
    ...(differs('name') ? { name: form.name.trim() } : {}),
    ...(differs('type') && type !== undefined ? { type } : {}),
    ...(differs('normal_balance') && side !== undefined ? { normal_balance: side } : {}),
    ...(differs('parent_code') ? { parent_id: parent?.data ?? null } : {}),
    ...(differs('description') ? { description: form.description.trim() || null } : {}),
    ...(differs('cash_flow') ? { cash_flow: choose(flows, form.cash_flow) ?? null } : {}),
    ...(differs('is_active') ? { is_active: form.is_active } : {}),
    ...(differs('is_group') ? { is_group: form.is_group } : {}),
    ...(differs('is_group', 'enforce_balance_limits', 'limit_basis', 'min_balance', 'max_balance')
      ? limitsOf(form)
      : {}),
  };
  return ask(client.PUT('/api/v1/accounts/{accountId}', { params: { path: { accountId: account.id } }, body }));
};

export const AccountDrawer = ({ account, parentCode = '', codes, onClose, onDone }: AccountDrawerProps) => {
  const { ledger } = usePlace();
  const [before] = useState<Form>(() =>
    account === undefined ? { ...emptyForm, parent_code: parentCode } : formOf(account, parentCode),
  );
  const form = useForm(
    before,
    (values) => (account === undefined ? create(values, ledger.id) : change(account, before, values)),
    onDone,
  );
  const code = form.values.code.trim();
  return (
    <FormDrawer
      form={form}
      id="account-form"
      title={account === undefined ? 'New account' : `Change ${setApart(account.code)}`}
      submit={account === undefined ? 'Create account' : 'Save'}
      onClose={onClose}
      after={
        account === undefined && form.problem !== undefined && unanswered.has(nameOf(ledger.id, code)) ? (
          <CreatedBefore code={code} problem={form.problem} onClose={onClose} />
        ) : null
      }
    >
      <div class="fields">
        <TextField label="Code" {...form.field('code')} maxLength={50} isRequired isFocused />
        <TextField label="Name" {...form.field('name')} maxLength={255} isRequired />
      </div>
      <div class="fields">
        <SelectField label="Type" {...form.field('type')} choices={choices(types)} />
        <SelectField
          label="Normal balance"
          {...form.field('normal_balance')}
          choices={[...(account === undefined ? [{ value: '', label: 'that of its type' }] : []), ...choices(sides)]}
        />
        {account === undefined && !form.values.is_group ? (
          <SelectField label="Category" {...form.field('category')} choices={choices(categories)} />
        ) : null}
      </div>
      <TextField
        label="Parent account"
        {...form.field('parent_code')}
        hint="The parent’s code; leave empty for a top-level account."
        {...(codes === undefined ? {} : { suggestions: codes.slice(0, 500) })}
      />
      <SelectField
        label="Section of the cash flow statement"
        hint="Bank and cash accounts are cash; only assets can be."
        {...form.field('cash_flow')}
        choices={[{ value: '', label: 'that of the account above it, or of its type' }, ...choices(flows)]}
      />
      <TextArea label="Description" {...form.field('description')} rows={3} />
      <CheckField label="Active" hint="An inactive account takes no postings." {...form.check('is_active')} />
      <CheckField
        label="This account only groups others"
        hint="It takes no postings and has no limits; reports show the sum of the accounts below it."
        {...form.check('is_group')}
      />
      {form.values.is_group ? null : (
        <fieldset class="part">
          <legend>Limits</legend>
          <CheckField
            label="Refuse postings that would exceed them"
            {...form.check('enforce_balance_limits')}
            hint="Otherwise they are only displayed."
          />
          <div class="fields">
            <TextField
              label={`Minimum, ${ledger.currency}`}
              hint="A negative limit is allowed on liability accounts only."
              {...form.field('min_balance')}
              isAmount
            />
            <TextField label={`Maximum, ${ledger.currency}`} {...form.field('max_balance')} isAmount />
            <SelectField
              label="Measured by"
              {...form.field('limit_basis')}
              choices={[
                { value: 'settled', label: 'the settled balance' },
                { value: 'available', label: 'the available balance' },
              ]}
            />
          </div>
        </fieldset>
      )}
    </FormDrawer>
  );
};
