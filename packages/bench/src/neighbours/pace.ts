/** A clock that all processes of the machine share, and actions at a steady rate by it. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds since 1970, the same in every process, and never set back. */
export const nowMs = (): number => performance.timeOrigin + performance.now();

/** Calls `turn` at the given rate until `untilMs`, each time with the moment when it was due. Late calls are made up for. */
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
