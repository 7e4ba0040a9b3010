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
/**
 * Open while there is a remaining amount. Then expired if the expiry took the last of it, settled if any part was settled, else released.
 */
export type HoldState = (typeof holdStates)[number];

/** The limit in code points. */
export const maxDescriptionLength = 1_000;

type Metadata = Readonly<Record<string, unknown>>;

export interface EntryRequest {
  readonly account: { readonly id: AccountId } | { readonly code: string };
  readonly type: EntryType;
  /** The amount in major units, positive. */
  readonly amount: string;
  readonly description: string | null;
  readonly metadata: Metadata | null;
}

/** A transaction as a client requests it: with entries of its own, or through a transaction code. */
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
  /** The time when the remaining amount of a hold is released; null: never. */
  readonly expiresAt: Date | null;
  readonly metadata: Metadata | null;
  readonly attributes: Metadata | null;
  /** Whether it may exceed balance limits; undefined: no. */
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

/** The accepted intent, which never changes. */
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
  /** The transaction that this one reverses, releases or extends; its correlation type says which. Null: none. */
  readonly undoesTransactionId: TransactionId | null;
  /** The hold that it settles; null: none. */
  readonly settlesTransactionId: TransactionId | null;
  /** The time when the remaining amount of a hold is released; null: never. */
  readonly expiresAt: Date | null;
  /** The conversion or transfer of which it is a leg; null: none. */
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
 * The kind of undoing: a reversal; or, for a hold, a release, a settlement or an expiry. An extension is the opposite: it adds to the
 * entries of an open hold.
 */
export type UndoingKind = 'reversal' | 'release' | 'settlement' | 'expiry' | 'extension';

/** The expiry of a hold before and after it was moved; null: never. */
export interface MovedEnd {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** The transaction that a reversal or a release undoes, and the reason; or the hold that an extension adds to. */
export interface Undoing {
  readonly kind: UndoingKind;
  readonly id: TransactionId;
  readonly reason: string | null;
  /** The posting sequence of the undone transaction. */
  readonly sequence: bigint;
  /** The effective date of the undone transaction. */
  readonly effectiveDate: Day;
  /** The undone entries, in the order of the entries of the undoing transaction, each of which undoes one. */
  readonly entries: readonly UndoneEntry[];
  /** The sum of the undone debits. */
  readonly amount: Minor;
  /** The part of the amount that a settlement settles. The rest is released. */
  readonly settled: Minor;
  /** The amount that a settlement settles beyond the remaining amount of the hold. */
  readonly excess: Minor;
  /** Whether the transaction has no remaining amount afterwards. */
  readonly isRest: boolean;
  /** The new expiry of the hold; undefined if the extension does not move it. */
  readonly end?: MovedEnd;
}

/** The members of a draft that the poster checks; the others are only written. */
export interface PendingTransaction {
  readonly id: TransactionId;
  readonly journalId: JournalId;
  readonly effectiveDate: Day;
  readonly entries: readonly DraftEntry[];
  /** The batch with whose other members it posts or fails; null: none. */
  readonly atomicBatchId: BatchId | null;
  readonly acceptedBy: string;
  /**
   * The transaction that this one reverses, releases or extends; null: none. The release of a settlement is followed by the settled part.
   */
  readonly undoes: Undoing | null;
  /** Whether it may exceed balance limits. */
  readonly overridesLimits: boolean;
  /** The hash of the whole draft. */
  readonly contentHash: Buffer;
}
