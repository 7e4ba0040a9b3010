/**
 * What is under way to one endpoint: events in the order of the log, of which so many may be on their way at a time, and those that are to
 * be delivered again. It decides what is sent next, what an answer means, and what is to be written; it sends and writes nothing.
 */
import { newId } from '../../../kernel/ids';
import {
  goneStatus,
  isTaken,
  maxRedelivered,
  nextAttemptAt,
  retryDelaysMs,
  type Delivery,
  type DeliveryState,
  type Endpoint,
} from './endpoint';

/** Of an event, what matters here. */
export interface Deliverable {
  readonly sequence: number;
  readonly type: string;
}

export interface AttemptResult {
  readonly at: Date;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
}

export type Verdict = 'taken' | 'tried again' | 'gone' | 'paused';

export interface Window<E extends Deliverable> {
  /** Behind that sequence more events are to be read, where there is room for them. */
  wants(): bigint | undefined;
  /** Whether something that was read is neither delivered nor on its way. */
  hasUnsent(): boolean;
  /** Events that were wanted, everything up to `through` looked at. */
  take(events: readonly E[], through: bigint): void;
  /** Sequences of what is to be delivered again, whose events are not known yet. */
  wantsAgain(): readonly bigint[];
  takeAgain(event: E): void;
  /** What may be sent now, and is under way from here on. */
  start(at: Date): readonly E[];
  answered(sequence: number, result: AttemptResult): Verdict;
  /** It was not sent after all. */
  giveBack(sequence: number): void;
  readonly underWay: () => number;
  /** What is to be written since it was asked last. */
  changes(): {
    readonly deliveries: readonly Delivery[];
    /** What failed before, and is wanted no more. */
    readonly unwanted: readonly bigint[];
    readonly deliveredThrough: bigint;
    readonly hasQueued: boolean;
  };
  /** When the next attempt is due; undefined where there is nothing to wait for, or more to do at once. */
  dueAt(): Date | undefined;
  /** Behind that sequence events may be sent before that; undefined where they may not. */
  waitsAfter(): bigint | undefined;
}

/** How far behind the first event that was not delivered others may be. */
const maxAhead = 1_000;
/** Read ahead of what is sent. */
const maxUnsent = 100;

interface Item<E> {
  delivery: Delivery;
  event: E | undefined;
  isUnderWay: boolean;
}

export const openWindow = <E extends Deliverable>(
  { deliveredThrough, maxInFlight }: Pick<Endpoint, 'deliveredThrough' | 'maxInFlight'>,
  kept: readonly Delivery[],
  random: () => number = Math.random,
  delaysMs: readonly number[] = retryDelaysMs,
): Window<E> => {
  /** In the order of the log, behind the last that everything before was delivered. */
  const ahead = new Map<bigint, Item<E>>();
  const again = new Map<bigint, Item<E>>();
  const known = new Map(kept.filter(({ sequence }) => sequence > deliveredThrough).map((one) => [one.sequence, one]));
  for (const delivery of kept)
    if (delivery.sequence <= deliveredThrough)
      again.set(delivery.sequence, { delivery, event: undefined, isUnderWay: false });
  // No more than these are handed over at a time.
  const hasMoreQueued = again.size >= maxRedelivered;
  let readThrough = deliveredThrough;
  let underWay = 0;
  const changed = new Map<bigint, Delivery>();
  const unwanted = new Set<bigint>();

  const itemsToSend = function* (at: Date): Iterable<Item<E>> {
    for (const item of again.values()) if (item.event && isDue(item, at)) yield item;
    for (const item of ahead.values()) {
      if (item.delivery.state === 'delivered') continue;
      if (isDue(item, at)) yield item;
      // One at a time is one after the other: nothing overtakes what failed.
      if (maxInFlight === 1) return;
    }
  };

  const through = (): bigint => {
    for (const [sequence, { delivery }] of ahead) {
      if (delivery.state !== 'delivered') return sequence - 1n;
      ahead.delete(sequence);
    }
    return readThrough;
  };

  const itemOf = (number: number): Item<E> => {
    const sequence = BigInt(number);
    const item = again.get(sequence) ?? ahead.get(sequence);
    if (!item) throw new Error(`event ${number} is not under way`);
    return item;
  };

  const unsent = (): number => {
    let count = 0;
    for (const { delivery, isUnderWay } of ahead.values())
      if (delivery.state !== 'delivered' && !isUnderWay) count += 1;
    return count;
  };

  const wants = (): bigint | undefined => (ahead.size < maxAhead && unsent() < maxUnsent ? readThrough : undefined);

  /** More is queued than was handed over, and some of that was taken: who opens the window anew is handed more. */
  const hasRoomForQueued = (): boolean => hasMoreQueued && again.size < maxRedelivered;

  const hasAgain = (at: Date): boolean => {
    for (const item of again.values()) if (item.isUnderWay || isDue(item, at)) return true;
    return false;
  };

  const isHeldUp = (): boolean => {
    for (const { delivery } of ahead.values()) if (delivery.state !== 'delivered') return maxInFlight === 1;
    return false;
  };

  return {
    wants,
    hasUnsent: () => unsent() > 0,
    take: (events, to) => {
      for (const event of events) {
        const sequence = BigInt(event.sequence);
        const delivery = known.get(sequence) ?? newDelivery(sequence, event.type);
        known.delete(sequence);
        ahead.set(sequence, { delivery, event, isUnderWay: false });
      }
      // The endpoint was told to want less since what is known and did not come was sent.
      for (const [sequence, { state }] of known) {
        if (sequence > to) continue;
        known.delete(sequence);
        if (state !== 'delivered') unwanted.add(sequence);
      }
      readThrough = to;
    },
    wantsAgain: () => [...again].flatMap(([sequence, { event }]) => (event ? [] : [sequence])).slice(0, maxUnsent),
    takeAgain: (event) => {
      const item = again.get(BigInt(event.sequence));
      if (item) item.event = event;
    },
    start: (at) => {
      const started: E[] = [];
      // What is new would keep the window open, and what is queued waiting, for as long as more of it comes.
      if (hasRoomForQueued() && !hasAgain(at)) return started;
      for (const item of itemsToSend(at)) {
        if (underWay >= maxInFlight) break;
        item.isUnderWay = true;
        underWay += 1;
        started.push(item.event as E);
      }
      return started;
    },
    answered: (number, result) => {
      const sequence = BigInt(number);
      const item = itemOf(number);
      item.isUnderWay = false;
      underWay -= 1;
      const attempts = item.delivery.attempts + 1;
      const verdict = judge(result, attempts, delaysMs);
      const next =
        verdict === 'taken' ? undefined : (nextAttemptAt(attempts, result.at, random, delaysMs) ?? result.at);
      item.delivery = {
        ...item.delivery,
        state: verdict === 'taken' ? 'delivered' : 'failing',
        attempts,
        status: result.status,
        answer: result.answer,
        fault: result.fault,
        milliseconds: result.milliseconds,
        lastAttemptAt: result.at,
        nextAttemptAt: next ?? null,
      };
      changed.set(sequence, item.delivery);
      if (verdict === 'taken') again.delete(sequence);
      return verdict;
    },
    giveBack: (number) => {
      itemOf(number).isUnderWay = false;
      underWay -= 1;
    },
    underWay: () => underWay,
    changes: () => {
      const deliveries = [...changed.values()];
      const forgotten = [...unwanted];
      changed.clear();
      unwanted.clear();
      const hasQueued = again.size > 0 || hasMoreQueued;
      return { deliveries, unwanted: forgotten, deliveredThrough: through(), hasQueued };
    },
    dueAt: () => {
      if (hasRoomForQueued()) return undefined;
      let due: Date | undefined;
      const consider = ({ delivery: { state, nextAttemptAt: next } }: Item<E>): void => {
        if (state !== 'delivered' && next && (!due || next < due)) due = next;
      };
      for (const item of again.values()) consider(item);
      for (const item of ahead.values()) {
        consider(item);
        if (maxInFlight === 1) break;
      }
      return due;
    },
    waitsAfter: () => (isHeldUp() ? undefined : wants()),
  };
};

const isDue = ({ isUnderWay, delivery: { nextAttemptAt: next } }: Item<unknown>, at: Date): boolean =>
  !isUnderWay && (next === null || next <= at);

const judge = ({ status }: AttemptResult, attempts: number, delaysMs: readonly number[]): Verdict => {
  if (status !== null && isTaken(status)) return 'taken';
  if (status === goneStatus) return 'gone';
  return attempts <= delaysMs.length ? 'tried again' : 'paused';
};

const newDelivery = (sequence: bigint, type: string): Delivery => ({
  ...{ id: newId<'webhook delivery'>(), sequence, type, state: 'queued' satisfies DeliveryState, attempts: 0 },
  ...{ status: null, answer: null, fault: null, milliseconds: null, lastAttemptAt: null, nextAttemptAt: null },
});
