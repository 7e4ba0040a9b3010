/** Transactions: accepted intents that are posted, or fail, exactly once (specification, "Transaction"). */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { Id } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';

export type TransactionId = Id<'transaction'>;
export type EntryId = Id<'entry'>;
export type JournalId = Id<'journal'>;
export type BatchId = Id<'batch'>;
export type StringOperationId = Id<'string operation'>;

export const transactionStatuses = ['pending', 'posted', 'void', 'failed', 'reversed'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const holdStates = ['open', 'settled', 'released', 'expired'] as const;
/** Open while anything is left; then expired where expiry took the last of it, settled where anything was, else released. */
export type HoldState = (typeof holdStates)[number];

/** Code points. */
export const maxDescriptionLength = 1_000;

type Metadata = Readonly<Record<string, unknown>>;

export interface EntryRequest {
  readonly account: { readonly id: AccountId } | { readonly code: string };
  readonly type: EntryType;
  /** Major units, greater than zero. */
  readonly amount: string;
  readonly description: string | null;
  readonly metadata: Metadata | null;
}

/** A transaction as a client asks for it: with entries of its own, or through a transaction code. */
export interface TransactionRequest {
  readonly effectiveDate: Day;
  readonly description: string;
  readonly idempotencyKey: string;
  readonly reference: string | null;
  readonly layer: Layer;
  readonly journalId: JournalId | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  readonly correlationSourceId: TransactionId | null;
  /** The time when the rest of a hold is released; null for never. */
  readonly expiresAt: Date | null;
  readonly metadata: Metadata | null;
  readonly attributes: Metadata | null;
  /** Whether it posts although it passes balance limits; absent where it does not. */
  readonly overridesLimits?: boolean;
  readonly mode:
    | { readonly kind: 'entries'; readonly entries: readonly EntryRequest[] }
    | { readonly kind: 'code'; readonly code: string; readonly params: Metadata };
}

export interface DraftEntry {
  readonly id: EntryId;
  readonly accountId: AccountId;
  readonly layer: Layer;
  readonly type: EntryType;
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: Metadata | null;
}

/** The accepted intent; it never changes. */
export interface Draft {
  readonly id: TransactionId;
  readonly journalId: JournalId;
  readonly effectiveDate: Day;
  readonly layer: Layer;
  readonly description: string;
  readonly reference: string | null;
  /** The sum of the debits. */
  readonly totalAmount: Minor;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  readonly correlationSourceId: TransactionId | null;
  readonly idempotencyKey: string | null;
  readonly metadata: Metadata | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly transactionCode: string | null;
  readonly transactionCodeVersion: number | null;
  readonly batchId: BatchId | null;
  /** The transaction that this one reverses, releases or extends; its correlation type says which. */
  readonly undoesTransactionId: TransactionId | null;
  /** The hold of which it is a settlement. */
  readonly settlesTransactionId: TransactionId | null;
  /** The time when the rest of a hold is released; null for never. */
  readonly expiresAt: Date | null;
  /** The conversion or transfer it is a leg of. */
  readonly stringOperationId: StringOperationId | null;
  /** The prefix of the key that sent it. */
  readonly acceptedBy: string;
  readonly acceptedAt: Date;
  readonly entries: readonly DraftEntry[];
}

/** The undone amount of the entry at that position of a posted transaction. */
export interface UndoneEntry {
  readonly position: number;
  readonly amount: Minor;
}

/**
 * The kind of undoing: a reversal; or of a hold a release, a settlement or an expiry. An extension is the opposite: it adds to
 * the entries of an open hold.
 */
export type UndoingKind = 'reversal' | 'release' | 'settlement' | 'expiry' | 'extension';

/** The end of a hold before and after it was moved; null: it never expires. */
export interface MovedEnd {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** The transaction that a reversal or a release undoes and the reason, or the hold that an extension adds to. */
export interface Undoing {
  readonly kind: UndoingKind;
  readonly id: TransactionId;
  readonly reason: string | null;
  /** The posting sequence of the undone transaction. */
  readonly sequence: bigint;
  /** The effective date of the undone transaction. */
  readonly effectiveDate: Day;
  /** In the order of the own entries of what undoes, each of which undoes one of them. */
  readonly entries: readonly UndoneEntry[];
  /** The sum of the debits that are undone. */
  readonly amount: Minor;
  /** For a settlement, the part of the amount that is settled. The rest is given back. */
  readonly settled: Minor;
  /** For a settlement, the amount that is settled beyond the rest of the hold. */
  readonly excess: Minor;
  /** Whether nothing is left of the transaction then. */
  readonly isRest: boolean;
  /** The new end of the hold, if an extension moves it too. */
  readonly end?: MovedEnd;
}

/** The part of a draft that the poster judges; the other members are only written. */
export interface PendingTransaction {
  readonly id: TransactionId;
  readonly journalId: JournalId;
  readonly effectiveDate: Day;
  readonly entries: readonly DraftEntry[];
  /** Posts or fails together with the others of the same batch. */
  readonly atomicBatchId: BatchId | null;
  readonly acceptedBy: string;
  /**
   * The transaction that this one reverses, releases or extends. The release of a settlement is followed by what is
   * settled.
   */
  readonly undoes: Undoing | null;
  /** Whether it posts although it passes balance limits. */
  readonly overridesLimits: boolean;
  /** The hash of the whole draft. */
  readonly contentHash: Buffer;
}
