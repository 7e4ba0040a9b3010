/** A conversion or transfer between two ledgers, kept in the ledger of the key that asked for it, and in the logs of both. */
import type { LedgerId } from '../../../kernel/ids';
import type { StringOperationId, TransactionId } from './transaction';

export interface StringOperation {
  readonly id: StringOperationId;
  readonly operation: 'convert' | 'transfer';
  readonly source: StringLeg;
  readonly target: StringLeg;
  readonly record: StringOperationRecord;
  readonly createdAt: Date;
}

export interface StringLeg {
  readonly ledgerId: LedgerId;
  readonly transactionId: TransactionId;
}

/** The record of an operation that a replay returns, stored in the words of the API. */
export interface StringOperationRecord {
  readonly string_code: string;
  readonly reference: string;
  readonly source: RecordedLeg;
  readonly target: RecordedLeg;
  /** Null for a transfer. */
  readonly rate: string | null;
  readonly rate_source: string | null;
  readonly rate_at: string | null;
}

export interface RecordedLeg {
  readonly ledger_code: string;
  /** In major units of the ledger's currency. */
  readonly amount: string;
}
