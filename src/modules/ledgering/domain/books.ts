/** The books as posting reads them, and how it changes them. */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { Denomination } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { AccountId, BalanceLimits } from './account';
import type { Course } from './course';
import type { BalanceLimitExceeded } from './refusals';
import type { JournalId, TransactionId } from './transaction';

export interface PostingAccount {
  readonly code: string;
  readonly isActive: boolean;
  readonly normalBalance: NormalBalance;
  readonly limits: BalanceLimits;
  /** The settled totals of all days before this batch, and what the pending layer holds. Only read where limits are enforced. */
  readonly settledDebits: bigint;
  readonly settledCredits: bigint;
  readonly heldDebits: bigint;
  readonly heldCredits: bigint;
  /** The settled changes later than the earliest day of this batch; empty where limits are not enforced. */
  readonly later: Course;
}

/** The state under the head's lock, as far as the work touches it. */
export interface PostingFacts {
  readonly accounts: ReadonlyMap<string, PostingAccount>;
  readonly closedJournals: ReadonlySet<JournalId>;
  /** How the ledger counts, for the message about a passed limit. */
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
  /** For the settled layer only: the change of the amounts that pending entries hold. */
  heldDebits: bigint;
  heldCredits: bigint;
  /** None of the entries is effective before it. */
  since: Day;
}

export interface DayChange extends Change {
  readonly day: Day;
}

/** Debits and credits of the pending layer that hold nothing from that day on: those of what undoes, and of what it undid. */
export interface UndoneDayChange extends Pick<Change, 'accountId' | 'debits' | 'credits'> {
  readonly day: Day;
}

/** A limit that a transaction passed because its request overrides limits. */
export interface OverriddenLimit {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly passed: BalanceLimitExceeded;
}
