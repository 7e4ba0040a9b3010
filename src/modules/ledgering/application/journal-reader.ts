/** The journal of a ledger: every transaction that is in force at a place of its log, in the order in which they were posted. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { AccountId } from '../domain/account';
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

export interface JournalTransaction {
  readonly id: string;
  /** Of the posting order, in which the journal is told. */
  readonly sequence: bigint;
  readonly effectiveDate: Day;
  readonly postedAt: Date;
  readonly journalCode: string;
  readonly description: string;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Of a hold of which something is still left. */
  readonly expiresAt: Date | null;
  /** What it undoes, in part or whole, as a reversal or a release. */
  readonly undoesTransactionId: string | null;
  /** The hold of which it is a settlement. */
  readonly settlesTransactionId: string | null;
  readonly isLegOfString: boolean;
  /** By position. */
  readonly entries: readonly JournalEntry[];
}

export interface Journal {
  readonly place: LogPlace;
  /** Every account of the chart, by code. */
  readonly accounts: readonly KnownAccount[];
  /** The first day on which anything is effective; undefined in an empty journal. */
  readonly firstDay: Day | undefined;
  /** In pages of some hundreds, read when they are asked for; each page sees the ledger as of the same place. */
  readonly pages: AsyncIterable<readonly JournalTransaction[]>;
}

export interface JournalReader {
  /** Undefined where there is no such ledger. */
  journal(ledgerId: LedgerId, question: JournalQuestion): Promise<Journal | undefined>;
}

export const JOURNAL_READER = token<JournalReader>('JournalReader');
