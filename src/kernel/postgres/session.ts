/** Which role the service has in the database, and how its sessions are set. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { withStartupOptions } from './startup-options';

/** The beginning of the application_name of the service's sessions, as PostgreSQL lists them. */
const applicationName = 'ledger';

/** A name for all sessions of one pool: whether a process still has sessions shows whether it is there. */
export const nameOfProcess = (): string => `${applicationName} ${randomBytes(6).toString('hex')}`;

/** The URL without a name of its own for the sessions, which would be the same for all processes. */
export const unnamed = (url: string): string =>
  url.replace(/([?&])application_name=[^&#]*&?/g, '$1').replace(/[?&]$/, '');

/** Whether sessions are the service's, in SQL. */
export const isOfService = `application_name ~ '^${applicationName}( |$)'`;

/** The role that the service works as: it owns nothing and may not change rows that are written once. */
export const applicationRole = 'ledger_app';

/** What stands between the service and PostgreSQL: nothing that shares connections, or a pooler in transaction mode. */
export type Pooler = 'none' | 'transaction';

export const statementTimeoutMs = 10_000;
export const lockTimeoutMs = 2_000;

const formats = { TimeZone: 'UTC', DateStyle: 'ISO' };

/**
 * The settings of the service's sessions, as `pg_settings` prints them; migrations/0001-roles.sql gives the role the same.
 */
export const serviceSettings: Readonly<Record<string, string>> = {
  // Every statement of the service has its index and its join order written into it. Statistics of tables that were empty
  // a minute ago can only make the plan worse, those of foreign-key checks included.
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
 * Whether the sessions get role and settings from the role that logs in. A pooler passes on no start options, and a login
 * as the application role needs none.
 */
export const logsInAsApplication = (url: string, pooler: Pooler = 'none'): boolean =>
  pooler === 'transaction' || new Client({ connectionString: url }).user === applicationRole;

/** Where a session connects to, and its start options: to be the service's role, or the role that the URL names. */
export const sessionOf = (
  url: string,
  pooler: Pooler,
  asApplication: boolean,
): { readonly url: string; readonly options?: string } => {
  if (asApplication && logsInAsApplication(url, pooler)) return { url };
  return withStartupOptions(url, asApplication ? { ...serviceSettings, role: applicationRole } : formats);
};
