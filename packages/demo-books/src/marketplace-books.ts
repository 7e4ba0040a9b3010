/** The ledgers of the marketplace: one in which orders are split, and one for each currency in which sellers are paid. */
import { account, cash, chartOf, floored, heading } from './chart';
import type { LedgerPlan } from './deeds';

export const market = 'USD-MARKET';
export const payouts = ['USD-PAYOUT', 'GBP-PAYOUT'] as const;
export type Payout = (typeof payouts)[number];

const amount = { type: 'decimal', min: '0.01' };
/** The account for transfers between the ledgers. Transfers may only use accounts of the category `customer`. */
const float = cash('FLOAT', 'Payouts in transit', { category: 'customer' });

export const marketLedger: LedgerPlan = {
  ...{ code: market, name: 'Marketplace in US dollars', currency: 'USD' },
  accounts: chartOf({
    asset: [
      heading('CASH', 'Cash', [cash('BANK', 'Bank account'), float]),
      floored('CARDS-DUE', 'Receivable from the card acquirer'),
    ],
    liability: [
      heading('SELLERS', 'Payable to sellers', []),
      floored('ORDERS', 'Orders to be split'),
      account('TAX-OWED', 'Sales tax payable'),
    ],
    equity: [account('CAPITAL', 'Paid-in capital')],
    revenue: [account('COMMISSIONS', 'Commissions'), account('DELIVERY-FEES', 'Delivery fees')],
    expense: [
      account('CARD-COSTS', 'Card acquirer fees'),
      account('DELIVERY-COSTS', 'Carriers'),
      account('ADVERTISING', 'Advertising'),
      account('SALARIES', 'Salaries'),
      account('HOSTING', 'Hosting'),
    ],
  }),
  journals: { ORDERS: 'Orders', PAYOUTS: 'Payouts to sellers', CLOSING: 'Closing entries' },
  sets: [
    { code: 'LIQUID', name: 'Liquid funds', accounts: ['BANK', 'FLOAT'] },
    { code: 'OWED', name: 'Amounts payable', accounts: ['SELLERS', 'TAX-OWED', 'ORDERS'] },
  ],
  transactionCodes: [
    {
      code: 'ORDER_SPLIT',
      name: 'Split of an order between seller, tax and platform',
      params_schema: {
        order: { type: 'string', max_length: 40 },
        paid: amount,
        tax_rate: { type: 'decimal', min: '0', max: '0.5' },
        sellers: {
          type: 'list',
          items: {
            account: { type: 'account_code' },
            price: amount,
            commission: { type: 'decimal', min: '0', max: '0.5', default: '0.15' },
          },
        },
      },
      entries_template: {
        entries: [
          { account: 'ORDERS', type: 'debit', amount: '{params.paid}', description: 'Order {params.order}' },
          {
            repeat: 'params.sellers',
            account: '{item.account}',
            type: 'credit',
            amount: '{round(item.price * (1 - item.commission), 2)}',
            description: 'Order {params.order}',
          },
          {
            account: 'TAX-OWED',
            type: 'credit',
            amount: '{round(params.paid * params.tax_rate / (1 + params.tax_rate), 2)}',
          },
          { account: 'COMMISSIONS', type: 'credit', amount: '{remainder}' },
        ],
      },
    },
    {
      code: 'ACQUIRER_PAYOUT',
      name: 'Payout by the card acquirer, less a fee of 1.9 percent',
      params_schema: { gross: amount },
      entries_template: {
        entries: [
          { account: 'CARD-COSTS', type: 'debit', amount: '{round(params.gross * 0.019, 2)}' },
          { account: 'BANK', type: 'debit', amount: '{remainder}' },
          { account: 'CARDS-DUE', type: 'credit', amount: '{params.gross}' },
        ],
      },
    },
  ],
};

export const payoutLedger = (code: Payout, name: string, currency: string): LedgerPlan => ({
  ...{ code, name, currency },
  accounts: chartOf({
    asset: [heading('CASH', 'Cash', [cash('BANK', 'Bank account'), float])],
    liability: [heading('SELLERS', 'Payable to sellers', [])],
    equity: [account('CAPITAL', 'Paid-in capital')],
    revenue: [],
    expense: [account('BANK-CHARGES', 'Bank charges')],
  }),
  journals: { PAYOUTS: 'Payouts to sellers' },
  sets: [{ code: 'LIQUID', name: 'Liquid funds', accounts: ['BANK', 'FLOAT'] }],
  transactionCodes: [
    {
      code: 'SELLER_PAYOUT',
      name: 'Payout of a seller’s balance to its bank account',
      params_schema: { seller: { type: 'account_code' }, amount },
      entries_template: {
        entries: [
          { account: '{params.seller}', type: 'debit', amount: '{params.amount}' },
          { account: 'BANK', type: 'credit', amount: '{params.amount}' },
        ],
      },
    },
  ],
});
