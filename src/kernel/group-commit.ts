/**
 * Group commit: work that arrives while a commit is in flight joins the next one. What a lone request pays for a commit,
 * a hundred together pay once; an idle ledger still answers at once, because nothing waits for company.
 */
import type { Deadline, ProcessTime } from './clock';
import { afterThisTurn } from './event-loop';
import { Busy, CommitInDoubt } from './refusal';

export interface GroupLimits {
  /** The most that a group may weigh; what weighs more goes alone. */
  readonly maxWeight: number;
  /** What is worth a commit of its own: behind a group in flight the next is sent as soon as that much waits. */
  readonly worthSending: number;
  /** Groups in flight at a time: behind one that is, only such as are worth it. */
  readonly maxInFlight: number;
  /** After a group the next one waits until as many have come as were answered; at the most this share of the group's time. */
  readonly pauseShare: number;
}

/** A group is run a second time where its commit is in doubt. */
export interface SecondRun<I, O> {
  /** Whether a second run of the item would be a replay. */
  readonly isReplay: (item: I) => boolean;
  /** Whether the answer of the second run tells what became of the first. */
  readonly isClear: (answer: O) => boolean;
}

export type GroupCommit<I, O> = (item: I) => Promise<O>;

interface Waiting<I, O> {
  readonly item: I;
  readonly weight: number;
  readonly keys: readonly string[];
  /** How many groups had been run when it came. */
  readonly cameAfter: number;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * `run` gives one answer for each item, in order. A group that throws is run again one by one, so that one bad item hurts
 * nobody else; but not one that waited in vain for a lock: run again, each of it would wait for that once more, one after the
 * other. Then it is told so, and with it what had come before it was run, and has waited as long. An item waits while a group
 * is in flight that holds one of its keys: two requests with the same idempotency key, sent together, are then the original and
 * its replay, and not the original and a conflict.
 *
 * A group whose commit is in doubt is run once more, whole: each key that was used replays what it made. If that fails too, for
 * whatever reason, or gives an answer that is not clear, the first doubt remains, and everybody in the group is told of it. Example:
 * the first commit still runs in the database and holds its idempotency keys.
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
  /** How many are still waited for: clients that were answered ask again. */
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
   * Whether to send the next group now. The store writes one group of a ledger after the other, so a group that is sent behind
   * another only waits there. It waits here instead, where it still grows: each commit is paid for by more. Example: 100 are
   * worth it, 60 requests are being written, and 50 have come since; those are sent when 50 more have come, or when the 60
   * are done.
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

  /** What came before that group was run, and waits still. */
  const takeOlderThan = (place: number): readonly Waiting<I, O>[] => {
    const older = waiting.filter(({ cameAfter }) => cameAfter < place);
    // They came first, so they stand first.
    waiting.splice(0, older.length);
    for (const { weight } of older) weightWaiting -= weight;
    return older;
  };

  /** Runs a group; clears up a commit in doubt, or throws the doubt. */
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

  /** Runs a group; what it gives tells those in it who have not been told. */
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
        // The next group is on its way before anybody answers: the store need not wait for that.
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
      // Requests of the same turn of the event loop go together from the start.
      if (isWorthIt()) afterThisTurn(start);
    });
};
