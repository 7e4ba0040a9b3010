/** How groups are planned: a usual one at once, a wide one in slices, while nobody else plans for its ledger. */
import { afterThisTurn, nextTurn } from '../../../src/kernel/event-loop';
import { createPlanLine } from '../../../src/modules/ledgering/application/writing/planned';
import { HandClock } from '../../support/hand-clock';
import { openLedger, wideMode, type WrittenLedger } from '../../support/written-ledger';

/** How many turns of the event loop others had before each piece of what is made ready, where that is written. */
const turnsBeforePieces = async (write: (ledger: WrittenLedger) => Promise<unknown>): Promise<readonly number[]> => {
  const ledger = await openLedger();
  await ledger.sell();
  const turnsBefore: number[] = [];
  let turns = 0;
  ledger.readying(() => {
    turnsBefore.push(turns);
    afterThisTurn(() => (turns += 1));
  });
  await write(ledger);
  return turnsBefore;
};

test('a wide group lets others in between its pieces', async () => {
  expect(await turnsBeforePieces((ledger) => ledger.sellMany(20, { mode: wideMode }))).toEqual([0, 1, 2]);
});

test('a usual one does not: what others would plan meanwhile would not continue it', async () => {
  expect(await turnsBeforePieces((ledger) => ledger.sellMany(25))).toEqual([0, 0, 0]);
});

describe('while a wide group is planned', () => {
  test('nobody else plans for the ledger, and then one after the other', async () => {
    const line = createPlanLine(new HandClock());
    const done: string[] = [];
    const wide = (name: string) =>
      line(true, async (pause) => {
        expect(pause).toBeDefined();
        await nextTurn();
        await nextTurn();
        done.push(name);
      });
    const usual = (name: string) =>
      line(false, async (pause) => {
        expect(pause).toBeUndefined();
        done.push(name);
      });
    await Promise.all([usual('at once'), wide('wide'), usual('behind it'), wide('another'), usual('behind that')]);
    expect(done).toEqual(['at once', 'wide', 'behind it', 'another', 'behind that']);
  });

  test('who waits comes in where it fails', async () => {
    const line = createPlanLine(new HandClock());
    const wide = line(true, async () => {
      await nextTurn();
      throw new Error('it cannot be planned');
    });
    const behind = line(false, async () => 'planned');
    await expect(wide).rejects.toThrow('it cannot be planned');
    expect(await behind).toBe('planned');
  });
});
