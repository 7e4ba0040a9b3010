/** Transactions: accepted intents, each of which is posted or fails exactly once (specification, "Transaction"). */
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
 * The state of a hold. It is open while it has a remaining amount. Afterwards it is expired if an expiry took the last amount, settled if
 * any part was settled, and released otherwise.
 */
export type HoldState = (typeof holdStates)[number];

/** The maximum length of a description in code points. */
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

/** A transaction as a client requests it: with its own entries, or through a transaction code. */
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
  /** The time when the remaining amount of a hold is released; null if it is never released. */
  readonly expiresAt: Date | null;
  readonly metadata: Metadata | null;
  readonly attributes: Metadata | null;
  /** Whether the transaction may exceed balance limits; undefined counts as false. */
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

/** The accepted intent of a transaction. It never changes. */
export interface Draft {
  readonly id: TransactionId;
  readonly journalId: JournalId;
  readonly effectiveDate: Day;
  readonly layer: Layer;
  readonly description: string;
  readonly reference: string | null;
  /** The sum of the transaction's debits. */
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
  /** The transaction that this one reverses, releases or extends (its correlation type tells which); null if there is none. */
  readonly undoesTransactionId: TransactionId | null;
  /** The hold that this transaction settles; null if there is none. */
  readonly settlesTransactionId: TransactionId | null;
  /** The time when the remaining amount of a hold is released; null if it is never released. */
  readonly expiresAt: Date | null;
  /** The conversion or transfer of which this transaction is a leg; null if there is none. */
  readonly stringOperationId: StringOperationId | null;
  /** The actor that sent the request, for example the prefix of an API key. */
  readonly acceptedBy: string;
  readonly acceptedAt: Date;
  readonly entries: readonly DraftEntry[];
}

/** The undone amount of one entry of a posted transaction; `position` is the entry's position in the transaction. */
export interface UndoneEntry {
  readonly position: number;
  readonly amount: Minor;
}

/**
 * The kinds of undoing: a reversal, or for a hold a release, a settlement or an expiry. An extension does the opposite: it adds to the
 * entries of an open hold.
 */
export type UndoingKind = 'reversal' | 'release' | 'settlement' | 'expiry' | 'extension';

/** The expiry of a hold before and after a change; null if the hold does not expire. */
export interface MovedEnd {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** The transaction that a reversal or release undoes, or the hold that an extension raises; and how it does so. */
export interface Undoing {
  readonly kind: UndoingKind;
  readonly id: TransactionId;
  readonly reason: string | null;
  /** The posting sequence of the undone transaction. */
  readonly sequence: bigint;
  /** The effective date of the undone transaction. */
  readonly effectiveDate: Day;
  /** The undone amounts, in the order of the entries of the undoing transaction. Each of those entries undoes one entry. */
  readonly entries: readonly UndoneEntry[];
  /** The sum of the undone debits. */
  readonly amount: Minor;
  /** The part of the undone amount that a settlement settles. The rest is released. */
  readonly settled: Minor;
  /** The amount that a settlement settles beyond the remaining amount of the hold. */
  readonly excess: Minor;
  /** Whether no amount of the undone transaction remains afterwards. */
  readonly isRest: boolean;
  /** The change in the hold's expiry; undefined if the extension does not change it. */
  readonly end?: MovedEnd;
}

/** The members of a draft that the poster checks; the others are only written. */
export interface PendingTransaction {
  readonly id: TransactionId;
  readonly journalId: JournalId;
  readonly effectiveDate: Day;
  readonly entries: readonly DraftEntry[];
  /** The id of the atomic batch, whose members post or fail together; null if there is none. */
  readonly atomicBatchId: BatchId | null;
  readonly acceptedBy: string;
  /**
   * The transaction that this one reverses, releases or extends; null if there is none. If it is the release of a settlement, the next
   * transaction is the settled part.
   */
  readonly undoes: Undoing | null;
  /** Whether the transaction may exceed balance limits. */
  readonly overridesLimits: boolean;
  /** The hash of the whole draft. */
  readonly contentHash: Buffer;
}
