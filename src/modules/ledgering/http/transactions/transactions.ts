/** The routes of transactions, except batches. */
import { array, id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { get, pageReply, post, type Reply, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { maxPageLimit } from '../../../../kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import { attributeAnswers } from '../../../attributes/http/answers';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { AcceptedTransaction, Acceptances, AcceptRefusal } from '../../application/writing/submission';
import type { Decision, TransactionReader } from '../../application/reader';
import type { SearchTransactions } from '../../application/search';
import { minEntries } from '../../domain/draft';
import type { CorrelationPairIncomplete, Invalid, PostingModeConflict, RequestTooLarge } from '../../domain/refusals';
import type { EntryRequest, TransactionId, TransactionRequest } from '../../domain/transaction';
import { correlationQuery, newTransaction, transactionFilter, type NewTransactionBody } from './codecs';
import { questionOf, totalsShape, totalsView } from './search-codecs';
import { doneReply, performOne, type Done } from '../operations/one-operation';
import { acceptedShape, rehearsalShape, transactionShape } from './transaction-shapes';
import { ledgeringAnswers } from '../status';
import { transactionView } from '../../domain/formats/records';

const acceptRefusals = [
  'Invalid',
  'PostingModeConflict',
  'AmountPrecisionExceeded',
  'CorrelationPairIncomplete',
  'IdempotencyKeyInUse',
  'IdempotencyKeyReused',
  'JournalNotFound',
  'EntryAccountNotFound',
  'CorrelationSourceNotFound',
  'TrancodeNotFound',
  'JournalClosed',
  'EntryAccountReserved',
  'EntryAccountIsGroup',
  'TrancodeDeprecated',
  'AccountInactive',
  'PeriodLocked',
  'TrancodeParamsInvalid',
  'EntriesNotBalanced',
  'LimitsOverrideForbidden',
] as const;

/** A single transaction is never refused as too large: it has at most `maxEntries` entries, fewer than a request may have. */
type OneRefusal = Exclude<AcceptRefusal, RequestTooLarge>;

const transactionParams = object({ transactionId: id<'transaction'>().described('The transaction, by its id.') });

export const transactionRoutes = (
  bookkeeping: Bookkeeping,
  reader: TransactionReader,
  search: SearchTransactions,
): readonly Route[] => [
  post(
    '/transactions',
    {
      operationId: 'createTransaction',
      summary: 'Create a transaction',
      description:
        'Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with parameters. Everything that can be known is judged before the 202: shape, accounts, journal, period, attributes, parameters; a balance limit is judged when it is posted, and then the status is `failed`. `Prefer: wait=5` answers with the outcome. A request that is sent again under its `idempotency_key` is done once, and answered with the transaction of the first time and its present status, also if it is spelled differently (amounts count by value, `{}` and null like absent members, accounts by code or id); another request under the key is 409 `idempotency_key_reused`.',
      tag: 'Transactions',
      needs: 'post',
      body: newTransaction,
      idempotency: 'header must agree',
      waits: true,
      invalid: 400,
      ok: 202,
      refusals: { ...only(ledgeringAnswers, ...acceptRefusals), ...attributeAnswers },
      answer: acceptedShape,
      dryRun: rehearsalShape,
      example: {
        body: {
          effective_date: '2026-01-15',
          description: 'Sale',
          idempotency_key: 'sale-2026-001',
          entries: [
            { account_code: 'BANK', type: 'debit', amount: '10.50' },
            { account_code: 'REVENUE', type: 'credit', amount: '10.50' },
          ],
        },
      },
    },
    async ({ caller, body, waitSeconds, isDryRun }): Promise<Outcome<OneRefusal, Accepted | Done>> => {
      if (isDryRun) {
        const request = toTransactionRequest(body);
        if (refused(request)) return request;
        const operation = ok({ kind: 'post', request: request.right } as const);
        return performOne<OneRefusal>(bookkeeping, reader, caller, operation, isDryRun);
      }
      const { results } = await bookkeeping.accept({ caller, items: [toTransactionRequest(body)], batch: null });
      const result = results[0] as Acceptances['results'][number];
      if (refused(result)) return refuse(result.left as OneRefusal);
      const { id: transactionId } = result.right;
      const decisions = await bookkeeping.decisionsOf(caller.ledgerId, [result.right], waitSeconds);
      return ok({ ...result.right, now: decisions.get(transactionId), hasWaited: waitSeconds > 0 });
    },
    (accepted, input) => ('left' in accepted ? doneReply(accepted, input) : acceptedReply(accepted)),
  ),
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
      refusals: only(ledgeringAnswers, 'Invalid', 'AmountPrecisionExceeded', 'AttributeNotIndexed', 'TotalsTooLarge'),
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

type Accepted = AcceptedTransaction & { readonly now: Decision | undefined; readonly hasWaited: boolean };

const acceptedReply = ({
  id: transactionId,
  idempotencyKey,
  correlationId,
  replayed,
  now,
  hasWaited,
}: Accepted): Reply => ({
  data: {
    id: transactionId,
    status: now?.status ?? 'pending',
    idempotency_key: idempotencyKey,
    correlation_id: correlationId,
    code: now?.failure?.code ?? null,
    message: now ? describeStatus(now) : 'The transaction was accepted and will be posted.',
  },
  headers: {
    Location: `/api/v1/transactions/${transactionId}`,
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(now ? { 'X-Ledger-Sequence': now.logSequence.toString() } : {}),
    ...(now && hasWaited ? { 'Preference-Applied': 'wait' } : {}),
  },
});

const describeStatus = ({ status, failure }: Decision): string =>
  failure ? failure.message : `The transaction was accepted and is ${status}.`;

type ShapeRefusal = Invalid | PostingModeConflict | CorrelationPairIncomplete;

const invalid = (field: string, message: string): Outcome<Invalid, never> =>
  refuse({ kind: 'Invalid', errors: { [field]: [message] } });

/** Converts the body of a request. Checks the rules of its form that concern several members. */
export const toTransactionRequest = (body: NewTransactionBody): Outcome<ShapeRefusal, TransactionRequest> => {
  const { entries, transaction_code: code, transaction_code_params: params } = body;
  if (entries !== undefined && code !== null) return refuse({ kind: 'PostingModeConflict' });
  if ((body.correlation_type === null) !== (body.correlation_source_id === null))
    return refuse({ kind: 'CorrelationPairIncomplete' });
  // With a transaction code, `expires_at` is checked later, because the layers are known only after the code is expanded.
  if (body.expires_at !== null && body.layer === 'settled' && code === null)
    return invalid('expires_at', 'is for the layers pending and encumbrance, which hold');
  const request = {
    effectiveDate: body.effective_date,
    description: body.description,
    idempotencyKey: body.idempotency_key,
    reference: body.reference,
    layer: body.layer,
    expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
    journalId: body.journal_id,
    correlationId: body.correlation_id,
    correlationType: body.correlation_type,
    correlationSourceId: body.correlation_source_id,
    metadata: body.metadata,
    attributes: body.attributes,
    overridesLimits: body.override_limits,
  };
  if (code !== null)
    return params === null
      ? invalid('transaction_code_params', 'is required with transaction_code')
      : ok({ mode: { kind: 'code', code, params }, ...request });
  if (entries === undefined) return invalid('entries', 'is required, unless transaction_code is given');
  if (entries.length < minEntries) return invalid('entries', `must have at least ${minEntries} items`);
  const requested: EntryRequest[] = [];
  for (const [index, { account_id, account_code, type, amount, description, metadata }] of entries.entries()) {
    if (account_id !== null && account_code === null)
      requested.push({ account: { id: account_id }, type, amount, description, metadata });
    else if (account_code !== null && account_id === null)
      requested.push({ account: { code: account_code }, type, amount, description, metadata });
    else return invalid(`entries.${index}`, 'must have either account_code or account_id');
  }
  return ok({ mode: { kind: 'entries', entries: requested }, ...request });
};
