/** The reasons why accepted work failed. Each has a stable code and a sentence, which the transaction shows. */
import type { LimitBasis } from '../../../kernel/accounting';
import type { BalanceLimitExceeded, PostingFailure } from './refusals';

export const failureCodes = {
  JournalClosed: 'JOURNAL_CLOSED',
  PeriodLocked: 'PERIOD_LOCKED',
  AccountInactive: 'ACCOUNT_INACTIVE',
  BalanceLimitExceeded: 'BALANCE_LIMIT_EXCEEDED',
  PostingCrashed: 'POSTING_CRASHED',
  PostingRefused: 'POSTING_REFUSED',
} as const satisfies Record<PostingFailure['kind'], string>;

/** The code and the sentence of a failure, as the failed transaction stores them. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

export const failureOf = (failure: PostingFailure): Failure => ({
  code: failureCodes[failure.kind],
  message: failureMessage(failure),
});

/** A failure is final, and its key always returns the failed transaction. */
const underNewKey = 'under a new idempotency key';

const failureMessage = (failure: PostingFailure): string => {
  switch (failure.kind) {
    case 'JournalClosed':
      return `The journal was closed before the transaction was posted. Send it to an open journal ${underNewKey}.`;
    case 'PeriodLocked':
      return `The period up to ${failure.lockedUntil} was locked before the transaction was posted. Send it with a later effective date ${underNewKey}.`;
    case 'AccountInactive':
      return `The account ${failure.account} of entry ${failure.index + 1} was deactivated before the transaction was posted. Send it again ${underNewKey} when the account is active.`;
    case 'BalanceLimitExceeded':
      return `The ${passedLimit(failure, 'would have been')}. Send it again ${underNewKey} when the limit allows it.`;
    case 'PostingCrashed':
      return 'Several attempts to post this transaction alone ended the process, so it failed. The operator of the service can post it again.';
    case 'PostingRefused':
      return 'The database refused this transaction as inconsistent; nothing of it was posted. The operator of the service can post it again.';
  }
};

/** Describes an exceeded limit. The text has no article, so that it can follow the word "the" in a sentence. */
export const passedLimit = (
  { account, basis, limit, day, bound, balance }: BalanceLimitExceeded,
  verb: 'is' | 'would be' | 'would have been',
): string => {
  const side = limit === 'min_balance' ? 'below' : 'above';
  return `${boundBalance[basis][limit]} of account ${account} ${verb} ${balance} on ${day}, ${side} its ${limit} of ${bound}`;
};

const boundBalance: Readonly<Record<LimitBasis, Readonly<Record<BalanceLimitExceeded['limit'], string>>>> = {
  settled: { min_balance: 'settled balance', max_balance: 'settled balance' },
  available: { min_balance: 'available balance', max_balance: 'settled balance with all that is pending' },
};
