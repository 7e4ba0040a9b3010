/** Webhook endpoints: where the events of a ledger are sent, and how it goes on when one is not taken. */
import type { Id } from '../../../kernel/ids';

export type EndpointId = Id<'webhook endpoint'>;
export type DeliveryId = Id<'webhook delivery'>;

export interface Endpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string | null;
  /** Names of events; null where all are wanted. */
  readonly types: readonly string[] | null;
  readonly isActive: boolean;
  /** One keeps the order of the log. */
  readonly maxInFlight: number;
  /** Everything up to that event was delivered, or not wanted. */
  readonly deliveredThrough: bigint;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  /** The actor who created it, as the log of the tenant names it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The state of an event at an endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly sequence: bigint;
  readonly type: string;
  /** Failing is tried again; queued was delivered before and is to be delivered again. */
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly fault: string | null;
  readonly milliseconds: number | null;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export const deliveryStates = ['delivered', 'failing', 'queued'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const maxInFlight = 32;
/** One request may redeliver at most this many events. */
export const maxRedelivered = 1_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** From an attempt that failed to the next; after the last of them the endpoint is paused. */
export const retryDelaysMs = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 12 * hour, 24 * hour],
] as const;
/** Delays are longer by up to this share, so that deliveries that failed together are not retried together. */
const jitter = 0.2;

/** The time of the next attempt after this many failures; undefined if there is none until somebody asks for it. */
export const nextAttemptAt = (
  attempts: number,
  at: Date,
  random: () => number,
  delaysMs: readonly number[] = retryDelaysMs,
): Date | undefined => {
  const delay = delaysMs[attempts - 1];
  return delay === undefined ? undefined : new Date(at.getTime() + delay * (1 + jitter * random()));
};

/** The endpoint wants nothing any more. */
export const goneStatus = 410;

export const isTaken = (status: number): boolean => status >= 200 && status < 300;
