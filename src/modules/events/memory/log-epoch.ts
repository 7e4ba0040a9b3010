/** The epoch of logs that end with their process: a new process keeps other logs. */
import { randomUUID } from 'node:crypto';
import type { LogEpochs } from '../application/ports';

export const logEpochsInMemory = (): LogEpochs => {
  let epoch: string = randomUUID();
  return { current: async () => epoch, begin: async () => (epoch = randomUUID()) };
};
