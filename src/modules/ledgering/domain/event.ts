/** The events of a ledger's log: the ledger's decisions in order. */
import type { AccountId } from './account';
import type { AccountSetId } from './account-set';
import type { PeriodLockId } from './period-lock';
import type { JournalId, StringOperationId, TransactionId } from './transaction';

export const eventTypes = [
  'transaction_posted',
  'transaction_failed',
  'transaction_reversed',
  'transaction_reversed_in_part',
  'transaction_voided',
  'transaction_amended',
  'transaction_noted',
  'hold_settled',
  'hold_released',
  'hold_expired',
  'hold_extended',
  'account_created',
  'account_updated',
  'account_closed',
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
  'trancode_created',
  'trancode_deprecated',
  'string_operation_posted',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The public name of an event: its subject and what happened to it, such as `transaction.posted`. */
export type EventName = NameOf<EventType>;

type NameOf<Type extends string> = Type extends `account_set_${infer What}`
  ? `account_set.${What}`
  : Type extends `string_operation_${infer What}`
    ? `string_operation.${What}`
    : Type extends `${infer Subject}_${infer What}`
      ? `${Subject}.${What}`
      : never;

export const nameOf = (type: EventType): string => {
  const subject = subjects.find((name) => type.startsWith(`${name}_`)) as string;
  return `${subject}.${type.slice(subject.length + 1)}`;
};

// The subjects in the names of events. If one subject begins with another, the longer one must come first.
const subjects = ['transaction', 'hold', 'account_set', 'account', 'journal', 'period', 'trancode', 'string_operation'];

const typeOfName = new Map(eventTypes.map((type) => [nameOf(type), type]));
export const eventNames: readonly string[] = [...typeOfName.keys()];
/** Returns the type of an event by its public name; undefined if there is none. */
export const typeNamed = (name: string): EventType | undefined => typeOfName.get(name);

/**
 * Whether the event amends a transaction or adds a note. The log stores the text of such an event, as it does for events about the chart.
 */
export const isOfWords = (type: EventType): boolean => type === 'transaction_amended' || type === 'transaction_noted';

/** A decision of the ledger, before it has a sequence in the log. */
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

/** The subject of an event that concerns neither a transaction nor an account. The event's content hash covers the subject. */
export type EventSubject =
  | { readonly journalId: JournalId }
  | { readonly periodLockId: PeriodLockId }
  | { readonly accountSetId: AccountSetId; readonly memberId?: string }
  | { readonly trancodeId: string }
  | { readonly stringOperationId: StringOperationId };
