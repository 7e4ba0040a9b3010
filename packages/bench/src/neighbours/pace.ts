/** A clock that is the same in all processes of the machine, and a loop that calls a function at a steady rate. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds since 1970. The clock is the same in every process, and never goes back. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** Calls `turn` at the given rate until `untilMs`, and passes the moment when the call was due. If the loop lags, it catches up. */
export const steadily = async (
  perSecond: number,
  untilMs: number,
  turn: (dueAtMs: number, number: number) => void,
): Promise<number> => {
  const startedAtMs = nowMs();
  for (let number = 0; ; number++) {
    const dueAtMs = startedAtMs + (number * 1_000) / perSecond;
    if (dueAtMs >= untilMs) return number;
    const early = dueAtMs - nowMs();
    if (early > 0) await delay(early);
    turn(dueAtMs, number);
  }
};
