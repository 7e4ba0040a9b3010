/** What an event of the log says about the chart: the whole state of an account, a journal or a period lock, as hashed. */
import type { Account } from './account';
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
