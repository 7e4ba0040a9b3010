/** A transaction in the form in which reads return it. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { Minor } from '../../../kernel/money';
import type { AccountName } from './account';
import type { Failure } from './failure';
import type { HoldStanding } from './hold';
import type { Draft, TransactionId, TransactionStatus } from './transaction';

export interface EntryRow extends AccountName {
  readonly id: string;
  readonly accountId: string;
  readonly amount: Minor;
  readonly type: EntryType;
  readonly layer: Layer;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** A transaction with its intent, its state and its entries. */
export interface TransactionRow extends Omit<Draft, 'entries' | 'id'> {
  readonly id: TransactionId;
  readonly status: TransactionStatus;
  readonly sequence: bigint | null;
  readonly postedAt: Date | null;
  readonly failure: Failure | null;
  readonly voidReason: string | null;
  /** The time of the latest amendment; null if there is none. */
  readonly amendedAt: Date | null;
  /** The sum of the debits that reversals of this transaction undid. */
  readonly reversedAmount: Minor;
  /** The state of the hold; null if the transaction is not a hold. */
  readonly hold: HoldStanding | null;
  /** The ids of the reversals of this transaction, oldest first. */
  readonly reversalIds: readonly string[];
  readonly updatedAt: Date;
  readonly entries: readonly EntryRow[];
}
