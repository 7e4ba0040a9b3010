/**
 * Single operations: converts the body of a request into an operation, performs it, and responds with its transaction or with the result of
 * its dry run. Items of batches are converted in the same way.
 */
import type { Reply } from '../../../../kernel/http/route';
import type { Principal } from '../../../../kernel/principal';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { Operation, PerformedOperation } from '../../application/operations/operation';
import type { TransactionReader, TransactionRow } from '../../application/reader';
import type { Rehearsed } from '../../application/rehearsal';
import type { ExtensionRequest } from '../../domain/hold';
import type { Invalid } from '../../domain/refusals';
import type { TransactionId } from '../../domain/transaction';
import type { PartRequest } from '../../domain/undoing';
import { rehearsalReply } from './rehearsals';
import type { ExtensionBody, ReleaseBody, ReversalBody, SettlementBody } from './undoing-codecs';
import { transactionView } from '../../domain/formats/records';

export interface Done {
  readonly made: Pick<PerformedOperation, 'replayed' | 'decision'>;
  /** The transaction after the operation; for a dry run, the transactions and balances as the operation would leave them. */
  readonly left: TransactionRow | Rehearsed;
}

/** Reads a transaction after a write to it has been committed. */
export const readChanged = async (
  transactions: TransactionReader,
  caller: Principal,
  transactionId: TransactionId,
): Promise<TransactionRow> => {
  const transaction = await afterWriting(transactions.transaction(caller, transactionId));
  if (!transaction) throw new Error(`transaction ${transactionId} was just written and cannot be read`);
  return transaction;
};

/** Performs a single operation. `R` is the type of the refusals that this kind of operation can have. */
export const performOne = async <R>(
  bookkeeping: Bookkeeping,
  transactions: TransactionReader,
  caller: Principal,
  operation: Outcome<Invalid, Operation>,
  isDryRun: boolean,
): Promise<Outcome<R | Invalid, Done>> => {
  if (refused(operation)) return operation;
  const { results, rehearsed } = await bookkeeping.perform({ caller, items: [operation], batch: null, isDryRun });
  const [result] = results;
  if (!result) throw new Error('one operation was performed, and nothing came of it');
  if (refused(result)) return refuse(result.left as R);
  const { id, replayed, decision, row } = result.right;
  return ok({ made: { replayed, decision }, left: rehearsed ?? row ?? (await readChanged(transactions, caller, id)) });
};

export const doneReply = ({ made, left }: Done, { caller }: { readonly caller: Principal }): Reply =>
  'balances' in left
    ? rehearsalReply(caller, left, made)
    : {
        data: transactionView(caller)(left),
        headers: {
          Location: `/api/v1/transactions/${left.id}`,
          ...(made.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
        },
      };

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
    return refuse({ kind: 'Invalid', errors: { amount: ['must be left out if entries are given'] } });
  if (amount !== null) return ok({ kind: 'amount', amount });
  if (entries === null) return ok(null);
  return ok({
    kind: 'entries',
    entries: entries.map((entry) => ({ entryId: entry.entry_id as never, amount: entry.amount })),
  });
};
