/** Prints an event for the feed, with the same names that the routes use. */
import { signedBalance } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { LedgerId } from '../../../kernel/ids';
import type { FeedEvent, ToldEvent } from '../application/feed';
import { nameOf } from '../domain/event';
import type { RecordedLeg, StringOperation } from '../domain/string-operation';
import { accountSetView, journalView, periodLockView } from './chart-views';
import { accountRecord, transactionView } from './views';
import { amendmentTold, noteTold } from './words-views';

/**
 * Enough digits of the hash that no two events share an id, not even events of two logs of which one was restored from a backup
 * of the other.
 */
const idDigits = 32;
/** A hash begins with the number of its format, which names nothing. */
const formatDigits = 2;

export const eventView =
  (ledgerId: LedgerId, denomination: Denomination) =>
  (event: FeedEvent): ToldEvent => {
    const { subject, data } = toldOf(event.about, { ledgerId, denomination });
    const hash = event.hash.toString('hex');
    return {
      id: `evt_${hash.slice(formatDigits, formatDigits + idDigits)}`,
      ledger_id: ledgerId,
      sequence: Number(event.sequence),
      type: nameOf(event.type),
      occurred_at: event.occurredAt.toISOString(),
      actor: event.actor,
      reason: event.reason,
      subject,
      data,
      hash,
      previous_hash: event.hashBefore.toString('hex'),
    };
  };

type Told = Pick<ToldEvent, 'subject' | 'data'>;

const toldOf = (
  about: FeedEvent['about'],
  ledger: { readonly ledgerId: LedgerId; readonly denomination: Denomination },
): Told => {
  switch (about.kind) {
    case 'transaction':
      return {
        subject: { type: 'transaction', id: about.transaction.id },
        data: {
          ...transactionView(ledger)(about.transaction),
          extension: about.extension && extensionView(about.extension, ledger.denomination),
          balances: about.balances.map(({ accountId, accountCode, layer, day, normalBalance, debits, credits }) => ({
            ...{ account_id: accountId, account_code: accountCode, layer, as_of_date: day },
            balance: formatAmount(signedBalance(normalBalance, debits, credits), ledger.denomination),
          })),
        },
      };
    case 'amendment':
      return {
        subject: { type: 'transaction', id: about.amendment.transactionId },
        data: amendmentTold(about.amendment),
      };
    case 'note':
      return { subject: { type: 'transaction', id: about.note.transactionId }, data: noteTold(about.note) };
    case 'account':
      return { subject: { type: 'account', id: about.account.id }, data: accountRecord(ledger, about.account) };
    case 'journal':
      return { subject: { type: 'journal', id: about.journal.id }, data: journalView(ledger)(about.journal) };
    case 'period lock':
      return { subject: { type: 'period_lock', id: about.lock.id }, data: periodLockView(ledger)(about.lock) };
    case 'account set':
      return { subject: { type: 'account_set', id: about.set.id }, data: accountSetView(ledger)(about.set) };
    case 'transaction code':
      return { subject: { type: 'trancode', id: about.id }, data: about.data };
    case 'string operation':
      return {
        subject: { type: 'string_operation', id: about.operation.id },
        data: stringOperationView(about.operation),
      };
    case 'account set member': {
      const { accountSetId, memberType, memberId, createdAt } = about.member;
      return {
        subject: { type: 'account_set', id: accountSetId },
        data: {
          account_set_id: accountSetId,
          member_type: memberType,
          member_id: memberId,
          created_at: createdAt.toISOString(),
        },
      };
    }
  }
};

const extensionView = (
  { amount, expiresAt }: NonNullable<Extract<FeedEvent['about'], { kind: 'transaction' }>['extension']>,
  denomination: Denomination,
): object => ({
  amount: { before: formatAmount(amount.before, denomination), after: formatAmount(amount.after, denomination) },
  expires_at: {
    before: expiresAt.before?.toISOString() ?? null,
    after: expiresAt.after?.toISOString() ?? null,
  },
});

/** The operation as the answer to its request showed it, without the parts that concern the request alone. */
const stringOperationView = ({ id, operation, source, target, record, createdAt }: StringOperation): object => {
  const leg = (kept: StringOperation['source'], { ledger_code, amount }: RecordedLeg): object => ({
    ...{ ledger_code, ledger_id: kept.ledgerId, transaction_id: kept.transactionId },
    ...{ reference: record.reference, amount },
  });
  return {
    ...{ operation, string_code: record.string_code, correlation_id: id },
    source: leg(source, record.source),
    target: leg(target, record.target),
    ...{ rate: record.rate, rate_source: record.rate_source, rate_at: record.rate_at },
    created_at: createdAt.toISOString(),
  };
};
