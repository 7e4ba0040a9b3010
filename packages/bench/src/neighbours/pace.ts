/** One time for all processes of the machine, and acting at a steady pace by it. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds since 1970, the same in every process, and never set back. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** Calls `turn` at the pace until `untilMs`, each time with the moment when it was due; makes up for late turns. */
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
