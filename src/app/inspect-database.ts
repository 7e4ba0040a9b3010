/**
 * Before the service serves anything, checks its role in the database, the settings of its sessions, and that the database loses nothing
 * that it has confirmed. The checks use a connection of the service's own pool, because they are about such connections.
 */
import type { ClientBase } from 'pg';
import type { LedgerTime } from '../kernel/clock';
import type { ConnectionLoan, ConnectionPool } from '../kernel/postgres/pool';
import { applicationRole, logsInAsApplication } from '../kernel/postgres/session';
import { readTopology, settingsOn, type Topology } from '../kernel/postgres/topology';
import { maxClockDifferenceMs } from '../kernel/running/shared-time';
import { systemClock } from '../kernel/running/system-clock';
import type { Log } from '../kernel/tokens';
import type { Config } from './config';
import { cureOf, refusedConnection } from './database-advice';

export type Inspected = Pick<Config, 'pooler' | 'allowUnsafeDatabase'>;

/** The result of the inspection: facts about the database that the service uses afterwards. */
export interface Inspection {
  /** The secret of the installation, which the database keeps. */
  readonly secret: Buffer;
  readonly topology: Topology;
}

/** Throws an error with one sentence about the first fact that breaks a guarantee of the service. */
export const inspectDatabase = async (
  pool: ConnectionPool,
  url: string,
  config: Inspected,
  log: Log,
  clock: LedgerTime = systemClock,
): Promise<Inspection> => {
  const { client, release } = await borrow(pool, url);
  try {
    const cure = cureOf(logsInAsApplication(url, config.pooler), config.pooler);
    const session = await readSession(client, clock);
    if (session.role !== applicationRole)
      throw new Error(`the service uses the role ${session.role} instead of ${applicationRole}: ${cure.role}`);
    const topology = await readTopology(client);
    if (topology === 'many nodes' && !logsInAsApplication(url, config.pooler))
      throw new Error(
        `the ledgers are on many nodes, and only a login as ${applicationRole} has that role on all of them: change DATABASE_URL to log in as ${applicationRole}, and set LEDGER_MIGRATION_URL to the owner's URL`,
      );
    const differing = await differingSettings(client, settingsOn(topology));
    if (differing.length > 0)
      throw new Error(
        `the service's sessions do not have the settings that they need: ${differing.join(', ')}. ${cure.settings}`,
      );
    if (config.pooler === 'none' && session.pid !== (client as ClientBase & { readonly processID: number }).processID)
      throw new Error(
        'a pooler is between the service and the database, so a statement prepared on one connection may be missing on another: set LEDGER_POOLER=transaction (docs/operate/databases.md)',
      );
    judgeSafety(session, config, log);
    judgeClock(session, log);
    return { secret: await readSecret(client), topology };
  } finally {
    release(false);
  }
};

const borrow = async (pool: ConnectionPool, url: string): Promise<ConnectionLoan> => {
  try {
    return await pool.lend();
  } catch (error) {
    throw refusedConnection(error, url);
  }
};

export interface Session {
  readonly role: string;
  readonly passesByPolicies: boolean;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly pid: number;
  /** How many milliseconds the database's clock is ahead of this machine's. */
  readonly aheadMs: number;
}

export const readSession = async (client: ClientBase, clock: LedgerTime): Promise<Session> => {
  const asked = clock.now().getTime();
  const { rows } = await client.query<Omit<Session, 'aheadMs'> & { readonly readMs: number }>(
    `select current_user as role,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "passesByPolicies",
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit",
            pg_backend_pid() as pid, (extract(epoch from clock_timestamp()) * 1000)::float8 as "readMs"`,
  );
  const answered = clock.now().getTime();
  const [{ readMs, ...session }] = rows as [(typeof rows)[number]];
  // The database read its clock after this process sent the query and before the answer arrived. If the database's time is between these
  // two times of this machine's clock, the offset counts as zero.
  const aheadMs = readMs > answered ? readMs - answered : Math.min(0, readMs - asked);
  return { ...session, aheadMs };
};

export const differingSettings = async (
  client: ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [Object.keys(settings)],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  return Object.entries(settings).flatMap(([name, wanted]) => {
    const setting = found.get(name) ?? '';
    // Only the style (`ISO`) matters, not the order of day and month after it (`MDY`): the service reads and writes
    // ISO.
    const holds = setting === wanted || (name === 'DateStyle' && setting.startsWith(`${wanted},`));
    return holds ? [] : [`${name} is ${setting} instead of ${wanted}`];
  });
};

const judgeSafety = (session: Session, { allowUnsafeDatabase }: Inspected, log: Log): void => {
  const unsafe = [
    ...(session.passesByPolicies
      ? [`the role ${applicationRole} is a superuser or bypasses row-level security, so nothing keeps ledgers apart`]
      : []),
    ...(session.fsync === 'off' ? ['fsync is off, so the database may lose confirmed writes'] : []),
    ...(session.synchronousCommit === 'off'
      ? ['synchronous_commit is off, so the database may lose confirmed writes']
      : []),
  ];
  if (unsafe.length === 0) return;
  if (!allowUnsafeDatabase) throw new Error(`${unsafe.join('; ')}. Change it, or set LEDGER_ALLOW_UNSAFE_DATABASE=yes`);
  log.warn({ unsafe }, 'the database is unsafe');
};

/** Returns the database's time in milliseconds since 1970. */
export const readDatabaseTime = async (pool: Pick<ConnectionPool, 'lend'>): Promise<number> => {
  const { client, release } = await pool.lend();
  try {
    const { rows } = await client.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    release(false);
    return (rows[0] as { ms: number }).ms;
  } catch (error) {
    release(true);
    throw error;
  }
};

const judgeClock = ({ aheadMs }: Session, log: Log): void => {
  if (Math.abs(aheadMs) <= maxClockDifferenceMs) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  log.warn(
    { seconds, database: aheadMs > 0 ? 'ahead' : 'behind' },
    `the database's clock differs from this machine's by ${seconds} s: synchronize both with NTP`,
  );
};

const readSecret = async (client: ClientBase): Promise<Buffer> => {
  const migrateFirst = 'the database has not been migrated yet. Run: npx ledger migrate';
  try {
    const { rows } = await client.query<{ secret: Buffer }>('select secret from installation');
    if (!rows[0]) throw new Error(migrateFirst);
    return rows[0].secret;
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new Error(migrateFirst, { cause: error });
  }
};
