/** The tools that read reports, one row for each, and the form of all rows of reading tools. */
import { accountType, asOf, besideReport, columnsFrom, dayText, known, layer } from './parameters';
import { choice, required, text, type Parameter } from './tool';

export interface ReadingRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The path of the API below /api/v1. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** True if the path needs an account's id but the tool takes the account's code, because people know codes. Undefined: false. */
  readonly byAccountCode?: true;
  /** True if the path returns a file of JSON lines, whose rows are the answer. Undefined: false. */
  readonly isFile?: true;
}

export const reportRows: readonly ReadingRow[] = [
  {
    name: 'trial_balance',
    title: 'Trial balance',
    description:
      'Returns the debits, credits and balance of every account at the end of a day, with totals, which must be equal.',
    path: '/reports/trial-balance',
    parameters: {
      as_of_date: asOf,
      layer,
      account_set_code: text('Only the accounts of this set'),
      ...besideReport,
      columns_from: columnsFrom,
      known_at_sequence: known,
    },
  },
  {
    name: 'balance_sheet',
    title: 'Balance sheet',
    description: 'Returns assets, liabilities and equity at the end of a day.',
    path: '/reports/balance-sheet',
    parameters: { as_of_date: asOf, ...besideReport, columns_from: columnsFrom, known_at_sequence: known },
  },
  {
    name: 'income_statement',
    title: 'Income statement',
    description: 'Returns revenue and expense of a range of days.',
    path: '/reports/income-statement',
    parameters: {
      from: required(dayText('The first day')),
      to: dayText('The last day; default: today'),
      ...besideReport,
      known_at_sequence: known,
    },
  },
  {
    name: 'cash_flow',
    title: 'Cash flow statement',
    description: 'Explains the change in cash in a range of days by operating, investing and financing activities.',
    path: '/reports/cash-flow',
    parameters: {
      from: required(dayText('The first day')),
      to: dayText('The last day; default: today'),
      method: choice(
        'indirect (default) begins with net income; direct lists receipts and payments',
        'indirect',
        'direct',
      ),
      ...besideReport,
      known_at_sequence: known,
    },
  },
  {
    name: 'aging',
    title: 'Ageing',
    description:
      'Returns open receivables, payables or holds by age: not due, up to 30, 60 or 90 days overdue, and more.',
    path: '/reports/aging',
    parameters: {
      as_of_date: asOf,
      layer,
      account_set_code: text('Only the accounts of this set'),
      account_type: accountType,
      code_prefix: text('Only accounts whose code begins with this text'),
      aging_by: text(
        'The key of an attribute, such as that of the invoice: the report has a row for each of its values',
      ),
      terms: { type: 'integer', description: 'The number of days from the effective date until an amount is due' },
      known_at_sequence: known,
    },
  },
  {
    name: 'general_ledger',
    title: 'General ledger',
    description:
      'Returns each account with its opening balance, its entries with the balance after each, and its closing balance. Choose few days or accounts: a long file is refused.',
    path: '/reports/general-ledger',
    parameters: {
      from: required(dayText('The first day')),
      to: dayText('The last day; default: today'),
      layer,
      account_set_code: text('Only the accounts of this set'),
      account_type: accountType,
      code_prefix: text('Only accounts whose code begins with this text'),
      zero: choice('hide: accounts without an opening balance and without entries are left out', 'show', 'hide'),
      known_at_sequence: known,
    },
    isFile: true,
  },
];
