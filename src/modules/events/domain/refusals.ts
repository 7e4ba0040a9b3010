/** The refusals of events and webhook endpoints. */
import type { NoPlaceLeft } from '../../../kernel/places';
import type { FieldErrors } from '../../../kernel/refusal';

/** The log of the ledger is shorter than its reader believes. */
export interface SequenceNotReached {
  readonly kind: 'SequenceNotReached';
  readonly last: bigint;
}

/** The log has another event at a place than its reader read there. */
export interface LogChanged {
  readonly kind: 'LogChanged';
  readonly sequence: bigint;
  /** The hash of the event that is there now, in hex. */
  readonly hash: string;
}

/** A webhook may not go there. */
export interface WebhookUrlForbidden {
  readonly kind: 'WebhookUrlForbidden';
  /** Whole sentence, for the message: what is wrong with the address, without what it resolves to. */
  readonly reason: string;
}

/** More streams would be open than one key, one tenant or the process may have. */
export interface TooManyStreams extends NoPlaceLeft {
  readonly kind: 'TooManyStreams';
}

export interface EndpointMissing {
  readonly kind: 'EndpointMissing';
}

export interface DeliveryMissing {
  readonly kind: 'DeliveryMissing';
}

/** A range that is empty, too large, or not delivered yet; or none and two ways of naming one. */
export interface Invalid {
  readonly kind: 'Invalid';
  readonly errors: FieldErrors;
}
