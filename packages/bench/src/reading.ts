/** A reader of answers for the parts of the bench that measure reads, and a wait until the service has done its work in the background. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './load/connection';
import { startProcess } from './load/process';
import type { ReadAnswer, ReadQuestion } from './load/reader';
import type { Stage } from './stage';

/** Asks for a path and measures the answer. */
export type Ask = (question: ReadQuestion) => Promise<ReadAnswer>;

/** Starts a reader with this key. It stops at the end of the run. */
export const openReader = async ({ service, defer }: Stage, key: string): Promise<Ask> => {
  const target: Target = { host: service.host, port: service.port, key };
  const { ask, stop } = await startProcess<ReadQuestion, ReadAnswer>(require.resolve('./load/reader'), target);
  defer(stop);
  return ask;
};

const lookEveryMs = 500;

/** Waits until `isDone` resolves to true, and throws `complaint` after `maxMs`. Returns the seconds. */
export const untilDone = async (isDone: () => Promise<boolean>, maxMs: number, complaint: string): Promise<number> => {
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > maxMs) throw new Error(complaint);
    await delay(lookEveryMs);
  }
  return (performance.now() - startedAt) / 1000;
};
