/** Posts transactions, and waits until they are posted or have failed. */
import type { Call, Keyed, Strict } from './asking.ts';
import type { NewTransaction, Transaction } from './generated/models.ts';
import { TransactionsResource } from './generated/operations.ts';
import { LedgerError, TransactionFailed, TransactionPending } from './refusal.ts';
import { pause } from './sending.ts';

const defaultWithinMs = 30_000;
const maxWaitSeconds = 10;
const firstLookMs = 50;
const maxLookMs = 1_000;

export class Transactions extends TransactionsResource {
  /**
   * Posts a transaction, waits until it is posted, and returns it. Throws `TransactionFailed` if the ledger accepted it but could not post
   * it, and `TransactionPending` if neither has happened within `withinMs` (30,000 by default). If an earlier call used the same key,
   * returns the transaction of that call in its current state.
   */
  async postAndWait(
    body: NewTransaction,
    { withinMs = defaultWithinMs, ...call }: Call & Keyed & Strict & { readonly withinMs?: number } = {},
  ): Promise<Transaction> {
    const until = Date.now() + withinMs;
    const waitSeconds = Math.min(maxWaitSeconds, Math.ceil(withinMs / 1_000));
    const { id } = await this.post(body, { ...call, waitSeconds });
    for (let lookMs = firstLookMs; ; lookMs = Math.min(2 * lookMs, maxLookMs)) {
      const transaction = await this.read(id, call).catch((error: unknown) => {
        // The ledger accepted the transaction before this error, so the write may have taken effect.
        if (error instanceof LedgerError) Object.assign(error, { mayHaveHappened: true });
        throw error;
      });
      if (transaction.status === 'failed') throw new TransactionFailed(transaction);
      if (transaction.status !== 'pending') return transaction;
      if (Date.now() + lookMs > until) throw new TransactionPending(transaction);
      await pause(lookMs, call.signal);
    }
  }
}
