/** What other contexts print of ledgering: ledgers, what balances a dry run would leave, and why a report is refused. */
import { signedBalance } from '../../../kernel/accounting';
import { anyOf } from '../../../kernel/http/codecs';
import type { RefusalAnswers, RefusalExamples } from '../../../kernel/http/status';
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { BalanceChange } from '../application/rehearsal';
import { maxReportedAccounts } from '../application/totals-reader';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';

import { accountRecordShape, accountSetShape, journalShape, membershipShape, periodLockShape } from './chart-shapes';

import { transactionShape } from './transaction-shapes';

export { balanceChangesShape, headShape } from './balance-shapes';
export { ledgerShape } from './chart-shapes';
export { knownAtSequence } from './codecs';
export { ledgerView } from './views';

/** What an event tells of its subject. */
export const eventDataShape = anyOf(
  transactionShape,
  accountRecordShape,
  journalShape,
  periodLockShape,
  accountSetShape,
  membershipShape,
);

/** Balances by their normal side, as everywhere. */
export const balanceChangeView =
  ({ denomination }: Pick<Principal, 'denomination'>) =>
  ({ accountId, accountCode, normalBalance, layer, before, after }: BalanceChange): object => {
    const print = ({ debits, credits }: BalanceChange['before']): string =>
      formatAmount(signedBalance(normalBalance, debits, credits), denomination);
    return {
      account_id: accountId,
      account_code: accountCode,
      layer,
      before: print(before),
      after: print(after),
    };
  };

type TotalsRefusal = AccountSetMissing | SequenceNotReached | TooManyAccounts;

export const totalsAnswers = {
  AccountSetMissing: {
    status: 404,
    code: 'ACCOUNT_SET_NOT_FOUND',
    when: 'The ledger has no such account set.',
    message: () => 'This ledger has no such account set.',
  },
  SequenceNotReached: {
    status: 422,
    code: 'SEQUENCE_NOT_REACHED',
    when: '`known_at_sequence` lies beyond the end of the log.',
    message: ({ last }) =>
      `The log of this ledger ends at sequence ${last}. Leave known_at_sequence out for what is known now.`,
  },
  TooManyAccounts: {
    status: 422,
    code: 'REPORT_TOO_LARGE',
    when: 'The chart has more accounts than one report may add up.',
    message: ({ max }) =>
      `The chart has more than ${max} accounts, which is too much for one report. Ask for the trial balance of an account set.`,
  },
} satisfies RefusalAnswers<TotalsRefusal>;

export const totalsExamples: RefusalExamples<TotalsRefusal> = {
  SequenceNotReached: { last: 1_204n },
  TooManyAccounts: { max: maxReportedAccounts },
};
