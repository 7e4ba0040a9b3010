/**
 * A conversion or transfer between two ledgers. It is stored in the ledger of the requesting key, and recorded in the logs of both ledgers.
 */
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

/** The record of an operation, which a replay returns. It is stored with the member names of the API. */
export interface StringOperationRecord {
  readonly string_code: string;
  readonly reference: string;
  readonly source: RecordedLeg;
  readonly target: RecordedLeg;
  /** The rate of a conversion; null for a transfer. */
  readonly rate: string | null;
  readonly rate_source: string | null;
  readonly rate_at: string | null;
}

export interface RecordedLeg {
  readonly ledger_code: string;
  /** The amount in major units of the currency of the leg's ledger. */
  readonly amount: string;
}
