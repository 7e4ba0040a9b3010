/** The HTTP answers to refusals to reverse or void a transaction, and to settle or release a hold. */
import { messageOfScope } from '../../../../kernel/http/needs';
import type { RefusalAnswers } from '../../../../kernel/http/status';
import type { HoldNotRaised, HoldUnchanged } from '../../domain/extension';
import type {
  DateBeforeOriginal,
  HoldExceeded,
  HoldNotOpen,
  ReversalExceedsRemainder,
  ReversalPartsExceeded,
  ScopeMissing,
  TransactionAlreadyReversed,
  TransactionNotReversible,
  TransactionNotVoidable,
} from '../../domain/refusals';

export const undoingAnswers = {
  ScopeMissing: {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The caller lacks the scope that this item requires.',
    message: ({ scope }) => messageOfScope(scope),
  },
  TransactionAlreadyReversed: {
    status: 422,
    code: 'TRANSACTION_ALREADY_REVERSED',
    when: 'The transaction is already reversed in full.',
    message: () => 'The transaction is already reversed in full, by the transactions in its reversal_ids.',
  },
  ReversalExceedsRemainder: {
    status: 422,
    code: 'REVERSAL_EXCEEDS_REMAINDER',
    when: 'The amount is more than the amount that can still be reversed.',
    message: ({ entryId, amount, left }) =>
      `Only ${left} of ${entryId === null ? 'this transaction' : `the entry ${entryId}`} is left; you asked for ${amount}. Reverse less, or leave out amount and entries to reverse the whole remaining amount.`,
  },
  ReversalPartsExceeded: {
    status: 422,
    code: 'REVERSAL_PARTS_EXCEEDED',
    when: 'The transaction can be reversed only once more, and that reversal must reverse the whole remaining amount.',
    message: ({ max }) =>
      `A transaction can be reversed in at most ${max} parts, and the last part must reverse all that is left. Leave out amount and entries.`,
  },
  TransactionNotReversible: {
    status: 422,
    code: 'TRANSACTION_NOT_REVERSIBLE',
    when: 'The transaction is pending, void or failed, is itself a reversal, a release or an extension, belongs to a conversion or transfer, or is a hold that was settled in part; or its journal is closed, or one of its accounts is inactive.',
    message: ({ because }) => `The transaction cannot be reversed, because ${because}.`,
  },
  DateBeforeOriginal: {
    status: 422,
    code: 'DATE_BEFORE_ORIGINAL',
    when: 'The date of a release, settlement or reversal is before the effective date of the original transaction, or of the last extension of a hold.',
    message: ({ date, earliest }) =>
      `The date ${date} is not allowed. The earliest date allowed is ${earliest}: the effective date of the original transaction, or of its last extension.`,
    errors: ({ earliest }) => ({ date: [`must be ${earliest} or later`] }),
  },
  HoldExceeded: {
    status: 422,
    code: 'HOLD_EXCEEDED',
    when: 'The amount is more than the remaining amount of the hold.',
    message: ({ entryId, amount, left, isSettlement }) =>
      `Only ${left} of ${entryId === null ? 'this hold' : `the entry ${entryId}`} is still held; you asked for ${amount}. ${Number(left) === 0 ? 'Leave this entry out' : 'Ask for less'}, or leave out amount and entries for the whole remaining amount${isSettlement ? `. To settle more than is held, send allow_excess: true${entryId === null ? '' : ' and final: true'}` : ''}.`,
  },
  HoldNotOpen: {
    status: 409,
    code: 'HOLD_NOT_OPEN',
    when: 'The transaction is not a hold, or has no remaining amount.',
    message: ({ because }) => `The transaction is not an open hold, because ${because}.`,
  },
  HoldNotRaised: {
    status: 422,
    code: 'HOLD_NOT_RAISED',
    when: 'The amount is less than the total of the hold.',
    message: ({ amount, held }) =>
      `The total of this hold is ${held}, which is more than ${amount}. An extension raises a hold: send more than ${held}, or release a part of the hold.`,
  },
  HoldUnchanged: {
    status: 422,
    code: 'HOLD_UNCHANGED',
    when: 'Neither amount nor expires_at changes the hold.',
    message: ({ held, expiresAt }) =>
      `The total of this hold is already ${held}, and it ${expiresAt === null ? 'never expires' : `expires at ${expiresAt}`}. Send an amount of more than ${held}, or another expires_at; in a batch send the amount, because only POST /transactions/{id}/extend changes the expiry alone.`,
  },
  TransactionNotVoidable: {
    status: 409,
    code: 'TRANSACTION_NOT_VOIDABLE',
    when: 'The transaction is not posted, is reversed or reversed in part, is a reversal, a release or an extension, belongs to a conversion or transfer, is a hold that was raised or settled, its journal is closed, or a balance would go beyond a limit.',
    message: ({ because }) => `The transaction cannot be voided, because ${because}.`,
  },
} as const satisfies RefusalAnswers<
  | ScopeMissing
  | TransactionAlreadyReversed
  | TransactionNotReversible
  | ReversalExceedsRemainder
  | ReversalPartsExceeded
  | DateBeforeOriginal
  | HoldExceeded
  | HoldNotOpen
  | HoldNotRaised
  | HoldUnchanged
  | TransactionNotVoidable
>;
