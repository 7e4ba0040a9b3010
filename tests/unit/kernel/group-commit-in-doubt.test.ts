/** A group of requests whose commit is in doubt: it is written once more, and stays in doubt if that fails too. */
import { groupCommit } from '../../../src/kernel/running/group-commit';
import { Busy, CommitInDoubt, Unavailable } from '../../../src/kernel/refusal';
import { systemClock } from '../../../src/kernel/running/system-clock';

const limits = { maxWeight: 100, worthSending: 100, maxInFlight: 2, pauseShare: 0 };

describe('a group whose commit is in doubt', () => {
  /** Groups that fail one after the other with these faults, and then succeed. */
  const failing = (faults: Error[], { isReplay = true, isClear = true } = {}) => {
    const runs: (readonly number[])[] = [];
    const submit = groupCommit<number, number>(
      limits,
      () => 1,
      () => [],
      async (items) => {
        runs.push(items);
        const fault = faults.shift();
        if (fault) throw fault;
        return items;
      },
      systemClock,
      { isReplay: () => isReplay, isClear: (answer) => isClear || answer === 1 },
    );
    return { runs, submit };
  };
  const doubt = new CommitInDoubt('the answer was lost');

  test('runs once more as a whole, which resolves the doubt', async () => {
    const { runs, submit } = failing([doubt]);
    expect(await Promise.all([1, 2].map(submit))).toEqual([1, 2]);
    expect(runs).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test.each([
    ['because the store is away', new Unavailable('away')],
    ['because the lock is held', new Busy('held')],
    ['because of a programming fault', new TypeError('undefined is not a function')],
  ])('stays in doubt for each request if the second run fails %s', async (_, fault) => {
    const { runs, submit } = failing([doubt, fault]);
    const outcomes = await Promise.allSettled([1, 2].map(submit));
    expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: doubt })));
    expect(runs).toHaveLength(2);
  });

  test('stays in doubt if the second run is refused because the first still holds a key', async () => {
    const { runs, submit } = failing([doubt], { isClear: false });
    const outcomes = await Promise.allSettled([1, 2].map(submit));
    expect(outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: doubt })));
    expect(runs).toHaveLength(2);
  });

  test('leaves in doubt only the request whose own commit is in doubt', async () => {
    const { submit } = failing([new TypeError('one of them'), doubt, new Unavailable('away')]);
    const outcomes = await Promise.allSettled([1, 2].map(submit));
    expect(outcomes).toEqual([
      { status: 'rejected', reason: doubt },
      { status: 'fulfilled', value: 2 },
    ]);
  });

  test('does not run again without a key that would make it a replay', async () => {
    const { runs, submit } = failing([doubt], { isReplay: false });
    await expect(submit(1)).rejects.toBe(doubt);
    expect(runs).toEqual([[1]]);
  });
});
