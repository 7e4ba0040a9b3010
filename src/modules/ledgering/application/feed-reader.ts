/** Reads the ledger's log for the feed: oldest event first, each event with its subject. */
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { EventType } from '../domain/event';
import type { FeedEvent, SumOfDay } from '../domain/formats/event-json';
import type { EntryRow, TransactionRow } from './reader';

export type { SumOfDay } from '../domain/formats/event-json';

export interface FeedQuestion {
  /** Only events after this sequence are returned. */
  readonly after: bigint;
  readonly limit: number;
  /** The maximum total `eventWeight` of a page. A page has at least one event, even if that event alone exceeds the maximum. */
  readonly maxBytes?: number | undefined;
  readonly types?: ReadonlySet<EventType> | undefined;
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
}

/** A transaction in its present state, and the amounts that were reversed, settled or released up to the event. */
export interface ToldTransaction {
  readonly kind: 'transaction';
  readonly row: TransactionRow;
  /** The amounts that were reversed, settled, released and extended up to the event, as sums of debits; undefined if there are none. */
  readonly undone: UndoneByThen | undefined;
  /** The stored reason of the last event, up to this one, that changed the hold's expiry; null if no event changed it. */
  readonly move: string | null;
}

export interface UndoneByThen {
  readonly reversed: bigint;
  readonly settled: bigint;
  readonly released: bigint;
  readonly extended: bigint;
  /** The amount by which this event itself extended the hold. */
  readonly added: bigint;
  readonly reversalIds: readonly string[];
}

export interface ReadEvent extends Omit<FeedEvent, 'about'> {
  /** The subject of the event: a transaction or, for an event about the chart, the text that the log stores. */
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
  /**
   * The events of the page, at least one. The page has fewer events than the limit if more would exceed its maximum weight, or would need
   * too many other rows.
   */
  readonly events: readonly ReadEvent[];
  /** All matching events up to this sequence are on this page or an earlier one. */
  readonly through: bigint;
  /** The sequence of the ledger's last event. */
  readonly head: bigint;
  /** The hash of the event at the sequence `after`, or of genesis if `after` is 0; undefined if the log is shorter. */
  readonly hashAfter: Buffer | undefined;
  /** The hash of the event at the sequence `through`, or of genesis if `through` is 0; undefined if the log is shorter. */
  readonly hashThrough: Buffer | undefined;
  /**
   * The logged texts of the accounts in the transactions, oldest first, each with the sequence of its event. A text may be cut off anywhere
   * after the normal balance.
   */
  readonly accountTexts: ReadonlyMap<string, readonly { readonly sequence: bigint; readonly text: string }[]>;
  /** The sums of the transactions' accounts before the first event, up to the effective date of each transaction. */
  readonly opening: readonly SumOfDay[];
  /** All postings and voids with entries in the transactions' accounts, from the first event of the page to the last, in order. */
  readonly moves: readonly Move[];
}

export interface FeedReader {
  /** Reads a page of the feed; undefined if the ledger does not exist. */
  read(ledgerId: LedgerId, question: FeedQuestion): Promise<ReadFeed | undefined>;
  /** Returns the last sequence of each ledger; leaves out ledgers that do not exist. */
  heads(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>>;
}

/** The approximate sizes in bytes, without texts, of an event, of a transaction, of an entry with its balance, and of a reversal id. */
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
