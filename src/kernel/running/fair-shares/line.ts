/**
 * A semaphore that is fair between subjects. It limits the places in total, per subject (a key), and per group of subjects (the keys of a
 * tenant). Requests of one subject enter in order of arrival. Waiting subjects take turns: if a hundred requests of one key wait, the
 * single request of another key waits for at most one of them. A subject without requests takes no memory.
 */
import type { Deadline, ProcessTime } from '../../clock';
import { OverShare, Unavailable } from '../../refusal';
import { systemClock } from '../system-clock';

export interface FairLineLimits {
  /** The maximum number of places: in total, per subject (`placesEach`), and per group (`placesEachGroup`). */
  readonly places: number;
  readonly placesEach: number;
  readonly placesEachGroup?: number;
  /** A request that waits longer than this is rejected. */
  readonly maxWaitMs: number;
  /** How many requests of one subject may wait, and how many in total. */
  readonly maxWaitingEach: number;
  readonly maxWaiting?: number;
}

export interface FairLine {
  /**
   * Occupies a place, and waits for one if necessary. Throws if the wait was too long or if too many requests wait already: `OverShare` if
   * the subject or its group holds all the places that it may have, `Unavailable` if all places are taken.
   */
  enter(subject: string, group?: string): Promise<void>;
  /** Releases the place. */
  leave(subject: string): void;
  /** Returns whether a request of the subject waits. */
  isWaitedFor(subject: string): boolean;
  readonly counts: () => { readonly entered: number; readonly waiting: number };
}

/**
 * Creates the error for a request that waited too long or could not wait. `ownShare` is true if its own subject or
 * group had used up its share.
 */
type FaultOfWaiting = (ownShare: boolean) => Unavailable;

// Both errors are created once: the process may throw thousands per second, and their stack traces carry no information.
const ownShareUsedUp = new OverShare('Too much of one caller is under way at once.');
const allPlacesTaken = new Unavailable('Too much is under way at once.');
const faultOfWaiting: FaultOfWaiting = (ownShare) => (ownShare ? ownShareUsedUp : allPlacesTaken);

interface Waiting {
  readonly enter: () => void;
  readonly turnAway: Deadline;
}

interface Presence {
  readonly group: string;
  entered: number;
  readonly line: Waiting[];
}

const noGroup = '';

export const createFairLine = (
  { places, placesEach, placesEachGroup = Infinity, maxWaitMs, maxWaitingEach, maxWaiting = Infinity }: FairLineLimits,
  faultOf: FaultOfWaiting = faultOfWaiting,
  clock: Pick<ProcessTime, 'deadline'> = systemClock,
): FairLine => {
  const present = new Map<string, Presence>();
  const groups = new Map<string, number>();
  /** The subjects with waiting requests, in the order of their turns. */
  const turns = new Set<string>();
  let entered = 0;
  let waiting = 0;

  const hasOwnShare = ({ entered: own, group }: Presence): boolean =>
    own < placesEach && (groups.get(group) ?? 0) < placesEachGroup;

  const take = (presence: Presence): void => {
    entered += 1;
    presence.entered += 1;
    if (presence.group !== noGroup) groups.set(presence.group, (groups.get(presence.group) ?? 0) + 1);
  };

  const forget = (subject: string, { entered: own, line }: Presence): void => {
    if (own === 0 && line.length === 0) present.delete(subject);
  };

  /** Admits the requests that may enter now, one per subject in turn. */
  const letIn = (): void => {
    for (const subject of turns) {
      if (entered >= places) return;
      const presence = present.get(subject) as Presence;
      if (!hasOwnShare(presence)) continue;
      const next = presence.line.shift() as Waiting;
      // Deleting and adding the subject moves it behind all others: a set is iterated in order of insertion.
      turns.delete(subject);
      if (presence.line.length > 0) turns.add(subject);
      waiting -= 1;
      take(presence);
      next.turnAway.cancel();
      next.enter();
    }
  };

  const waitFor = (subject: string, presence: Presence): Promise<void> =>
    new Promise((resolve, reject) => {
      const { line } = presence;
      const own: Waiting = {
        enter: resolve,
        turnAway: clock.deadline(maxWaitMs, () => {
          line.splice(line.indexOf(own), 1);
          waiting -= 1;
          if (line.length === 0) turns.delete(subject);
          reject(faultOf(!hasOwnShare(presence)));
          forget(subject, presence);
        }),
      };
      line.push(own);
      waiting += 1;
      turns.add(subject);
    });

  return {
    enter: async (subject, group = noGroup) => {
      let presence = present.get(subject);
      if (!presence) present.set(subject, (presence = { group, entered: 0, line: [] }));
      if (presence.line.length === 0 && entered < places && hasOwnShare(presence)) return take(presence);
      if (presence.line.length < maxWaitingEach && waiting < maxWaiting) return waitFor(subject, presence);
      const fault = faultOf(!hasOwnShare(presence));
      forget(subject, presence);
      throw fault;
    },
    leave: (subject) => {
      const presence = present.get(subject);
      if (!presence) throw new Error('no place of this subject is taken, so none can be released');
      const { group } = presence;
      presence.entered -= 1;
      entered -= 1;
      const left = (groups.get(group) ?? 0) - 1;
      if (left > 0) groups.set(group, left);
      else groups.delete(group);
      if (waiting > 0) letIn();
      forget(subject, presence);
    },
    isWaitedFor: (subject) => turns.has(subject),
    counts: () => ({ entered, waiting }),
  };
};
