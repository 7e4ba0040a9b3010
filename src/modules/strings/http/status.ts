/** The HTTP responses to the refusals of strings. TypeScript requires an entry for each refusal. */
import { idempotencyAnswers } from '../../../kernel/http/idempotency';
import { exampleOf, quotaAnswer } from '../../../kernel/http/quotas';
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import type { QuotaReached } from '../../../kernel/quotas';
import { attributeAnswers, attributeExamples } from '../../attributes/http/answers';
import type { OperateRefusal } from '../application/operate';
import type { StringCodeTaken } from '../domain/refusals';
import { participation } from '../domain/string';

const answers = {
  ...attributeAnswers,
  ...idempotencyAnswers,
  QuotaReached: quotaAnswer,
  StringCodeTaken: {
    status: 422,
    code: 'STRING_CODE_EXISTS',
    when: 'Another string of the tenant has this code.',
    message: ({ code }) =>
      `This tenant already has a string with the code ${JSON.stringify(code)}. Choose another code.`,
  },
  StringNotFound: {
    status: 409,
    code: 'STRING_NOT_FOUND',
    when: 'The tenant has no such string.',
    message: () => 'This tenant has no such string.',
  },
  StringInactive: {
    status: 409,
    code: 'STRING_INACTIVE',
    when: 'The string is inactive.',
    message: () =>
      'The string is inactive, so it takes no conversions or transfers. It was created inactive, and this cannot be changed. Use another string, or create one.',
  },
  KeyNotInString: {
    status: 403,
    code: 'STRING_KEY_NOT_IN_STRING',
    when: 'The ledger of the key is not a member of the string.',
    message: () => 'The ledger of this key is not a member of the string. Ask an operator to add it.',
  },
  KeyMissingCapability: {
    status: 403,
    code: 'STRING_KEY_MISSING_CAPABILITY',
    when: 'The key lacks the capability `strings:participate:{code}`.',
    message: ({ capability }) => `This key lacks the capability ${capability}. Ask an operator for a key that has it.`,
  },
  ForeignLedger: {
    status: 403,
    code: 'STRING_FOREIGN_LEDGER',
    when: 'The source or the target is not a member of the string.',
    message: ({ ledgerCode }) => `The ledger ${JSON.stringify(ledgerCode)} is not a member of the string.`,
  },
  OperationNotAllowed: {
    status: 403,
    code: 'STRING_OP_NOT_ALLOWED',
    when: 'The ledger of the key is neither the source nor the target.',
    message: () => 'The ledger of this key must be the source or the target.',
  },
  AmountPrecisionExceeded: {
    status: 422,
    code: 'AMOUNT_PRECISION_EXCEEDED',
    when: 'An amount has more decimals than a ledger of the operation stores.',
    message: ({ field, storageDecimals }) =>
      `${field} has more decimals than a ledger of this operation keeps, which are ${storageDecimals}. Amounts are never rounded: send an exact one.`,
    errors: ({ field, storageDecimals }) => ({ [field]: [`must have at most ${storageDecimals} decimals`] }),
  },
  OperationInvalid: {
    status: 422,
    code: 'STRING_OPERATION_INVALID',
    when: 'Source and target are the same ledger, an account does not exist or is inactive, an amount is not positive, a limit would be exceeded, or no rate is known.',
    message: ({ because }) => `Nothing was moved, because ${because}.`,
  },
  CurrencyMismatch: {
    status: 422,
    code: 'STRING_CURRENCY_MISMATCH',
    when: 'A conversion is within one currency, or a transfer between two.',
    message: ({ because }) => `Nothing was moved: ${because}.`,
  },
  StringPeriodLocked: {
    status: 409,
    code: 'STRING_PERIOD_LOCKED',
    when: 'In one of the ledgers the effective date lies in a locked period.',
    message: ({ lockedUntil }) =>
      `In one of the ledgers everything effective on or before ${lockedUntil} is locked. Use a later effective date.`,
  },
} as const satisfies RefusalAnswers<OperateRefusal | StringCodeTaken | QuotaReached>;

const examples = {
  ...attributeExamples,
  IdempotencyKeyInUse: { key: 'payout-2026-001' },
  IdempotencyKeyReused: { key: 'payout-2026-001' },
  QuotaReached: exampleOf('strings'),
  StringCodeTaken: { code: 'GLOBAL' },
  KeyMissingCapability: { capability: participation('GLOBAL') },
  ForeignLedger: { ledgerCode: 'GBP-MAIN' },
  AmountPrecisionExceeded: { field: 'amount', storageDecimals: 2 },
  OperationInvalid: { because: 'source and target are the same ledger' },
  CurrencyMismatch: { because: 'a transfer is within one currency; use convert' },
  StringPeriodLocked: { lockedUntil: '2025-12-31' },
} satisfies RefusalExamples<OperateRefusal | StringCodeTaken | QuotaReached>;

export const stringAnswers = exemplified(answers, examples);
