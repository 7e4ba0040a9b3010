/** The time limit for an answer of Redis. */
import { answerWithin } from '../../../src/modules/access/redis/answer-within';
import { HandClock } from '../../support/hand-clock';

const maxMs = 250;

test('an answer or an error in time is passed on, and no deadline remains', async () => {
  const clock = new HandClock();
  expect(await answerWithin(maxMs, Promise.resolve('answer'), clock)).toBe('answer');
  await expect(answerWithin(maxMs, Promise.reject(new Error('reset')), clock)).rejects.toThrow('reset');
  expect(clock.pendingWakes).toBe(0);
});

test('a missing answer fails exactly at the deadline', async () => {
  const clock = new HandClock();
  const answer = expect(answerWithin(maxMs, new Promise(() => undefined), clock)).rejects.toThrow('no answer within');
  await clock.pass(maxMs - 1);
  expect(clock.pendingWakes).toBe(1);
  clock.advance(1);
  await answer;
});
