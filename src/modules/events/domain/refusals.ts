/** The refusals of events and webhook endpoints. */
import type { NoPlaceLeft } from '../../../kernel/places';
import type { FieldErrors } from '../../../kernel/refusal';

/** The sequence of the request is beyond the end of the ledger's log. */
export interface SequenceNotReached {
  readonly kind: 'SequenceNotReached';
  readonly last: bigint;
}

/** Deliveries cannot begin there: the sequence is beyond the next event of the ledger's log. */
export interface StartNotReached {
  readonly kind: 'StartNotReached';
  readonly last: bigint;
}

/** The hash of the request differs from the hash of the event at that sequence: the log has changed since the reader read it. */
export interface LogChanged {
  readonly kind: 'LogChanged';
  readonly sequence: bigint;
  /** The hash, in hexadecimal, of the event that the log now has at `sequence`. */
  readonly hash: string;
}

/** Webhooks may not be sent to the URL. */
export interface WebhookUrlForbidden {
  readonly kind: 'WebhookUrlForbidden';
  /** A whole sentence for the client: why the URL is not allowed. It does not reveal the IP addresses of the host. */
  readonly reason: string;
}

/** The stream would exceed the limit on open streams of the key, the tenant or the process. */
export interface TooManyStreams extends NoPlaceLeft {
  readonly kind: 'TooManyStreams';
}

export interface EndpointMissing {
  readonly kind: 'EndpointMissing';
}

export interface DeliveryMissing {
  readonly kind: 'DeliveryMissing';
}

/** The range of the redelivery is empty, too large or not delivered yet, or the request names both a delivery and a range, or neither. */
export interface Invalid {
  readonly kind: 'Invalid';
  readonly errors: FieldErrors;
}
