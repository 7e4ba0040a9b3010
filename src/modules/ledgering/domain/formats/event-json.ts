/**
 * Prints an event as JSON for the feed, for streams and for webhooks, with the names that the routes use. The text of an event never
 * changes, so this format is as permanent as the formats of the hashes.
 */
import { signedBalance, type Layer, type NormalBalance } from '../../../../kernel/accounting';
import { formatAmount, type Denomination, type Minor } from '../../../../kernel/money';
import type { LedgerId } from '../../../../kernel/ids';
import type { Day } from '../../../../kernel/time';
import type { AccountId } from '../account';
import { nameOf, type EventType } from '../event';
import type { RecordedLeg, StringOperation } from '../string-operation';
import type { MovedEnd } from '../transaction';
import type { TransactionRow } from '../transaction-row';
import { accountSetView, journalView, periodLockView } from './chart-records';
import type { Recorded } from './reading';
import { accountRecord, amendmentTold, noteTold, transactionView } from './records';

/** An event of the log, with the state of its subject after the event. */
export interface FeedEvent {
  readonly sequence: bigint;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly actor: string;
  readonly reason: string | null;
  readonly hash: Buffer;
  readonly hashBefore: Buffer;
  readonly about: Recorded | TransactionLeft | ToldElsewhere;
}

interface TransactionLeft {
  readonly kind: 'transaction';
  readonly transaction: TransactionRow;
  /**
   * The balances of all accounts and layers of the transaction, after the event and at the end of the effective date; empty if the
   * transaction was not posted.
   */
  readonly balances: readonly BalanceAfter[];
  /** The change that the event made to the amount and expiry of a hold; null if the event extended no hold. */
  readonly extension: HoldExtension | null;
}

export interface HoldExtension {
  readonly amount: { readonly before: Minor; readonly after: Minor };
  readonly expiresAt: MovedEnd;
}

/** The subject of an event, if another context stores that subject. `data` has the form in which that context prints it. */
interface ToldElsewhere {
  readonly kind: 'transaction code';
  readonly id: string;
  readonly data: object;
}

/** An event as clients and webhooks receive it. */
export interface ToldEvent {
  /** The event's id, which is the same for every reader and never changes. */
  readonly id: string;
  readonly ledger_id: string;
  readonly sequence: number;
  readonly type: string;
  readonly occurred_at: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly data: object;
  readonly hash: string;
  readonly previous_hash: string;
}

/** The sums of an account in a layer up to the end of a day. */
export interface SumOfDay {
  readonly accountId: AccountId;
  readonly layer: Layer;
  readonly day: Day;
  /** The sums of debits and of credits in minor units. */
  readonly debits: bigint;
  readonly credits: bigint;
}

/** The sums of an account and layer after an event, with the account's code at that time. */
export interface BalanceAfter extends SumOfDay {
  readonly accountCode: string;
  readonly normalBalance: NormalBalance;
}

/**
 * The number of hex digits of the event's hash that its id contains. This many digits keep ids unique, even between two logs of which one
 * was restored from a backup of the other.
 */
const idDigits = 32;
/** The number of hex digits at the beginning of the hash that give the number of its format. They are not part of the id. */
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

const extensionView = ({ amount, expiresAt }: HoldExtension, denomination: Denomination): object => ({
  amount: { before: formatAmount(amount.before, denomination), after: formatAmount(amount.after, denomination) },
  expires_at: {
    before: expiresAt.before?.toISOString() ?? null,
    after: expiresAt.after?.toISOString() ?? null,
  },
});

/** Prints the operation as the response to its request did, without the members that concern only the request. */
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
