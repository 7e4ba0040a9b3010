/**
 * The texts by which an outsider can check a transaction: the transaction's record and its event. The ledger's log contains the hashes of
 * both.
 */
import type { LedgerId } from '../../../kernel/ids';
import { eventFormats, transactionFormats } from '../domain/formats';
import type { TransactionId } from '../domain/transaction';
import type { LogReader } from './log-reader';

export interface ProvableTransaction {
  readonly sequence: bigint;
  /** The transaction with its entries as it was decided. `recordHash` is the stored hash of this text. */
  readonly record: string;
  readonly recordHash: Buffer;
  /**
   * The event that decided the transaction. The text contains `recordHash` and the hash of the preceding event; `eventHash` is the stored
   * hash of this text.
   */
  readonly event: string;
  readonly eventHash: Buffer;
}

/**
 * Returns the texts of a transaction. 'waiting' if the transaction is pending; undefined if the ledger does not have it. Throws if the
 * books contradict the log.
 */
export type ReadsProvable = (
  ledgerId: LedgerId,
  transactionId: TransactionId,
) => Promise<ProvableTransaction | 'waiting' | undefined>;

export const createReadsProvable =
  (reader: Pick<LogReader, 'decision'>): ReadsProvable =>
  async (ledgerId, transactionId) => {
    const decided = await reader.decision(ledgerId, transactionId);
    if (decided === undefined || decided === 'waiting') return decided;
    const { event, before, recorded } = decided;
    const { sequence, hash: eventHash, contentHash: recordHash } = event;
    const record = recorded.draft && transactionFormats.textBehind(recordHash, { ...recorded, draft: recorded.draft });
    const text = eventFormats.textBehind(eventHash, { before, sequence, event });
    if (record === undefined || text === undefined)
      throw new Error(`transaction ${transactionId} is not what event ${sequence} of the log says: run ledger verify`);
    return { sequence, record, recordHash, event: text, eventHash };
  };
