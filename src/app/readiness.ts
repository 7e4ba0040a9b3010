/** Whether the service can do its work now: the database answers, its schema is the one we know, and posting keeps up. */
import { pendingMigrations } from '../kernel/postgres/migrate';
import type { Ledgering } from '../modules/ledgering';
import { secondsSince } from './metrics';

export interface Readiness {
  readonly isReady: boolean;
  /** `ok`, or what is wrong. */
  readonly checks: {
    readonly database: string;
    readonly migrations: string;
    readonly poster: string;
  };
  readonly posterLagSeconds: number | null;
}

/** Posting takes well under a second; who is this late has stopped, or has far too much to do. */
export const maxPosterLagSeconds = 30;

export const createReadiness = (
  ledgering: Pick<Ledgering, 'backlog'>,
  appliedMigrations: () => Promise<readonly string[]>,
): (() => Promise<Readiness>) => {
  const unknown = 'unknown: the database cannot be reached';
  return async () => {
    let missing: readonly string[];
    let lag: number;
    try {
      missing = pendingMigrations(await appliedMigrations());
      lag = missing.length > 0 ? 0 : secondsSince((await ledgering.backlog()).oldestAcceptedAt);
    } catch {
      const checks = { database: 'cannot be reached', migrations: unknown, poster: unknown };
      return { isReady: false, checks, posterLagSeconds: null };
    }
    const checks = {
      database: 'ok',
      migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}. Run: npx ledger migrate`,
      poster: lag <= maxPosterLagSeconds ? 'ok' : `the oldest pending transaction has waited ${Math.round(lag)} s`,
    };
    return {
      isReady: Object.values(checks).every((check) => check === 'ok'),
      checks,
      posterLagSeconds: missing.length > 0 ? null : Math.round(lag * 1000) / 1000,
    };
  };
};
