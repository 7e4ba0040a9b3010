/** The record that a receipt proves, with the clients' member names. */
import type { Draft } from '../../src/modules/ledgering/domain/transaction';

export const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

export const recordOf = (draft: Draft, fingerprint: Buffer | null): object => ({
  id: draft.id,
  journal_id: draft.journalId,
  effective_date: draft.effectiveDate,
  layer: draft.layer,
  description: draft.description,
  reference: draft.reference,
  correlation_id: draft.correlationId,
  correlation_type: draft.correlationType,
  correlation_source_id: draft.correlationSourceId,
  idempotency_key: draft.idempotencyKey,
  metadata: draft.metadata,
  attributes: draft.attributes,
  transaction_code: draft.transactionCode,
  transaction_code_version: draft.transactionCodeVersion,
  batch_id: draft.batchId,
  undoes_transaction_id: draft.undoesTransactionId,
  string_operation_id: draft.stringOperationId,
  accepted_by: draft.acceptedBy,
  accepted_at: instant(draft.acceptedAt),
  entries: draft.entries.map(({ accountId, amount, ...entry }) => ({
    ...{ id: entry.id, account_id: accountId, layer: entry.layer, type: entry.type },
    ...{ amount_minor: amount.toString(), description: entry.description, metadata: entry.metadata },
  })),
  expires_at: instant(draft.expiresAt),
  settles_transaction_id: draft.settlesTransactionId,
  fingerprint: fingerprint?.toString('hex') ?? null,
});
