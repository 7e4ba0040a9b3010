/** Builds the chart of accounts of a demo business: five branches, one for each account type, with the accounts below them. */
import { normalBalanceOf, oppositeOf, type AccountType } from '../../../src/kernel/accounting';
import type { AccountPlan, Entry } from './deeds';

export interface Below {
  readonly code: string;
  readonly name: string;
  readonly options: Partial<Pick<AccountPlan, 'category' | 'floor' | 'isGroup' | 'flow'>> & {
    readonly isContra?: boolean;
  };
  readonly below: readonly Below[];
}

export const account = (code: string, name: string, options: Below['options'] = {}): Below => ({
  code,
  name,
  options,
  below: [],
});

/** Defines an account whose settled balance must not fall below zero. */
export const floored = (code: string, name: string, options: Below['options'] = {}): Below =>
  account(code, name, { floor: 'settled', ...options });

/** Defines a bank account or a till: its settled balance must not fall below zero, and the cash flow statement counts it as cash. */
export const cash = (code: string, name: string, options: Below['options'] = {}): Below =>
  floored(code, name, { flow: 'cash', ...options });

/** Defines an account without entries of its own, which groups the accounts below it. */
export const heading = (code: string, name: string, below: readonly Below[]): Below => ({
  code,
  name,
  options: { isGroup: true },
  below,
});

type Chart = Readonly<Record<AccountType, readonly Below[]>>;

/** Returns the five branches, each a root of the tree, and all accounts below them. */
export const chartOf = (chart: Chart): readonly AccountPlan[] =>
  Object.entries(roots).flatMap(([type, [code, name]]) =>
    branch(type as AccountType, null, heading(code, name, chart[type as AccountType])),
  );

export const roots: Readonly<Record<AccountType, readonly [code: string, name: string]>> = {
  asset: ['ASSETS', 'Assets'],
  liability: ['LIABILITIES', 'Liabilities'],
  equity: ['EQUITY', 'Equity'],
  revenue: ['REVENUE', 'Revenue'],
  expense: ['EXPENSES', 'Expenses'],
};

const branch = (type: AccountType, parent: string | null, { code, name, options, below }: Below): AccountPlan[] => [
  accountPlan(type, parent, { code, name, options, below }),
  ...below.flatMap((child) => branch(type, code, child)),
];

export const accountPlan = (type: AccountType, parent: string | null, { code, name, options }: Below): AccountPlan => {
  const { isContra = false, category = 'system', floor = null, isGroup = false, flow = null } = options;
  const normal = normalBalanceOf(type);
  const normalBalance = isContra ? oppositeOf(normal) : normal;
  return { code, name, type, parent, category, floor, isGroup, flow, normalBalance };
};

export const debit = (code: string, amount: bigint): Entry => ({ account: code, type: 'debit', amount });
export const credit = (code: string, amount: bigint): Entry => ({ account: code, type: 'credit', amount });
