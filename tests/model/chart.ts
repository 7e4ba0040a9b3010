/** The accounts and journals that every sequence starts with. */
import { codes } from './commands';
import { dataOf } from './comparison';
import type { LeanClient } from './lean-client';
import type { Account, Journal } from './records';

const chart: readonly (readonly [type: string, normal_balance: 'debit' | 'credit'])[] = [
  ['asset', 'debit'],
  ['asset', 'debit'],
  ['liability', 'credit'],
  ['liability', 'credit'],
  ['revenue', 'credit'],
  ['expense', 'debit'],
  ['equity', 'debit'],
];

export const openAccounts = async (api: LeanClient): Promise<Account[]> => {
  const accounts: Account[] = [];
  for (const [index, [type, normal_balance]] of chart.entries()) {
    const code = codes[index] as string;
    // The second and third account may not be overdrawn. The limit of the third applies to its available amount.
    const limits = {
      enforce_balance_limits: index === 1 || index === 2,
      limit_basis: index === 2 ? ('available' as const) : ('settled' as const),
      min_balance: index === 1 || index === 2 ? '0' : null,
      max_balance: null,
    };
    const body = { code, name: code, type, category: 'customer', normal_balance, ...limits };
    const { id, is_active, min_balance } = dataOf(await api.post('/accounts', body), 201);
    accounts.push({ id, code, type, normal_balance, is_active, ...limits, min_balance });
  }
  return accounts;
};

export const openJournals = async (api: LeanClient): Promise<Journal[]> => {
  const [first] = dataOf(await api.get('/journals'), 200);
  const second = dataOf(await api.post('/journals', { code: 'SECOND', name: 'Second' }), 201);
  return [first, second].map(({ id, code, status }) => ({ id, code, status }));
};
