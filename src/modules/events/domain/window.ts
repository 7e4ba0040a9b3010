/**
 * The window of one endpoint: the events in log order of which a limited number is on its way at a time, and the events to
 * redeliver. The window decides what to send next, what an answer means, and what to write; it sends and writes nothing itself.
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
import { createKeptTexts, type SharedRoom } from './kept-texts';

/** The members of an event that the window needs. */
export interface Deliverable {
  readonly sequence: number;
  readonly type: string;
  /** The text to send. */
  readonly text: string;
}

export interface AttemptResult {
  readonly at: Date;
  readonly milliseconds: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
}

export type DeliveryVerdict = 'taken' | 'tried again' | 'gone' | 'paused';

export interface Window<E extends Deliverable> {
  /** Behind that sequence more events are to be read, where there is room for them. */
  wants(): bigint | undefined;
  /** Whether something that was read is neither delivered nor on its way. */
  hasUnsent(): boolean;
  /** Whether an event is kept: something is on its way, or may be sent now. */
  hasEvents(): boolean;
  /** How much more text may be read. */
  roomLeft(): number;
  /** The number of events, out of this many, that are likely to fit, by the size of recent ones; at least one. */
  roomFor(events: number): number;
  /** Events that were wanted, everything up to `through` looked at. How far they were taken: the others are wanted again. */
  take(events: readonly E[], through: bigint, at: Date): bigint;
  /** Sequences of what is to be sent now, and whose events are not kept. */
  wantsAgain(at: Date): readonly bigint[];
  /** An event that finds no room is wanted again. */
  takeAgain(event: E): void;
  /** Returns the events to send now. From then on they count as under way. */
  start(at: Date): readonly E[];
  answered(sequence: number, result: AttemptResult): DeliveryVerdict;
  /** It was not sent after all. */
  giveBack(sequence: number): void;
  readonly underWay: () => number;
  /** The changes since the last call that have to be written. */
  changes(): {
    readonly deliveries: readonly Delivery[];
    /** Failed events that the endpoint no longer wants. */
    readonly unwanted: readonly bigint[];
    readonly deliveredThrough: bigint;
    readonly hasQueued: boolean;
  };
  /** When the next attempt is due; undefined where there is nothing to wait for, or more to do at once. */
  dueAt(): Date | undefined;
  /** Behind that sequence events may be sent before that; undefined where they may not. */
  waitsAfter(): bigint | undefined;
  /** Keeps nothing any more. */
  close(): void;
}

/** How far behind the first event that was not delivered others may be. */
const maxAhead = 1_000;
/** The most events that are read ahead of the requests. */
const maxUnsent = 100;
interface Item<E> {
  delivery: Delivery;
  /** Kept from the time when it can be sent until it is answered: a failed event is read again when it is due. */
  event: E | undefined;
  isUnderWay: boolean;
}

export const openWindow = <E extends Deliverable>(
  { deliveredThrough, maxInFlight }: Pick<Endpoint, 'deliveredThrough' | 'maxInFlight'>,
  kept: readonly Delivery[],
  random: () => number = Math.random,
  delaysMs: readonly number[] = retryDelaysMs,
  shared?: SharedRoom,
): Window<E> => {
  /** In the order of the log, behind the last that everything before was delivered. */
  const ahead = new Map<bigint, Item<E>>();
  const again = new Map<bigint, Item<E>>();
  const known = new Map(
    kept.filter(({ sequence }) => sequence > deliveredThrough).map((one) => [one.sequence, withoutAnswer(one)]),
  );
  for (const delivery of kept)
    if (delivery.sequence <= deliveredThrough)
      again.set(delivery.sequence, { delivery: withoutAnswer(delivery), event: undefined, isUnderWay: false });
  // No more than these are handed over at a time.
  const hasMoreQueued = again.size >= maxRedelivered;
  let readThrough = deliveredThrough;
  let underWay = 0;
  const texts = createKeptTexts(shared);
  const changed = new Map<bigint, Delivery>();
  const unwanted = new Set<bigint>();

  /** Whether there was room for it. */
  const keep = (item: Item<E>, event: E): boolean => {
    if (!texts.take(event.text.length)) return false;
    item.event = event;
    return true;
  };

  const letGo = (item: Item<E>): void => {
    if (item.event) texts.give(item.event.text.length);
    item.event = undefined;
  };

  const dueItems = function* (at: Date): Iterable<Item<E>> {
    for (const item of again.values()) if (isDue(item, at)) yield item;
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

  const wants = (): bigint | undefined =>
    ahead.size < maxAhead && unsent() < maxUnsent && texts.hasRoom() ? readThrough : undefined;

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
    hasEvents: () => !texts.isEmpty(),
    roomLeft: texts.roomLeft,
    roomFor: texts.roomFor,
    take: (events, through, at) => {
      let to = through;
      for (const event of events) {
        const sequence = BigInt(event.sequence);
        const delivery = known.get(sequence) ?? newDelivery(sequence, event.type);
        const item: Item<E> = { delivery, event: undefined, isUnderWay: false };
        if (delivery.state !== 'delivered' && isDue(item, at) && !keep(item, event)) {
          to = sequence - 1n;
          break;
        }
        known.delete(sequence);
        ahead.set(sequence, item);
      }
      // The endpoint was changed to want fewer types after these deliveries failed.
      for (const [sequence, { state }] of known) {
        if (sequence > to) continue;
        known.delete(sequence);
        if (state !== 'delivered') unwanted.add(sequence);
      }
      readThrough = to;
      return to;
    },
    wantsAgain: (at) => {
      if (!texts.hasRoom()) return [];
      const wanted: bigint[] = [];
      for (const { event, delivery } of dueItems(at)) if (!event) wanted.push(delivery.sequence);
      return wanted.slice(0, texts.roomFor(maxUnsent));
    },
    takeAgain: (event) => {
      const sequence = BigInt(event.sequence);
      const item = again.get(sequence) ?? ahead.get(sequence);
      if (item && !item.event && item.delivery.state !== 'delivered') keep(item, event);
    },
    start: (at) => {
      const started: E[] = [];
      // New events would otherwise keep the window full and the queued ones waiting for as long as new ones arrive.
      if (hasRoomForQueued() && !hasAgain(at)) return started;
      for (const item of dueItems(at)) {
        if (underWay >= maxInFlight) break;
        if (!item.event) continue;
        item.isUnderWay = true;
        underWay += 1;
        started.push(item.event);
      }
      return started;
    },
    answered: (number, result) => {
      const sequence = BigInt(number);
      const item = itemOf(number);
      item.isUnderWay = false;
      underWay -= 1;
      letGo(item);
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
      // The answer is stored and decides nothing more. Dropped, because a thousand deliveries may wait for a retry.
      item.delivery = withoutAnswer(item.delivery);
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
      const consider = (next: Date | null): void => {
        if (next && (!due || next < due)) due = next;
      };
      for (const { delivery } of again.values()) consider(delivery.nextAttemptAt);
      for (const { delivery } of ahead.values()) {
        if (delivery.state === 'delivered') continue;
        // It was read and not sent, because delivering was to end: it waits for nothing.
        if (delivery.nextAttemptAt === null) return undefined;
        consider(delivery.nextAttemptAt);
        if (maxInFlight === 1) break;
      }
      return due;
    },
    waitsAfter: () => (isHeldUp() ? undefined : wants()),
    close: () => {
      for (const item of ahead.values()) letGo(item);
      for (const item of again.values()) letGo(item);
    },
  };
};

const withoutAnswer = (delivery: Delivery): Delivery => ({ ...delivery, answer: null, fault: null });

const isDue = ({ isUnderWay, delivery: { nextAttemptAt: next } }: Item<unknown>, at: Date): boolean =>
  !isUnderWay && (next === null || next <= at);

const judge = ({ status }: AttemptResult, attempts: number, delaysMs: readonly number[]): DeliveryVerdict => {
  if (status !== null && isTaken(status)) return 'taken';
  if (status === goneStatus) return 'gone';
  return attempts <= delaysMs.length ? 'tried again' : 'paused';
};

const newDelivery = (sequence: bigint, type: string): Delivery => ({
  ...{ id: newId<'webhook delivery'>(), sequence, type, state: 'queued' satisfies DeliveryState, attempts: 0 },
  ...{ status: null, answer: null, fault: null, milliseconds: null, lastAttemptAt: null, nextAttemptAt: null },
});
