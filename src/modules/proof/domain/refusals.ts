/** The refusals of requests for proofs. */
export interface TransactionNotFound {
  readonly kind: 'TransactionNotFound';
}

/** The ledger has no signed checkpoint yet. */
export interface CheckpointMissing {
  readonly kind: 'CheckpointMissing';
}

/** No checkpoint covers the transaction yet. */
export interface ReceiptNotReady {
  readonly kind: 'ReceiptNotReady';
  readonly because: 'it is not posted yet' | 'no checkpoint covers it yet';
  readonly retryAfterSeconds: number;
}
