/** Period locks: days whose books are closed. While a lock is active nothing with an effective date up to its day may change. */
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
