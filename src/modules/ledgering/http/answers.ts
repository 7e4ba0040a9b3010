/** The responses of ledgering that other modules also send: ledgers, the balances after a dry run, and refusals of reports. */
import { signedBalance } from '../../../kernel/accounting';
import { createdAt, orNull } from '../../../kernel/http/answers';
import type { AnyCodec } from '../../../kernel/http/codec';
import { anyOf, id, named, object, oneOf, text } from '../../../kernel/http/codecs';
import type { RefusalAnswers, RefusalExamples } from '../../../kernel/http/status';
import { formatAmount } from '../../../kernel/money';
import type { Principal } from '../../../kernel/principal';
import { transactionCodeShape } from '../../catalog/http/answers';
import type { BalanceChange } from '../application/rehearsal';
import { maxReportedAccounts } from '../application/totals-reader';
import type { EventName } from '../domain/event';
import type { AccountSetMissing, SequenceNotReached, TooManyAccounts, TransactionNotFound } from '../domain/refusals';

import {
  accountRecordShape,
  accountSetShape,
  journalShape,
  membershipShape,
  periodLockShape,
} from './chart/chart-shapes';

import { eventTransactionShape } from './transactions/transaction-shapes';
import { amendmentToldShape, noteToldShape } from './transactions/words-shapes';

export { balanceChangesShape, headShape } from './balances/balance-shapes';
export { ledgerShape } from './chart/chart-shapes';
export { eventType, knownAtSequence } from './transactions/codecs';
export { ledgerView } from './views';

const operationLeg = named(
  'EventStringLeg',
  'The leg of a conversion or transfer in one of the two ledgers.',
  object({
    ledger_code: text().described('The code of the ledger in requests.'),
    ledger_id: id().described('The ledger of this leg.'),
    transaction_id: id().described('The transaction of this leg.'),
    reference: text().described('Your own reference for the operation, the same on both legs.'),
    amount: text().described('The amount moved, in major units of the currency of that ledger.'),
  }),
);

const eventOperationShape = named(
  'EventStringOperation',
  'A conversion or a transfer, both of whose legs are posted. Each of the two ledgers has an event about it.',
  object({
    operation: oneOf(['convert', 'transfer']).described('Whether it was a conversion or a transfer.'),
    string_code: text().described('The string through which the value was moved.'),
    correlation_id: id().described('The correlation id of both legs.'),
    source: operationLeg.described('The leg in the source ledger.'),
    target: operationLeg.described('The leg in the target ledger.'),
    rate: orNull(text()).described(
      'The units of the target currency for one unit of the source currency, for the record; null for a transfer.',
    ),
    rate_source: orNull(text()).described(
      'The origin of the rate: `given` by the request, or a source; null of a transfer.',
    ),
    rate_at: orNull(text()).described('When the rate was set; null if unknown.'),
    created_at: createdAt,
  }),
);

/** The shape of an event's `data`, for events of any type. */
export const eventDataShape = anyOf(
  eventTransactionShape,
  eventOperationShape,
  amendmentToldShape,
  noteToldShape,
  // A shape must come before shapes that have only some of its members, because the first shape that fits is used.
  transactionCodeShape,
  accountRecordShape,
  journalShape,
  periodLockShape,
  accountSetShape,
  membershipShape,
);

/** The shape of the `data` of each type of event: the subject, in the shape that the subject's own endpoint returns. */
export const eventDataShapes: Readonly<Record<EventName, AnyCodec>> = {
  'transaction.posted': eventTransactionShape,
  'transaction.failed': eventTransactionShape,
  'transaction.reversed': eventTransactionShape,
  'transaction.reversed_in_part': eventTransactionShape,
  'transaction.voided': eventTransactionShape,
  'transaction.amended': amendmentToldShape,
  'transaction.noted': noteToldShape,
  'hold.settled': eventTransactionShape,
  'hold.released': eventTransactionShape,
  'hold.expired': eventTransactionShape,
  'hold.extended': eventTransactionShape,
  'account.created': accountRecordShape,
  'account.updated': accountRecordShape,
  'account.closed': accountRecordShape,
  'account.deleted': accountRecordShape,
  'journal.created': journalShape,
  'journal.updated': journalShape,
  'period.locked': periodLockShape,
  'period.released': periodLockShape,
  'account_set.created': accountSetShape,
  'account_set.updated': accountSetShape,
  'account_set.deleted': accountSetShape,
  'account_set.member_added': membershipShape,
  'account_set.member_removed': membershipShape,
  'trancode.created': transactionCodeShape,
  'trancode.deprecated': transactionCodeShape,
  'string_operation.posted': eventOperationShape,
};

/** Prints the change in a balance, signed by the normal balance of the account. */
export const balanceChangeView =
  ({ denomination }: Pick<Principal, 'denomination'>) =>
  ({ accountId, accountCode, normalBalance, layer, asOf, before, after }: BalanceChange): object => {
    const print = ({ debits, credits }: BalanceChange['before']): string =>
      formatAmount(signedBalance(normalBalance, debits, credits), denomination);
    return {
      account_id: accountId,
      account_code: accountCode,
      layer,
      as_of_date: asOf,
      before: print(before),
      after: print(after),
    };
  };

export const transactionAnswers = {
  TransactionNotFound: {
    status: 404,
    code: 'TRANSACTION_NOT_FOUND',
    when: 'The ledger has no such transaction.',
    message: () => 'This ledger has no such transaction.',
  },
} as const satisfies RefusalAnswers<TransactionNotFound>;

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
      `The log of this ledger ends at sequence ${last}. Leave out known_at_sequence for the current state.`,
  },
  TooManyAccounts: {
    status: 422,
    code: 'REPORT_TOO_LARGE',
    when: 'The report has more accounts than one report may read.',
    message: ({ max }) =>
      `The report has more than ${max} accounts. ${max < maxReportedAccounts ? 'With fewer columns it may have more accounts: leave out columns and compare. ' : ''}The trial balance, the balance sheet and the income statement add up deeper accounts with depth=1; this works without known_at_sequence and account_set_code, and with at most three further columns. The trial balance, the general ledger and the aging report can read an account set with fewer accounts (account_set_code). The cash flow statement always reads every account.`,
  },
} satisfies RefusalAnswers<TotalsRefusal>;

export const totalsExamples: RefusalExamples<TotalsRefusal> = {
  SequenceNotReached: { last: 1_204n },
  TooManyAccounts: { max: maxReportedAccounts },
};
