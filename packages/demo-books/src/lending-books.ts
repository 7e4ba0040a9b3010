/** The accounts of the lender's ledger. Each loan has an account of its own below the account of all loans. */
import { account, cash, chartOf, heading } from './chart';
import type { LedgerPlan } from './deeds';

export const loans = 'USD-LOANS';

const amount = { type: 'decimal', min: '0.01' };
const loan = { type: 'account_code' };

export const loanLedger: LedgerPlan = {
  ...{ code: loans, name: 'Loans in US dollars', currency: 'USD' },
  accounts: chartOf({
    asset: [
      cash('BANK', 'Bank account'),
      heading('LOANS', 'Loans to customers', []),
      account('INTEREST-DUE', 'Interest receivable'),
      account('FEES-DUE', 'Fees receivable'),
      account('ALLOWANCE', 'Allowance for loan losses', { isContra: true, floor: 'settled' }),
    ],
    liability: [account('NOTES', 'Investor notes', { flow: 'financing' })],
    equity: [account('CAPITAL', 'Paid-in capital')],
    revenue: [
      account('INTEREST-INCOME', 'Interest'),
      account('ARRANGEMENT-FEES', 'Arrangement fees'),
      account('LATE-FEES', 'Late fees'),
      account('RECOVERIES', 'Recoveries of written-off loans'),
    ],
    expense: [
      account('CREDIT-LOSSES', 'Loan losses'),
      account('FUNDING-COST', 'Interest paid to investors'),
      account('SALARIES', 'Salaries'),
      account('SCORING', 'Credit bureau'),
      account('BANK-CHARGES', 'Bank charges'),
    ],
  }),
  journals: { LENDING: 'Loans', COLLECTIONS: 'Direct debits', CLOSING: 'Closing entries' },
  sets: [
    { code: 'LIQUID', name: 'Liquid funds', accounts: ['BANK'] },
    { code: 'PORTFOLIO', name: 'Loans net of the allowance', accounts: ['LOANS', 'INTEREST-DUE', 'ALLOWANCE'] },
  ],
  transactionCodes: [
    {
      code: 'INSTALMENT',
      name: 'Instalment: principal and accrued interest',
      params_schema: { loan, principal: amount, interest: amount },
      entries_template: {
        entries: [
          { account: 'BANK', type: 'debit', amount: '{params.principal + params.interest}' },
          { account: '{params.loan}', type: 'credit', amount: '{params.principal}' },
          { account: 'INTEREST-DUE', type: 'credit', amount: '{params.interest}', description: '{params.loan}' },
        ],
      },
    },
    {
      code: 'INTEREST_ACCRUAL',
      name: 'Monthly interest of many loans',
      params_schema: {
        month: { type: 'string', max_length: 20 },
        loans: { type: 'list', items: { loan, interest: amount }, max_items: 90 },
      },
      entries_template: {
        entries: [
          {
            repeat: 'params.loans',
            account: 'INTEREST-DUE',
            type: 'debit',
            amount: '{item.interest}',
            description: '{item.loan}, {params.month}',
          },
          { account: 'INTEREST-INCOME', type: 'credit', amount: '{remainder}', description: '{params.month}' },
        ],
      },
    },
    {
      code: 'WRITE_OFF',
      name: 'Write-off of a loan against the allowance',
      params_schema: { loan, principal: amount },
      entries_template: {
        entries: [
          { account: 'ALLOWANCE', type: 'debit', amount: '{params.principal}' },
          { account: '{params.loan}', type: 'credit', amount: '{params.principal}' },
        ],
      },
    },
  ],
};
