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
  /** Selects transactions that are effective on or after this day. */
  readonly from?: Day | undefined;
  /** Selects transactions that are effective on or before this day. */
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
  /** The expiry of a hold that was still open at the journal's sequence of the log; null for all other transactions. */
  readonly expiresAt: Date | null;
  /** The transaction that this one reverses, releases (in part or whole) or extends, and which of these it does. */
  readonly undoes: { readonly transactionId: string; readonly as: UndoneAs } | null;
  /** The id of the hold that this transaction settles; null if it is not a settlement. */
  readonly settlesTransactionId: string | null;
  /** The entries, ordered by position. */
  readonly entries: readonly JournalEntry[];
}

/** The members of an account that are kept in memory for all accounts of the chart while the journal is read. */
export type JournalAccount = Pick<
  KnownAccount,
  'id' | 'code' | 'name' | 'type' | 'category' | 'normalBalance' | 'parentId' | 'cashFlow'
>;

export interface Journal {
  readonly place: LogPlace;
  /** Every account of the chart at the journal's sequence of the log, ordered by code. */
  readonly accounts: readonly JournalAccount[];
  /**
   * Reads the full texts of these accounts, in the given order; long texts are not kept in memory. Leaves out accounts that have been
   * deleted since: they had no entries.
   */
  describe(accounts: readonly JournalAccount[]): Promise<readonly KnownAccount[]>;
  /**
   * Returns the next transactions: at most a few hundred, and at most about half a megabyte; an empty list at the end. Each page is read in
   * its own short database transaction, as of the same sequence of the log. A call that failed may be repeated; calls must not overlap.
   */
  next(): Promise<readonly JournalTransaction[]>;
}

/** The maximum number of accounts in a journal. Their codes, names and parents are kept in memory while the journal is read. */
export const maxJournalAccounts = 250_000;

export interface JournalReader {
  /** Opens the journal of a ledger; undefined if the ledger does not exist. */
  journal(ledgerId: LedgerId, question: JournalQuestion): Promise<Outcome<TooManyAccounts, Journal> | undefined>;
}

export const JOURNAL_READER = token<JournalReader>('JournalReader');
