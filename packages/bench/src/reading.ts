/** Starts readers for the parts of the benchmark that measure reads, and waits until the service has finished its background work. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './load/connection';
import { startProcess } from './load/process';
import type { ReadAnswer, ReadQuestion } from './load/reader';
import type { Stage } from './stage';

/** Sends a GET request and measures the response. */
export type Ask = (question: ReadQuestion) => Promise<ReadAnswer>;

/** Starts a reader with this key. It stops at the end of the run. */
export const openReader = async ({ service, defer }: Stage, key: string): Promise<Ask> => {
  const target: Target = { host: service.host, port: service.port, key };
  const { ask, stop } = await startProcess<ReadQuestion, ReadAnswer>(require.resolve('./load/reader'), target);
  defer(stop);
  return ask;
};

const lookEveryMs = 500;

/** Waits until `isDone` resolves to true. Returns the seconds waited. Throws an error with the text `complaint` after `maxMs`. */
export const untilDone = async (isDone: () => Promise<boolean>, maxMs: number, complaint: string): Promise<number> => {
  const startedAt = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startedAt > maxMs) throw new Error(complaint);
    await delay(lookEveryMs);
  }
  return (performance.now() - startedAt) / 1000;
};
