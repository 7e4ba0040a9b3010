/** Long work in slices lets other work run, and several long pieces of work take turns. */
import { afterThisTurn } from '../../../src/kernel/running/event-loop';
import { atOnce, type Pieces } from '../../../src/kernel/pieces';
import { finished, inSlices } from '../../../src/kernel/running/slices';
import { HandClock } from '../../support/hand-clock';

/** A slice takes 5 ms. */
const sliceMs = 5;

describe('work in slices', () => {
  test('goes on while its slice is not over', () => {
    const clock = new HandClock();
    const pause = inSlices(clock);
    clock.advance(sliceMs - 1);
    expect(pause()).toBeUndefined();
  });

  test('waits for a turn of the event loop when its slice is over, and then begins a new one', async () => {
    const clock = new HandClock();
    const pause = inSlices(clock);
    clock.advance(sliceMs);
    let hadATurn = false;
    afterThisTurn(() => (hadATurn = true));
    await pause();
    expect(hadATurn).toBe(true);
    expect(pause()).toBeUndefined();
  });

  test('in pieces returns the last result, both at once and with pauses', async () => {
    const done: string[] = [];
    function* pieces(): Pieces<string> {
      for (const piece of ['first', 'second']) {
        done.push(piece);
        yield;
      }
      return 'all';
    }
    expect(atOnce(pieces())).toBe('all');
    expect(done.splice(0)).toEqual(['first', 'second']);
    const pause = (): Promise<void> | undefined => {
      done.push('pause');
      return done.length > 2 ? Promise.resolve() : undefined;
    };
    expect(await finished(pieces(), pause)).toBe('all');
    expect(done).toEqual(['first', 'pause', 'second', 'pause']);
  });

  test('by several tasks runs one slice per turn of the event loop', async () => {
    /** The number of the turn in which each slice ran. */
    const turns: number[] = [];
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) afterThisTurn(count);
    };
    const pieces = async (): Promise<void> => {
      const clock = new HandClock();
      const pause = inSlices(clock);
      for (let piece = 0; piece < 4; piece++) {
        clock.advance(sliceMs);
        await pause();
        turns.push(turn);
      }
    };
    afterThisTurn(count);
    await Promise.all([pieces(), pieces(), pieces(), pieces()]);
    isOver = true;
    expect(turns).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });
});
