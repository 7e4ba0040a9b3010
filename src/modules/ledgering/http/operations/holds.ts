/** The routes of holds: settle, release and extend. */
import { id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { post, type Route } from '../../../../kernel/http/route';
import { only, withStatus } from '../../../../kernel/http/status';
import { ok, refused, type Outcome } from '../../../../kernel/refusal';
import { attributeAnswers } from '../../../attributes/http/answers';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { ExtendRefusal } from '../../application/extend';
import type { HoldOperationRefusal } from '../../application/operations/operation';
import type { TransactionReader } from '../../application/reader';
import type { TransactionId } from '../../domain/transaction';
import { extension, release, settlement } from './undoing-codecs';
import { doneReply, performOne, readChanged, toExtension, toRelease, toSettlement, type Done } from './one-operation';
import { rehearsalReply } from './rehearsals';
import { rehearsalShape, transactionShape } from '../transactions/transaction-shapes';
import { ledgeringAnswers } from '../status';
import { transactionView } from '../../domain/formats/records';

const holdRefusals = [
  'Invalid',
  'AmountPrecisionExceeded',
  'IdempotencyKeyInUse',
  'IdempotencyKeyReused',
  'TransactionNotFound',
  'HoldNotOpen',
  'HoldExceeded',
  'JournalClosed',
  'DateBeforeOriginal',
  'AccountInactive',
  'EntriesNotBalanced',
  'BalanceLimitExceeded',
  'LimitsOverrideForbidden',
] as const;

const extensionRefusals = [
  'Invalid',
  'AmountPrecisionExceeded',
  'IdempotencyKeyInUse',
  'IdempotencyKeyReused',
  'TransactionNotFound',
  'HoldNotOpen',
  'HoldNotRaised',
  'HoldUnchanged',
  'JournalClosed',
  'DateBeforeOriginal',
  'AccountInactive',
  'BalanceLimitExceeded',
] as const;

const holdSpec = {
  tag: 'Transactions',
  needs: 'post',
  params: object({ transactionId: id<'transaction'>().described('The hold, by its id.') }),
  missing: 'TransactionNotFound',
  strict: true,
  idempotency: 'header must agree',
  ok: 201,
  answer: transactionShape,
  dryRun: rehearsalShape,
} as const;

const refusals = {
  ...only(ledgeringAnswers, ...holdRefusals),
  ...withStatus(422, only(ledgeringAnswers, 'PeriodLocked')),
  ...attributeAnswers,
};

export const holdRoutes = (bookkeeping: Bookkeeping, transactions: TransactionReader): readonly Route[] => [
  post(
    '/transactions/:transactionId/settle',
    {
      ...holdSpec,
      operationId: 'settleTransaction',
      summary: 'Settle an open hold, whole or in part',
      description:
        'Settles an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. One commit takes that part off the hold and posts it on the settled layer; the rest is released as well, unless `final` is false. More than the remaining amount is 422 `HOLD_EXCEEDED`, unless `allow_excess` is true; a hold that has ended is 409 `HOLD_NOT_OPEN`; limits are checked on the sum of both. With an idempotency key it is executed once.',
      body: settlement,
      refusals,
      example: {
        params: { transactionId: exampleId('transaction hold-2026-001') },
        body: { amount: '60.00', reference: 'CAPTURE-1', idempotency_key: 'capture-2026-001' },
      },
    },
    ({ caller, params, body, isDryRun }) =>
      performOne<HoldOperationRefusal>(
        bookkeeping,
        transactions,
        caller,
        toSettlement(params.transactionId as TransactionId, body),
        isDryRun,
      ),
    doneReply,
  ),
  post(
    '/transactions/:transactionId/extend',
    {
      ...holdSpec,
      operationId: 'extendTransaction',
      summary: 'Raise an open hold, or change its expiry',
      description:
        'Raises an open hold to an `amount`, changes its expiry to `expires_at`, or both, in one commit. The added amount is posted by a separate transaction, which names the hold in `extends_transaction_id`; limits are checked on its `date`. Nothing that was posted changes, and a raise cannot be voided. The response is the hold after the change. Less than the present amount of the hold is 422 `HOLD_NOT_RAISED`, a change without any effect 422 `HOLD_UNCHANGED`.',
      ok: 200,
      body: extension,
      refusals: {
        ...only(ledgeringAnswers, ...extensionRefusals),
        ...withStatus(422, only(ledgeringAnswers, 'PeriodLocked')),
      },
      example: {
        params: { transactionId: exampleId('transaction hold-2026-002') },
        body: { amount: '25.00', idempotency_key: 'extend-2026-002' },
      },
    },
    async ({ caller, params, body, isDryRun }): Promise<Outcome<ExtendRefusal, Done>> => {
      const request = toExtension(params.transactionId as TransactionId, body);
      const extended = await bookkeeping.extend(caller, request, isDryRun);
      if (refused(extended)) return extended;
      const { id: holdId, replayed, rehearsed } = extended.right;
      const made = { replayed, decision: null };
      return ok({ made, left: rehearsed ?? (await readChanged(transactions, caller, holdId)) });
    },
    ({ made, left }, { caller }) =>
      'balances' in left
        ? rehearsalReply(caller, left, made)
        : {
            data: transactionView(caller)(left),
            headers: made.replayed ? { 'Idempotency-Replayed': 'true' } : {},
          },
  ),
  post(
    '/transactions/:transactionId/release',
    {
      ...holdSpec,
      operationId: 'releaseTransaction',
      summary: 'Release an open hold, whole or in part',
      description:
        "Releases an open hold: the whole remaining amount, a part of it (`amount`), or parts of its entries. The response is the release, a transaction of the hold's layer with the sides swapped. More than the remaining amount is 422 `HOLD_EXCEEDED`, a hold that has ended 409 `HOLD_NOT_OPEN`. With an idempotency key it is done once.",
      body: release,
      refusals,
      example: {
        params: { transactionId: exampleId('transaction hold-2026-002') },
        body: { reason: 'The order was cancelled' },
      },
    },
    ({ caller, params, body, isDryRun }) =>
      performOne<HoldOperationRefusal>(
        bookkeeping,
        transactions,
        caller,
        toRelease(params.transactionId as TransactionId, body),
        isDryRun,
      ),
    doneReply,
  ),
];
