/**
 * A transaction code as JSON, in the responses of its routes and in events. Members may be added but never change, because events are
 * stored.
 */
import type { TransactionCode } from './transaction-code';

export const transactionCodeView = (transactionCode: TransactionCode): Readonly<Record<string, unknown>> => ({
  id: transactionCode.id,
  ledger_id: transactionCode.ledgerId,
  code: transactionCode.code,
  name: transactionCode.name,
  description: transactionCode.description,
  status: transactionCode.status,
  version: transactionCode.version,
  params_schema: transactionCode.paramsSchema,
  entries_template: transactionCode.entriesTemplate,
  attributes_template: transactionCode.attributesTemplate,
  validation_rules: transactionCode.validationRules,
  metadata: transactionCode.metadata,
  created_at: transactionCode.createdAt.toISOString(),
  updated_at: transactionCode.updatedAt.toISOString(),
});
