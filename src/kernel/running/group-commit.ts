/**
 * Group commit: work that arrives while a commit is in flight joins the next one, so that a hundred requests share one commit. An idle
 * ledger still answers at once, because a request never waits for others to arrive.
 */
import type { Deadline, ProcessTime } from '../clock';
import { afterThisTurn } from './event-loop';
import { Busy, CommitInDoubt } from '../refusal';

export interface GroupLimits {
  /** The maximum total weight of a group; a heavier item forms a group by itself. */
  readonly maxWeight: number;
  /** While a group is in flight, the next group is sent as soon as the waiting items have this weight. */
  readonly worthSending: number;
  /** How many groups may be in flight at a time before the next one must have the weight `worthSending`. */
  readonly maxInFlight: number;
  /**
   * After a group has been answered, the next one waits for as many new items as the group had, but at most for this share of the group's
   * duration.
   */
  readonly pauseShare: number;
}

/** How a group is run a second time if its commit is in doubt. */
export interface SecondRun<I, O> {
  /** Returns whether a second run of the item would be a replay. */
  readonly isReplay: (item: I) => boolean;
  /** Returns whether the answer of the second run shows whether the first was committed. */
  readonly isClear: (answer: O) => boolean;
}

export type GroupCommit<I, O> = (item: I) => Promise<O>;

interface Waiting<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly keys: readonly string[];
  /** How many groups had been run before the item arrived. */
  readonly cameAfter: number;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `run` returns one answer for each item, in order. If a group throws, its items are run again one by one, so that one
 * bad item fails alone. The exception is a group whose wait for a lock timed out: run one by one, each item would wait
 * for that lock again. Its items are rejected instead, together with all waiting items that arrived before the group
 * was run, because these have waited as long. An item waits while a group in flight holds one of its keys: two requests
 * with the same idempotency key, sent together, then become the original and its replay, not the original and a
 * conflict.
 *
 * A group whose commit is in doubt is run once more, as a whole: each used key replays what it created. If that run
 * fails too, for whatever reason, or gives an answer that is not clear, the original doubt remains, and every caller in
 * the group receives it. Example: the first commit still runs in the database and holds its idempotency keys.
 */
export const groupCommit = <I, O>(
  { maxWeight, worthSending, maxInFlight, pauseShare }: GroupLimits,
  weigh: (item: I) => number,
  keysOf: (item: I) => readonly string[],
  run: (items: readonly I[]) => Promise<readonly O[]>,
  clock: Pick<ProcessTime, 'elapsed' | 'deadline'>,
  { isReplay, isClear }: SecondRun<I, O>,
): GroupCommit<I, O> => {
  const waiting: Waiting<I, O>[] = [];
  let weightWaiting = 0;
  let inFlight = 0;
  let groupsRun = 0;
  const keysInFlight = new Set<string>();
  /** How many new items are still expected: a client that has been answered usually sends its next request. */
  let awaited = 0;
  let pause: Deadline | undefined;

  const pauseFor = (callers: number, milliseconds: number): void => {
    pause?.cancel();
    awaited = callers;
    pause = clock.deadline(milliseconds, () => {
      awaited = 0;
      start();
    });
  };

  /**
   * Returns whether to send the next group now. The store writes the groups of one ledger one after the other, so a
   * group sent behind another would only wait there. It waits here instead, where it can still grow, and each commit
   * then pays for more items. Example: `worthSending` is 100, 60 requests are being written, and 50 wait; these are
   * sent when 50 more have arrived, or when the 60 are done.
   */
  const isWorthIt = (): boolean =>
    (awaited === 0 || weightWaiting >= worthSending) &&
    (inFlight === 0 || (inFlight < maxInFlight && weightWaiting >= worthSending));

  const takeGroup = (): { readonly group: readonly Waiting<I, O>[]; readonly weight: number } => {
    let weight = 0;
    let size = 0;
    for (const next of waiting) {
      if (size > 0 && weight + next.weight > maxWeight) break;
      if (next.keys.some((key) => keysInFlight.has(key))) break;
      weight += next.weight;
      size += 1;
    }
    return { group: waiting.splice(0, size), weight };
  };

  /** Removes and returns the waiting items that arrived before the given group was run. */
  const takeOlderThan = (place: number): readonly Waiting<I, O>[] => {
    const older = waiting.filter(({ cameAfter }) => cameAfter < place);
    // These items are the first ones in the queue, because they arrived first.
    waiting.splice(0, older.length);
    for (const { weight } of older) weightWaiting -= weight;
    return older;
  };

  /**
   * Runs a group. If its commit is in doubt, runs it a second time, and throws the original `CommitInDoubt` if that run does not settle
   * what happened.
   */
  const runClearly = async (items: readonly I[]): Promise<readonly O[]> => {
    try {
      return await run(items);
    } catch (doubt) {
      if (!(doubt instanceof CommitInDoubt) || !items.every(isReplay)) throw doubt;
      const answers = await run(items).catch(() => undefined);
      if (!answers?.every(isClear)) throw doubt;
      return answers;
    }
  };

  /** Runs a group. Returns a function that answers every caller in the group who has no answer yet. */
  const runGroup = async (group: readonly Waiting<I, O>[], place: number): Promise<() => void> => {
    try {
      const answers = await runClearly(group.map(({ item }) => item));
      return () => group.forEach(({ resolve }, index) => resolve(answers[index] as O));
    } catch (error) {
      if (error instanceof CommitInDoubt) return () => group.forEach(({ reject }) => reject(error));
      const told = error instanceof Busy ? [...group, ...takeOlderThan(place)] : group;
      if (error instanceof Busy || group.length === 1) return () => told.forEach(({ reject }) => reject(error));
      for (const one of group) {
        const tell = await runGroup([one], place);
        tell();
      }
      return () => undefined;
    }
  };

  const start = (): void => {
    while (waiting.length > 0 && isWorthIt()) {
      const { group, weight } = takeGroup();
      if (group.length === 0) return;
      const keys = group.flatMap((one) => one.keys);
      weightWaiting -= weight;
      inFlight += 1;
      for (const key of keys) keysInFlight.add(key);
      groupsRun += 1;
      const begunAt = clock.elapsed();
      void runGroup(group, groupsRun).then((tell) => {
        inFlight -= 1;
        for (const key of keys) keysInFlight.delete(key);
        if (pauseShare > 0) pauseFor(group.length, pauseShare * (clock.elapsed() - begunAt));
        start();
        // The next group is sent before these callers are answered, so that the store does not wait for the answers.
        afterThisTurn(tell);
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const weight = weigh(item);
      weightWaiting += weight;
      waiting.push({ item, weight, keys: keysOf(item), cameAfter: groupsRun, resolve, reject });
      if (awaited > 0) awaited -= 1;
      // Requests that arrive in the same turn of the event loop form one group from the start.
      if (isWorthIt()) afterThisTurn(start);
    });
};
