/** What the feed tells of an event, in the words in which the routes show the same things. */
import type { Denomination } from '../../../kernel/money';
import type { LedgerId } from '../../../kernel/ids';
import type { FeedEvent, ToldEvent } from '../application/feed';
import { nameOf } from '../domain/event';
import { accountSetView, journalView, periodLockView } from './chart-views';
import { accountRecord, transactionView } from './views';

export const eventView =
  (ledgerId: LedgerId, denomination: Denomination) =>
  (event: FeedEvent): ToldEvent => {
    const { subject, data } = toldOf(event.about, { ledgerId, denomination });
    return {
      id: `evt_${ledgerId.replaceAll('-', '')}_${event.sequence}`,
      ledger_id: ledgerId,
      sequence: Number(event.sequence),
      type: nameOf(event.type),
      occurred_at: event.occurredAt.toISOString(),
      actor: event.actor,
      reason: event.reason,
      subject,
      data,
      hash: event.hash.toString('hex'),
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
        data: transactionView(ledger)(about.transaction),
      };
    case 'account':
      return { subject: { type: 'account', id: about.account.id }, data: accountRecord(ledger, about.account) };
    case 'journal':
      return { subject: { type: 'journal', id: about.journal.id }, data: journalView(ledger)(about.journal) };
    case 'period lock':
      return { subject: { type: 'period_lock', id: about.lock.id }, data: periodLockView(ledger)(about.lock) };
    case 'account set':
      return { subject: { type: 'account_set', id: about.set.id }, data: accountSetView(ledger)(about.set) };
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
