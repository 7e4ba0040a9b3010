/** What other contexts print of ledgering: ledgers, what balances a dry run would leave, and why a report is refused. */
import { layers, signedBalance } from '../../../kernel/accounting';
import { all, money } from '../../../kernel/http/answers';
import { id, object, oneOf, text } from '../../../kernel/http/codecs';
import type { RefusalAnswers, RefusalExamples } from '../../../kernel/http/status';
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import type { BalanceChange } from '../application/rehearsal';
import { maxReportedAccounts } from '../application/totals-reader';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts } from '../domain/refusals';

export { ledgerShape } from './shapes';
export { ledgerView } from './views';

export const balanceChangesShape = all(
  object({ account_id: id(), account_code: text(), layer: oneOf(layers), before: money, after: money }),
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
    message: () => 'This ledger has no such account set.',
  },
  SequenceNotReached: {
    status: 422,
    code: 'SEQUENCE_NOT_REACHED',
    message: ({ last }) =>
      `The log of this ledger ends at sequence ${last}. Leave known_at_sequence out for what is known now.`,
  },
  TooManyAccounts: {
    status: 422,
    code: 'REPORT_TOO_LARGE',
    message: ({ max }) =>
      `The chart has more than ${max} accounts, which is too much for one report. Ask for the trial balance of an account set.`,
  },
} satisfies RefusalAnswers<TotalsRefusal>;

export const totalsExamples: RefusalExamples<TotalsRefusal> = {
  SequenceNotReached: { last: 1_204n },
  TooManyAccounts: { max: maxReportedAccounts },
};
