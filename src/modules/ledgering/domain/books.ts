/** The facts of the books that posting reads, and the changes that posting causes. */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { Denomination } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { BalanceLimits } from './account-limits';
import type { Course } from './course';
import type { BalanceLimitExceeded } from './refusals';
import type { JournalId, TransactionId } from './transaction';

export interface PostingAccount {
  readonly code: string;
  readonly isActive: boolean;
  readonly normalBalance: NormalBalance;
  readonly limits: BalanceLimits;
  /** The settled totals of all days before this batch, and the totals of open holds. They are read only if the account enforces limits. */
  readonly settledDebits: bigint;
  readonly settledCredits: bigint;
  readonly heldDebits: bigint;
  readonly heldCredits: bigint;
  /** The settled changes after the earliest day of this batch; empty if the account enforces no limits. */
  readonly later: Course;
}

/** The state of the records that the work uses, read under the lock of the head. */
export interface PostingFacts {
  readonly accounts: ReadonlyMap<string, PostingAccount>;
  readonly closedJournals: ReadonlySet<JournalId>;
  /** The ledger's currency and decimals, for the message about an exceeded limit. */
  readonly denomination: Denomination;
  readonly lockedUntil: Day | null;
}

interface Change {
  readonly accountId: AccountId;
  readonly layer: Layer;
  debits: bigint;
  credits: bigint;
  entryCount: number;
}

export interface TotalsChange extends Change {
  /** The change of the amounts that pending entries hold; zero on other layers than the settled one. */
  heldDebits: bigint;
  heldCredits: bigint;
  /** The earliest effective date of the entries. */
  since: Day;
}

export interface DayChange extends Change {
  readonly day: Day;
}

/**
 * Debits and credits of the pending layer that hold nothing from that day on: those of undoing transactions, and of the transactions that
 * they undid.
 */
export interface UndoneDayChange extends Pick<Change, 'accountId' | 'debits' | 'credits'> {
  readonly day: Day;
}

/** A limit that a transaction exceeded because its request overrides limits. */
export interface OverriddenLimit {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly passed: BalanceLimitExceeded;
}
