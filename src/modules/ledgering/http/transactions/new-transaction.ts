/** POST /transactions: the body of a new transaction, the route, and its answer. */
import {
  anyInstant,
  anyObject,
  array,
  day,
  id,
  named,
  nullable,
  object,
  optional,
  positiveAmount,
  strictWhere,
  text,
  withDefault,
  wording,
  type Decoded,
} from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';
import { post, type Reply, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import { entryType, writtenLayer } from '../../../../kernel/http/vocabulary';
import type { LedgerId } from '../../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import { attributeAnswers, attributeMap } from '../../../attributes/http/answers';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { AcceptedTransaction, Acceptances, AcceptRefusal } from '../../application/writing/submission';
import type { Decision, TransactionReader } from '../../application/reader';
import { maxEntries, minEntries } from '../../domain/draft';
import type { CorrelationPairIncomplete, Invalid, PostingModeConflict, RequestTooLarge } from '../../domain/refusals';
import { maxDescriptionLength, type EntryRequest, type TransactionRequest } from '../../domain/transaction';
import { doneReply, performOne, type Done } from '../operations/one-operation';
import { ledgeringAnswers } from '../status';
import { idempotencyKey, overrideLimits, reference } from './codecs';
import { acceptedShape, rehearsalShape } from './transaction-shapes';

const entry = named(
  'NewEntry',
  'One side of a transaction: an account, and the amount that it is debited or credited. It names the account by `account_code` or by `account_id`, not by both.',
  object({
    account_code: nullable(text({ min: 1, max: 36 })).described('The code of the account; null if its id is given.'),
    account_id: nullable(id<'account'>()).described('The id of the account; null if its code is given.'),
    type: entryType.described('Whether the account is debited or credited.'),
    amount: positiveAmount.described(
      'The amount, in major units: greater than zero, with no more decimals than the ledger stores.',
    ),
    description: nullable(
      wording({ max: maxDescriptionLength }).described(
        'The purpose of this entry, if it differs from that of the transaction.',
      ),
    ),
    metadata: nullable(metadata),
    layer: nullable(writtenLayer).described(
      'The layer of the transaction, if it is named again: all entries are on that layer, and another one is refused.',
    ),
  }),
);

// Decoding accepts fewer entries than the minimum; the minimum is checked once the mode of the request is known.
const someEntries = array(entry, 0, maxEntries);
const entries = someEntries.with({ minItems: minEntries });

export const newTransactionFields = {
  effective_date: day.described(
    'The effective date, which may be in the past or the future, but not in a locked period.',
  ),
  description: wording({ min: 1, max: maxDescriptionLength }).described(
    'A description for people, in 1 to 1,000 characters.',
  ),
  idempotency_key: idempotencyKey,
  reference: nullable(reference),
  layer: withDefault(writtenLayer, 'settled').described(
    'The layer of its entries, in upper or lower case. On `pending` and `encumbrance` it is a hold. With a transaction code, the layer of entries for which the template names none; the layer of the transaction is that of its entries.',
  ),
  expires_at: nullable(anyInstant).described(
    'When the remaining amount of a hold is released automatically: an instant in the future. For the layers pending and encumbrance only; null for never.',
  ),
  journal_id: nullable(id<'journal'>()).described('The journal that it belongs to; DEFAULT if null.'),
  correlation_id: nullable(text({ min: 1, max: 50 })).described(
    'An id that groups it with related transactions, such as the number of an order, at most 50 characters. If it is null and `correlation_source_id` is given, it is the correlation id of the source, or the id of the source if the source has none.',
  ),
  correlation_type: nullable(text({ min: 1, max: 50 })).described(
    'Its relation to its source, in your own words, such as `refund`. Together with `correlation_source_id`, or not at all.',
  ),
  correlation_source_id: nullable(id<'transaction'>()).described(
    'The transaction of this ledger from which it follows. Together with `correlation_type`, or not at all.',
  ),
  metadata: nullable(metadata),
  attributes: nullable(attributeMap),
  override_limits: overrideLimits,
  entries: optional(entries).described(
    'First mode: 2 to 100 entries, whose debits and credits are equal in each layer. Left out if `transaction_code` is given.',
  ),
  transaction_code: nullable(text({ min: 1, max: 50 })).described(
    'Second mode: the code of an active transaction code, whose template supplies the entries. Null if `entries` are given.',
  ),
  transaction_code_params: nullable(anyObject).described(
    'Values of the parameters that the transaction code declares, by name. Required with `transaction_code`.',
  ),
};

/**
 * Returns whether the request creates a hold. Unknown members of such a request are refused, because a hold with a misspelt `expires_at`
 * would never expire.
 */
export const isHold = ({ layer }: Readonly<Record<string, unknown>>): boolean =>
  typeof layer === 'string' && layer.toLowerCase() !== 'settled';

export const newTransaction = named(
  'NewTransaction',
  'A transaction to be posted, in one of two modes: with its `entries`, or with a `transaction_code` and its parameters. Of a hold, members that are not known are refused.',
  strictWhere(isHold, object(newTransactionFields)),
);
export type NewTransactionBody = Decoded<typeof newTransaction>;

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

export const newTransactionRoute = (bookkeeping: Bookkeeping, reader: TransactionReader): Route =>
  post(
    '/transactions',
    {
      operationId: 'createTransaction',
      summary: 'Create a transaction',
      description:
        'Accepts a transaction and answers 202; it is posted at once or a moment later (specification, "Transaction status"). It has either `entries`, which must balance in each layer, or a `transaction_code` with parameters. Everything that can be known is judged before the 202: shape, accounts, journal, period, attributes, parameters; a balance limit is judged when it is posted, and then the status is `failed`. `Prefer: wait=5` answers with the outcome. A request that is sent again under its `idempotency_key` is done once, and answered with the transaction of the first time and its present status, also if it is spelled differently (amounts count by value, `{}` and null like absent members, accounts by code or id); another request under the key is 409 `idempotency_key_reused`, and so may be another spelling once its transaction code is deprecated or the code of an account has changed: spell a retry exactly as before.',
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
      const decisions = await decisionsShown(bookkeeping, caller.ledgerId, [result.right], waitSeconds);
      return ok({ ...result.right, now: decisions.get(transactionId), hasWaited: waitSeconds > 0 });
    },
    (accepted, input) => ('left' in accepted ? doneReply(accepted, input) : acceptedReply(accepted)),
  );

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

/** A transaction that a response names, new or replayed. */
interface Named {
  readonly id: string;
  readonly replayed: boolean;
  /** The decision on the transaction. Null if it is unknown: the transaction was decided earlier or is pending. */
  readonly decision: Decision | null;
}

/**
 * Returns the decisions that a response shows. With `seconds` > 0: all decisions made within that time. With 0: failures, and the decisions
 * on replays; a new transaction that did not fail is shown as pending.
 */
export const decisionsShown = async (
  bookkeeping: Pick<Bookkeeping, 'decisions'>,
  ledgerId: LedgerId,
  named: readonly Named[],
  seconds: number,
): Promise<ReadonlyMap<string, Decision>> => {
  // Items with the same idempotency key name one transaction; if one of the items created it, the transaction is new.
  const isNew = new Set(named.flatMap(({ id, replayed }) => (replayed ? [] : [id])));
  const shown = new Map<string, Decision>();
  const unknown: string[] = [];
  for (const { id, decision } of named) {
    const isAsked = seconds > 0 || !isNew.has(id);
    if (decision === null && isAsked) unknown.push(id);
    if (decision !== null && (isAsked || decision.status === 'failed')) shown.set(id, decision);
  }
  if (unknown.length > 0)
    for (const [id, decision] of await bookkeeping.decisions(ledgerId, unknown, seconds)) shown.set(id, decision);
  return shown;
};

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
    return invalid('expires_at', 'is allowed only on the layers pending and encumbrance, which hold amounts');
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
  for (const [index, { account_id, account_code, type, amount, description, metadata, layer }] of entries.entries()) {
    if (layer !== null && layer !== body.layer)
      return invalid(`entries.${index}.layer`, `must be the layer of the transaction, which is ${body.layer}`);
    if (account_id !== null && account_code === null)
      requested.push({ account: { id: account_id }, type, amount, description, metadata });
    else if (account_code !== null && account_id === null)
      requested.push({ account: { code: account_code }, type, amount, description, metadata });
    else return invalid(`entries.${index}`, 'must have either account_code or account_id');
  }
  return ok({ mode: { kind: 'entries', entries: requested }, ...request });
};
