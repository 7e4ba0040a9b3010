/**
 * `ledger verify` reads a store through this port: the books in one snapshot, and the checks that the store runs by
 * itself.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedThing } from '../../../kernel/ledger-log';
import { token } from '../../../kernel/token';
import type { Account } from '../domain/account';
import type { AccountSet } from '../domain/account-set';
import type { LedgerHead } from '../domain/chain';
import type { EventType, LoggedEvent } from '../domain/event';
import type { Journal } from '../domain/journal';
import type { PeriodLock } from '../domain/period-lock';
import type { Draft, TransactionId } from '../domain/transaction';

/** A statement that must always be true of the books. */
export interface Check {
  readonly name: string;
  /** The statement, as a sentence. It is true if the check finds no row. */
  readonly promise: string;
  /** The rows that it finds are reported as notes: they are not damage. */
  readonly isNote?: boolean;
}

/** A row that breaks a check. */
export interface Breach {
  readonly where: string;
  readonly detail: string;
}

/** The most breaches of one check in one ledger that are named; the others are only counted. */
export const maxNamedBreaches = 100;

export interface CheckResult {
  readonly check: Check;
  readonly total: number;
  /** The first `maxNamedBreaches` of the breaches. */
  readonly named: readonly Breach[];
}

export interface BooksSize {
  readonly transactions: number;
  readonly entries: number;
  readonly events: number;
}

/** A transaction, rebuilt from the books as the intent that was accepted, and the hash that was stored of that intent. */
export interface RecordedDraft {
  readonly id: TransactionId;
  /** Undefined if its stored entries cannot be read. */
  readonly draft: Draft | undefined;
  /** The fingerprint of the request, which is stored with its idempotency key; null without a key. */
  readonly fingerprint: Buffer | null;
  /** The number of entries that its row states. */
  readonly entryCount: number;
  readonly contentHash: Buffer;
}

export interface RecordedAccount {
  readonly account: Account;
  /** The content hash of the last event about the account; null if the log has no event about it. */
  readonly contentHash: Buffer | null;
}

export type LoggedKind = 'trancode' | 'string operation' | 'journal' | 'period lock' | 'account set';

export interface LastContent {
  readonly type: EventType;
  readonly contentHash: Buffer;
}

/** One ledger in one snapshot, which excludes later writes. Streams are read in chunks of bounded size. */
export interface BooksSnapshot {
  size(): Promise<BooksSize>;
  /** Runs the checks that the store makes by itself: sums, counts, sequences, references. Calls `judged` after each check. */
  verdicts(judged?: () => void): Promise<readonly CheckResult[]>;
  head(): Promise<LedgerHead | undefined>;
  /** The events after that sequence, in order, chunk by chunk: waiting for each of them alone would take as long as hashing it. */
  events(after: bigint): AsyncIterable<readonly LoggedEvent[]>;
  /** The transactions that events after that sequence posted or failed, in the order of the log, chunk by chunk. */
  decided(after: bigint): AsyncIterable<readonly RecordedDraft[]>;
  /** The transactions in the queue, in its order. */
  pending(): AsyncIterable<RecordedDraft>;
  accounts(): AsyncIterable<RecordedAccount>;
  journals(): AsyncIterable<Journal>;
  periodLocks(): AsyncIterable<PeriodLock>;
  /** Transaction codes, which the context `catalog` stores. */
  codes(): AsyncIterable<LoggedThing>;
  /** Conversions and transfers that this ledger records. */
  operations(): AsyncIterable<LoggedThing>;
  accountSets(): AsyncIterable<AccountSet>;
  /** The last event about each thing of that kind, by the thing's id; events about members of an account set do not count. */
  lastContents(of: LoggedKind): Promise<ReadonlyMap<string, LastContent>>;
}

export interface BooksReader {
  ledgerIds(): Promise<readonly LedgerId[]>;
  read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>): Promise<A>;
  /** The checks that need several ledgers at once, all in one snapshot. */
  acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]>;
  /** Checks that the database still refuses the writes that its guards forbid. */
  guards(): Promise<readonly CheckResult[]>;
}

export const BOOKS_READER = token<BooksReader>('BooksReader');
