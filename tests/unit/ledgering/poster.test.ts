/** Whoever accepts what the poster is to post waits until it has caught up: no longer, and never for good. */
import { newId } from '../../../src/kernel/ids';
import { refuse } from '../../../src/kernel/refusal';
import { createPoster, type Poster } from '../../../src/modules/ledgering/application/posting/poster';

const ledgerId = newId<'ledger'>();

/** A poster whose turns end when they are told to. */
const open = () => {
  const turns: (() => void)[] = [];
  const run = (): Promise<unknown> =>
    new Promise((resolve) => turns.push(() => resolve(refuse('nothing to do' as const))));
  const store = { ledgersWithPendingWork: async () => [] };
  const clock = { now: () => new Date() };
  const poster: Poster = createPoster({ unitOfWork: { run }, store, clock } as never);
  const endTurn = async (): Promise<void> => {
    while (turns.length === 0) await new Promise(setImmediate);
    turns.shift()?.();
    await new Promise(setImmediate);
  };
  /** In the first turn it looks for suspicious work before it posts. */
  const startTurn = async (): Promise<void> => {
    poster.start();
    poster.wake(ledgerId);
    await endTurn();
  };
  return { poster, startTurn, endTurn };
};

/** Whether it was over before anything else could happen. */
const isOver = (caughtUp: Promise<void>): Promise<boolean> =>
  Promise.race([caughtUp.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);

test('an acceptance waits for the turn that posts it, and for what others left meanwhile', async () => {
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

test('it goes on after a while where the poster does not, and at once where there is none', async () => {
  const { poster, startTurn, endTurn } = open();
  expect(await isOver(poster.caughtUp(ledgerId))).toBe(true);
  await startTurn();
  const late = poster.caughtUp(ledgerId);
  expect(await isOver(late)).toBe(false);
  await late;
  await endTurn();
  await poster.stop();
});
