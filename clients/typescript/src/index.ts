/** The exports of the package. The client has no dependencies and runs on every platform with `fetch`. */
export { createLedgerClient, type DryRuns, type LedgerClient } from './client.ts';
export type { LedgerClientOptions } from './sending.ts';
export type { Call, Eventual, Keyed, Strict, Waiting } from './asking.ts';
export type { LedgerFile } from './file.ts';
export type { ProvenEntry, ProvenRecord } from './proven-record.ts';
export type { Listing, Page } from './listing.ts';
export {
  isRefusal,
  LedgerError,
  LedgerRefusal,
  LedgerUnreachable,
  outcomeOf,
  TransactionFailed,
  TransactionPending,
  type Outcome,
  type SentRequest,
} from './refusal.ts';
export { verifyConsistency, verifyReceipt, type ProvenGrowth, type ProvenTransaction } from './receipts.ts';
export { ReceiptVerificationError, type ProvenCosignature, type Requirements } from './signed-note.ts';
export { verifyWebhook, WebhookVerificationError, type VerifyOptions, type WebhookTest } from './webhooks.ts';
export type * from './generated/models.ts';
export type * from './generated/operations.ts';
