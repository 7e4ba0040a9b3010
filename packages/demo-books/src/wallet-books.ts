/** The ledgers of the wallet: one in dollars and one in euros, with the same chart of accounts. */
import { account, cash, chartOf, heading } from './chart';
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
        cash('BANK-SAFE', "Customers' money, safeguarded"),
        cash('BANK-OWN', 'Own money'),
        // The company's account for conversions. Conversions may only use accounts of the category `customer`.
        cash('NOSTRO', 'Money between currencies', { category: 'customer' }),
      ]),
      account('INTERCHANGE-DUE', 'Interchange to be received'),
    ],
    liability: [heading('WALLETS', "Customers' wallets", []), cash('CARD-NETWORK', 'Owed to the card network')],
    equity: [account('CAPITAL', 'Paid-in capital')],
    revenue: [
      account('INTERCHANGE', 'Interchange'),
      account('MONTHLY-FEES', 'Monthly fees'),
      account('FX-FEES', 'Fees for changing money'),
      account('WITHDRAWAL-FEES', 'Fees for withdrawals'),
      account('INTEREST', 'Interest on safeguarded money'),
    ],
    expense: [
      account('PROCESSING', 'Processing of top-ups by card'),
      account('SALARIES', 'Salaries'),
      account('HOSTING', 'Hosting'),
      account('BANK-CHARGES', 'Bank charges'),
    ],
  }),
  journals: { CARDS: 'Card payments', CLOSING: 'Closing entries' },
  sets: [
    { code: 'LIQUID', name: 'Liquid funds', accounts: ['BANK-SAFE', 'BANK-OWN', 'NOSTRO'] },
    { code: 'SAFEGUARDING', name: 'Amounts that safeguarded money must cover', accounts: ['WALLETS', 'CARD-NETWORK'] },
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
      name: 'Fee for changing money: a half percent',
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
