/** The epoch of logs in memory. They are lost when the process ends, so each process has an epoch of its own. */
import { randomUUID } from 'node:crypto';
import type { LogEpochs } from '../application/ports';

export const logEpochsInMemory = (): LogEpochs => {
  let epoch: string = randomUUID();
  return { current: async () => epoch, begin: async () => (epoch = randomUUID()) };
};
