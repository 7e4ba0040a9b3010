/** The route of the cash flow statement. */
import { csvMediaType } from '../../../kernel/csv';
import { get, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import type { CashFlows } from '../application/cash-flow';
import { cashFlowQuery, cashFlowShape } from './cash-flow-shapes';
import { cashFlowPieces, cashFlowSheet } from './cash-flow-views';
import { layoutOf, sequenceOf } from './reports';
import { reportAnswers } from './status';

export const cashFlowRoutes = (flows: CashFlows): readonly Route[] => [
  get(
    '/reports/cash-flow',
    {
      operationId: 'readCashFlow',
      summary: 'Read the cash flows of a range of days',
      description:
        'Begins with net income, adds the changes in the balances of all other accounts, by operating, investing and financing activities, and ends with the change in the cash accounts, from settled entries; the sum of the activities is that change, or the answer is 500. `method=direct` shows receipts and payments instead: the turnover of the other accounts in transactions with an entry on a cash account. `cash_flow` of an account determines its activity. `columns` and `compare` add columns for other days, `depth` limits the levels of accounts. `Accept: text/csv` gives a table.',
      tag: 'Reports',
      needs: 'read',
      eventual: true,
      files: [csvMediaType],
      ok: 200,
      query: cashFlowQuery,
      refusals: only(reportAnswers, 'Invalid', 'SequenceNotReached', 'TooManyAccounts', 'TooManyCashEntries'),
      answer: cashFlowShape,
      example: { query: { from: '2026-01-01' } },
    },
    ({ caller, query }) =>
      flows.statement(caller, {
        from: query.from,
        to: query.to,
        method: query.method,
        ...layoutOf(query),
        knownAtSequence: sequenceOf(query.known_at_sequence),
      }),
    (told, { caller, query, mediaType }) =>
      mediaType === csvMediaType
        ? { data: undefined, file: cashFlowSheet(told, query, caller) }
        : { data: undefined, pieces: cashFlowPieces(told, query, caller) },
  ),
];
