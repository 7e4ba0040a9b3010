/**
 * Counts guesses of a password against the budgets of failures and of successes. A guess is counted in all of them before it is judged, so
 * that a hundred simultaneous guesses count as a hundred. Afterwards a correct guess is removed from the budgets of failures, and a wrong
 * one from the budget of successes. So a budget may be full although some of its guesses will be removed. A guess that finds a budget full
 * waits until another guess of this process has been judged, and is then counted again.
 */
import type { LedgerTime } from '../../../kernel/clock';
import { afterWriting, Busy, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { SignInLimited } from '../domain/refusals';
import { failureWindowMs, type GuessBudget } from '../domain/sign-in-budget';
import type { FailureCounts } from './ports';

export type JudgeGuess = (
  spent: readonly GuessBudget[],
  judge: () => Promise<boolean>,
) => Promise<Outcome<SignInLimited, boolean>>;

/** How often a guess waits for another one to be judged before `Busy` is thrown. */
export const maxWaits = 20;

export const createJudgeGuess = (failures: FailureCounts, clock: Pick<LedgerTime, 'now'>): JudgeGuess => {
  const judging = new Map<GuessBudget['subject'], Set<Promise<void>>>();
  let counting: Promise<unknown> = Promise.resolve();

  /** Runs one `work` at a time, so that a guess that finds the budget full knows all guesses of this process that filled it. */
  const inTurn = <A>(work: () => Promise<A>): Promise<A> => {
    const done = counting.then(work);
    counting = done.catch(() => undefined);
    return done;
  };

  /**
   * Counts the guess, and registers it as being judged. Returns the function that ends the registration; if a budget is full, returns the
   * time at which its window ends.
   */
  const begin = (spent: readonly GuessBudget[]): Promise<Outcome<Date, () => void>> =>
    inTurn(async () => {
      const counted = await failures.spend(spent, clock.now(), failureWindowMs);
      if (refused(counted)) return counted;
      let resolve = (): void => undefined;
      const over = new Promise<void>((end) => (resolve = end));
      for (const { subject } of spent) judging.set(subject, (judging.get(subject) ?? new Set()).add(over));
      return ok(() => {
        for (const { subject } of spent) {
          judging.get(subject)?.delete(over);
          if (judging.get(subject)?.size === 0) judging.delete(subject);
        }
        resolve();
      });
    });

  return async (spent, judge) => {
    for (let waits = 0; ; waits++) {
      const begun = await begin(spent);
      if (refused(begun)) {
        const others = spent.flatMap(({ subject }) => [...(judging.get(subject) ?? [])]);
        if (others.length === 0) {
          const leftMs = begun.left.getTime() - clock.now().getTime();
          return refuse({ kind: 'SignInLimited', retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) });
        }
        if (waits >= maxWaits) throw new Busy('Too many sign-ins by this person or from this address are in progress.');
        await Promise.race(others);
        continue;
      }
      const end = begun.right;
      // If judging the guess fails with a fault, the guess is removed from all budgets.
      let takenBack = spent;
      try {
        const isGood = await judge();
        takenBack = spent.filter(({ counts }) => counts !== (isGood ? 'good' : 'bad'));
        return ok(isGood);
      } finally {
        try {
          // `judge` may have begun a session, so a fault here must not claim that nothing was written.
          await afterWriting(failures.giveBack(takenBack));
        } finally {
          end();
        }
      }
    }
  };
};
