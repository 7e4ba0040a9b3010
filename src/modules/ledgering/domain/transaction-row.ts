/** A transaction as its readers get it. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { Minor } from '../../../kernel/money';
import type { Failure } from './failure';
import type { HoldStanding } from './hold';
import type { Draft, TransactionId, TransactionStatus } from './transaction';

export interface EntryRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountName: string;
  readonly amount: Minor;
  readonly type: EntryType;
  readonly layer: Layer;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A transaction as it is shown: its intent, its state, and its entries. */
export interface TransactionRow extends Omit<Draft, 'entries' | 'id'> {
  readonly id: TransactionId;
  readonly status: TransactionStatus;
  readonly sequence: bigint | null;
  readonly postedAt: Date | null;
  readonly failure: Failure | null;
  readonly voidReason: string | null;
  /** When its words were amended last; null if they are those that were posted. */
  readonly amendedAt: Date | null;
  /** The sum of the debits that reversals undid. */
  readonly reversedAmount: Minor;
  /** Null where it is no hold. */
  readonly hold: HoldStanding | null;
  /** The reversals of this transaction, oldest first. */
  readonly reversalIds: readonly string[];
  readonly updatedAt: Date;
  readonly entries: readonly EntryRow[];
}
