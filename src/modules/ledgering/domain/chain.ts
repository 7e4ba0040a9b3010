/**
 * The proof of a ledger's history: each event of the log is hashed together with the hash before it, and names the hash
 * of what it is about. Fields are prefixed with their length, so that no two histories have the same bytes.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/canonical-json';
import type { LedgerId } from '../../../kernel/ids';
import type { AccountId } from './account';
import type { AccountSetId } from './account-set';
import type { PeriodLockId } from './period-lock';
import type { Draft, JournalId, TransactionId } from './transaction';

export const eventTypes = [
  'transaction_posted',
  'transaction_failed',
  'transaction_reversed',
  'transaction_voided',
  'account_created',
  'account_updated',
  'account_deleted',
  'journal_created',
  'journal_updated',
  'period_locked',
  'period_released',
  'account_set_created',
  'account_set_updated',
  'account_set_deleted',
  'account_set_member_added',
  'account_set_member_removed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A decision of the ledger, before it has its place in the log. */
export interface LedgerEvent {
  readonly type: EventType;
  readonly transactionId: TransactionId | null;
  readonly accountId: AccountId | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly occurredAt: Date;
  readonly contentHash: Buffer;
}

export interface LoggedEvent extends LedgerEvent {
  readonly sequence: bigint;
  readonly hash: Buffer;
}

/** What an event is about where that is no transaction and no account. Its content hash covers it. */
export type EventSubject =
  | { readonly journalId: JournalId }
  | { readonly periodLockId: PeriodLockId }
  | { readonly accountSetId: AccountSetId; readonly memberId?: string };

/** The row whose lock makes one writer of many: the end of the log and of the posting sequence. */
export interface LedgerHead {
  readonly lastSequence: bigint;
  readonly lastTransactionSequence: bigint;
  readonly lastHash: Buffer;
}

/** What the first event of a ledger is chained to. */
export const genesisHash = (ledgerId: LedgerId): Buffer => hash('sha256', `ledger ${ledgerId}`, 'buffer');

/** Where a ledger stands after these events, none of which posted anything. */
export const headAfter = (head: LedgerHead, events: readonly LoggedEvent[]): LedgerHead => {
  const last = events[events.length - 1];
  return last ? { ...head, lastSequence: last.sequence, lastHash: last.hash } : head;
};

/** Appends events to the log behind `head`, in order. */
export const chainEvents = (head: LedgerHead, events: readonly LedgerEvent[]): readonly LoggedEvent[] => {
  let { lastSequence: sequence, lastHash } = head;
  return events.map((event) => {
    sequence += 1n;
    lastHash = eventHash(lastHash, sequence, event);
    return { sequence, hash: lastHash, ...event };
  });
};

export const eventHash = (before: Buffer, sequence: bigint, event: LedgerEvent): Buffer =>
  hash(
    'sha256',
    before.toString('hex') +
      fields([
        sequence.toString(),
        event.type,
        event.transactionId,
        event.accountId,
        event.actor,
        event.reason,
        event.occurredAt.toISOString(),
        event.contentHash.toString('hex'),
      ]),
    'buffer',
  );

/** The hash of a whole intent, entries included. */
export const contentHashOf = (draft: Draft): Buffer => {
  let text = fields([
    draft.id,
    draft.journalId,
    draft.effectiveDate,
    draft.layer,
    draft.description,
    draft.reference,
    draft.correlationId,
    draft.correlationType,
    draft.correlationSourceId,
    draft.idempotencyKey,
    json(draft.metadata),
    json(draft.attributes),
    draft.transactionCode,
    draft.transactionCodeVersion?.toString() ?? null,
    draft.batchId,
    draft.reversesTransactionId,
    draft.stringOperationId,
    draft.acceptedBy,
    draft.acceptedAt.toISOString(),
  ]);
  for (const { id, accountId, layer, type, amount, description, metadata } of draft.entries)
    text += fields([id, accountId, layer, type, amount.toString(), description, json(metadata)]);
  return hash('sha256', text, 'buffer');
};

/** The hash of any other thing an event is about: an account, a journal, a period lock. */
export const contentHashOfRecord = (record: object): Buffer => hash('sha256', canonicalJson(record), 'buffer');

const json = (value: object | null): string | null => (value === null ? null : canonicalJson(value));

/** Lengths count UTF-16 code units; nothing is not the same as the empty text. */
const fields = (values: readonly (string | null)[]): string => {
  let text = '';
  for (const value of values) text += value === null ? '-;' : `${value.length}:${value};`;
  return text;
};
