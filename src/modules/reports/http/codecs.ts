/** What reports may be asked, and the shapes of what they say. */
import { accountTypes } from '../../../kernel/accounting';
import { all, money, orNull } from '../../../kernel/http/answers';
import {
  boolean,
  day,
  id,
  instant,
  integer,
  named,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/http/codecs';
import { accountType, entryType, layer, writtenLayer } from '../../../kernel/http/vocabulary';
import { headShape, knownAtSequence } from '../../ledgering/http/answers';

const maxSetCodeCharacters = 50;
const asOfDate = optional(day).described('The day at whose end the books are read; today where it is left out.');

export const trialBalanceQuery = object({
  as_of_date: asOfDate,
  layer: withDefault(writtenLayer, 'settled').described('The layer that is added up.'),
  account_set_code: optional(text({ min: 1, max: maxSetCodeCharacters })).described(
    'Tells the accounts of this set, and of the sets within, alone.',
  ),
  known_at_sequence: knownAtSequence,
});

export const balanceSheetQuery = object({ as_of_date: asOfDate, known_at_sequence: knownAtSequence });

export const incomeStatementQuery = object({
  from: day.described('The first day that counts.'),
  to: optional(day).described('The last day that counts; today where it is left out.'),
  known_at_sequence: knownAtSequence,
});

export const netIncomeType = 'net_income';

const row = {
  account_id: id().described('The account that the row is of.'),
  code: text().described('The code of the account.'),
  name: text().described('The name of the account.'),
  type: accountType.described('Decides on which side `balance` is above zero.'),
  normal_balance: entryType.described(
    'The side of the account itself: a contra account has the other one than its type.',
  ),
  depth: integer(0, Number.MAX_SAFE_INTEGER).described('How far below the top of its section the account stands.'),
  parent_code: orNull(text()).described('The code of the account above it in its section; null at the top.'),
  is_subtotal: boolean.described('Whether the row adds up an account with all that stands below it.'),
  debits: money.described('The sum of the debits, in major units.'),
  credits: money.described('The sum of the credits, in major units.'),
  balance: money.described('Debits and credits against one another, above zero on the side of `type`.'),
};

/** An account, or an account with all that stands below it. The balance is on the side on which its type grows. */
const reportRowShape = named(
  'ReportRow',
  'An account in a report, or an account with all that stands below it.',
  object(row),
);

const columns = {
  debit_balance: money.described('The balance where it is a debit, else zero: one column of the trial balance.'),
  credit_balance: money.described('The balance where it is a credit, else zero: the other column.'),
};
const trialBalanceRowShape = named(
  'TrialBalanceRow',
  'An account in a trial balance, or an account with all that stands below it.',
  object({ ...row, ...columns }),
);

/** Beside those of accounts, one that is no account: the net income to date. */
const balanceSheetRowShape = named(
  'BalanceSheetRow',
  'An account in a balance sheet, or an account with all that stands below it, or the net income to date.',
  object({
    ...row,
    account_id: orNull(id()).described('The account; null of the net income.'),
    code: orNull(text()).described('The code of the account; null of the net income.'),
    type: oneOf([...accountTypes, netIncomeType]).described('Decides on which side `balance` is above zero.'),
  }),
);

/** Where in the log of the ledger the report stands: asked about that sequence, it says the same for ever. */
const standing = {
  layer: layer.described('The layer that is added up.'),
  currency: text().described('The currency of the ledger.'),
  head: headShape.described(
    'The place of the report in the log: a request with its sequence gets the same report for ever.',
  ),
  known_at: orNull(instant).described('When the event at that place happened, in UTC; null before the first.'),
  known_at_sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)).described(
    'The sequence that was asked about; null for what is known now.',
  ),
};

const asOf = day.described('The day at whose end the books are read.');
const rows = 'Section by section, accounts by code below their parents, each subtotal behind what it adds up.';
const totals = {
  assets: money.described('The sum of all assets, in major units.'),
  liabilities: money.described('The sum of all liabilities, in major units.'),
  equity: money.described('The sum of all equity, in major units.'),
  revenue: money.described('The sum of all revenue, in major units.'),
  expense: money.described('The sum of all expenses, in major units.'),
  net_income: money.described('Revenue less expenses, in major units; a loss is below zero.'),
};

export const trialBalanceShape = named(
  'TrialBalance',
  'The debits, credits and balances of accounts at the end of a day.',
  object({
    as_of_date: asOf,
    account_set_code: orNull(text()).described('The account set that it is narrowed to; null for all accounts.'),
    ...standing,
    totals: named(
      'TrialBalanceTotals',
      'Debits and credits of all accounts of a trial balance together.',
      object({
        debits: money.described('The sum of all debits, in major units.'),
        credits: money.described('The sum of all credits, in major units: over all accounts the same as the debits.'),
        debit_balances: money.described('The sum of all balances that are debits.'),
        credit_balances: money.described('The sum of all balances that are credits.'),
        ...totals,
      }),
    ).described('The totals of all accounts.'),
    rows: all(trialBalanceRowShape).described(rows),
  }),
);

export const balanceSheetShape = named(
  'BalanceSheet',
  'Assets, liabilities and equity at the end of a day.',
  object({
    as_of_date: asOf,
    ...standing,
    totals: named(
      'BalanceSheetTotals',
      'Assets, liabilities, equity and net income of a balance sheet.',
      object({
        assets: totals.assets,
        liabilities: totals.liabilities,
        equity: totals.equity,
        net_income: money.described('Revenue less expenses since the first day, in major units.'),
        liabilities_and_equity: money.described('Liabilities, equity and net income together: the same as the assets.'),
      }),
    ).described('The totals of all accounts.'),
    rows: all(balanceSheetRowShape).described(rows),
  }),
);

export const incomeStatementShape = named(
  'IncomeStatement',
  'Revenue and expenses in a range of days.',
  object({
    from: day.described('The first day that counts.'),
    to: day.described('The last day that counts.'),
    ...standing,
    totals: named(
      'IncomeStatementTotals',
      'Total revenue and expenses.',
      object({ revenue: totals.revenue, expense: totals.expense, net_income: totals.net_income }),
    ).described('The totals of all accounts.'),
    rows: all(reportRowShape).described(rows),
  }),
);
