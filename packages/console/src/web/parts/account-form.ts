/** The values of an account's form, and the request body from them. */
import type { Schemas } from '../api/schemas';
import { amountFrom } from './amount';

type Account = Schemas['Account'];

export const types = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export const sides = ['debit', 'credit'] as const;
export const categories = ['system', 'customer'] as const;
export const flows = ['cash', 'operating', 'investing', 'financing'] as const;
const bases = ['settled', 'available'] as const;

export const choose = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

export const emptyForm = {
  code: '',
  name: '',
  type: 'asset',
  category: 'system',
  normal_balance: '',
  /** The account's section of the cash flow statement; empty for that of the account above it or of its type. */
  cash_flow: '',
  parent_code: '',
  description: '',
  is_active: true,
  is_group: false,
  enforce_balance_limits: false,
  limit_basis: 'settled',
  min_balance: '',
  max_balance: '',
};
export type Form = typeof emptyForm;

export const formOf = (account: Account, parentCode: string): Form => ({
  ...account,
  parent_code: parentCode,
  description: account.description ?? '',
  cash_flow: account.cash_flow ?? '',
  min_balance: account.min_balance ?? '',
  max_balance: account.max_balance ?? '',
});

/** The limits of a group, which has no balance of its own and so no limits. */
const noLimits = { enforce_balance_limits: false, min_balance: null, max_balance: null };

export const limitsOf = ({
  is_group: isGroup,
  enforce_balance_limits: enforces,
  limit_basis: basis,
  min_balance: min,
  max_balance: max,
}: Form) => ({
  limit_basis: choose(bases, basis) ?? 'settled',
  ...(isGroup
    ? noLimits
    : {
        enforce_balance_limits: enforces,
        min_balance: min.trim() === '' ? null : amountFrom(min),
        max_balance: max.trim() === '' ? null : amountFrom(max),
      }),
});

/** Returns the body of POST /accounts. */
export const newAccountOf = (form: Form) => {
  const side = choose(sides, form.normal_balance);
  return {
    code: form.code.trim(),
    name: form.name.trim(),
    type: choose(types, form.type) ?? 'asset',
    category: form.is_group ? ('system' as const) : (choose(categories, form.category) ?? 'system'),
    ...(side === undefined ? {} : { normal_balance: side }),
    ...(form.parent_code.trim() === '' ? {} : { parent_code: form.parent_code.trim() }),
    description: form.description.trim() || null,
    cash_flow: choose(flows, form.cash_flow) ?? null,
    is_active: form.is_active,
    is_group: form.is_group,
    ...limitsOf(form),
  };
};
