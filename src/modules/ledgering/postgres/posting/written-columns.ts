/** The values of each column that is written. JSON and instants are written as text. */
import type { ColumnsOf } from '../../../../kernel/postgres/sql-rows';
import { instantText, type Day } from '../../../../kernel/time';
import type { DayChange, OverriddenLimit, TotalsChange, UndoneDayChange } from '../../domain/books';
import type { KeyOfEvent, UsedKey } from '../../application/ports';
import type { LoggedEvent } from '../../domain/event';
import type { Acceptance } from '../../domain/judging';
import type { Draft, DraftEntry, PendingTransaction, UndoneEntry } from '../../domain/transaction';

/** The decision on a transaction that was posted or failed when it was accepted. */
export interface Decision {
  readonly sequence: bigint | null;
  readonly logSequence: bigint | null;
  /** The failure and the draft of a failed transaction as JSON; null if it did not fail. */
  readonly failure: string | null;
  readonly failedDraft: string | null;
}

/** A draft as stored in the queue or with a failed transaction. It has only the members that the poster needs. */
export interface QueuedDraft {
  /** The number of this format of stored drafts. */
  readonly format: 1;
  readonly journal: Draft['journalId'];
  readonly day: Draft['effectiveDate'];
  readonly by: string;
  /** The content hash of the draft in hex. */
  readonly hash: string;
  /** Whether the transaction may exceed balance limits; undefined counts as false. */
  readonly overrides?: true;
  readonly entries: readonly (Omit<DraftEntry, 'amount'> & { readonly amount: string })[];
}

export const queuedDraft = ({ draft, contentHash, overridesLimits }: Acceptance): QueuedDraft => ({
  format: 1,
  journal: draft.journalId,
  day: draft.effectiveDate,
  by: draft.acceptedBy,
  hash: contentHash.toString('hex'),
  ...(overridesLimits ? { overrides: true } : {}),
  entries: draft.entries.map((entry) => ({ ...entry, amount: entry.amount.toString() })),
});

const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

export const keyColumns: ColumnsOf<UsedKey> = {
  key: ({ key }) => key,
  operation: ({ operation }) => operation,
  fingerprint: ({ fingerprint }) => fingerprint,
  made_id: ({ makes }) => makes,
};

export const keyOfEventColumns: ColumnsOf<KeyOfEvent> = {
  ...keyColumns,
  log_sequence: ({ logSequence }) => logSequence,
};

export const eventKeyColumns: ColumnsOf<KeyOfEvent> = {
  sequence: ({ logSequence }) => logSequence,
  key: ({ key }) => key,
  fingerprint: ({ fingerprint }) => fingerprint,
};

export interface Written {
  readonly draft: Draft;
  readonly storageDecimals: number;
  readonly at: string;
  readonly decision: Decision | undefined;
}

export const transactionColumns: ColumnsOf<Written> = {
  id: ({ draft }) => draft.id,
  journal_id: ({ draft }) => draft.journalId,
  effective_date: ({ draft }) => draft.effectiveDate,
  layer: ({ draft }) => draft.layer,
  description: ({ draft }) => draft.description,
  reference: ({ draft }) => draft.reference,
  total_amount: ({ draft }) => draft.totalAmount,
  storage_decimals: ({ storageDecimals }) => storageDecimals,
  entry_count: ({ draft }) => draft.entries.length,
  correlation_id: ({ draft }) => draft.correlationId,
  correlation_type: ({ draft }) => draft.correlationType,
  correlation_source_id: ({ draft }) => draft.correlationSourceId,
  idempotency_key: ({ draft }) => draft.idempotencyKey,
  metadata: ({ draft }) => json(draft.metadata),
  attributes: ({ draft }) => json(draft.attributes),
  transaction_code: ({ draft }) => draft.transactionCode,
  transaction_code_version: ({ draft }) => draft.transactionCodeVersion,
  batch_id: ({ draft }) => draft.batchId,
  undoes_transaction_id: ({ draft }) => draft.undoesTransactionId,
  settles_transaction_id: ({ draft }) => draft.settlesTransactionId,
  expires_at: ({ draft }) => draft.expiresAt?.toISOString() ?? null,
  string_operation_id: ({ draft }) => draft.stringOperationId,
  accepted_by: ({ draft }) => draft.acceptedBy,
  accepted_at: ({ at }) => at,
  status: ({ decision }) => (decision === undefined ? 'pending' : decision.failure === null ? 'posted' : 'failed'),
  sequence: ({ decision }) => decision?.sequence ?? null,
  posted_at: ({ decision, at }) => (decision && decision.sequence !== null ? at : null),
  log_sequence: ({ decision }) => decision?.logSequence ?? null,
  failure: ({ decision }) => decision?.failure ?? null,
  failed_draft: ({ decision }) => decision?.failedDraft ?? null,
};

export interface IndexedAttribute {
  readonly key: string;
  readonly value: string;
  readonly id: Draft['id'];
}

export const attributeColumns: ColumnsOf<IndexedAttribute> = {
  key: ({ key }) => key,
  value: ({ value }) => value,
  transaction_id: ({ id }) => id,
};

export interface PlacedEntry {
  readonly entry: DraftEntry;
  readonly position: number;
  readonly sequence: bigint;
  readonly transaction: PendingTransaction;
}

export const entryColumns: ColumnsOf<PlacedEntry> = {
  sequence: ({ sequence }) => sequence,
  position: ({ position }) => position,
  id: ({ entry }) => entry.id,
  transaction_id: ({ transaction }) => transaction.id,
  account_id: ({ entry }) => entry.accountId,
  layer: ({ entry }) => entry.layer,
  type: ({ entry }) => entry.type,
  amount: ({ entry }) => entry.amount,
  effective_date: ({ transaction }) => transaction.effectiveDate,
  description: ({ entry }) => entry.description,
  metadata: ({ entry }) => json(entry.metadata),
};

export const overriddenColumns: ColumnsOf<OverriddenLimit> = {
  transaction_id: ({ transactionId }) => transactionId,
  account_id: ({ accountId }) => accountId,
  limit_name: ({ passed }) => passed.limit,
  limit_basis: ({ passed }) => passed.basis,
  day: ({ passed }) => passed.day,
  bound: ({ passed }) => passed.bound,
  balance: ({ passed }) => passed.balance,
};

export interface AddedUndone extends UndoneEntry {
  /** The posting sequence of the transaction whose entry is undone. */
  readonly sequence: bigint;
}

export const undoneColumns: ColumnsOf<AddedUndone> = {
  sequence: ({ sequence }) => sequence,
  position: ({ position }) => position,
  amount: ({ amount }) => amount,
};

export const undoneDayColumns: ColumnsOf<UndoneDayChange> = {
  account_id: ({ accountId }) => accountId,
  day: ({ day }) => day,
  debits: ({ debits }) => debits,
  credits: ({ credits }) => credits,
};

export interface AddedTotals {
  readonly change: TotalsChange;
  /**
   * The first day that is not summed yet. It is stored only if the account and layer have no such day yet; null if no entries are added.
   */
  readonly openSince: Day | null;
}

export const totalColumns: ColumnsOf<AddedTotals> = {
  account_id: ({ change }) => change.accountId,
  layer: ({ change }) => change.layer,
  debits: ({ change }) => change.debits,
  credits: ({ change }) => change.credits,
  entry_count: ({ change }) => change.entryCount,
  open_since: ({ openSince }) => openSince,
};

export const totalAndHeldColumns: ColumnsOf<AddedTotals> = {
  ...totalColumns,
  held_debits: ({ change }) => heldOrNull(change.heldDebits),
  held_credits: ({ change }) => heldOrNull(change.heldCredits),
};

/** Returns null instead of zero. Most accounts never hold anything, and null keeps their rows short. */
export const heldOrNull = (held: bigint): bigint | null => (held === 0n ? null : held);

export const dayColumns: ColumnsOf<DayChange> = {
  account_id: ({ accountId }) => accountId,
  layer: ({ layer }) => layer,
  day: ({ day }) => day,
  debits: ({ debits }) => debits,
  credits: ({ credits }) => credits,
  entry_count: ({ entryCount }) => entryCount,
};

export const eventColumns: ColumnsOf<LoggedEvent> = {
  sequence: ({ sequence }) => sequence,
  type: ({ type }) => type,
  transaction_id: ({ transactionId }) => transactionId,
  account_id: ({ accountId }) => accountId,
  actor: ({ actor }) => actor,
  reason: ({ reason }) => reason,
  occurred_at: ({ occurredAt }) => instantText(occurredAt),
  content_hash: ({ contentHash }) => contentHash,
  hash: ({ hash }) => hash,
};

export const queueColumns: ColumnsOf<Acceptance> = {
  transaction_id: ({ draft }) => draft.id,
  atomic_batch_id: ({ draft, isAtomic }) => (isAtomic ? draft.batchId : null),
  draft: (acceptance) => JSON.stringify(queuedDraft(acceptance)),
};
