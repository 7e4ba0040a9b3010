/** Deadlines of the machine's clock after the process was blocked. */
import { Worker } from 'node:worker_threads';

import { afterThisTurn } from '../../../src/kernel/running/event-loop';
import { systemClock } from '../../../src/kernel/running/system-clock';
import { flowingClock } from '../../support/hand-clock';

/** A worker that answers the first message, and then sets the shared number. */
const answering = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.once('message', () => {
    parentPort.postMessage('answer');
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });`;

test.each([
  ['the system clock', systemClock],
  ['a flowing clock of the tests', flowingClock()],
])('an answer that arrived while the process was blocked cancels the deadline of %s', async (_, clock) => {
  const isSent = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(answering, { eval: true, workerData: isSent });
  try {
    const happened = await new Promise<string>((resolve) => {
      const standStill = (): void => {
        const late = clock.deadline(1, () => resolve('the deadline acted'));
        other.once('message', () => {
          late.cancel();
          resolve('the answer was read');
        });
        other.postMessage('question');
        // Blocks the process until the answer is there and the deadline has passed.
        Atomics.wait(isSent, 0, 0);
        while (late.leftMs() > 0);
      };
      other.once('online', () => afterThisTurn(standStill));
    });
    expect(happened).toBe('the answer was read');
  } finally {
    await other.terminate();
  }
});

test('a deadline that is not cancelled acts once', async () => {
  let acted = 0;
  await new Promise<void>((resolve) => {
    systemClock.deadline(1, () => (acted += 1));
    systemClock.deadline(2, resolve);
  });
  expect(acted).toBe(1);
});

test('a deadline that another one cancels in the same moment does not act', async () => {
  const acted: string[] = [];
  await new Promise<void>((resolve) => {
    systemClock.deadline(1, () => {
      acted.push('first');
      second.cancel();
    });
    const second = systemClock.deadline(1, () => acted.push('second'));
    systemClock.deadline(1, resolve);
  });
  expect(acted).toEqual(['first']);
});
