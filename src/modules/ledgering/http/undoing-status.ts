/** How it is answered that a transaction cannot be reversed or voided, and a hold not be settled or released. */
import { messageOfScope } from '../../../kernel/http/needs';
import type { RefusalAnswers } from '../../../kernel/http/status';
import type {
  HoldExceeded,
  HoldNotOpen,
  ReversalExceedsRemainder,
  ReversalPartsExceeded,
  ScopeMissing,
  TransactionAlreadyReversed,
  TransactionNotReversible,
  TransactionNotVoidable,
} from '../domain/refusals';

export const undoingAnswers = {
  ScopeMissing: { status: 403, code: 'FORBIDDEN', message: ({ scope }) => messageOfScope(scope) },
  TransactionAlreadyReversed: {
    status: 422,
    code: 'TRANSACTION_ALREADY_REVERSED',
    message: () => 'Nothing of the transaction is left to be reversed. Its reversal_ids name what reversed it.',
  },
  ReversalExceedsRemainder: {
    status: 422,
    code: 'REVERSAL_EXCEEDS_REMAINDER',
    message: ({ entryId, amount, left }) =>
      `Of the entry ${entryId} ${left} is left to be reversed, which is less than ${amount}. Reverse less, or leave out amount and entries to reverse all that is left.`,
  },
  ReversalPartsExceeded: {
    status: 422,
    code: 'REVERSAL_PARTS_EXCEEDED',
    message: ({ max }) =>
      `A transaction is reversed in at most ${max} parts, and the last of them is all that is left. Leave out amount and entries.`,
  },
  TransactionNotReversible: {
    status: 422,
    code: 'TRANSACTION_NOT_REVERSIBLE',
    message: ({ because }) => `The transaction cannot be reversed, because ${because}.`,
  },
  HoldExceeded: {
    status: 422,
    code: 'HOLD_EXCEEDED',
    message: ({ entryId, amount, left }) =>
      `Of the entry ${entryId} ${left} is left to be settled or released, which is less than ${amount}. Ask for less, or leave out amount and entries for all that is left.`,
  },
  HoldNotOpen: {
    status: 409,
    code: 'HOLD_NOT_OPEN',
    message: ({ because }) => `The transaction is no open hold, because ${because}.`,
  },
  TransactionNotVoidable: {
    status: 409,
    code: 'TRANSACTION_NOT_VOIDABLE',
    message: ({ because }) => `The transaction cannot be voided, because ${because}.`,
  },
} as const satisfies RefusalAnswers<
  | ScopeMissing
  | TransactionAlreadyReversed
  | TransactionNotReversible
  | ReversalExceedsRemainder
  | ReversalPartsExceeded
  | HoldExceeded
  | HoldNotOpen
  | TransactionNotVoidable
>;
