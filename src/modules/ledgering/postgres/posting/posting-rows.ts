/** The rows that posting reads, and their conversion to facts. */
import type { LimitBasis } from '../../../../kernel/accounting';
import { keptHashBytes } from '../../../../kernel/formats';
import { instantOf } from '../../../../kernel/postgres/sql';
import type { Minor } from '../../../../kernel/money';
import type { Day } from '../../../../kernel/time';
import type { AccountId, AccountName } from '../../domain/account';
import type { PostingAccount } from '../../domain/books';
import type { LedgerHead } from '../../domain/chain';
import type { HoldState } from '../../domain/transaction';
import type { DecidedTransaction } from '../../domain/undoing';
import type { BatchId, DraftEntry, JournalId, PendingTransaction, TransactionId } from '../../domain/transaction';
import { toCourse, type StretchRow } from '../sums/course-rows';
import type { QueuedDraft } from './written-columns';

export interface HeadRow {
  readonly last_sequence: string;
  readonly last_transaction_sequence: string;
  readonly last_hash: Buffer;
}

export const toHead = (row: HeadRow): LedgerHead => ({
  lastSequence: BigInt(row.last_sequence),
  lastTransactionSequence: BigInt(row.last_transaction_sequence),
  lastHash: row.last_hash,
});

export interface QueueRow {
  readonly transaction_id: TransactionId;
  readonly atomic_batch_id: BatchId | null;
}

export interface DraftRow {
  readonly transaction_id: TransactionId;
  readonly draft: QueuedDraft;
}

export const fromQueue = ({ transaction_id, atomic_batch_id }: QueueRow, draft: QueuedDraft): PendingTransaction => ({
  id: transaction_id,
  journalId: draft.journal,
  effectiveDate: draft.day,
  atomicBatchId: atomic_batch_id,
  acceptedBy: draft.by,
  undoes: null,
  overridesLimits: draft.overrides === true,
  contentHash: Buffer.from(draft.hash, 'hex'),
  entries: draft.entries.map((entry) => ({ ...entry, amount: BigInt(entry.amount) as Minor })),
});

export interface PostingFactsRow extends PostingAccountRow {
  /** The id of the account; null in the single row that is returned if no account was requested. */
  readonly id: AccountId | null;
  readonly locked_until: Day | null;
  readonly closed: readonly JournalId[];
}

export interface PostingAccountRow {
  readonly code: string;
  readonly is_active: boolean;
  readonly normal_balance: PostingAccount['normalBalance'];
  readonly enforce_balance_limits: boolean;
  readonly limit_basis: LimitBasis;
  readonly min_balance: string | null;
  readonly max_balance: string | null;
  readonly debits: string | null;
  readonly credits: string | null;
  readonly held_debits: string | null;
  readonly held_credits: string | null;
  readonly later: readonly StretchRow[] | null;
}

export const minorOrNull = (text: string | null): Minor | null => (text === null ? null : (BigInt(text) as Minor));

export const toPostingAccount = (row: PostingAccountRow): PostingAccount => ({
  code: row.code,
  isActive: row.is_active,
  normalBalance: row.normal_balance,
  limits: {
    enforced: row.enforce_balance_limits,
    basis: row.limit_basis,
    min: minorOrNull(row.min_balance),
    max: minorOrNull(row.max_balance),
  },
  settledDebits: BigInt(row.debits ?? 0),
  settledCredits: BigInt(row.credits ?? 0),
  heldDebits: BigInt(row.held_debits ?? 0),
  heldCredits: BigInt(row.held_credits ?? 0),
  later: toCourse(row.later),
});

export interface DecidedRow {
  readonly id: TransactionId;
  readonly status: DecidedTransaction['status'];
  readonly journal_id: JournalId;
  readonly effective_date: Day;
  readonly layer: DecidedTransaction['layer'];
  readonly total_amount: string;
  readonly description: string;
  readonly reference: string | null;
  readonly attributes: DecidedTransaction['attributes'];
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly undoes_transaction_id: TransactionId | null;
  readonly string_operation_id: DecidedTransaction['stringOperationId'];
  readonly ends_at: string | null;
  readonly accepted_by: string;
  readonly content_hash: Buffer | null;
  readonly sequence: string | null;
  readonly reversals: number;
  readonly hold_state: HoldState | null;
  readonly settled_amount: string | null;
  readonly extended_amount: string | null;
  readonly extended_on: Day | null;
  readonly entries: readonly DecidedEntry[] | null;
}

type DecidedEntry = QueuedDraft['entries'][number] & AccountName & { readonly undone: string };

const toEntry = ({ undone: _undone, accountCode: _code, accountName: _name, ...entry }: DecidedEntry): DraftEntry => ({
  ...entry,
  amount: BigInt(entry.amount) as Minor,
});

export const toDecided = ({ entries, ...row }: DecidedRow): DecidedTransaction => ({
  status: row.status,
  sequence: row.sequence === null ? null : BigInt(row.sequence),
  reversals: row.reversals,
  undone: (entries ?? []).map(({ undone }) => BigInt(undone) as Minor),
  layer: row.layer,
  totalAmount: BigInt(row.total_amount) as Minor,
  description: row.description,
  reference: row.reference,
  attributes: row.attributes,
  correlationId: row.correlation_id,
  correlationType: row.correlation_type,
  undoesTransactionId: row.undoes_transaction_id,
  holdState: row.hold_state,
  settledAmount: BigInt(row.settled_amount ?? 0) as Minor,
  accounts: new Map(
    (entries ?? []).map(({ accountId, accountCode, accountName }) => [accountId, { accountCode, accountName }]),
  ),
  stringOperationId: row.string_operation_id,
  extendedAmount: BigInt(row.extended_amount ?? 0) as Minor,
  extendedOn: row.extended_on,
  expiresAt: row.ends_at === null ? null : instantOf(row.ends_at),
  posting: {
    id: row.id,
    journalId: row.journal_id,
    effectiveDate: row.effective_date,
    atomicBatchId: null,
    acceptedBy: row.accepted_by,
    undoes: null,
    overridesLimits: false,
    contentHash: row.content_hash ?? Buffer.alloc(keptHashBytes),
    entries: (entries ?? []).map(toEntry),
  },
});
