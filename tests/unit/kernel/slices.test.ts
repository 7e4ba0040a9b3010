/** Work in slices: who works long lets others in, and several who do take turns. */
import { atOnce, finished, inSlices, type Pieces } from '../../../src/kernel/slices';
import { workLong } from '../../support/working';

describe('work in slices', () => {
  test('goes on where its slice is not over', () => {
    expect(inSlices()()).toBeUndefined();
  });

  test('waits for a turn of the event loop where it is, and begins a new slice with it', async () => {
    const pause = inSlices();
    workLong();
    let hadATurn = false;
    setImmediate(() => (hadATurn = true));
    await pause();
    expect(hadATurn).toBe(true);
  });

  test('in pieces comes to what the last piece returns, at once or with a pause after each', async () => {
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

  test('of several who work long is one slice a turn', async () => {
    let worked = 0;
    let most = 0;
    let isOver = false;
    const watch = (): void => {
      most = Math.max(most, worked);
      worked = 0;
      if (!isOver) setImmediate(watch);
    };
    const pieces = async (): Promise<void> => {
      const pause = inSlices();
      for (let piece = 0; piece < 4; piece++) {
        workLong();
        await pause();
        worked += 1;
      }
    };
    setImmediate(watch);
    await Promise.all([pieces(), pieces(), pieces(), pieces()]);
    isOver = true;
    // Who watches and who works may change places between two turns.
    expect(most).toBeLessThanOrEqual(2);
  });
});
