/** The schedule of verifications without a database: one process keeps it, and it is lost when the process ends. */
import type { ScheduleStore } from '../application/ports';
import type { ScheduledVerification } from '../domain/schedule';

export const scheduleInMemory = (): ScheduleStore => {
  let kept: ScheduledVerification & { readonly holder: string; readonly leasedUntil: Date } = {
    ...{ holder: '', leasedUntil: new Date(0), runningSince: null, last: null },
  };
  return {
    take: async (holder, { at, until, due }) => {
      if (kept.leasedUntil > at || (kept.last && kept.last.finishedAt > due)) return false;
      kept = { ...kept, holder, leasedUntil: until, runningSince: at };
      return true;
    },
    renew: async (holder, until) => {
      if (kept.holder !== holder) return false;
      kept = { ...kept, leasedUntil: until };
      return true;
    },
    leave: async (holder, at) => {
      if (kept.holder === holder) kept = { ...kept, leasedUntil: at, runningSince: null };
    },
    finish: async (holder, last) => {
      if (kept.holder === holder) kept = { holder, leasedUntil: last.finishedAt, runningSince: null, last };
    },
    read: async () => ({ runningSince: kept.runningSince, last: kept.last }),
  };
};
