/** Returns the path, inside the ledger, of the page about an event's subject; undefined if there is no such page. */
import type { Schemas } from '../../api/schemas';

export interface Subject {
  readonly type: string;
  readonly id: string;
}

const pages: ReadonlyMap<string, (id: string) => string> = new Map([
  ['transaction', (id: string) => `transactions/${id}`],
  ['account', (id: string) => `accounts/${id}`],
  ['account_set', (id: string) => `account-sets/${id}`],
  ['journal', () => 'journals'],
  ['trancode', (id: string) => `transaction-codes/${id}`],
  ['period_lock', () => 'period-locks'],
  ['period', () => 'period-locks'],
]);

export const pathOfSubject = ({ type, id }: Subject): string | undefined => pages.get(type)?.(id);

/** All event types, in the order of docs/use/events.md. */
export const eventTypes = [
  'transaction.posted',
  'transaction.failed',
  'transaction.reversed',
  'transaction.reversed_in_part',
  'transaction.voided',
  'transaction.amended',
  'transaction.noted',
  'hold.settled',
  'hold.released',
  'hold.expired',
  'hold.extended',
  'account.created',
  'account.updated',
  'account.closed',
  'account.deleted',
  'journal.created',
  'journal.updated',
  'period.locked',
  'period.released',
  'account_set.created',
  'account_set.updated',
  'account_set.deleted',
  'account_set.member_added',
  'account_set.member_removed',
  'trancode.created',
  'trancode.deprecated',
  'string_operation.posted',
] as const satisfies readonly Schemas['EventType'][];

export type EventType = Schemas['EventType'];

export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);

/** The event types by group. The group is the part before the dot, such as `transaction`. */
export const groupsOfTypes: ReadonlyMap<string, readonly EventType[]> = new Map(
  [...new Set(eventTypes.map((type) => type.split('.')[0] ?? ''))].map((group) => [
    group,
    eventTypes.filter((type) => type.startsWith(`${group}.`)),
  ]),
);

/** Replaces underscores and dots with spaces: `account_set` becomes `account set`. */
export const inWords = (name: string): string => name.replaceAll('_', ' ').replace('.', ' ');

/**
 * Returns the range of the log that a page of events shows: the events after `after`, or the newest ones if `after` is undefined. With a
 * filter the range is larger, because few events match.
 */
export const stretchOf = (
  head: number,
  after: number | undefined,
  isFiltered: boolean,
): { readonly after: number; readonly limit: number; readonly reach: number } => {
  const reach = isFiltered ? 2000 : 50;
  return { after: Math.max(0, after ?? head - reach), limit: isFiltered ? 200 : 50, reach };
};
