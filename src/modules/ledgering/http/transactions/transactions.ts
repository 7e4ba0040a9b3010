/** The routes of transactions, except batches. */
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok, refuse, refused } from '../../../../kernel/refusal';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { TransactionReader } from '../../application/reader';
import type { SearchTransactions } from '../../application/search';
import { transactionView } from '../../domain/formats/records';
import type { TransactionId } from '../../domain/transaction';
import { ledgeringAnswers } from '../status';
import { correlationQuery, transactionFilter } from './codecs';
import { newTransactionRoute } from './new-transaction';
import { questionOf, totalsShape, totalsView } from './search-codecs';
import { transactionShape } from './transaction-shapes';

const transactionParams = object({ transactionId: id<'transaction'>().described('The transaction, by its id.') });

export const transactionRoutes = (
  bookkeeping: Bookkeeping,
  reader: TransactionReader,
  search: SearchTransactions,
): readonly Route[] => [
  newTransactionRoute(bookkeeping, reader),
  get(
    '/transactions',
    {
      operationId: 'listTransactions',
      summary: 'List transactions, newest first',
      description:
        'Lists the transactions of the ledger in the order of acceptance, newest first, or in the order of `sort`, with their entries; `totals=true` adds up the whole list. Filters may be combined; `text`, `min_amount`, `max_amount`, `metadata`, `trancode` and `origin` are found through the search index. A filter by an attribute needs an indexed key (422 `ATTRIBUTE_NOT_INDEXED`).',
      tag: 'Transactions',
      needs: 'read',
      eventual: true,
      query: transactionFilter,
      list: true,
      ok: 200,
      refusals: only(ledgeringAnswers, 'Invalid', 'AttributeNotIndexed', 'TotalsTooLarge'),
      answer: array(transactionShape, 0, maxPageLimit),
      beside: { totals: totalsShape },
    },
    async ({ caller, query, slice }) => {
      const question = questionOf(query, caller.denomination);
      if (refused(question)) return question;
      const filter = {
        ...question.right,
        layer: query.layer,
        status: query.status,
        fromDate: query.from_date,
        toDate: query.to_date,
        correlationId: query.correlation_id,
        journalId: query.journal_id,
        accountId: query.account_id,
        batchId: query.batch_id,
        reference: query.reference,
        holdState: query.hold_state,
        expiresBefore: query.expires_before,
        attributes: query.attributes,
      };
      return search(caller, { filter, slice, sort: query.sort, hasTotals: query.totals });
    },
    ({ page, totals }, { caller }) => {
      const { data, meta } = pageReply(page, transactionView(caller));
      return { data, meta: { totals: totalsView(totals, caller.denomination), ...meta } };
    },
  ),
  get(
    '/transactions/correlation',
    {
      operationId: 'listCorrelatedTransactions',
      summary: 'List the transactions of a correlation, oldest first',
      description:
        'Lists the transactions of one correlation in the order of posting, oldest first, and the transaction whose own id is the correlation id: an order with its payment, its refund and its settlement. An unknown correlation gives an empty page.',
      tag: 'Transactions',
      needs: 'read',
      eventual: true,
      query: correlationQuery,
      list: true,
      ok: 200,
      refusals: {},
      answer: array(transactionShape, 0, maxPageLimit),
      example: { query: { correlation_id: 'order-7' } },
    },
    async ({ caller, query, slice }) => ok(await reader.correlated(caller, query.correlation_id, slice)),
    (page, { caller }) => pageReply(page, transactionView(caller)),
  ),
  get(
    '/transactions/:transactionId',
    {
      operationId: 'readTransaction',
      summary: 'Read a transaction',
      description:
        'Returns one transaction with its entries, whatever its status: its reversals, its state as a hold, and the reason if it failed.',
      tag: 'Transactions',
      needs: 'read',
      eventual: true,
      params: transactionParams,
      missing: 'TransactionNotFound',
      ok: 200,
      refusals: only(ledgeringAnswers, 'TransactionNotFound'),
      answer: transactionShape,
      example: { params: { transactionId: exampleId('transaction top-up-2026-001') } },
    },
    async ({ caller, params }) => {
      const transaction = await reader.transaction(caller, params.transactionId as TransactionId);
      return transaction ? ok(transaction) : refuse({ kind: 'TransactionNotFound' } as const);
    },
    (transaction, { caller }) => ({ data: transactionView(caller)(transaction) }),
  ),
];
