/** The routes that undo: reverse and void. */
import { id, object, optional } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { anyKey, post, type Reply, type Route } from '../../../kernel/http/route';
import { only, withStatus } from '../../../kernel/http/status';
import type { Principal } from '../../../kernel/principal';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Bookkeeping } from '../application/bookkeeping';
import type { TransactionReader, TransactionRow } from '../application/reader';
import type { ReverseRefusal } from '../application/reverse';
import type { Invalid } from '../domain/refusals';
import type { TransactionId } from '../domain/transaction';
import type { PartRequest } from '../domain/undoing';
import { reversal, voiding, type ReversalBody } from './codecs';
import { transactionShape } from './shapes';
import { ledgeringAnswers } from './status';
import { transactionView } from './views';

const oneTransaction = object({ transactionId: id<'transaction'>() });

export const undoRoutes = (bookkeeping: Bookkeeping, transactions: TransactionReader): readonly Route[] => {
  /** The transaction as it stands after the reversal or the void. */
  const readChanged = async (caller: Principal, transactionId: TransactionId): Promise<TransactionRow> => {
    const transaction = await transactions.transaction(caller, transactionId);
    if (!transaction) throw new Error(`transaction ${transactionId} was just written and cannot be read`);
    return transaction;
  };
  return [
    post(
      '/transactions/:transactionId/reverse',
      {
        operationId: 'reverseTransaction',
        summary: 'Reverse a posted transaction, whole or in part',
        tag: 'Transactions',
        needs: anyKey,
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
            'ReversalExceedsRemainder',
            'ReversalPartsExceeded',
            'EntriesNotBalanced',
            'BalanceLimitExceeded',
          ),
          ...withStatus(422, only(ledgeringAnswers, 'PeriodLocked')),
        },
        answer: transactionShape,
        example: {
          params: { transactionId: exampleId('transaction sale-2026-009') },
          body: { reason: 'Booked twice', date: '2026-01-31' },
        },
      },
      async ({
        caller,
        params,
        body,
      }): Promise<Outcome<ReverseRefusal, { transaction: TransactionRow; replayed: boolean }>> => {
        const part = partOf(body);
        if (refused(part)) return part;
        const reversed = await bookkeeping.reverse(caller, {
          transactionId: params.transactionId as TransactionId,
          reason: body.reason,
          date: body.date,
          reference: body.reference,
          metadata: body.metadata,
          idempotencyKey: body.idempotency_key,
          part: part.right,
        });
        if (refused(reversed)) return reversed;
        return ok({
          transaction: await afterWriting(readChanged(caller, reversed.right.id)),
          replayed: reversed.right.replayed,
        });
      },
      ({ transaction, replayed }, { caller }): Reply => ({
        data: transactionView(caller)(transaction),
        headers: {
          Location: `/api/v1/transactions/${transaction.id}`,
          ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
        },
      }),
    ),
    post(
      '/transactions/:transactionId/void',
      {
        operationId: 'voidTransaction',
        summary: 'Void a posted transaction',
        tag: 'Transactions',
        needs: anyKey,
        params: oneTransaction,
        missing: 'TransactionNotFound',
        body: optional(voiding),
        strict: true,
        ok: 200,
        refusals: only(ledgeringAnswers, 'TransactionNotFound', 'TransactionNotVoidable', 'PeriodLocked'),
        answer: transactionShape,
        example: {
          params: { transactionId: exampleId('transaction sale-2026-008') },
          body: { reason: 'Never happened' },
        },
      },
      async ({ caller, params, body }) => {
        const voided = await bookkeeping.void(caller, params.transactionId as TransactionId, body?.reason ?? null);
        return refused(voided) ? voided : ok(await afterWriting(readChanged(caller, voided.right.id)));
      },
      (transaction, { caller }) => ({ data: transactionView(caller)(transaction) }),
    ),
  ];
};

const partOf = ({ amount, entries }: ReversalBody): Outcome<Invalid, PartRequest | null> => {
  if (amount !== null && entries !== null)
    return refuse({ kind: 'Invalid', errors: { amount: ['must be left out where entries are given'] } });
  if (amount !== null) return ok({ kind: 'amount', amount });
  if (entries === null) return ok(null);
  const named = entries.map((entry) => ({ entryId: entry.entry_id, amount: entry.amount }));
  return ok({ kind: 'entries', entries: named });
};
