import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { Outcome } from '../../../kernel/refusal';
import type { Principal } from '../../../kernel/principal';
import type { QuotaUse } from '../../../kernel/quotas';
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type { Delivery, DeliveryId, DeliveryState, Endpoint, EndpointId } from '../domain/endpoint';
import type { WebhookUrlForbidden } from '../domain/refusals';

/** A request to an endpoint: a POST with lower-case header names, whose body is sent unchanged. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The outcome of an attempt to send a webhook. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered';
      /** The HTTP status. Redirects are not followed, so this may be the status of a redirect. */
      readonly status: number;
      /** The beginning of the response body, as text. */
      readonly body: string;
      readonly milliseconds: number;
    }
  /** The URL is forbidden, so no connection was opened. */
  | { readonly kind: 'forbidden'; readonly reason: string; readonly milliseconds: number }
  /** The endpoint did not answer: timeout, connection cut off or refused, or unknown host name. */
  | { readonly kind: 'failed'; readonly reason: string; readonly milliseconds: number };

export interface WebhookSender {
  /**
   * Checks whether webhooks may be sent to the URL. The host name is resolved, and every one of its addresses is checked. A name that does
   * not resolve yet is accepted.
   */
  judge(url: string): Promise<Outcome<WebhookUrlForbidden, void>>;
  /** Makes one attempt. The URL is checked again, and the connection uses an address that was checked. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Closes the idle connections. */
  close(): void;
}

export const WEBHOOK_SENDER = token<WebhookSender>('WebhookSender');

/** An endpoint as it is stored, with its encrypted signing secrets. */
export interface KeptEndpoint extends Endpoint {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: Date | null;
}

/** A client's change to an endpoint. After the change, the process that delivers to the endpoint starts over. */
export type EndpointChange = Partial<
  Pick<
    KeptEndpoint,
    | 'url'
    | 'description'
    | 'types'
    | 'isActive'
    | 'maxInFlight'
    | 'deliveredThrough'
    | 'pausedAt'
    | 'pauseReason'
    | 'secret'
    | 'formerSecret'
    | 'formerUntil'
  >
> & {
  readonly hasQueued?: true;
  /** The requested redelivery, for the tenant's log: JSON with an id of its own. */
  readonly redelivery?: string;
};

export interface EndpointStore {
  /** Returns the number of the ledger's endpoints, including one that was just inserted, and the limit. */
  readUse(tx: Tx, whose: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse>;
  insert(tx: Tx, ledgerId: LedgerId, endpoint: KeptEndpoint): Promise<void>;
  /** Reads the endpoint and locks it until `tx` ends. */
  readForChange(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<KeptEndpoint | undefined>;
  /** Changes the endpoint, increments its version, and makes it due at once. */
  update(tx: Tx, ledgerId: LedgerId, id: EndpointId, change: EndpointChange, at: Date): Promise<void>;
  /** Deletes the endpoint and its deliveries. Returns false if there was no such endpoint. */
  remove(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<boolean>;
  /** Retries failed deliveries at once, and counts their attempts from zero again. */
  retryNow(tx: Tx, ledgerId: LedgerId, id: EndpointId, at: Date): Promise<void>;
  /** Deletes the records of deliveries after `sequence`, so that the events are delivered again in order. */
  forgetAfter(tx: Tx, ledgerId: LedgerId, id: EndpointId, sequence: bigint): Promise<void>;
  /** Queues these events to be delivered once more. */
  queue(
    tx: Tx,
    ledgerId: LedgerId,
    id: EndpointId,
    events: readonly { readonly id: DeliveryId; readonly sequence: bigint; readonly type: string }[],
    at: Date,
  ): Promise<void>;
  readDelivery(tx: Tx, ledgerId: LedgerId, id: EndpointId, deliveryId: DeliveryId): Promise<Delivery | undefined>;
}

export interface EndpointReader {
  /** Lists endpoints in the order of their creation. */
  endpoints(ledgerId: LedgerId, slice: Slice): Promise<Page<Endpoint>>;
  endpoint(ledgerId: LedgerId, id: EndpointId): Promise<Endpoint | undefined>;
  /** Lists deliveries, newest event first. `state` undefined: deliveries in all states. */
  deliveries(
    ledgerId: LedgerId,
    id: EndpointId,
    state: DeliveryState | undefined,
    slice: Slice,
  ): Promise<Page<Delivery>>;
}

/** An endpoint that may have events to deliver. */
export interface DueEndpoint {
  readonly ledgerId: LedgerId;
  readonly id: EndpointId;
  /**
   * The sequence after which new events must be sent. While failed events wait for their retry, it is the sequence of the last event that
   * was sent.
   */
  readonly deliveredThrough: bigint;
  readonly hasQueued: boolean;
}

/** The delivery state of the active endpoints of a ledger. */
export interface LedgerStanding {
  readonly ledgerId: LedgerId;
  /** The last delivered sequence of the slowest endpoint that is not paused; null if there is none. */
  readonly deliveredThrough: bigint | null;
  readonly paused: number;
}

/** An endpoint that this process has leased, so that no other process delivers to it. */
export interface Leased {
  readonly endpoint: KeptEndpoint;
  readonly version: bigint;
  /** The deliveries of events after `deliveredThrough`, and the queued ones before it, ordered by sequence. */
  readonly deliveries: readonly Delivery[];
}

/** The results of attempts, and the state of the endpoint after them. */
export interface DeliveryRecord {
  readonly deliveries: readonly Delivery[];
  /**
   * The failed deliveries of events that the endpoint no longer wants. They are deleted unless somebody has changed the endpoint meanwhile.
   */
  readonly unwanted: readonly bigint[];
  readonly version: bigint;
  readonly deliveredThrough: bigint;
  readonly hasQueued: boolean;
  readonly paused: { readonly at: Date; readonly reason: string } | null;
  /** Whether the endpoint answered 410: it wants no more events and becomes inactive. */
  readonly isGone: boolean;
  /**
   * Extends the lease until the given time, or ends it. If it ends, the endpoint is due again at `dueAt`, or as soon as there is an event
   * after `waitsAfter`.
   */
  readonly lease: { readonly until: Date } | { readonly dueAt: Date; readonly waitsAfter: bigint | undefined };
}

export interface DeliveryStore {
  /** Returns, for all ledgers, the endpoints that no process has leased and that are due or wait for an event. */
  due(at: Date): Promise<readonly DueEndpoint[]>;
  /**
   * Leases the endpoint until `until`. Undefined if another process has the lease, or if the endpoint is gone, inactive, paused or not due.
   * A process may lease again what it has already leased.
   */
  lease(ledgerId: LedgerId, id: EndpointId, owner: string, at: Date, until: Date): Promise<Leased | undefined>;
  /** Stores the results. Returns the current version; undefined if another process has the lease, or if the endpoint is gone. */
  record(ledgerId: LedgerId, id: EndpointId, owner: string, record: DeliveryRecord): Promise<bigint | undefined>;
  /** Deletes the records of delivered events before the sequence `before`. */
  tidyUp(ledgerId: LedgerId, id: EndpointId, before: bigint): Promise<void>;
  /** Returns the state of all ledgers that have active endpoints. */
  standing(): Promise<readonly LedgerStanding[]>;
}

/** The epoch of the installation's logs. It changes when the logs continue from an earlier event than before. */
export interface LogEpochs {
  current(): Promise<string>;
  /** Begins a new epoch and returns it. */
  begin(): Promise<string>;
}

/** The durations that delivery uses; tests use shorter ones. */
export interface DeliveryTimes {
  /** The duration of a lease. Half of it is longer than the timeout of an attempt. */
  readonly leaseMs: number;
  /** The interval at which an idle endpoint is checked for new events. */
  readonly lookMs: number;
  /** The pauses before the retries of a failed attempt; after the last retry the endpoint is paused. */
  readonly retryDelaysMs: readonly number[];
}

export const DELIVERY_TIMES = token<DeliveryTimes>('DeliveryTimes');

export const LOG_EPOCHS = token<LogEpochs>('LogEpochs');
export const EVENTS_UNIT_OF_WORK = token<UnitOfWork>('EventsUnitOfWork');
export const ENDPOINT_STORE = token<EndpointStore>('EndpointStore');
export const ENDPOINT_READER = token<EndpointReader>('EndpointReader');
export const DELIVERY_STORE = token<DeliveryStore>('DeliveryStore');
