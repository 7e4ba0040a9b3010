/** Converts request bodies and items of batches into operations. */
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Operation } from '../../application/operations/operation';
import type { ExtensionRequest } from '../../domain/hold';
import type { Invalid } from '../../domain/refusals';
import type { TransactionId } from '../../domain/transaction';
import type { PartRequest } from '../../domain/undoing';
import type { ExtensionBody, ReleaseBody, ReversalBody, SettlementBody } from './undoing-codecs';

export const toReversal = (transactionId: TransactionId, body: ReversalBody): Outcome<Invalid, Operation> => {
  const part = partOf(body);
  if (refused(part)) return part;
  const request = {
    transactionId,
    reason: body.reason,
    date: body.date,
    reference: body.reference,
    metadata: body.metadata,
    attributes: body.attributes,
    overridesLimits: body.override_limits,
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
    allowsExcess: body.allow_excess,
    description: body.description,
    reference: body.reference,
    metadata: body.metadata,
    attributes: body.attributes,
    overridesLimits: body.override_limits,
    idempotencyKey: body.idempotency_key,
  };
  return ok({ kind: 'settle', request });
};

export const toRelease = (transactionId: TransactionId, body: ReleaseBody): Outcome<Invalid, Operation> => {
  const part = partOf(body);
  if (refused(part)) return part;
  const { reason, date, reference, attributes, idempotency_key: idempotencyKey } = body;
  const request = { transactionId, part: part.right, reason, date, reference, attributes, idempotencyKey };
  return ok({ kind: 'release', request });
};

export const toExtension = (
  transactionId: TransactionId,
  { amount, expires_at: end, date, idempotency_key: idempotencyKey }: ExtensionBody,
): ExtensionRequest => ({
  ...{ transactionId, amount, date, idempotencyKey },
  expiresAt: typeof end === 'string' ? new Date(end) : end,
});

/** Returns the part in the request of an operation; null if the request has none. Refuses a request with both `amount` and `entries`. */
const partOf = ({
  amount,
  entries,
}: {
  readonly amount: string | null;
  readonly entries: readonly { readonly entry_id: string; readonly amount: string }[] | null;
}): Outcome<Invalid, PartRequest | null> => {
  if (amount !== null && entries !== null)
    return refuse({ kind: 'Invalid', errors: { amount: ['must be left out where entries are given'] } });
  if (amount !== null) return ok({ kind: 'amount', amount });
  if (entries === null) return ok(null);
  return ok({
    kind: 'entries',
    entries: entries.map((entry) => ({ entryId: entry.entry_id as never, amount: entry.amount })),
  });
};
