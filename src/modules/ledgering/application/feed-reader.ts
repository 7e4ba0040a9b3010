/** The ledger's log as a feed reads it: oldest first, each event with what it is about. */
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { EventType } from '../domain/event';
import type { FeedEvent, SumOfDay } from '../domain/formats/event-json';
import type { EntryRow, TransactionRow } from './reader';

export type { SumOfDay } from '../domain/formats/event-json';

export interface FeedQuestion {
  /** Events behind that sequence. */
  readonly after: bigint;
  readonly limit: number;
  /** The page ends before it weighs more (`eventWeight`); it tells one event in any case. */
  readonly maxBytes?: number | undefined;
  readonly types?: ReadonlySet<EventType> | undefined;
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
}

/** A transaction as it is now, and what had become of it when the event was over. */
export interface ToldTransaction {
  readonly kind: 'transaction';
  readonly row: TransactionRow;
  /** Undefined where nothing was. The sums are of debits. */
  readonly undone: UndoneByThen | undefined;
  /** The reason of the event that moved the hold's end last, by then; null if nothing had moved it. */
  readonly move: string | null;
}

export interface UndoneByThen {
  readonly reversed: bigint;
  readonly settled: bigint;
  readonly released: bigint;
  readonly extended: bigint;
  /** The moves that the event itself added. */
  readonly added: bigint;
  readonly reversalIds: readonly string[];
}

export interface ReadEvent extends Omit<FeedEvent, 'about'> {
  /** For an event about the chart, the text that the log kept of its subject. */
  readonly about: ToldTransaction | { readonly kind: 'text'; readonly text: string };
}

/** A transaction that was posted, or voided, by an event. */
export interface Move {
  readonly sequence: bigint;
  readonly isVoid: boolean;
  readonly day: Day;
  readonly entries: readonly Pick<EntryRow, 'accountId' | 'layer' | 'type' | 'amount'>[];
}

export interface ReadFeed {
  /** Fewer than were asked for where more would weigh more than a page may, or need too much else to be read; one at least. */
  readonly events: readonly ReadEvent[];
  /** Every matching event up to this sequence is in this answer or in an earlier one. */
  readonly through: bigint;
  /** The last event of the ledger. */
  readonly head: bigint;
  /** The hash of the event at `after`, or of the beginning; undefined where the log ends before it. */
  readonly hashAfter: Buffer | undefined;
  /** The hash of the event at `through`; undefined at the beginning of the log. */
  readonly hashThrough: Buffer | undefined;
  /**
   * Texts of the accounts that the transactions name, with the sequences at which they were written, oldest first. Behind the normal
   * balance they may end at any place.
   */
  readonly accountTexts: ReadonlyMap<string, readonly { readonly sequence: bigint; readonly text: string }[]>;
  /** The sums of the transactions' accounts before the first of the events, each up to the days of its transactions. */
  readonly opening: readonly SumOfDay[];
  /** Every posting and void since then that moves any of those accounts, up to the last of the events, in order. */
  readonly moves: readonly Move[];
}

export interface FeedReader {
  /** Undefined where there is no such ledger. */
  read(ledgerId: LedgerId, question: FeedQuestion): Promise<ReadFeed | undefined>;
  /** The last event of each ledger that exists. */
  heads(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>>;
}

/** The approximate bytes, without texts, of an event, of its transaction, and of an entry with the balance behind it. */
const eventBytes = 600;
const transactionBytes = 900;
export const entryBytes = 400;
const reversalBytes = 40;

/** The most bytes of a page; a thousand events of ordinary transactions weigh less. */
export const maxPageBytes = 2_621_440;

/** About as many bytes as an event takes as JSON, without those of its transaction or of the text that was kept of it. */
export const eventWeight = (reason: string | null): number => eventBytes + (reason?.length ?? 0);

/** The weight of a transaction in bytes, estimated in the same way. */
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
