/** The requests and responses of the cash flow statement. */
import { accountTypes } from '../../../kernel/accounting';
import { all, money, orNull } from '../../../kernel/http/answers';
import { day, id, named, object, oneOf, optional, text, withDefault } from '../../../kernel/http/codecs';
import { cashFlowClass } from '../../../kernel/http/vocabulary';
import { knownAtSequence } from '../../ledgering/http/answers';
import { cashFlowMethods } from '../domain/cash-flow';
import { columnTotals, layout, row, standing } from './codecs';

export const cashFlowQuery = object({
  from: day.described('The first day that is included.'),
  to: optional(day).described('The last day that is included; today if it is left out.'),
  method: withDefault(oneOf(cashFlowMethods), 'indirect').described(
    '`indirect` begins with net income and adds how the balances of all other accounts changed; `direct` shows receipts and payments, by the accounts on the other side of the cash entries.',
  ),
  ...layout,
  known_at_sequence: knownAtSequence,
});

/** The types of the operating rows that show a sum instead of an account. */
export const flowRowTypes = ['net_income', 'earnings_elsewhere'] as const;

const cashFlowRowShape = named(
  'CashFlowRow',
  'An account in a cash flow statement, or an account including all accounts below it, or net income, or the part of net income that is shown under other activities.',
  object({
    flow_class: cashFlowClass.described('The part of the statement to which the row belongs.'),
    ...row,
    account_id: orNull(id()).described('The account; null for net income.'),
    code: orNull(text()).described('The code of the account; null for net income.'),
    type: oneOf([...accountTypes, ...flowRowTypes]).described(
      'The type of the account; `net_income`; or `earnings_elsewhere`, which removes from the operating activities the part of net income that the other activities show.',
    ),
    debits: money.described(
      'The sum of the debits, in major units; by the direct method, the payments of an account other than cash.',
    ),
    credits: money.described(
      'The sum of the credits, in major units; by the direct method, the receipts of an account other than cash.',
    ),
    balance: money.described(
      'The effect of the row on cash, in major units, negative if it reduced cash: debits less credits of a cash account, credits less debits of all others.',
    ),
  }),
);

const flow = (of: string) => money.described(`${of}, in major units; negative if it reduced cash.`);
const cashFlowTotals = named(
  'CashFlowTotals',
  'The cash flows of the three activities, and their sum.',
  object({
    net_income: money.described(
      'Revenue less expenses, in major units, with which the operating activities begin by the indirect method.',
    ),
    operating: flow('The cash flow of the operating activities'),
    investing: flow('The cash flow of the investing activities'),
    financing: flow('The cash flow of the financing activities'),
    change: money.described('The sum of the three activities, which is the change of the cash accounts.'),
    opening_cash: money.described('The balance of the cash accounts before the first day.'),
    closing_cash: money.described('The balance of the cash accounts at the end of the last day.'),
  }),
);

export const cashFlowShape = named(
  'CashFlow',
  'The reasons for the change of cash in a range of days.',
  object({
    from: day.described('The first day that is included.'),
    to: day.described('The last day that is included.'),
    method: oneOf(cashFlowMethods).described('The method of the statement.'),
    ...standing,
    totals: cashFlowTotals.described('The totals of all accounts.'),
    columns: columnTotals('CashFlowColumn', cashFlowTotals),
    rows: all(cashFlowRowShape).described(
      'Operating, investing and financing activities, then cash; accounts by code below their parents, each subtotal after the rows that it adds up.',
    ),
  }),
);
