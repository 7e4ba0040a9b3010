/** From bodies, and items of batches, to the operations that they ask for. */
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Operation } from '../application/operations/operation';
import type { Invalid } from '../domain/refusals';
import type { TransactionId } from '../domain/transaction';
import type { ReleaseBody, ReversalBody, SettlementBody } from './codecs';
import { partOf } from './one-operation';

export const toReversal = (transactionId: TransactionId, body: ReversalBody): Outcome<Invalid, Operation> => {
  const part = partOf(body);
  if (refused(part)) return part;
  const request = {
    transactionId,
    reason: body.reason,
    date: body.date,
    reference: body.reference,
    metadata: body.metadata,
    idempotencyKey: body.idempotency_key,
    part: part.right,
  };
  return ok({ kind: 'reverse', request });
};

export const toSettlement = (transactionId: TransactionId, body: SettlementBody): Outcome<Invalid, Operation> => {
  const part = partOf(body);
  if (refused(part)) return part;
  const request = {
    transactionId,
    part: part.right,
    date: body.date,
    isFinal: body.final,
    description: body.description,
    reference: body.reference,
    metadata: body.metadata,
    attributes: body.attributes,
    idempotencyKey: body.idempotency_key,
  };
  return ok({ kind: 'settle', request });
};

export const toRelease = (transactionId: TransactionId, body: ReleaseBody): Outcome<Invalid, Operation> => {
  const part = partOf(body);
  if (refused(part)) return part;
  const request = { transactionId, part: part.right, reason: body.reason, idempotencyKey: body.idempotency_key };
  return ok({ kind: 'release', request });
};
