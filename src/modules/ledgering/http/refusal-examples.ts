/** Example members of ledgering's refusals for the OpenAPI document, with the limits that the domain sets. */
import { exampleOf } from '../../../kernel/http/quotas';
import { exampleId } from '../../../kernel/http/examples';
import { attributeExamples, attributeSearchExamples } from '../../attributes/http/answers';
import { maxTotalledRows, maxTreeBytes } from '../application/reader';
import { maxAccountDepth } from '../domain/account';
import { maxSetDepth } from '../domain/account-set';
import { maxRequestEntries } from '../domain/draft';
import { maxDescriptionLength } from '../domain/transaction';
import { maxReversalParts } from '../domain/reversal';
import type { Day } from '../../../kernel/time';
import { totalsExamples } from './answers';
import { maxStatementRows } from './balances/statement-sheet';

export const refusalExamples = {
  Invalid: { errors: { description: [`must have at most ${maxDescriptionLength} characters`] } },
  AmountPrecisionExceeded: { field: 'amount', storageDecimals: 2 },
  ScopeMissing: { scope: 'undo' as const },
  IdempotencyKeyInUse: { key: 'sale-2026-001' },
  IdempotencyKeyReused: { key: 'sale-2026-001' },
  JournalNotFound: { journalId: exampleId('nothing') },
  EntryAccountNotFound: { index: 0, member: 'account_code' as const, account: 'BANK-2' },
  ParentAccountNotFound: { parent: 'ASSETS' },
  CorrelationSourceNotFound: { sourceId: exampleId('nothing') },
  TrancodeNotFound: { code: 'CARD_PAYMENTS' },
  TrancodeDeprecated: { code: 'CASH_REFUND' },
  AccountInactive: { index: 0, account: 'SUSPENSE' },
  PeriodLocked: { lockedUntil: '2025-12-31' as Day },
  TrancodeParamsInvalid: {
    code: 'CARD_PAYMENT',
    errors: { amount: ['must be a decimal string such as "10.50" with at most 38 digits, got "ten"'] },
  },
  EntriesNotBalanced: { layer: 'settled', debits: '10.50', credits: '10.00' },
  ...attributeExamples,
  ...attributeSearchExamples,
  AccountCodeTaken: { code: 'BANK' },
  AccountDepthExceeded: { max: maxAccountDepth },
  RequestTooLarge: { entries: 2_100, max: maxRequestEntries },
  TreeTooLarge: { maxBytes: maxTreeBytes },
  ...totalsExamples,
  TooManyEntries: { max: maxStatementRows },
  TotalsTooLarge: { max: maxTotalledRows },
  AccountInUse: { because: 'it has entries' },
  AccountNotClosable: {
    because: 'accounts below it are active',
    cure: 'Close these accounts or move them elsewhere first.',
  },
  AccountHasBalance: { balance: '12.00' },
  SweepAccountUnfit: { account: 'BANK', because: 'it is inactive' },
  ReversalExceedsRemainder: { entryId: exampleId('nothing'), amount: '10.50', left: '4.00' },
  ReversalPartsExceeded: { max: maxReversalParts },
  HoldExceeded: { entryId: null, amount: '60.00', left: '40.00', isSettlement: true },
  DateBeforeOriginal: { date: '2026-01-10' as Day, earliest: '2026-01-15' as Day },
  HoldNotRaised: { amount: '40.00', held: '60.00' },
  HoldUnchanged: { held: '60.00', expiresAt: '2026-02-01T12:00:00.000Z' },
  HoldNotOpen: { because: 'it is settled' },
  TransactionNotReversible: { because: 'it is pending' },
  BalanceLimitExceeded: {
    account: 'BANK',
    basis: 'settled' as const,
    limit: 'max_balance' as const,
    day: '2026-01-15' as Day,
    bound: '100.00',
    balance: '110.50',
  },
  PeriodNotOver: { lockedUntil: '2026-01-31' as Day, today: '2026-01-15' as Day },
  AccountCodeReserved: { code: 'STR-CLEARING' },
  AccountReserved: { account: 'STR-CLEARING' },
  SystemAccountProtected: { isClearing: false },
  EntryAccountIsGroup: { index: 0, account: 'ASSETS' },
  EntryAccountReserved: { index: 0, account: 'STR-CLEARING' },
  WordsOnly: { member: 'entries' },
  TransactionNotVoidable: { because: 'it is pending' },
  AccountSetCodeTaken: { code: 'CURRENT-ASSETS' },
  AccountSetDepthExceeded: { max: maxSetDepth },
  JournalCodeTaken: { code: 'CARD-SALES' },
  QuotaReached: exampleOf('account_sets'),
};
