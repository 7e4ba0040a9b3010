/** The refusals of requests for proofs. */
export interface TransactionNotFound {
  readonly kind: 'TransactionNotFound';
}

/** No checkpoint of the ledger has been signed yet. */
export interface CheckpointMissing {
  readonly kind: 'CheckpointMissing';
}

/** No checkpoint covers the transaction yet. */
export interface ReceiptNotReady {
  readonly kind: 'ReceiptNotReady';
  readonly because: 'it is not posted yet' | 'no checkpoint covers it yet';
  readonly retryAfterSeconds: number;
}
