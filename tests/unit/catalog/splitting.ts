/** Templates that split an amount: entries that repeat over a list, and the remainder. */
import type { JsonObject, NewTransactionCode } from '../../../src/modules/catalog';
import type { EntryTemplate } from '../../../src/modules/catalog/domain/transaction-code';
import { entry } from '../../support/transaction-codes';
import { compiled, expanded } from './compiling';

export const paramsSchema = {
  total: { type: 'decimal', default: '100' },
  rate: { type: 'decimal', default: '0.5' },
  side: { type: 'string', default: 'credit' },
  layer: { type: 'string', default: 'settled' },
  parts: {
    type: 'list',
    min_items: 0,
    default: [],
    items: {
      account: { type: 'account_code', default: 'SELLER' },
      amount: { type: 'decimal' },
      note: { type: 'string', required: false },
      layer: { type: 'string', default: 'settled' },
    },
  },
  fees: { type: 'list', min_items: 0, default: [], items: { amount: { type: 'decimal' } } },
  tips: { type: 'list', required: false, items: { amount: { type: 'decimal' } } },
};

export const code = (...entries: readonly EntryTemplate[]): Partial<NewTransactionCode> => ({
  paramsSchema,
  entriesTemplate: { entries },
});

export const paid = entry('debit', '{params.total}');
export const rest = entry('credit', '{remainder}', { account: 'PLATFORM' });
export const part = (amount: string, more: Partial<EntryTemplate> = {}): EntryTemplate =>
  entry('credit', amount, { repeat: 'params.parts', account: '{item.account}', ...more });
export const eachPart = part('{item.amount}');
export const eachFee = entry('credit', '{item.amount}', { repeat: 'params.fees', account: 'FEES' });

export const items = (...amounts: readonly string[]): readonly JsonObject[] => amounts.map((amount) => ({ amount }));
/** The entries as texts: side, account, and amount in minor units. */
export const cents = (template: Partial<NewTransactionCode>, params: JsonObject): readonly string[] =>
  expanded(compiled(template), params).entries.map(
    ({ account, type, amount }) => `${type} ${account.kind === 'code' ? account.code : account.id} ${amount}`,
  );
