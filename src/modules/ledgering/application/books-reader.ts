/** The port through which `ledger verify` reads a store: one snapshot of the books, and the checks that the store makes itself. */
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

/** A check of `ledger verify`: a statement that must always be true of the books. */
export interface Check {
  readonly name: string;
  /** The statement, as a sentence. The check passes if it finds no rows. */
  readonly promise: string;
  /** True if the rows that the check finds are only reported as notes, because they are not damage. */
  readonly isNote?: boolean;
}

/** A row that violates a check. */
export interface Breach {
  readonly where: string;
  readonly detail: string;
}

/** The maximum number of rows that one check names in one ledger; further rows are only counted. */
export const maxNamedBreaches = 100;

export interface CheckResult {
  readonly check: Check;
  readonly total: number;
  /** The first rows that violate the check, at most `maxNamedBreaches`. */
  readonly named: readonly Breach[];
}

export interface BooksSize {
  readonly transactions: number;
  readonly entries: number;
  readonly events: number;
}

/** A transaction as the draft that was accepted, rebuilt from the books; and the stored hash of that draft. */
export interface RecordedDraft {
  readonly id: TransactionId;
  /** The rebuilt draft; undefined if the stored entries cannot be read. */
  readonly draft: Draft | undefined;
  /** The fingerprint of the request, stored with its idempotency key; null if the request had no key. */
  readonly fingerprint: Buffer | null;
  /** The number of entries according to the transaction's row. */
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

/** A snapshot of one ledger, which does not show later writes. Streams return chunks of bounded size. */
export interface BooksSnapshot {
  size(): Promise<BooksSize>;
  /** Runs the checks that the store makes itself: sums, counts, sequences, references. Calls `judged` after each check. */
  verdicts(judged?: () => void): Promise<readonly CheckResult[]>;
  head(): Promise<LedgerHead | undefined>;
  /**
   * Returns the events after the given sequence, in order. They come in chunks, because awaiting each event separately would take as long
   * as hashing it.
   */
  events(after: bigint): AsyncIterable<readonly LoggedEvent[]>;
  /** Returns the transactions that were posted or failed by events after the given sequence, in the order of the log, in chunks. */
  decided(after: bigint): AsyncIterable<readonly RecordedDraft[]>;
  /** Returns the pending transactions in the order of the queue. */
  pending(): AsyncIterable<RecordedDraft>;
  accounts(): AsyncIterable<RecordedAccount>;
  journals(): AsyncIterable<Journal>;
  periodLocks(): AsyncIterable<PeriodLock>;
  /** Returns the transaction codes, which the `catalog` context stores. */
  codes(): AsyncIterable<LoggedThing>;
  /** Returns the conversions and transfers that are stored in this ledger. */
  operations(): AsyncIterable<LoggedThing>;
  accountSets(): AsyncIterable<AccountSet>;
  /**
   * Returns the last event about each record of the given kind, by the record's id. For an account set, events about its members do not
   * count.
   */
  lastContents(of: LoggedKind): Promise<ReadonlyMap<string, LastContent>>;
}

/**
 * How a verification uses the database. 'steady': one statement at a time, so that a service on the same database stays responsive. 'fast':
 * the store's checks run in parallel with the reading of events and transactions, on a second connection with the same snapshot.
 */
export type VerifyPace = 'steady' | 'fast';

export interface BooksReader {
  ledgerIds(): Promise<readonly LedgerId[]>;
  read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>, pace: VerifyPace): Promise<A>;
  /** Runs the checks that compare several ledgers, in one snapshot of all of them. */
  acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]>;
  /** Checks that the database refuses forbidden writes. */
  guards(): Promise<readonly CheckResult[]>;
}

export const BOOKS_READER = token<BooksReader>('BooksReader');
