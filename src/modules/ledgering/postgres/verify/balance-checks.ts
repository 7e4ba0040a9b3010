/** Balances: stored sums against the entries they stand for. */
import { ledgerChecks } from './sql-check';

export const balanceChecks = ledgerChecks(__filename, {
  'transactions-balance': 'In each transaction and layer, debits equal credits.',
  'ledger-balances': 'In each layer of the ledger, all debits equal all credits.',
  'balances-equal-entries':
    'The balance of each account and layer is the sum of its entries, those of void transactions left out.',
  'day-balances-equal-entries':
    'The balance of each account, layer and day is the sum of the entries effective that day.',
  'balance-rows': 'Each account has a balance row in each layer.',
  'undone-equals-reversals':
    'What is kept as undone of the pending layer is what reversals, releases and what they undid say, day by day.',
  'held-equals-pending': 'What an account is said to hold is what is pending of it, less what is undone.',
});
