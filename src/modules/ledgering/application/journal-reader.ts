/** Reads the journal of a ledger: every transaction that is in force at a sequence of its log, in posting order. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { AccountId } from '../domain/account';
import type { TooManyAccounts } from '../domain/refusals';
import type { KnownAccount, LogPlace } from './totals-reader';

export interface JournalQuestion {
  /** Effective on or after that day. */
  readonly from?: Day | undefined;
  /** Effective on or before that day. */
  readonly to?: Day | undefined;
}

export interface JournalEntry {
  readonly accountId: AccountId;
  readonly layer: Layer;
  readonly type: EntryType;
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export type UndoneAs = 'reversal' | 'release' | 'extension';

export interface JournalTransaction {
  readonly id: string;
  /** The transaction's position in posting order, which is the order of the journal. */
  readonly sequence: bigint;
  readonly effectiveDate: Day;
  readonly postedAt: Date;
  readonly journalCode: string;
  readonly layer: Layer;
  readonly description: string;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  readonly correlationSourceId: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The expiry of a hold that was still open at that sequence of the log; otherwise null. */
  readonly expiresAt: Date | null;
  /** The transaction that this one undoes (in part or whole) or extends, and how. */
  readonly undoes: { readonly transactionId: string; readonly as: UndoneAs } | null;
  /** The id of the hold that this transaction settles; null if it is not a settlement. */
  readonly settlesTransactionId: string | null;
  /** Ordered by position. */
  readonly entries: readonly JournalEntry[];
}

/**
 * The members of an account that journal entries name. All accounts of the chart stay in memory while the journal is
 * read.
 */
export type JournalAccount = Pick<
  KnownAccount,
  'id' | 'code' | 'name' | 'type' | 'category' | 'normalBalance' | 'parentId' | 'cashFlow'
>;

export interface Journal {
  readonly place: LogPlace;
  /** Every account of the chart at that sequence, ordered by code. */
  readonly accounts: readonly JournalAccount[];
  /**
   * Reads these accounts in full, in the given order, because their long texts are not kept in memory. Leaves out an account
   * that was deleted since: it had no entries.
   */
  describe(accounts: readonly JournalAccount[]): Promise<readonly KnownAccount[]>;
  /**
   * Returns the next transactions: some hundreds at most, about half a megabyte; an empty list at the end. Each page is read in a short
   * database transaction, as of the same sequence. A call that failed may be repeated; calls must not overlap.
   */
  next(): Promise<readonly JournalTransaction[]>;
}

/** The most accounts of a journal, because their codes, names and parents are kept in memory while it is read. */
export const maxJournalAccounts = 250_000;

export interface JournalReader {
  /** Undefined if the ledger does not exist. */
  journal(ledgerId: LedgerId, question: JournalQuestion): Promise<Outcome<TooManyAccounts, Journal> | undefined>;
}

export const JOURNAL_READER = token<JournalReader>('JournalReader');
