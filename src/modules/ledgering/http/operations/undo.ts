/** The routes that undo transactions: reverse and void. */
import { id, object } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { post, type Route } from '../../../../kernel/http/route';
import { only, withStatus } from '../../../../kernel/http/status';
import { ok, refused, type Outcome } from '../../../../kernel/refusal';
import { attributeAnswers } from '../../../attributes/http/answers';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { ReverseRefusal } from '../../application/operations/operation';
import type { TransactionReader } from '../../application/reader';
import type { VoidRefusal } from '../../application/void';
import type { PeriodLocked } from '../../domain/refusals';
import type { TransactionId } from '../../domain/transaction';
import { voiding } from './batch-codecs';
import { reversal } from './undoing-codecs';
import { doneReply, performOne, toReversal, type Done } from './one-operation';
import { rehearsalReply } from './rehearsals';
import { rehearsalShape, transactionShape } from '../transactions/transaction-shapes';
import { ledgeringAnswers } from '../status';
import { transactionView } from '../../domain/formats/records';

/** A void has no date, so an ordinary answer's cure, a later date, does not apply. */
const voidInLockedPeriod = {
  ...ledgeringAnswers.PeriodLocked,
  when: 'The transaction is effective in a locked period.',
  message: ({ lockedUntil }: PeriodLocked): string =>
    `The transaction is effective on or before ${lockedUntil}, and everything there is locked. Reverse it with a later date, or release the lock.`,
};

const oneTransaction = object({ transactionId: id<'transaction'>().described('The transaction, by its id.') });

export const undoRoutes = (bookkeeping: Bookkeeping, transactions: TransactionReader): readonly Route[] => {
  return [
    post(
      '/transactions/:transactionId/reverse',
      {
        operationId: 'reverseTransaction',
        summary: 'Reverse a posted transaction, whole or in part',
        description:
          'Undoes a posted transaction by a new one with the sides swapped, posted at once and effective on `date`; the original still counts. The whole remaining amount is reversed, or a part of it (`amount`), or parts of its entries, and several reversals may follow one another. A transaction that is pending, void, failed, itself a reversal, or part of a conversion or transfer is refused with 422 `TRANSACTION_NOT_REVERSIBLE`. With an idempotency key it is done once; without one a repetition of a whole reversal is 422 `TRANSACTION_ALREADY_REVERSED`.',
        tag: 'Transactions',
        needs: 'undo',
        params: oneTransaction,
        missing: 'TransactionNotFound',
        body: reversal,
        strict: true,
        idempotency: 'header must agree',
        invalid: 400,
        ok: 201,
        refusals: {
          ...only(
            ledgeringAnswers,
            'Invalid',
            'AmountPrecisionExceeded',
            'IdempotencyKeyInUse',
            'IdempotencyKeyReused',
            'TransactionNotFound',
            'TransactionAlreadyReversed',
            'TransactionNotReversible',
            'DateBeforeOriginal',
            'ReversalExceedsRemainder',
            'ReversalPartsExceeded',
            'EntriesNotBalanced',
            'BalanceLimitExceeded',
            'LimitsOverrideForbidden',
          ),
          ...withStatus(422, only(ledgeringAnswers, 'PeriodLocked')),
          ...attributeAnswers,
        },
        answer: transactionShape,
        dryRun: rehearsalShape,
        example: {
          params: { transactionId: exampleId('transaction sale-2026-009') },
          body: { reason: 'Booked twice', date: '2026-01-31' },
        },
      },
      ({ caller, params, body, isDryRun }) =>
        performOne<ReverseRefusal>(
          bookkeeping,
          transactions,
          caller,
          toReversal(params.transactionId as TransactionId, body),
          isDryRun,
        ),
      doneReply,
    ),
    post(
      '/transactions/:transactionId/void',
      {
        operationId: 'voidTransaction',
        summary: 'Void a posted transaction',
        description:
          'Removes the effect of a posted transaction from all balances, on every day; its rows and the reason are kept. It is meant for schedules on the encumbrance layer. A transaction that is already reversed or void, is a reversal or part of a conversion or transfer, or is in a closed journal, is refused with 409 `TRANSACTION_NOT_VOIDABLE`; a date in a locked period is 409 `PERIOD_LOCKED`.',
        tag: 'Transactions',
        needs: 'undo',
        params: oneTransaction,
        missing: 'TransactionNotFound',
        body: voiding,
        strict: true,
        ok: 200,
        refusals: {
          ...only(ledgeringAnswers, 'TransactionNotFound', 'TransactionNotVoidable', 'LimitsOverrideForbidden'),
          PeriodLocked: voidInLockedPeriod,
        },
        answer: transactionShape,
        dryRun: rehearsalShape,
        example: {
          params: { transactionId: exampleId('transaction sale-2026-008') },
          body: { reason: 'Never happened' },
        },
      },
      async ({ caller, params, body, isDryRun }): Promise<Outcome<VoidRefusal, Done>> => {
        const transactionId = params.transactionId as TransactionId;
        const voided = await bookkeeping.void(caller, {
          transactionId,
          reason: body.reason,
          overridesLimits: body.override_limits,
          isDryRun,
        });
        if (refused(voided)) return voided;
        return ok({ made, left: voided.right });
      },
      ({ left }, { caller }) =>
        'balances' in left ? rehearsalReply(caller, left, made) : { data: transactionView(caller)(left) },
    ),
  ];
};

/** The values for a void, which creates no transaction: it cannot be a replay, and there is no decision to show. */
const made = { replayed: false, decision: null } as const;
