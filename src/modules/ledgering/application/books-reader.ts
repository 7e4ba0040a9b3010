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

/** Something that must always be true. */
export interface Check {
  readonly name: string;
  /** The statement that is true if the check finds nothing, as a sentence. */
  readonly promise: string;
  /** Its rows are worth telling, and are no damage. */
  readonly isNote?: boolean;
}

/** A row that breaks a check. */
export interface Breach {
  readonly where: string;
  readonly detail: string;
}

/** How many breaches of one check in one ledger are named; the rest are counted. */
export const maxNamedBreaches = 100;

export interface CheckResult {
  readonly check: Check;
  readonly total: number;
  /** The first `maxNamedBreaches` of them. */
  readonly named: readonly Breach[];
}

export interface BooksSize {
  readonly transactions: number;
  readonly entries: number;
  readonly events: number;
}

/** A transaction read back as the intent it was accepted as, and the hash that was kept of that intent. */
export interface RecordedDraft {
  readonly id: TransactionId;
  /** Undefined where what is kept of its entries cannot be read. */
  readonly draft: Draft | undefined;
  /** The fingerprint of the request that its idempotency key keeps; null without a key. */
  readonly fingerprint: Buffer | null;
  /** How many entries it says it has. */
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

/** One ledger in one snapshot: what is written meanwhile is not seen. Streams are read in chunks of bounded size. */
export interface BooksSnapshot {
  size(): Promise<BooksSize>;
  /**
   * The checks that the store runs by itself: sums, counts, sequences, references. Calls `judged` after each of them.
   */
  verdicts(judged?: () => void): Promise<readonly CheckResult[]>;
  head(): Promise<LedgerHead | undefined>;
  /** The log behind that sequence, in order. */
  events(after: bigint): AsyncIterable<LoggedEvent>;
  /** Transactions that the log says are posted or failed, in its order, by events behind that sequence. */
  decided(after: bigint): AsyncIterable<RecordedDraft>;
  /** Transactions that wait in the queue, in its order. */
  pending(): AsyncIterable<RecordedDraft>;
  accounts(): AsyncIterable<RecordedAccount>;
  journals(): AsyncIterable<Journal>;
  periodLocks(): AsyncIterable<PeriodLock>;
  /** Transaction codes, which another context keeps. */
  codes(): AsyncIterable<LoggedThing>;
  /** Conversions and transfers that are kept in this ledger. */
  operations(): AsyncIterable<LoggedThing>;
  accountSets(): AsyncIterable<AccountSet>;
  /** The last event about each of them, by its id; events about members of an account set do not count. */
  lastContents(of: LoggedKind): Promise<ReadonlyMap<string, LastContent>>;
}

export interface BooksReader {
  ledgerIds(): Promise<readonly LedgerId[]>;
  read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>): Promise<A>;
  /** The checks that need several ledgers at once, all in one snapshot. */
  acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]>;
  /** Whether the store still refuses what it must refuse. */
  guards(): Promise<readonly CheckResult[]>;
}

export const BOOKS_READER = token<BooksReader>('BooksReader');
