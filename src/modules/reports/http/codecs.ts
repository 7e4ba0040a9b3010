/** What reports may be asked, and the shapes of what they say. */
import { accountTypes, entryTypes, layers } from '../../../kernel/accounting';
import { all, money, orNull } from '../../../kernel/http/answers';
import {
  boolean,
  day,
  id,
  instant,
  integer,
  integerText,
  named,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/http/codecs';

/** A place of the ledger's log; before its first event there is nothing to report. */
const knownAtSequence = optional(integerText(1, Number.MAX_SAFE_INTEGER));
const maxSetCodeCharacters = 50;

export const trialBalanceQuery = object({
  as_of_date: optional(day),
  layer: withDefault(oneOf(layers, true), 'settled'),
  account_set_code: optional(text({ min: 1, max: maxSetCodeCharacters })),
  known_at_sequence: knownAtSequence,
});

export const balanceSheetQuery = object({ as_of_date: optional(day), known_at_sequence: knownAtSequence });

export const incomeStatementQuery = object({ from: day, to: optional(day), known_at_sequence: knownAtSequence });

export const netIncomeType = 'net_income';

const row = {
  account_id: id(),
  code: text(),
  name: text(),
  type: oneOf(accountTypes),
  normal_balance: oneOf(entryTypes),
  depth: integer(0, Number.MAX_SAFE_INTEGER),
  parent_code: orNull(text()),
  is_subtotal: boolean,
  debits: money,
  credits: money,
  balance: money,
};

/** An account, or an account with all that stands below it. The balance is on the side on which its type grows. */
const reportRowShape = named('ReportRow', object(row));

const columns = { debit_balance: money, credit_balance: money };
const trialBalanceRowShape = named('TrialBalanceRow', object({ ...row, ...columns }));

/** Beside those of accounts, one that is no account: the net income to date. */
const balanceSheetRowShape = named(
  'BalanceSheetRow',
  object({
    ...row,
    account_id: orNull(id()),
    code: orNull(text()),
    type: oneOf([...accountTypes, netIncomeType]),
  }),
);

/** Where in the log of the ledger the report stands: asked about that sequence, it says the same for ever. */
const standing = {
  layer: oneOf(layers),
  currency: text(),
  head: object({ sequence: integer(0, Number.MAX_SAFE_INTEGER), hash: text() }),
  known_at: orNull(instant),
  known_at_sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)),
};

export const trialBalanceShape = named(
  'TrialBalance',
  object({
    as_of_date: day,
    account_set_code: orNull(text()),
    ...standing,
    totals: object({
      debits: money,
      credits: money,
      debit_balances: money,
      credit_balances: money,
      assets: money,
      liabilities: money,
      equity: money,
      revenue: money,
      expense: money,
      net_income: money,
    }),
    rows: all(trialBalanceRowShape),
  }),
);

export const balanceSheetShape = named(
  'BalanceSheet',
  object({
    as_of_date: day,
    ...standing,
    totals: object({
      assets: money,
      liabilities: money,
      equity: money,
      net_income: money,
      liabilities_and_equity: money,
    }),
    rows: all(balanceSheetRowShape),
  }),
);

export const incomeStatementShape = named(
  'IncomeStatement',
  object({
    from: day,
    to: day,
    ...standing,
    totals: object({ revenue: money, expense: money, net_income: money }),
    rows: all(reportRowShape),
  }),
);
