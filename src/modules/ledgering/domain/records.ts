/** What an event of the log says about the chart: the whole state of what it is about, as hashed. */
import type { Account } from './account';
import type { AccountSet, AccountSetMember } from './account-set';
import type { Journal } from './journal';
import type { PeriodLock } from './period-lock';

export const accountRecord = ({ limits, createdAt, updatedAt, ...account }: Account): object => ({
  ...account,
  enforceBalanceLimits: limits.enforced,
  minBalance: limits.min?.toString() ?? null,
  maxBalance: limits.max?.toString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const journalRecord = ({ createdAt, updatedAt, ...journal }: Journal): object => ({
  ...journal,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const periodLockRecord = ({ createdAt, releasedAt, ...lock }: PeriodLock): object => ({
  ...lock,
  createdAt: createdAt.toISOString(),
  releasedAt: releasedAt?.toISOString() ?? null,
});

export const accountSetRecord = ({ createdAt, updatedAt, ...set }: AccountSet): object => ({
  ...set,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** A membership; what its member is called may change without it. */
export const memberRecord = ({ accountSetId, memberType, memberId, createdAt }: AccountSetMember): object => ({
  accountSetId,
  memberType,
  memberId,
  createdAt: createdAt.toISOString(),
});
