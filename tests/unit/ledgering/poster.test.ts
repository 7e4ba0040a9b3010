/** An acceptance into the queue waits until the poster has caught up, for at most a tenth of a second. */
import { createBackground } from '../../../src/kernel/running/background';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { newId } from '../../../src/kernel/ids';
import { refuse, Unavailable } from '../../../src/kernel/refusal';
import { createPoster } from '../../../src/modules/ledgering/application/posting/poster';
import { HandClock } from '../../support/hand-clock';

const ledgerId = newId<'ledger'>();

/** A poster whose turns end or fail when a test makes them. */
const open = () => {
  const clock = new HandClock();
  const background = createBackground(clock, {} as never);
  const turns: { readonly end: () => void; readonly fail: () => void }[] = [];
  let begun = (): void => undefined;
  const run = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      turns.push({
        end: () => resolve(refuse('nothing to do' as const)),
        fail: () => reject(new Unavailable('the database is away')),
      });
      begun();
    });
  let looks = 0;
  const store = {
    ledgersWithPendingWork: async () => {
      looks += 1;
      return [];
    },
  };
  const poster = createPoster({ unitOfWork: { run }, store, clock, background } as never);
  const nextOfTurns = async () => {
    if (turns.length === 0) await new Promise<void>((resolve) => (begun = resolve));
    return turns.shift();
  };
  const endTurn = async (how: 'end' | 'fail' = 'end'): Promise<void> => {
    (await nextOfTurns())?.[how]();
    await nextTurn();
  };
  /** In its first turn the poster looks for suspects before it posts. */
  const startTurn = async (): Promise<void> => {
    poster.start();
    poster.wake(ledgerId);
    await endTurn();
  };
  return { poster, background, clock, startTurn, endTurn, looks: () => looks };
};

/** Whether the promise has resolved already, before the next turn of the event loop. */
const isOver = (caughtUp: Promise<void>): Promise<boolean> =>
  Promise.race([caughtUp.then(() => true), nextTurn().then(() => false)]);

test('an acceptance waits for the running turn and for the next one, if more work arrived meanwhile', async () => {
  const { poster, startTurn, endTurn } = open();
  await startTurn();
  const first = poster.caughtUp(ledgerId);
  poster.wake(ledgerId);
  const second = poster.caughtUp(ledgerId);
  await endTurn();
  expect([await isOver(first), await isOver(second)]).toEqual([false, false]);
  await endTurn();
  expect([await isOver(first), await isOver(second)]).toEqual([true, true]);
  await poster.stop();
});

test('an acceptance waits at most a tenth of a second, and not at all without a running poster', async () => {
  const { poster, clock, startTurn, endTurn } = open();
  expect(await isOver(poster.caughtUp(ledgerId))).toBe(true);
  await startTurn();
  const late = poster.caughtUp(ledgerId);
  await clock.pass(99);
  expect(await isOver(late)).toBe(false);
  await clock.pass(1);
  expect(await isOver(late)).toBe(true);
  await endTurn();
  await poster.stop();
});

test('the poster is idle once no ledger is ready, busy or about to be retried', async () => {
  const { poster, background, clock, startTurn, endTurn } = open();
  await startTurn();
  const idle = background.idle('poster');
  expect(await isOver(idle)).toBe(false);
  await endTurn('fail');
  expect(await isOver(idle)).toBe(false);
  // A failed turn is retried after 20 ms.
  await clock.pass(20);
  expect(await isOver(idle)).toBe(false);
  await endTurn();
  await idle;
  await poster.stop();
});

test('an idle poster looks less and less often, down to four times per second', async () => {
  const { poster, clock, looks } = open();
  poster.start();
  const pauses: (number | undefined)[] = [];
  for (let look = 0; look < 7; look++) pauses.push(await clock.advanceToNextWake());
  expect(pauses).toEqual([10, 20, 40, 80, 160, 250, 250]);
  expect(looks()).toBe(8);
  await poster.stop();
});

test('a stop waits for the running turns, and none begins afterwards', async () => {
  const { poster, clock, startTurn, endTurn } = open();
  await startTurn();
  const stopped = poster.stop();
  poster.wake(ledgerId);
  await clock.pass(1_000);
  expect(await isOver(stopped)).toBe(false);
  await endTurn();
  await stopped;
  expect(clock.pendingWakes).toBe(0);
});
