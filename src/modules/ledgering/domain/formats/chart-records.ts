/** Prints account sets, journals and period locks as JSON, for the responses of routes, for events and for webhooks. */
import type { Principal } from '../../../../kernel/principal';
import type { AccountSet, AccountSetMember } from '../account-set';
import type { Journal } from '../journal';
import type { PeriodLock } from '../period-lock';

/** The members of a Principal that identify the ledger of the printed records. */
type Ledgers = Pick<Principal, 'ledgerId'>;

export const accountSetView =
  ({ ledgerId }: Ledgers) =>
  (set: AccountSet): object => ({
    id: set.id,
    ledger_id: ledgerId,
    code: set.code,
    name: set.name,
    description: set.description,
    metadata: set.metadata,
    created_at: set.createdAt.toISOString(),
    updated_at: set.updatedAt.toISOString(),
  });

export const memberView = (member: AccountSetMember): object => ({
  account_set_id: member.accountSetId,
  member_type: member.memberType,
  member_id: member.memberId,
  code: member.code,
  name: member.name,
  created_at: member.createdAt.toISOString(),
});

export const journalView =
  ({ ledgerId }: Ledgers) =>
  (journal: Journal): object => ({
    id: journal.id,
    ledger_id: ledgerId,
    code: journal.code,
    name: journal.name,
    description: journal.description,
    status: journal.isClosed ? 'closed' : 'active',
    metadata: journal.metadata,
    created_at: journal.createdAt.toISOString(),
    updated_at: journal.updatedAt.toISOString(),
  });

export const periodLockView =
  ({ ledgerId }: Ledgers) =>
  (lock: PeriodLock): object => ({
    id: lock.id,
    ledger_id: ledgerId,
    locked_until: lock.lockedUntil,
    reason: lock.reason,
    created_at: lock.createdAt.toISOString(),
    released_at: lock.releasedAt?.toISOString() ?? null,
    release_reason: lock.releaseReason,
  });
