/** The requests and responses of reports. */
import { accountTypes } from '../../../kernel/accounting';
import { all, money, orNull } from '../../../kernel/http/answers';
import { success } from 'io-ts';
import { failure } from '../../../kernel/http/codec';
import {
  boolean,
  Codec,
  array,
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
import { integerText } from '../../../kernel/http/scalar-codecs';
import { headShape, knownAtSequence } from '../../ledgering/http/answers';
import { comparisons, maxColumns, spans, type Comparison } from '../domain/periods';

const maxSetCodeCharacters = 50;
const asOfDate = optional(day).described('The day at whose end the books are read; today if it is left out.');

/** Reads `compare=prior_period,prior_year`, or the same as two parameters. */
const compared = new Codec<readonly Comparison[]>(
  {
    type: 'string',
    pattern: `^(${comparisons.join('|')})(,(${comparisons.join('|')}))*$`,
    examples: [comparisons.join(',')],
  },
  (input) => {
    const names = (Array.isArray(input) ? input : [input]).flatMap((one) => String(one).split(','));
    const known = names.flatMap((name) => comparisons.find((one) => one === name.trim()) ?? []);
    return known.length === names.length
      ? success([...new Set(known)])
      : failure(input, `must be ${comparisons.join(', ')}, or both separated by a comma`);
  },
);

const deepest = 64;

/** The query parameters that select the additional columns and the rows of a report. */
export const layout = {
  compare: withDefault(compared, []).described(
    'Adds a column for comparison: `prior_period`, as many whole months or days before, or the end of the month before; `prior_year`, the same days a year before. Separate both by a comma.',
  ),
  columns: optional(oneOf(spans)).described(
    `Adds a column for each calendar month, or each quarter or year of the fiscal year, at most ${maxColumns}. The columns of an income statement add up to the report.`,
  ),
  depth: optional(integerText(1, deepest)).described(
    'Shows accounts down to this level; the rows of the last level include all accounts below them. 1 shows the top of each section.',
  ),
  zero: withDefault(oneOf(['show', 'hide']), 'show').described(
    'Whether rows whose balance is zero in every column are shown. The totals include the debits and credits of rows that are not shown.',
  ),
};
const columnsFrom = optional(day).described(
  'The day with which `columns` begin; the first of the fiscal year if it is left out. Only with `columns`.',
);

export const accountSetCode = optional(text({ min: 1, max: maxSetCodeCharacters })).described(
  'Includes only the accounts of this set and of the sets within it.',
);

export const trialBalanceQuery = object({
  as_of_date: asOfDate,
  layer: withDefault(writtenLayer, 'settled').described('The layer that the report covers.'),
  account_set_code: accountSetCode,
  ...layout,
  columns_from: columnsFrom,
  known_at_sequence: knownAtSequence,
});

export const balanceSheetQuery = object({
  as_of_date: asOfDate,
  ...layout,
  columns_from: columnsFrom,
  known_at_sequence: knownAtSequence,
});

export const incomeStatementQuery = object({
  from: day.described('The first day that is included.'),
  to: optional(day).described('The last day that is included; today if it is left out.'),
  ...layout,
  known_at_sequence: knownAtSequence,
});

/** The types of the balance sheet's rows that show a sum instead of an account. */
export const earningTypes = ['retained_earnings', 'net_income'] as const;

export const columnDays = {
  label: text().described(
    '`2026-01`, `2026-Q1` or `2026` for a calendar period, `FY2026` or `FY2026-Q1` for one of a fiscal year that begins on a different day than 01-01, or the comparison.',
  ),
  from: orNull(day).described('The first day that is included; null for a report as of the end of a day.'),
  to: day.described('The last day that is included.'),
};
const reportColumn = named(
  'ReportColumn',
  'The figures of a row for other days.',
  object({
    ...columnDays,
    balance: money.described('The balance of those days, as `balance` of the row.'),
    change: orNull(money).described(
      'The change: of a calendar period from the one before it, or of the row from the compared column. Null in the first column.',
    ),
    change_percent: orNull(text()).described(
      'The change in per cent of the compared amount, with two decimals; null if that is zero.',
    ),
  }),
);

export const row = {
  account_id: id().described('The account of the row.'),
  code: text().described('The code of the account.'),
  name: text().described('The name of the account.'),
  type: accountType.described('Determines on which side `balance` is positive.'),
  normal_balance: entryType.described(
    'The normal side of the account itself: a contra account has the opposite side of its type.',
  ),
  depth: integer(0, Number.MAX_SAFE_INTEGER).described('The level of the account below the top of its section.'),
  parent_code: orNull(text()).described('The code of the account above it in its section; null at the top.'),
  is_subtotal: boolean.described('Whether the row is the sum of an account and all accounts below it.'),
  is_folded: boolean.described('Whether the row includes the accounts below, because `depth` shows no further levels.'),
  debits: money.described('The sum of the debits, in major units.'),
  credits: money.described('The sum of the credits, in major units.'),
  balance: money.described('The difference of debits and credits, positive on the side of `type`.'),
  columns: array(reportColumn, 0, maxColumns).described(
    'The balance on the other days that `columns` and `compare` request.',
  ),
};

/** A row: an account, or an account with all its descendants. The balance is positive on the side on which accounts of its type grow. */
const reportRowShape = named(
  'ReportRow',
  'An account in a report, or an account including all accounts below it.',
  object(row),
);

const columns = {
  debit_balance: money.described('The balance if it is a debit, else zero: one column of the trial balance.'),
  credit_balance: money.described('The balance if it is a credit, else zero: the other column.'),
};
const trialBalanceRowShape = named(
  'TrialBalanceRow',
  'An account in a trial balance, or an account including all accounts below it.',
  object({ ...row, ...columns }),
);

const balanceSheetRowShape = named(
  'BalanceSheetRow',
  'An account in a balance sheet, or an account including all accounts below it, or retained earnings, or net income.',
  object({
    ...row,
    account_id: orNull(id()).described('The account; null for earnings.'),
    code: orNull(text()).described('The code of the account; null for earnings.'),
    type: oneOf([...accountTypes, ...earningTypes]).described('Determines on which side `balance` is positive.'),
  }),
);

/**
 * The members that identify a report. `head` has the sequence of the log as of which the report was read: a request for that sequence
 * always returns the same report.
 */
export const standing = {
  layer: layer.described('The layer that the report covers.'),
  currency: text().described('The currency of the ledger.'),
  head: headShape.described(
    'The sequence of the log that the report covers: a request with this sequence always returns the same report.',
  ),
  known_at: orNull(instant).described('When the event at that sequence happened, in UTC; null before the first event.'),
  known_at_sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)).described(
    'The requested sequence; null for the current state.',
  ),
};

const asOf = day.described('The day at whose end the books are read.');
/** The totals of each additional column, in the same shape as the totals of the report. */
export const columnTotals = <T extends object>(name: string, totals: Codec<T>) =>
  array(
    named(name, 'The totals of all accounts for other days.', object({ ...columnDays, totals })),
    0,
    maxColumns,
  ).described('The totals for the other days that `columns` and `compare` request.');
const rows = 'Section by section, accounts by code below their parents, each subtotal after the rows that it adds up.';
const totals = {
  assets: money.described('The sum of all assets, in major units.'),
  liabilities: money.described('The sum of all liabilities, in major units.'),
  equity: money.described('The sum of all equity, in major units.'),
  revenue: money.described('The sum of all revenue, in major units.'),
  expense: money.described('The sum of all expenses, in major units.'),
  net_income: money.described('Revenue less expenses, in major units; negative for a loss.'),
};

const trialBalanceTotals = named(
  'TrialBalanceTotals',
  'Debits and credits of all accounts of a trial balance together.',
  object({
    debits: money.described('The sum of all debits, in major units.'),
    credits: money.described('The sum of all credits, in major units: over all accounts the same as the debits.'),
    debit_balances: money.described('The sum of all balances that are debits.'),
    credit_balances: money.described('The sum of all balances that are credits.'),
    ...totals,
  }),
);

export const trialBalanceShape = named(
  'TrialBalance',
  'The debits, credits and balances of accounts at the end of a day.',
  object({
    as_of_date: asOf,
    account_set_code: orNull(text()).described('The account set to which it is limited; null for all accounts.'),
    ...standing,
    totals: trialBalanceTotals.described('The totals of all accounts.'),
    columns: columnTotals('TrialBalanceColumn', trialBalanceTotals),
    rows: all(trialBalanceRowShape).described(rows),
  }),
);

const balanceSheetTotals = named(
  'BalanceSheetTotals',
  'Assets, liabilities, equity and earnings of a balance sheet.',
  object({
    assets: totals.assets,
    liabilities: totals.liabilities,
    equity: totals.equity,
    retained_earnings: money.described('Revenue less expenses of all fiscal years before this one, in major units.'),
    net_income: money.described('Revenue less expenses of the fiscal year up to the day, in major units.'),
    liabilities_and_equity: money.described(
      'Liabilities, equity, retained earnings and net income together: the same as the assets.',
    ),
  }),
);

export const balanceSheetShape = named(
  'BalanceSheet',
  'Assets, liabilities and equity at the end of a day.',
  object({
    as_of_date: asOf,
    ...standing,
    totals: balanceSheetTotals.described('The totals of all accounts.'),
    columns: columnTotals('BalanceSheetColumn', balanceSheetTotals),
    rows: all(balanceSheetRowShape).described(rows),
  }),
);

const incomeStatementTotals = named(
  'IncomeStatementTotals',
  'Total revenue and expenses.',
  object({ revenue: totals.revenue, expense: totals.expense, net_income: totals.net_income }),
);

export const incomeStatementShape = named(
  'IncomeStatement',
  'Revenue and expenses in a range of days.',
  object({
    from: day.described('The first day that is included.'),
    to: day.described('The last day that is included.'),
    ...standing,
    totals: incomeStatementTotals.described('The totals of all accounts.'),
    columns: columnTotals('IncomeStatementColumn', incomeStatementTotals),
    rows: all(reportRowShape).described(rows),
  }),
);
