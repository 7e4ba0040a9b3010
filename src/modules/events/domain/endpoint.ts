/** A webhook endpoint: the URL that the events of a ledger are sent to, and the retries after a failed delivery. */
import type { Id } from '../../../kernel/ids';

export type EndpointId = Id<'webhook endpoint'>;
export type DeliveryId = Id<'webhook delivery'>;

export interface Endpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly description: string | null;
  /** The names of the event types that the endpoint wants; null: all types. */
  readonly types: readonly string[] | null;
  readonly isActive: boolean;
  /** The maximum number of requests under way at a time. With 1, events are delivered in the order of the log. */
  readonly maxInFlight: number;
  /** The sequence up to which every event was delivered, or is of a type that the endpoint does not want. */
  readonly deliveredThrough: bigint;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  /** The actor who created the endpoint, named as in the tenant's log. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The state of one event at one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly sequence: bigint;
  readonly type: string;
  /** A failing delivery is retried. A queued one is a redelivery, or has not been attempted yet. */
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
/** The maximum number of events that one request may redeliver. */
export const maxRedelivered = 1_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** The pauses before the retries of a failed attempt; after the last retry the endpoint is paused. */
export const retryDelaysMs = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, hour, 6 * hour, 12 * hour, 24 * hour],
] as const;
/**
 * Each pause is lengthened by a random share of itself between 0 and this number, so that deliveries that failed together are not retried
 * together.
 */
const jitter = 0.2;

/** The time of the next attempt after this many failures. Undefined: no retry until a client requests it. */
export const nextAttemptAt = (
  attempts: number,
  at: Date,
  random: () => number,
  delaysMs: readonly number[] = retryDelaysMs,
): Date | undefined => {
  const delay = delaysMs[attempts - 1];
  return delay === undefined ? undefined : new Date(at.getTime() + delay * (1 + jitter * random()));
};

/** The HTTP status with which an endpoint declares that it wants no more events. */
export const goneStatus = 410;

export const isTaken = (status: number): boolean => status >= 200 && status < 300;
