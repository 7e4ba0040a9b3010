/**
 * The window of one endpoint: the next events in the order of the log, of which a limited number is under way at a time, and the events to
 * redeliver. The window decides which event is sent next, what an answer means, and what is written; it sends and writes nothing itself.
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
  /** The text of the event, which becomes the body of the request. */
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
  /** Returns the sequence after which the caller should read more events; undefined if the window has no room for more. */
  wants(): bigint | undefined;
  /** Returns whether any event that was read is neither delivered nor under way. */
  hasUnsent(): boolean;
  /** Returns whether the window keeps an event in memory: one that is under way, or that may be sent now. */
  hasEvents(): boolean;
  /** Returns the number of characters that the window has room for. */
  roomLeft(): number;
  /** Returns how many of this number of events are likely to fit, judged by the size of recent ones; at least one. */
  roomFor(events: number): number;
  /** Adds the wanted events of the log up to `through`. Returns the sequence up to which they fitted; the caller reads later ones again. */
  take(events: readonly E[], through: bigint, at: Date): bigint;
  /** Returns the sequences of events that should be sent now but whose texts must be read again. */
  wantsAgain(at: Date): readonly bigint[];
  /** Adds the text of an event that was read again. If it does not fit, `wantsAgain` returns its sequence again. */
  takeAgain(event: E): void;
  /** Returns the events to send now. From then on they count as under way. */
  start(at: Date): readonly E[];
  answered(sequence: number, result: AttemptResult): DeliveryVerdict;
  /** Takes back an event that was started but not sent. */
  giveBack(sequence: number): void;
  readonly underWay: () => number;
  /** Returns the changes since the last call, which the caller must write. */
  changes(): {
    readonly deliveries: readonly Delivery[];
    /** Failed events that the endpoint no longer wants. */
    readonly unwanted: readonly bigint[];
    readonly deliveredThrough: bigint;
    readonly hasQueued: boolean;
  };
  /** Returns the time of the next retry; undefined if no event waits for a retry, or if there is work to do at once. */
  dueAt(): Date | undefined;
  /** Returns the sequence after which new events may be sent before the next retry; undefined if no new event may be sent. */
  waitsAfter(): bigint | undefined;
  /** Releases the texts of all events. */
  close(): void;
}

/** The maximum number of events from the first undelivered one to the last one that was read. */
const maxAhead = 1_000;
/** The maximum number of events that have been read but not yet sent. */
const maxUnsent = 100;
interface Item<E> {
  delivery: Delivery;
  /** The event while it can be sent or is under way; otherwise undefined. A failed event is read again when it is due. */
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
  /** The events after `deliveredThrough`, in the order of the log. */
  const ahead = new Map<bigint, Item<E>>();
  const again = new Map<bigint, Item<E>>();
  const known = new Map(
    kept.filter(({ sequence }) => sequence > deliveredThrough).map((one) => [one.sequence, withoutAnswer(one)]),
  );
  for (const delivery of kept)
    if (delivery.sequence <= deliveredThrough)
      again.set(delivery.sequence, { delivery: withoutAnswer(delivery), event: undefined, isUnderWay: false });
  // The caller loads at most `maxRedelivered` redeliveries at a time, so the database may have more.
  const hasMoreQueued = again.size >= maxRedelivered;
  let readThrough = deliveredThrough;
  let underWay = 0;
  const texts = createKeptTexts(shared);
  const changed = new Map<bigint, Delivery>();
  const unwanted = new Set<bigint>();

  /** Keeps the event's text. Returns false if there is no room for it. */
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
      // If only one request may be under way, no event is sent before an earlier one that failed.
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

  /** Returns whether a new window should load more redeliveries: the database has more, and some of the loaded ones were delivered. */
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
      // These deliveries failed before the endpoint was changed to want fewer types, so their events are no longer wanted.
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
      // Nothing is sent until a new window has loaded the other redeliveries, so that a flow of new events cannot delay them without end.
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
      // The answer is already stored. It is dropped from memory, because a thousand deliveries may wait for a retry.
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
        // A delivery without a next attempt was not attempted because delivery was ending, so it is due at once.
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
