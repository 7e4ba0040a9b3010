/** The time limit for an answer, measured by the time in which the process could run. */
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

test('is taken where it came while the process stood still, for longer than it may wait', async () => {
  const clock = new HandClock();
  let arrive = (_: string): void => undefined;
  const waiting = answerWithin(maxMs, new Promise<string>((resolve) => (arrive = resolve)), standing(clock, 2 * maxMs));
  // The timer of the first slice fires late, and before the answer is read.
  await clock.advanceToNextWake();
  arrive('answer');
  expect(await waiting).toBe('answer');
});

/** A clock whose first deadline fires `ms` milliseconds late, as in a suspended process; later deadlines are on time. */
const standing = (clock: HandClock, ms: number): Pick<HandClock, 'deadline'> => {
  let isFirst = true;
  return {
    deadline: (inMs, act) => {
      const wake = isFirst ? inMs + ms : inMs;
      isFirst = false;
      return clock.deadline(wake, act);
    },
  };
};
