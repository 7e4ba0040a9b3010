/** The facts that posting reads, and the changes that posting makes to the books. */
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
  /** The settled totals up to the earliest day of this batch, and the held totals. They are read only if the account enforces limits. */
  readonly settledDebits: bigint;
  readonly settledCredits: bigint;
  readonly heldDebits: bigint;
  readonly heldCredits: bigint;
  /** The changes in the settled balance after the earliest day of this batch; empty if the account enforces no limits. */
  readonly later: Course;
}

/** The state of the accounts, journals and locks that a batch needs, read under the lock of the head. */
export interface PostingFacts {
  readonly accounts: ReadonlyMap<string, PostingAccount>;
  readonly closedJournals: ReadonlySet<JournalId>;
  /** The ledger's currency and decimals. The message about an exceeded limit needs them. */
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
  /** The change in the amounts that pending entries hold. It belongs to the settled layer, and is zero on the other layers. */
  heldDebits: bigint;
  heldCredits: bigint;
  /** The earliest effective date of the changed entries. */
  since: Day;
}

export interface DayChange extends Change {
  readonly day: Day;
}

/**
 * Debits and credits on the pending layer that hold nothing from `day` on: those of transactions that undo others, and those of the undone
 * transactions.
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
