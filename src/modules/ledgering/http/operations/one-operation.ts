/** Performs a single operation outside of a batch, and responds with its transaction or with the result of its dry run. */
import type { Reply } from '../../../../kernel/http/route';
import type { Principal } from '../../../../kernel/principal';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { Operation, PerformedOperation } from '../../application/operations/operation';
import type { TransactionReader, TransactionRow } from '../../application/reader';
import type { Rehearsed } from '../../application/rehearsal';
import type { Invalid } from '../../domain/refusals';
import type { TransactionId } from '../../domain/transaction';
import { rehearsalReply } from './rehearsals';
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
