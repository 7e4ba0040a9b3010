import { nextTurn as settled } from '../../../src/kernel/running/event-loop';
import { createFairLine, type FairLineLimits } from '../../../src/kernel/running/fair-shares/line';
import { Busy, OverShare, Unavailable } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

const limits: FairLineLimits = { places: 2, placesEach: 1, maxWaitMs: 3_600_000, maxWaitingEach: 2 };

const open = (different: Partial<FairLineLimits> = {}) => {
  const line = createFairLine({ ...limits, ...different });
  const entered: string[] = [];
  return {
    ...line,
    entered,
    come: (name: string, subject = name, group?: string) => {
      const entering = line.enter(subject, group).then(() => void entered.push(name));
      entering.catch(() => undefined);
      return entering;
    },
  };
};

describe('a fair line', () => {
  test('admits as many as there are places, and each subject up to its own limit', async () => {
    const { come, entered, counts } = open();
    for (const [name, subject] of ['a1 a', 'a2 a', 'b1 b', 'c1 c'].map((both) => both.split(' ')))
      void come(name ?? '', subject);
    await settled();
    expect(entered).toEqual(['a1', 'b1']);
    expect(counts()).toEqual({ entered: 2, waiting: 2 });
  });

  test('gives subjects turns, in order of arrival within a subject', async () => {
    const { come, leave, entered } = open({ places: 1 });
    void come('x');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'b2']) void come(name, name.charAt(0));
    for (const subject of ['x', 'a', 'b', 'c', 'a']) {
      await settled();
      leave(subject);
    }
    await settled();
    expect(entered).toEqual(['x', 'a1', 'b1', 'c1', 'a2', 'b2']);
  });

  test('limits a group of subjects together', async () => {
    const { come, leave, entered } = open({ places: 10, placesEachGroup: 2 });
    for (const name of ['one', 'two', 'three']) void come(name, name, 'tenant');
    void come('other', 'other', 'another tenant');
    await settled();
    expect(entered).toEqual(['one', 'two', 'other']);
    leave('one');
    await settled();
    expect(entered.at(-1)).toBe('three');
  });

  test('reports whose share is used up when the line is full', async () => {
    const { come } = open({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) void come(name, 'a');
    await expect(come('a4', 'a')).rejects.toThrow(OverShare);
    for (const name of ['b1', 'b2']) void come(name, 'b');
    await expect(come('b3', 'b')).rejects.toThrow(Unavailable);
    await expect(come('b3', 'b')).rejects.not.toThrow(OverShare);
  });

  test('refuses a request that waits too long, with the given fault', async () => {
    const clock = new HandClock();
    const line = createFairLine({ ...limits, maxWaitMs: 5 }, () => new Busy('in vain'), clock);
    await line.enter('a');
    const waited = line.enter('a').catch((fault: unknown) => fault);
    clock.advance(4);
    expect(line.counts()).toEqual({ entered: 1, waiting: 1 });
    clock.advance(1);
    expect(await waited).toBeInstanceOf(Busy);
    line.leave('a');
    await line.enter('a');
    expect(line.counts()).toEqual({ entered: 1, waiting: 0 });
  });

  test('no longer refuses a request that has entered', async () => {
    const clock = new HandClock();
    const line = createFairLine({ ...limits, maxWaitMs: 5 }, undefined, clock);
    await line.enter('a');
    const second = line.enter('a');
    line.leave('a');
    await second;
    expect(clock.pendingWakes).toBe(0);
  });

  test('limits all waiting requests together', async () => {
    const { come } = open({ places: 1, maxWaiting: 2 });
    for (const name of ['a', 'b', 'c']) void come(name);
    await expect(come('d')).rejects.toThrow(Unavailable);
  });
});
