/** A transaction as a stranger can prove it: the texts of which the hashes in the log are, and where its event stands. */
import type { LedgerId } from '../../../kernel/ids';
import { eventFormats, transactionFormats } from '../domain/formats';
import type { TransactionId } from '../domain/transaction';
import type { LogReader } from './log-reader';

export interface ProvableTransaction {
  readonly sequence: bigint;
  /** The transaction with its entries as it was decided: the text whose kept hash is `recordHash`. */
  readonly record: string;
  readonly recordHash: Buffer;
  /** The event, which names the hash of the record and that of the event before it: the text whose kept hash is `eventHash`. */
  readonly event: string;
  readonly eventHash: Buffer;
}

/** Undefined where the ledger has no such transaction. Throws where the books say something else than the log. */
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
