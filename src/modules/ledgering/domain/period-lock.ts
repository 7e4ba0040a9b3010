/**
 * Period locks: days whose books are closed. While a lock is in force, no transaction with an effective date up to the lock's day may
 * change.
 */
import type { Id } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';

export type PeriodLockId = Id<'period lock'>;

export interface PeriodLock {
  readonly id: PeriodLockId;
  readonly lockedUntil: Day;
  readonly reason: string;
  readonly createdAt: Date;
  readonly releasedAt: Date | null;
  readonly releaseReason: string | null;
}
