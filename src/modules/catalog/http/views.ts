/** How transaction codes, and what they make of parameters, are printed. */
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { Expanded, TransactionCode } from '../index';

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

export const validParamsView = (
  { entries, attributes, metadata }: Expanded,
  { denomination }: Principal,
): Readonly<Record<string, unknown>> => ({
  valid: true,
  message: 'The parameters are valid. Nothing was posted.',
  rendered: {
    entries: entries.map(({ account, type, layer, amount, description, metadata }) => ({
      account_code: account.kind === 'code' ? account.code : null,
      account_id: account.kind === 'id' ? account.id : null,
      type,
      layer,
      amount: formatAmount(amount, denomination),
      description,
      metadata,
    })),
    attributes,
    metadata,
  },
});
