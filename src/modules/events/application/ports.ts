/** The ports of events. */
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

/** The result of an attempt. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered';
      /** A redirect is an answer like any other: nobody follows it. */
      readonly status: number;
      /** The beginning of the answer, as text. */
      readonly body: string;
      readonly milliseconds: number;
    }
  /** Nobody was connected to. */
  | { readonly kind: 'forbidden'; readonly reason: string; readonly milliseconds: number }
  /** No answer: too late, cut off, refused, no such name. */
  | { readonly kind: 'failed'; readonly reason: string; readonly milliseconds: number };

export interface WebhookSender {
  /**
   * Whether webhooks may go there, as far as can be said today: a name is resolved, and every address of it is judged. One that is
   * not known yet may be known later.
   */
  judge(url: string): Promise<Outcome<WebhookUrlForbidden, void>>;
  /** One attempt. It is judged again, and the connection goes to an address that was judged. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Ends the connections that are kept open. */
  close(): void;
}

export const WEBHOOK_SENDER = token<WebhookSender>('WebhookSender');

/** An endpoint with what signs for it, sealed. */
export interface KeptEndpoint extends Endpoint {
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerUntil: Date | null;
}

/** A change by a client. The process that delivers to the endpoint then starts again. */
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
  /** The redelivery that was asked for, for the log of the tenant: JSON with an id of its own. */
  readonly redelivery?: string;
};

export interface EndpointStore {
  /** How many endpoints the ledger has, behind the insertion of one. */
  readUse(tx: Tx, whose: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse>;
  insert(tx: Tx, ledgerId: LedgerId, endpoint: KeptEndpoint): Promise<void>;
  /** Locks it until `tx` ends. */
  readForChange(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<KeptEndpoint | undefined>;
  /** Gives it a new version, and makes it due. */
  update(tx: Tx, ledgerId: LedgerId, id: EndpointId, change: EndpointChange, at: Date): Promise<void>;
  /** With its deliveries; whether there was one. */
  remove(tx: Tx, ledgerId: LedgerId, id: EndpointId): Promise<boolean>;
  /** Retries failed deliveries at once, with fresh attempts. */
  retryNow(tx: Tx, ledgerId: LedgerId, id: EndpointId, at: Date): Promise<void>;
  /** Forgets what was delivered behind that sequence: it is delivered again, in its order. */
  forgetAfter(tx: Tx, ledgerId: LedgerId, id: EndpointId, sequence: bigint): Promise<void>;
  /** Has these events delivered once more. */
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
  /** In the order in which they were made. */
  endpoints(ledgerId: LedgerId, slice: Slice): Promise<Page<Endpoint>>;
  endpoint(ledgerId: LedgerId, id: EndpointId): Promise<Endpoint | undefined>;
  /** Newest event first. */
  deliveries(
    ledgerId: LedgerId,
    id: EndpointId,
    state: DeliveryState | undefined,
    slice: Slice,
  ): Promise<Page<Delivery>>;
}

/** An endpoint that may have something to do. */
export interface DueEndpoint {
  readonly ledgerId: LedgerId;
  readonly id: EndpointId;
  /** Or, while what failed waits for its time, the last event that was sent: what comes behind it is to be sent before that. */
  readonly deliveredThrough: bigint;
  readonly hasQueued: boolean;
}

/** How the active endpoints of a ledger stand. */
export interface LedgerStanding {
  readonly ledgerId: LedgerId;
  /** The place of the slowest endpoint that is not paused; null if there is none. */
  readonly deliveredThrough: bigint | null;
  readonly paused: number;
}

/** An endpoint that this process alone delivers to. */
export interface Leased {
  readonly endpoint: KeptEndpoint;
  readonly version: bigint;
  /** The deliveries of events after `deliveredThrough`, and the queued ones before it, ordered by sequence. */
  readonly deliveries: readonly Delivery[];
}

/** The results of attempts, and the state of the endpoint after them. */
export interface DeliveryRecord {
  readonly deliveries: readonly Delivery[];
  /** Failed events that the endpoint no longer wants. They are forgotten unless somebody changed the endpoint meanwhile. */
  readonly unwanted: readonly bigint[];
  readonly version: bigint;
  readonly deliveredThrough: bigint;
  readonly hasQueued: boolean;
  readonly paused: { readonly at: Date; readonly reason: string } | null;
  /** It wants nothing any more. */
  readonly isGone: boolean;
  /**
   * Extends the lease until that time, or ends it. In that case the endpoint is due again at `dueAt`, or as soon as there is an
   * event after `waitsAfter`.
   */
  readonly lease: { readonly until: Date } | { readonly dueAt: Date; readonly waitsAfter: bigint | undefined };
}

export interface DeliveryStore {
  /** Endpoints of all ledgers that nobody delivers to and that are due, or wait for an event. */
  due(at: Date): Promise<readonly DueEndpoint[]>;
  /** Undefined where another process has it, or it is not to be served any more. Its own lease a process may take back. */
  lease(ledgerId: LedgerId, id: EndpointId, owner: string, at: Date, until: Date): Promise<Leased | undefined>;
  /** The version as it is now, or undefined where another process has the lease, or the endpoint is gone. */
  record(ledgerId: LedgerId, id: EndpointId, owner: string, record: DeliveryRecord): Promise<bigint | undefined>;
  /** Takes away what was delivered before that event. */
  tidyUp(ledgerId: LedgerId, id: EndpointId, before: bigint): Promise<void>;
  /** The state of all ledgers that have active endpoints. */
  standing(): Promise<readonly LedgerStanding[]>;
}

/** The logs that the service tells, as one name: it changes where they go on from an earlier event than before. */
export interface LogEpochs {
  current(): Promise<string>;
  /** Begins another one, and answers it. */
  begin(): Promise<string>;
}

/** How long things take; tests give shorter times. */
export interface DeliveryTimes {
  /** How long an endpoint is one process's own. Half of it is longer than an attempt may take. */
  readonly leaseMs: number;
  /** From an event to its way, where nothing else is under way. */
  readonly lookMs: number;
  /** From an attempt that failed to the next; after the last of them the endpoint is paused. */
  readonly retryDelaysMs: readonly number[];
}

export const DELIVERY_TIMES = token<DeliveryTimes>('DeliveryTimes');

export const LOG_EPOCHS = token<LogEpochs>('LogEpochs');
export const EVENTS_UNIT_OF_WORK = token<UnitOfWork>('EventsUnitOfWork');
export const ENDPOINT_STORE = token<EndpointStore>('EndpointStore');
export const ENDPOINT_READER = token<EndpointReader>('EndpointReader');
export const DELIVERY_STORE = token<DeliveryStore>('DeliveryStore');
