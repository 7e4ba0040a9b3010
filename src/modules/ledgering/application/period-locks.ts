/**
 * Locks periods and releases the locks. Both acts take a turn of the ledger, so each posting is decided either before the lock or under it.
 */
import { newId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { dayIn } from '../../../kernel/time-zone';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import { periodLockFormats } from '../domain/formats';
import type { PeriodHasPending, PeriodLockMissing, PeriodNotOver } from '../domain/refusals';
import { inTurn, logEvent, type TurnDependencies } from './turn';

type LockRefusal = PeriodHasPending | PeriodNotOver | QuotaReached;

export interface PeriodLocks {
  /** Locks all days up to and including `lockedUntil`. Refuses today or a later day, unless `includesOpenDays` is true. */
  lock(
    caller: Principal,
    lockedUntil: Day,
    reason: string,
    includesOpenDays: boolean,
  ): Promise<Outcome<LockRefusal, PeriodLock>>;
  /** Releases a lock. A lock that has already been released is returned unchanged. */
  release(caller: Principal, lockId: PeriodLockId, reason: string): Promise<Outcome<PeriodLockMissing, PeriodLock>>;
}

export const createPeriodLocks = (dependencies: TurnDependencies): PeriodLocks => {
  const { chart } = dependencies;
  return {
    lock: ({ tenantId, ledgerId, actor, timeZone }, lockedUntil, reason, includesOpenDays) =>
      inTurn<LockRefusal, PeriodLock>(dependencies, ledgerId, async (turn) => {
        const today = dayIn(timeZone, turn.now);
        if (lockedUntil >= today && !includesOpenDays) return refuse({ kind: 'PeriodNotOver', lockedUntil, today });
        await dependencies.acceptances.holdTerms(turn.tx, ledgerId, 'alone');
        if (await chart.hasPendingUpTo(turn.tx, ledgerId, lockedUntil)) return refuse({ kind: 'PeriodHasPending' });
        const lock = {
          id: newId<'period lock'>(),
          lockedUntil,
          reason,
          createdAt: turn.now,
          releasedAt: null,
          releaseReason: null,
        };
        await chart.insertPeriodLock(turn.tx, ledgerId, lock);
        const room = judgeUse('period_locks', await chart.readUse(turn.tx, 'period_locks', { tenantId, ledgerId }));
        if (refused(room)) return room;
        await logEvent(dependencies, turn, ledgerId, {
          type: 'period_locked',
          subject: { periodLockId: lock.id },
          actor,
          reason,
          content: periodLockFormats.contentOf(lock),
        });
        return ok(lock);
      }),

    release: ({ ledgerId, actor }, lockId, reason) =>
      inTurn<PeriodLockMissing, PeriodLock>(dependencies, ledgerId, async (turn) => {
        const found = await chart.readPeriodLock(turn.tx, ledgerId, lockId);
        if (!found) return refuse({ kind: 'PeriodLockMissing' });
        if (found.releasedAt !== null) return ok(found);
        const lock = { ...found, releasedAt: turn.now, releaseReason: reason };
        await chart.releasePeriodLock(turn.tx, ledgerId, lock);
        await logEvent(dependencies, turn, ledgerId, {
          type: 'period_released',
          subject: { periodLockId: lockId },
          actor,
          reason,
          content: periodLockFormats.contentOf(lock),
        });
        return ok(lock);
      }),
  };
};
