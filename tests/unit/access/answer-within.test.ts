/** The time limit for an answer of Redis. */
import { answerWithin } from '../../../src/modules/access/redis/answer-within';
import { HandClock } from '../../support/hand-clock';

const maxMs = 250;

test('is passed on, or its fault, and no deadline is left', async () => {
  const clock = new HandClock();
  expect(await answerWithin(maxMs, Promise.resolve('answer'), clock)).toBe('answer');
  await expect(answerWithin(maxMs, Promise.reject(new Error('reset')), clock)).rejects.toThrow('reset');
  expect(clock.pendingWakes).toBe(0);
});

test('is waited for so long, and no longer', async () => {
  const clock = new HandClock();
  const answer = expect(answerWithin(maxMs, new Promise(() => undefined), clock)).rejects.toThrow('no answer within');
  await clock.pass(maxMs - 1);
  expect(clock.pendingWakes).toBe(1);
  clock.advance(1);
  await answer;
});
