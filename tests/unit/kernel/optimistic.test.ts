/** Judging without a lock: when a judgement is repeated, with which facts, and how often. */
import { judgedAnew, maxJudgements } from '../../../src/kernel/running/optimistic';
import { Busy } from '../../../src/kernel/refusal';

class Overtaken extends Error {}

/** A rule that is changed after each of the first `times` judgements, so that their writes are refused. The next write succeeds. */
const overtaken = (times: number) => {
  const judged: (number | undefined)[] = [];
  const outcome = judgedAnew<number, string>(
    async (stale) => {
      judged.push(stale);
      return judged.length;
    },
    async (version) => {
      if (version <= times) throw new Overtaken();
      return `written by ${version}`;
    },
    (fault) => fault instanceof Overtaken,
  );
  return { judged, outcome };
};

describe('a write that was judged without a lock', () => {
  test('is judged once if nothing changed', async () => {
    const { judged, outcome } = overtaken(0);
    expect([await outcome, judged]).toEqual(['written by 1', [undefined]]);
  });

  test('is judged again with the stale facts until it succeeds', async () => {
    const { judged, outcome } = overtaken(3);
    expect([await outcome, judged]).toEqual(['written by 4', [undefined, 1, 2, 3]]);
  });

  test('fails as busy after the maximum number of judgements', async () => {
    const { judged, outcome } = overtaken(Infinity);
    await expect(outcome).rejects.toBeInstanceOf(Busy);
    expect(judged).toHaveLength(maxJudgements);
  });

  test('throws every other fault', async () => {
    let judgements = 0;
    const outcome = judgedAnew(
      async () => ++judgements,
      () => Promise.reject(new Error('the disk is full')),
      (fault) => fault instanceof Overtaken,
    );
    await expect(outcome).rejects.toThrow('the disk is full');
    expect(judgements).toBe(1);
  });
});
