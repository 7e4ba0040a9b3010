/** The service's role in the database, and the settings of its sessions. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { withStartupOptions } from './startup-options';

/** The prefix of the application_name of the service's sessions, as PostgreSQL lists them. */
const applicationName = 'ledger';

/** Returns a new name for all sessions of one pool. While PostgreSQL lists sessions of that name, the process is alive. */
export const nameOfProcess = (): string => `${applicationName} ${randomBytes(6).toString('hex')}`;

/** Returns the URL without an application_name, because all processes would share that name. */
export const unnamed = (url: string): string =>
  url.replace(/([?&])application_name=[^&#]*&?/g, '$1').replace(/[?&]$/, '');

/** The SQL condition that selects the sessions of the service. */
export const isOfService = `application_name ~ '^${applicationName}( |$)'`;

/** The role that the service works as: it owns nothing and may not change rows that are written once. */
export const applicationRole = 'ledger_app';

/**
 * The software between the service and PostgreSQL: a pooler in transaction mode (`transaction`), or nothing that shares connections
 * (`none`).
 */
export type Pooler = 'none' | 'transaction';

export const statementTimeoutMs = 10_000;
export const lockTimeoutMs = 2_000;

const formats = { TimeZone: 'UTC', DateStyle: 'ISO' };

/**
 * The settings of the service's sessions, as `pg_settings` prints them; migrations/0001-roles.sql and 0050 give the role the same.
 */
export const serviceSettings: Readonly<Record<string, string>> = {
  // The planner must not choose plans by statistics: every statement prescribes its index and its join order. Statistics of tables that
  // were empty a minute ago would only make plans worse, also for foreign-key checks.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  // A generic plan does not know how few rows a statement reads. On a large ledger it would start two parallel processes for a hundred
  // rows, which takes 15 ms. The report over all accounts turns parallel processes on for itself.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  statement_timeout: String(statementTimeoutMs),
  lock_timeout: String(lockTimeoutMs),
  idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
  ...formats,
};

/**
 * Returns whether sessions get their role and settings from the role that logs in. This is so behind a pooler, which drops start options,
 * and for a login as the application role, which needs none.
 */
export const logsInAsApplication = (url: string, pooler: Pooler = 'none'): boolean =>
  pooler === 'transaction' || new Client({ connectionString: url }).user === applicationRole;

/** Returns the connection URL and the startup options of a session that runs as the service's role, or as the role that the URL names. */
export const sessionOf = (
  url: string,
  pooler: Pooler,
  asApplication: boolean,
): { readonly url: string; readonly options?: string } => {
  if (asApplication && logsInAsApplication(url, pooler)) return { url };
  return withStartupOptions(url, asApplication ? { ...serviceSettings, role: applicationRole } : formats);
};
