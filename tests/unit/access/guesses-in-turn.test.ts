/** Guesses of a password that are judged at the same time: each failed guess is counted, and no right guess is reported as failed. */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { Busy, ok, refuse, refused } from '../../../src/kernel/refusal';
import { createJudgeGuess, maxWaits } from '../../../src/modules/access/application/guesses-in-turn';
import type { FailureCounts } from '../../../src/modules/access/application/ports';
import { budgetsOf, maxFailuresOfPair, maxGoodOfAccount } from '../../../src/modules/access/domain/sign-in-budget';
import { MemoryFailureCounts } from '../../../src/modules/access/memory/people-stores';
import { HandClock } from '../../support/hand-clock';

const spent = budgetsOf('anna@example.com', '192.0.2.7');
const clock = new HandClock('2026-01-15T10:00:00.000Z');

const open = () => {
  const judgeGuess = createJudgeGuess(new MemoryFailureCounts(), clock);
  const judged: ((isGood: boolean | Error) => void)[] = [];
  /** Resolves with the outcome of a guess. */
  const guess = (): Promise<string> =>
    judgeGuess(
      spent,
      () =>
        new Promise((resolve, reject) =>
          judged.push((isGood) => (isGood instanceof Error ? reject(isGood) : resolve(isGood))),
        ),
    ).then(
      (outcome) => (refused(outcome) ? `limited for ${outcome.left.retryAfterSeconds} s` : String(outcome.right)),
      (error: Error) => error.message,
    );
  /** Ends the guesses that are being judged, one after the other, until there are none. */
  const end = async (isGood: (index: number) => boolean | Error): Promise<void> => {
    for (let index = 0, idle = 0; idle < 40;) {
      const next = judged[index];
      if (next) next(isGood(index++));
      idle = next ? 0 : idle + 1;
      await nextTurn();
    }
  };
  return { guess, end, judged };
};

test('concurrent right guesses are all judged, however many', async () => {
  const { guess, end } = open();
  const outcomes = Promise.all(Array.from({ length: maxFailuresOfPair + 10 }, guess));
  await end(() => true);
  expect(new Set(await outcomes)).toEqual(new Set(['true']));
});

test('concurrent wrong guesses are judged up to the limit; the others learn when the window ends', async () => {
  const { guess, end, judged } = open();
  const outcomes = Promise.all(Array.from({ length: 40 }, guess));
  await end(() => false);
  expect(judged).toHaveLength(maxFailuresOfPair);
  expect((await outcomes).filter((outcome) => outcome === 'false')).toHaveLength(maxFailuresOfPair);
  expect((await outcomes).filter((outcome) => outcome === 'limited for 900 s')).toHaveLength(40 - maxFailuresOfPair);
});

test('right guesses of an account are judged up to its budget, and further ones are refused', async () => {
  const judgeGuess = createJudgeGuess(new MemoryFailureCounts(), clock);
  const judged = jest.fn(async () => true);
  for (let good = 0; good < maxGoodOfAccount; good++) expect(await judgeGuess(spent, judged)).toEqual(ok(true));
  // The account's budget also applies to guesses from a different address.
  for (const budgets of [spent, budgetsOf('anna@example.com', '198.51.100.7')])
    expect(await judgeGuess(budgets, judged)).toEqual(refuse({ kind: 'SignInLimited', retryAfterSeconds: 900 }));
  expect(judged).toHaveBeenCalledTimes(maxGoodOfAccount);
  expect(await judgeGuess(budgetsOf('berta@example.com', '192.0.2.7'), judged)).toEqual(ok(true));
});

test('wrong guesses do not use the budget of right ones, so a stranger cannot block a sign-in', async () => {
  const failures = new MemoryFailureCounts();
  const judgeGuess = createJudgeGuess(failures, clock);
  for (let address = 0; address < 60; address++)
    await judgeGuess(budgetsOf('anna@example.com', `192.0.2.${address}`), async () => false);
  expect(await judgeGuess(spent, async () => true)).toEqual(ok(true));
});

test('an error while judging is not counted as a failure, and the next guess is judged', async () => {
  const { guess, end } = open();
  const outcomes = Promise.all(Array.from({ length: maxFailuresOfPair + 1 }, guess));
  await end((index) => (index < maxFailuresOfPair ? new Error('no place') : true));
  expect((await outcomes).filter((outcome) => outcome === 'no place')).toHaveLength(maxFailuresOfPair);
  expect(await outcomes).toContain('true');
});

test('a guess that is overtaken too often is refused as busy, not as failed', async () => {
  const [pair] = spent;
  if (!pair) throw new Error('there is no budget');
  // This store allows each guess that needs only one budget, and refuses each guess that needs all budgets, as if they were used up.
  const full: FailureCounts = {
    spend: async (budgets) => (budgets.length === 1 ? ok(undefined) : refuse(clock.now())),
    giveBack: async () => undefined,
  };
  const judgeGuess = createJudgeGuess(full, clock);
  const ends: (() => void)[] = [];
  const overtake = () => judgeGuess([pair], () => new Promise((resolve) => ends.push(() => resolve(true))));
  const overtaking = [overtake()];
  const late = judgeGuess(spent, async () => true).catch((error: unknown) => error);
  for (let round = 0; round <= maxWaits; round++) {
    overtaking.push(overtake());
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    ends[round]?.();
  }
  expect(await late).toBeInstanceOf(Busy);
  ends.at(-1)?.();
  await Promise.all(overtaking);
});
