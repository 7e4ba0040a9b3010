/**
 * The time that all processes of an installation share. The database supplies it, and between
 * two answers the process's own monotonic clock advances it, so the time of day of this machine
 * has no effect: due dates, ends of periods and
 * the present day are the same in every process. If the machine's time is wrong by more than
 * five seconds, the service reports it.
 */
import type { Clock } from '../clock';

/** The greatest difference to expect between two machines whose clocks NTP sets. */
export const maxClockDifferenceMs = 5_000;

/** An answer that took longer than this is ignored, because the moment at which the database read its clock is then too uncertain. */
const maxQuestionMs = 1_000;

export interface SharedTime {
  readonly clock: Clock;
  /**
   * Asks the database for its time, and corrects the shared time if it lies outside of the range that the answer
   * allows.
   */
  measure(): Promise<void>;
  /** Returns what is wrong with this machine's clock; undefined if it is right. */
  complaint(): string | undefined;
}

/**
 * Creates the shared time. `ask` returns the database's time in milliseconds since 1970. Until its first answer, the shared time is the
 * machine's.
 */
export const shareTime = (own: Clock, ask: () => Promise<number>): SharedTime => {
  /** The shared time at the zero point of the monotonic clock, in milliseconds since 1970. */
  let base: number | undefined;
  const nowMs = (): number => (base === undefined ? own.now().getTime() : base + own.elapsed());

  return {
    clock: {
      now: () => new Date(Math.floor(nowMs())),
      elapsed: () => own.elapsed(),
      sleep: (ms, signal) => own.sleep(ms, signal),
      deadline: (ms, act) => own.deadline(ms, act),
    },
    measure: async () => {
      const askedAt = own.elapsed();
      const told = await ask();
      const answeredAt = own.elapsed();
      if (base !== undefined && answeredAt - askedAt > maxQuestionMs) return;
      // The database read its clock between the question and the answer, so the shared time must lie within these bounds.
      const [earliest, latest] = [told - answeredAt, told - askedAt];
      if (base === undefined) base = (earliest + latest) / 2;
      else base = Math.min(Math.max(base, earliest), latest);
    },
    complaint: () => {
      if (base === undefined) return undefined;
      const aheadMs = own.now().getTime() - nowMs();
      if (Math.abs(aheadMs) <= maxClockDifferenceMs) return undefined;
      const seconds = Math.round(Math.abs(aheadMs) / 1_000);
      return `this machine's clock is ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's by ${seconds} s: synchronize both with NTP`;
    },
  };
};
