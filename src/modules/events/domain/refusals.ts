/** How the ledger says no to what concerns events and webhook endpoints. */

/** A webhook may not go there. */
export interface WebhookUrlForbidden {
  readonly kind: 'WebhookUrlForbidden';
  /** Whole sentence, for the message: what is wrong with the address, without what it resolves to. */
  readonly reason: string;
}

/** More streams would be open than one key, one tenant or the process may have. */
export interface TooManyStreams {
  readonly kind: 'TooManyStreams';
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}
