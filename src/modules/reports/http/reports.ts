/** The routes of reports. Requests with the same sequence of the ledger's log always return the same bytes. */
import { csvMediaType } from '../../../kernel/csv';
import { get, type Input, type Reply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { Layout as AskedLayout } from '../application/asked-columns';
import type { Reports, ReportContent } from '../application/reports';
import type { Comparison, Span } from '../domain/periods';
import type { Day } from '../../../kernel/time';
import {
  balanceSheetQuery,
  balanceSheetShape,
  incomeStatementQuery,
  incomeStatementShape,
  trialBalanceQuery,
  trialBalanceShape,
} from './codecs';
import { reportSheet } from './sheet';
import { reportAnswers } from './status';
import { balanceSheetLayout, incomeStatementLayout, reportPieces, trialBalanceLayout, type Layout } from './views';

/** Converts the query parameters that all reports share. */
export const layoutOf = (query: LayoutQuery): AskedLayout => ({
  columns: query.columns,
  columnsFrom: query.columns_from,
  compare: query.compare,
  depth: query.depth,
  hidesZero: query.zero === 'hide',
});

const shared = { tag: 'Reports', needs: 'read', eventual: true, files: [csvMediaType], ok: 200 } as const;
interface LayoutQuery {
  readonly columns: Span | undefined;
  readonly columns_from?: Day | undefined;
  readonly compare: readonly Comparison[];
  readonly depth: number | undefined;
  readonly zero: 'show' | 'hide';
}

export const sequenceOf = (sequence: number | undefined): bigint | undefined =>
  sequence === undefined ? undefined : BigInt(sequence);

export const reportRoutes = (reports: Reports): readonly Route[] => [
  get(
    '/reports/trial-balance',
    {
      ...shared,
      operationId: 'readTrialBalance',
      summary: 'Read the debits, the credits and the balance of every account, or of those of an account set',
      description:
        'Returns the total debits and credits of every account at the end of a day, in one layer, with a subtotal for each account that has child accounts. The two columns of balances have the same total. `account_set_code` narrows it to the accounts of a set, which need not balance. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.',
      query: trialBalanceQuery,
      refusals: only(reportAnswers, 'Invalid', 'SequenceNotReached', 'AccountSetMissing', 'TooManyAccounts'),
      answer: trialBalanceShape,
    },
    ({ caller, query }) =>
      reports.trialBalance(caller, {
        asOf: query.as_of_date,
        layer: query.layer,
        accountSetCode: query.account_set_code,
        ...layoutOf(query),
        knownAtSequence: sequenceOf(query.known_at_sequence),
      }),
    (told, input) => printed(told, trialBalanceLayout(told, input.query), input),
  ),
  get(
    '/reports/balance-sheet',
    {
      ...shared,
      operationId: 'readBalanceSheet',
      summary: 'Read assets, liabilities and equity at the end of a day',
      description:
        'Returns assets, liabilities and equity at the end of a day, from settled entries: assets = liabilities + equity + retained earnings + net income; otherwise the response is 500. The retained earnings of prior fiscal years and the net income of this one are rows of their own, because the books have no closing entries. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.',
      query: balanceSheetQuery,
      refusals: only(reportAnswers, 'Invalid', 'SequenceNotReached', 'TooManyAccounts'),
      answer: balanceSheetShape,
    },
    ({ caller, query }) =>
      reports.balanceSheet(caller, {
        asOf: query.as_of_date,
        ...layoutOf(query),
        knownAtSequence: sequenceOf(query.known_at_sequence),
      }),
    (told, input) => printed(told, balanceSheetLayout(told, input.query), input),
  ),
  get(
    '/reports/income-statement',
    {
      ...shared,
      operationId: 'readIncomeStatement',
      summary: 'Read income and expenses in a range of days',
      description:
        'Returns income and expenses from one day to another, both included, from settled entries. A loss is negative. Statements of adjacent ranges add up. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.',
      query: incomeStatementQuery,
      refusals: only(reportAnswers, 'Invalid', 'SequenceNotReached', 'TooManyAccounts'),
      answer: incomeStatementShape,
      example: { query: { from: '2026-01-01' } },
    },
    ({ caller, query }) =>
      reports.incomeStatement(caller, {
        from: query.from,
        to: query.to,
        ...layoutOf(query),
        knownAtSequence: sequenceOf(query.known_at_sequence),
      }),
    (told, input) => printed(told, incomeStatementLayout(told, input.query), input),
  ),
];

const printed = (
  told: ReportContent,
  layout: Layout,
  { caller, mediaType }: Pick<Input<unknown, unknown, unknown>, 'caller' | 'mediaType'>,
): Reply =>
  mediaType === csvMediaType
    ? { data: undefined, file: reportSheet(told, layout, caller) }
    : { data: undefined, pieces: reportPieces(told, layout, caller) };
