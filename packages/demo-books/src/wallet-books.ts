/** The ledgers of the wallet: one in dollars and one in euros, with the same chart of accounts. */
import { account, cash, chartOf, floored, heading } from './chart';
import type { LedgerPlan } from './deeds';

export const [dollars, euros] = ['USD-WALLET', 'EUR-WALLET'] as const;
export const merchants = [
  'Grocer',
  'Book shop',
  'Railway',
  'Pharmacy',
  'Restaurant',
  'Cinema',
  'Petrol station',
  'Hotel',
  'Streaming',
];
export const channels = ['app', 'web', 'branch'];

export type Code = typeof dollars | typeof euros;

const amountParam = { type: 'decimal', min: '0.01' };
const walletParam = { type: 'account_code' };

export const walletLedger = (code: Code, name: string, currency: string): LedgerPlan => ({
  ...{ code, name, currency },
  accounts: chartOf({
    asset: [
      heading('CASH', 'Cash', [
        cash('BANK-SAFE', 'Safeguarded customer funds'),
        cash('BANK-OWN', 'Operating bank account'),
        // The company's account for conversions. Conversions may only use accounts of the category `customer`.
        cash('NOSTRO', 'Nostro account', { category: 'customer' }),
      ]),
      account('INTERCHANGE-DUE', 'Interchange receivable'),
    ],
    liability: [heading('WALLETS', "Customers' wallets", []), floored('CARD-NETWORK', 'Payable to the card network')],
    equity: [account('CAPITAL', 'Paid-in capital')],
    revenue: [
      account('INTERCHANGE', 'Interchange'),
      account('MONTHLY-FEES', 'Monthly fees'),
      account('FX-FEES', 'FX fees'),
      account('WITHDRAWAL-FEES', 'Withdrawal fees'),
      account('INTEREST', 'Interest on safeguarded funds'),
    ],
    expense: [
      account('PROCESSING', 'Card processing costs'),
      account('SALARIES', 'Salaries'),
      account('HOSTING', 'Hosting'),
      account('BANK-CHARGES', 'Bank charges'),
    ],
  }),
  journals: { CARDS: 'Card payments', CLOSING: 'Closing entries' },
  sets: [
    { code: 'LIQUID', name: 'Liquid funds', accounts: ['BANK-SAFE', 'BANK-OWN', 'NOSTRO'] },
    { code: 'SAFEGUARDING', name: 'Amounts to be safeguarded', accounts: ['WALLETS', 'CARD-NETWORK'] },
  ],
  transactionCodes: [
    {
      code: 'TOP_UP',
      name: 'Top-up by bank transfer',
      params_schema: { wallet: walletParam, amount: amountParam },
      entries_template: {
        entries: [
          { account: 'BANK-SAFE', type: 'debit', amount: '{params.amount}' },
          { account: '{params.wallet}', type: 'credit', amount: '{params.amount}' },
        ],
      },
    },
    {
      code: 'WITHDRAWAL',
      name: 'Withdrawal to a bank account, less a fee',
      params_schema: { wallet: walletParam, amount: amountParam, fee: amountParam },
      entries_template: {
        entries: [
          { account: '{params.wallet}', type: 'debit', amount: '{params.amount}' },
          { account: 'BANK-SAFE', type: 'credit', amount: '{params.amount - params.fee}' },
          { account: 'WITHDRAWAL-FEES', type: 'credit', amount: '{params.fee}' },
        ],
      },
    },
    {
      code: 'FX_FEE',
      name: 'FX fee of half a percent',
      params_schema: { wallet: walletParam, changed: amountParam },
      entries_template: {
        entries: [
          { account: '{params.wallet}', type: 'debit', amount: '{max(0.01, round(params.changed * 0.005, 2))}' },
          { account: 'FX-FEES', type: 'credit', amount: '{remainder}' },
        ],
      },
    },
  ],
});
