/** The states of a background loop, and the notifications to its waiters and observers. */
import { createBackground, type BackgroundEvent, type Rest } from '../../../src/kernel/running/background';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { HandClock } from '../../support/hand-clock';

const pauseMs = 1_000;
const idle: Rest = { isIdle: true, pauseMs };
const busy: Rest = { isIdle: false, pauseMs };

interface Round {
  readonly end: (rest?: Rest) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
  readonly mayGoOn: () => boolean;
}

/** A loop whose rounds end when a test ends them. */
const open = () => {
  const clock = new HandClock();
  const warned: unknown[][] = [];
  const note = (): void => undefined;
  const log = { info: note, error: note, warn: (...line: unknown[]) => void warned.push(line) };
  const background = createBackground(clock, log);
  const rounds: Round[] = [];
  const loop = background.loop({
    name: 'sums',
    complaint: 'summing failed and will be tried again',
    afterFaultMs: 3_000,
    round: (mayGoOn) =>
      new Promise((resolve, reject) =>
        rounds.push({
          mayGoOn,
          end: async (rest = idle) => (resolve(rest), nextTurn()),
          fail: async (error) => (reject(error), nextTurn()),
        }),
      ),
  });
  const events: BackgroundEvent[] = [];
  return {
    ...{ clock, background, loop, rounds, warned, events },
    start: async (): Promise<void> => {
      loop.start();
      await nextTurn();
    },
    last: (): Round => rounds.at(-1) as Round,
    observe: () => background.observe((event) => void events.push(event)),
  };
};

const isOver = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), nextTurn().then(() => false)]);

describe('a loop', () => {
  test('works when it is started, rests for as long as the round said, and works again', async () => {
    const { clock, start, rounds, last } = open();
    await start();
    expect([rounds.length, clock.pendingWakes]).toEqual([1, 0]);
    await last().end();
    expect([rounds.length, clock.pendingWakes]).toEqual([1, 1]);
    await clock.pass(pauseMs - 1);
    expect(rounds).toHaveLength(1);
    await clock.pass(1);
    expect(rounds).toHaveLength(2);
  });

  test('runs once, however often it is started', async () => {
    const { loop, start, rounds } = open();
    expect(loop.isRunning).toBe(false);
    await start();
    await start();
    expect([loop.isRunning, rounds.length]).toEqual([true, 1]);
  });

  test('ends its rest when it is woken', async () => {
    const { loop, start, rounds, last } = open();
    await start();
    await last().end();
    loop.wake();
    await nextTurn();
    expect(rounds).toHaveLength(2);
  });

  test('starts the next round without a rest if it is woken during a round', async () => {
    const { clock, loop, start, rounds, last } = open();
    await start();
    loop.wake();
    loop.wake();
    expect(rounds).toHaveLength(1);
    await last().end();
    expect([rounds.length, clock.pendingWakes]).toEqual([2, 0]);
    await last().end();
    expect([rounds.length, clock.pendingWakes]).toEqual([2, 1]);
  });

  test('logs a round that throws, and tries again after the pause for faults', async () => {
    const { clock, start, rounds, last, warned } = open();
    const error = new Error('the database is away');
    await start();
    await last().fail(error);
    expect(warned).toEqual([[{ error }, 'summing failed and will be tried again']]);
    expect(await clock.advanceToNextWake()).toBe(3_000);
    expect(rounds).toHaveLength(2);
  });
});

describe('a stop', () => {
  test('waits for the running round, which learns that it may not go on', async () => {
    const { clock, loop, start, rounds, last } = open();
    await start();
    expect(last().mayGoOn()).toBe(true);
    const stopped = loop.stop();
    expect([loop.isRunning, last().mayGoOn()]).toEqual([false, false]);
    expect(await isOver(stopped)).toBe(false);
    await last().end();
    await stopped;
    await clock.pass(10 * pauseMs);
    expect(rounds).toHaveLength(1);
  });

  test('ends a rest at once', async () => {
    const { clock, loop, start, last } = open();
    await start();
    await last().end();
    await loop.stop();
    expect(clock.pendingWakes).toBe(0);
  });

  test('allows a new start, after the running round', async () => {
    const { loop, start, rounds, last } = open();
    await start();
    const stopped = loop.stop();
    await start();
    expect(rounds).toHaveLength(1);
    await last().end();
    await stopped;
    expect([loop.isRunning, rounds.length]).toEqual([true, 2]);
  });

  test('resolves the waits until the loop is idle', async () => {
    const { background, loop, start, last } = open();
    await start();
    const waiting = background.idle('sums');
    const stopped = loop.stop();
    await last().end(busy);
    await stopped;
    await waiting;
  });
});

describe('a wait until a loop is idle', () => {
  test('wakes the loop, and lasts until a round that began after the call', async () => {
    const { background, loop, start, rounds, last } = open();
    await start();
    const waiting = background.idle('sums');
    expect(loop.isAwaited).toBe(true);
    // The running round may have looked for work before `idle` was called, so `idle` waits for another round.
    await last().end();
    expect([await isOver(waiting), rounds.length]).toEqual([false, 2]);
    await last().end();
    expect([await isOver(waiting), loop.isAwaited]).toEqual([true, false]);
  });

  test('lasts through busy and failed rounds, with short rests between them', async () => {
    const { clock, background, start, rounds, last } = open();
    await start();
    await last().end();
    const waiting = background.idle('sums');
    await nextTurn();
    await last().end(busy);
    expect(await clock.advanceToNextWake()).toBe(5);
    await last().fail(new Error('the database is away'));
    expect(await clock.advanceToNextWake()).toBe(5);
    expect([await isOver(waiting), rounds.length]).toEqual([false, 4]);
    await last().end();
    await waiting;
    expect(await clock.advanceToNextWake()).toBe(pauseMs);
  });

  test('ends after the next round of a loop that was idle already', async () => {
    const { background, start, rounds, last } = open();
    await start();
    await last().end();
    for (const round of [2, 3]) {
      const waiting = background.idle('sums');
      await nextTurn();
      expect(rounds).toHaveLength(round);
      await last().end();
      await waiting;
    }
  });

  test('ends at once if the loop does not run or does not exist', async () => {
    const { background } = open();
    await background.idle('sums');
    await background.idle('expiry');
  });
});

describe('an observer', () => {
  test('is notified of finished subjects and of an idle loop, until it is removed', async () => {
    const { background, start, last, clock, events, observe } = open();
    expect(background.isObserved).toBe(false);
    const remove = observe();
    expect(background.isObserved).toBe(true);
    await start();
    background.done('sums', 'a ledger');
    await last().end(busy);
    await clock.pass(pauseMs);
    await last().end();
    remove();
    background.done('sums', 'another');
    expect(background.isObserved).toBe(false);
    expect(events).toEqual([
      { loop: 'sums', kind: 'done', subject: 'a ledger' },
      { loop: 'sums', kind: 'idle' },
    ]);
  });
});
