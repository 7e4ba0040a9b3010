/** Group commit: the grouping of requests, the size of groups, and the requests that a fault affects. */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { groupCommit } from '../../../src/kernel/running/group-commit';
import { Busy } from '../../../src/kernel/refusal';
import { HandClock } from '../../support/hand-clock';

const limits = { maxWeight: 100, worthSending: 100, maxInFlight: 2, pauseShare: 0 };

/** No commit in this file is in doubt, so no group is run a second time. */
const secondRun = { isReplay: () => false, isClear: () => false };

/** Runs groups when the test tells it to, and records their items. */
const byHand = (pauseShare = 0, maxWeight = limits.maxWeight) => {
  const clock = new HandClock();
  const groups: { readonly items: readonly number[]; readonly finish: () => void }[] = [];
  const submit = groupCommit<number, string>(
    { ...limits, pauseShare, maxWeight },
    (weight) => weight,
    (weight) => [`key ${weight}`],
    (items) =>
      new Promise((resolve) => groups.push({ items, finish: () => resolve(items.map((item) => `done ${item}`)) })),
    clock,
    secondRun,
  );
  return { clock, groups, submit };
};

const aTurnOfTheLoop = (): Promise<void> => nextTurn().then(nextTurn);

describe('group commit', () => {
  test('groups the requests of one turn of the event loop, and answers each by its place', async () => {
    const { groups, submit } = byHand();
    const answers = [1, 2, 3].map(submit);
    await aTurnOfTheLoop();
    groups[0]?.finish();
    expect(await Promise.all(answers)).toEqual(['done 1', 'done 2', 'done 3']);
    expect(groups.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  });

  test('has at most the allowed groups in flight, and gathers later requests', async () => {
    const { groups, submit } = byHand();
    const answers: Promise<string>[] = [];
    for (const item of [100, 101, 98, 1, 1]) {
      answers.push(submit(item));
      await aTurnOfTheLoop();
    }
    expect(groups.map(({ items }) => items)).toEqual([[100], [101]]);
    groups[1]?.finish();
    await aTurnOfTheLoop();
    expect(groups.map(({ items }) => items)).toEqual([[100], [101], [98, 1, 1]]);
    for (const { finish } of groups) finish();
    expect(await Promise.all(answers)).toEqual(['done 100', 'done 101', 'done 98', 'done 1', 'done 1']);
  });

  test('limits the weight of a group, and sends a heavier request alone', async () => {
    const { groups, submit } = byHand();
    const answers = [60, 40, 1, 150].map(submit);
    await aTurnOfTheLoop();
    expect(groups.map(({ items }) => items)).toEqual([[60, 40], [1]]);
    groups[0]?.finish();
    await aTurnOfTheLoop();
    expect(groups.map(({ items }) => items)).toEqual([[60, 40], [1], [150]]);
    for (const { finish } of groups) finish();
    expect(await Promise.all(answers)).toEqual(['done 60', 'done 40', 'done 1', 'done 150']);
  });

  test('gathers the next group until it is full or the group in flight is done', async () => {
    const { groups, submit } = byHand();
    const answers: Promise<string>[] = [];
    const submitted = async (...items: number[]): Promise<readonly (readonly number[])[]> => {
      answers.push(...items.map(submit));
      await aTurnOfTheLoop();
      return groups.map((group) => group.items);
    };
    expect(await submitted(30)).toEqual([[30]]);
    expect(await submitted(40)).toEqual([[30]]);
    expect(await submitted(59)).toEqual([[30]]);
    expect(await submitted(1)).toEqual([[30], [40, 59, 1]]);
    groups[0]?.finish();
    expect(await submitted(15)).toEqual([[30], [40, 59, 1]]);
    groups[1]?.finish();
    await aTurnOfTheLoop();
    expect(await submitted()).toEqual([[30], [40, 59, 1], [15]]);
    groups[2]?.finish();
    expect(await Promise.all(answers)).toEqual(['done 30', 'done 40', 'done 59', 'done 1', 'done 15']);
  });

  test('sends a larger group if more requests wait once it can be sent', async () => {
    const { groups, submit } = byHand(0, 200);
    const answers: Promise<string>[] = [];
    for (const item of [100, 101, 102, 98, 1]) {
      answers.push(submit(item));
      await aTurnOfTheLoop();
    }
    expect(groups.map(({ items }) => items)).toEqual([[100], [101]]);
    groups[0]?.finish();
    await aTurnOfTheLoop();
    expect(groups.map(({ items }) => items)).toEqual([[100], [101], [102, 98]]);
    groups[1]?.finish();
    groups[2]?.finish();
    await aTurnOfTheLoop();
    groups[3]?.finish();
    expect((await Promise.all(answers)).at(-1)).toBe('done 1');
  });

  test('sends the next group before it answers the last', async () => {
    const { groups, submit } = byHand();
    const answers: Promise<unknown>[] = [];
    let sentBefore = 0;
    answers.push(submit(5).then(() => (sentBefore = groups.length)));
    await aTurnOfTheLoop();
    answers.push(submit(1));
    await aTurnOfTheLoop();
    groups[0]?.finish();
    await answers[0];
    expect(sentBefore).toBe(2);
    groups[1]?.finish();
    await Promise.all(answers);
  });

  test('holds back a request, and those after it, while a group with its key is in flight', async () => {
    const { groups, submit } = byHand();
    const answers: Promise<string>[] = [];
    for (const items of [[1], [1, 2]]) {
      answers.push(...items.map(submit));
      await aTurnOfTheLoop();
    }
    expect(groups.map(({ items }) => items)).toEqual([[1]]);
    groups[0]?.finish();
    await aTurnOfTheLoop();
    expect(groups.map(({ items }) => items)).toEqual([[1], [1, 2]]);
    groups[1]?.finish();
    expect(await Promise.all(answers)).toEqual(['done 1', 'done 1', 'done 2']);
  });

  test('runs a failed group again one by one, so that only the faulty request fails', async () => {
    const runs: (readonly number[])[] = [];
    const submit = groupCommit<number, number>(
      limits,
      () => 1,
      () => [],
      (items) => {
        runs.push(items);
        return items.includes(13) ? Promise.reject(new Error('thirteen')) : Promise.resolve(items);
      },
      new HandClock(),
      secondRun,
    );
    const answers = [12, 13, 14].map(submit);
    const settled = Promise.allSettled(answers);
    // The first request is answered as soon as its own run is over.
    expect(await answers[0]?.then(() => runs.length)).toBeLessThan(4);
    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([[12, 13, 14], [12], [13], [14]]);
  });

  test('fails a group that got no lock in time, and the requests that waited behind it', async () => {
    const groups: { readonly items: readonly number[]; readonly fail: () => void }[] = [];
    const submit = groupCommit<number, number>(
      { ...limits, maxInFlight: 1 },
      (weight) => weight,
      () => [],
      (items) =>
        new Promise((_, reject) => groups.push({ items, fail: () => reject(new Busy('somebody else holds it')) })),
      new HandClock(),
      secondRun,
    );
    const told: number[] = [];
    const submitAll = async (...items: readonly number[]): Promise<void> => {
      for (const item of items) submit(item).catch(() => told.push(item));
      await aTurnOfTheLoop();
    };
    const failGroup = async (place: number): Promise<readonly number[]> => {
      groups[place]?.fail();
      await aTurnOfTheLoop();
      return told.splice(0);
    };
    await submitAll(40, 50, 95, 96);
    await submitAll(97, 98);
    expect(await failGroup(0)).toEqual([40, 50, 95, 96]);
    await submitAll(99);
    expect(await failGroup(1)).toEqual([97, 98]);
    expect(await failGroup(2)).toEqual([99]);
    expect(groups.map(({ items }) => items)).toEqual([[40, 50], [97], [99]]);
  });

  describe('with a pause', () => {
    test('waits until as many requests have come as were answered, and sends them together', async () => {
      const { groups, submit } = byHand(1_000);
      const answers = [1, 2].map(submit);
      await aTurnOfTheLoop();
      answers.push(submit(3));
      groups[0]?.finish();
      await Promise.all(answers.slice(0, 2));
      answers.push(submit(4));
      await aTurnOfTheLoop();
      expect(groups.map(({ items }) => items)).toEqual([[1, 2]]);
      answers.push(submit(5));
      await aTurnOfTheLoop();
      expect(groups.map(({ items }) => items)).toEqual([
        [1, 2],
        [3, 4, 5],
      ]);
      groups[1]?.finish();
      await Promise.all(answers);
    });

    test('waits at most for a share of the time that the group took', async () => {
      const { clock, groups, submit } = byHand(0.5);
      const answers = [1, 2].map(submit);
      await aTurnOfTheLoop();
      answers.push(submit(3));
      clock.advance(100);
      groups[0]?.finish();
      await Promise.all(answers.slice(0, 2));
      await clock.pass(49);
      expect(groups).toHaveLength(1);
      await clock.pass(1);
      expect(groups[1]?.items).toEqual([3]);
      groups[1]?.finish();
      await Promise.all(answers);
    });

    test('does not wait if a group is full', async () => {
      const { groups, submit } = byHand(1_000);
      const answers = [1, 2].map(submit);
      await aTurnOfTheLoop();
      groups[0]?.finish();
      await Promise.all(answers);
      answers.push(submit(100));
      await aTurnOfTheLoop();
      expect(groups.map(({ items }) => items)).toEqual([[1, 2], [100]]);
      groups[1]?.finish();
      await Promise.all(answers);
    });
  });
});
