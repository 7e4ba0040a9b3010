/** Reads the ledger's log for the feed: oldest event first, each with its subject. */
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { EventType } from '../domain/event';
import type { FeedEvent, SumOfDay } from '../domain/formats/event-json';
import type { EntryRow, TransactionRow } from './reader';

export type { SumOfDay } from '../domain/formats/event-json';

export interface FeedQuestion {
  /** Only events after this sequence. */
  readonly after: bigint;
  readonly limit: number;
  /** The page ends before its `eventWeight` exceeds this; it has at least one event. */
  readonly maxBytes?: number | undefined;
  readonly types?: ReadonlySet<EventType> | undefined;
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
}

/** A transaction as it is now, and the amounts that were taken of it up to the event. */
export interface ToldTransaction {
  readonly kind: 'transaction';
  readonly row: TransactionRow;
  /** Undefined if nothing was taken of it. The amounts are sums of debits. */
  readonly undone: UndoneByThen | undefined;
  /** The reason of the last event, up to this one, that changed the hold's expiry; null if none did. */
  readonly move: string | null;
}

export interface UndoneByThen {
  readonly reversed: bigint;
  readonly settled: bigint;
  readonly released: bigint;
  readonly extended: bigint;
  /** The amount by which this event extended the hold. */
  readonly added: bigint;
  readonly reversalIds: readonly string[];
}

export interface ReadEvent extends Omit<FeedEvent, 'about'> {
  /** For an event about the chart, the text of its subject that the log stores. */
  readonly about: ToldTransaction | { readonly kind: 'text'; readonly text: string };
}

/** A transaction that an event posted or voided. */
export interface Move {
  readonly sequence: bigint;
  readonly isVoid: boolean;
  readonly day: Day;
  readonly entries: readonly Pick<EntryRow, 'accountId' | 'layer' | 'type' | 'amount'>[];
}

export interface ReadFeed {
  /** At least one event. Fewer than the limit if more would weigh more than a page may, or would need too many other rows. */
  readonly events: readonly ReadEvent[];
  /** Every matching event up to this sequence is in this answer or in an earlier one. */
  readonly through: bigint;
  /** The sequence of the ledger's last event. */
  readonly head: bigint;
  /** The hash of the event at `after`, or of genesis if that is 0; undefined if the log ends before it. */
  readonly hashAfter: Buffer | undefined;
  /** The hash of the event at `through`; undefined at the beginning of the log. */
  readonly hashThrough: Buffer | undefined;
  /**
   * Texts of the accounts that the transactions name, oldest first, with the sequence at which each was written. A text may be
   * cut anywhere after the normal balance.
   */
  readonly accountTexts: ReadonlyMap<string, readonly { readonly sequence: bigint; readonly text: string }[]>;
  /** The sums of the transactions' accounts before the first event, each up to the effective dates of the transactions. */
  readonly opening: readonly SumOfDay[];
  /** Every posting and void from the first event to the last that moves one of those accounts, in order. */
  readonly moves: readonly Move[];
}

export interface FeedReader {
  /** Undefined if the ledger does not exist. */
  read(ledgerId: LedgerId, question: FeedQuestion): Promise<ReadFeed | undefined>;
  /** The last sequence of each ledger that exists. */
  heads(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>>;
}

/** The approximate size in bytes, without texts, of an event, a transaction, an entry with its balance, and a reversal id. */
const eventBytes = 600;
const transactionBytes = 900;
export const entryBytes = 400;
const reversalBytes = 40;

/** The maximum weight of a page in bytes; a thousand events of ordinary transactions weigh less. */
export const maxPageBytes = 2_621_440;

/** The approximate size in bytes of an event as JSON, without its transaction and without the stored text of its subject. */
export const eventWeight = (reason: string | null): number => eventBytes + (reason?.length ?? 0);

/** The approximate size in bytes of a transaction as JSON. */
export const transactionWeight = ({
  entries,
  description,
  metadata,
  attributes,
  reversalIds,
}: TransactionRow): number => {
  let bytes = transactionBytes + bytesOf(description) + jsonBytesOf(metadata) + jsonBytesOf(attributes);
  bytes += reversalBytes * reversalIds.length;
  for (const entry of entries) bytes += entryBytes + bytesOf(entry.description) + jsonBytesOf(entry.metadata);
  return bytes;
};

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
const jsonBytesOf = (value: object | null): number => (value === null ? 0 : bytesOf(JSON.stringify(value)));

export const FEED_READER = token<FeedReader>('FeedReader');
