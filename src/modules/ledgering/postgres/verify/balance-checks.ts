/** Checks of balances: each compares stored sums with the entries. */
import { ledgerChecks } from './sql-check';

export const balanceChecks = ledgerChecks(__filename, {
  'transactions-balance': 'In each transaction and layer, debits equal credits.',
  'ledger-balances': 'In each layer of the ledger, all debits equal all credits.',
  'balances-equal-entries':
    'The balance of each account and layer is the sum of its entries, without those of void transactions.',
  'day-balances-equal-entries':
    'The balance of each account, layer and day is the sum of the entries effective that day.',
  'balance-rows': 'Each account has a balance row in each layer.',
  'undone-equals-reversals':
    'The undone amounts of the pending layer agree, day by day, with the reversals and releases and with the entries that they undid.',
  'held-equals-pending': 'The held amount of an account is its pending amount less the undone amount.',
});
