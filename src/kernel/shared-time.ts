/**
 * The time that all processes of an installation share. The database tells it, and between two answers the process's own monotonic clock
 * carries it on, so the time of day of this machine decides nothing: what is due, what has ended and which day is today is the same in
 * every process. Where the machine's time is off by more than five seconds, it says so.
 */
import type { Clock } from './clock';

/** Up to here, two machines that are set by NTP may differ. */
export const maxClockDifferenceMs = 5_000;

/** A longer way of question and answer says too little about the moment at which the database read its clock. */
const maxQuestionMs = 1_000;

export interface SharedTime {
  readonly clock: Clock;
  /** Asks the database, and moves the shared time where it lies outside of what the answer allows. */
  measure(): Promise<void>;
  /** Tells what is wrong with this machine's clock; undefined if it is right. */
  complaint(): string | undefined;
}

/** `ask` tells the database's time, in milliseconds since 1970. Until it was measured, the time is the machine's. */
export const shareTime = (own: Clock, ask: () => Promise<number>): SharedTime => {
  /** The shared time at the zero of the monotonic clock, in milliseconds since 1970. */
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
      // The database read its clock at some moment between question and answer.
      const [earliest, latest] = [told - answeredAt, told - askedAt];
      if (base === undefined) base = (earliest + latest) / 2;
      else base = Math.min(Math.max(base, earliest), latest);
    },
    complaint: () => {
      if (base === undefined) return undefined;
      const aheadMs = own.now().getTime() - nowMs();
      if (Math.abs(aheadMs) <= maxClockDifferenceMs) return undefined;
      const seconds = Math.round(Math.abs(aheadMs) / 1_000);
      return `this machine's clock is ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's by ${seconds} s: set both by NTP`;
    },
  };
};
