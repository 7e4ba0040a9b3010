/** Who the service is to the database, and what its sessions are set to. */
import { Client } from 'pg';
import { withStartupOptions } from './startup-options';

/** The role the service works as: it owns nothing and may not change what was written once. */
export const applicationRole = 'ledger_app';

/** What stands between the service and PostgreSQL: nothing that shares connections, or a pooler in transaction mode. */
export type Pooler = 'none' | 'transaction';

export const statementTimeoutMs = 10_000;
export const lockTimeoutMs = 2_000;

const formats = { TimeZone: 'UTC', DateStyle: 'ISO' };

/** What a session of the service is set to, as `pg_settings` prints it; migrations/0001-roles.sql gives the role the same. */
export const serviceSettings: Readonly<Record<string, string>> = {
  // Every statement of the service has its index and its join order written into it. What statistics would say of
  // tables that were empty a minute ago can only make it worse, foreign-key checks included.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  statement_timeout: String(statementTimeoutMs),
  lock_timeout: String(lockTimeoutMs),
  idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
  ...formats,
};

/**
 * Whether the service's sessions get role and settings from the role that they log in as. A pooler hands on no options of a
 * start, and who logs in as the application role needs none.
 */
export const logsInAsApplication = (url: string, pooler: Pooler = 'none'): boolean =>
  pooler === 'transaction' || new Client({ connectionString: url }).user === applicationRole;

/** Where a session connects to, and what it asks for as it starts: to be the service, or whoever the URL names. */
export const sessionOf = (
  url: string,
  pooler: Pooler,
  asApplication: boolean,
): { readonly url: string; readonly options?: string } => {
  if (asApplication && logsInAsApplication(url, pooler)) return { url };
  return withStartupOptions(url, asApplication ? { ...serviceSettings, role: applicationRole } : formats);
};
