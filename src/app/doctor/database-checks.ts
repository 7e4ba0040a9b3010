/** Checks of the database, of its roles and of the service's connection to it. */
import { Client } from 'pg';
import { maxPoolConnections } from '../../kernel/running/fair-shares/connection-shares';
import { migrationNames } from '../../kernel/postgres/migrate';
import { applicationRole, logsInAsApplication } from '../../kernel/postgres/session';
import { readTopology, settingsOn } from '../../kernel/postgres/topology';
import { cureOf } from '../database-advice';
import { differingSettings, readSession } from '../inspect-database';
import { maxClockDifferenceMs } from '../../kernel/running/shared-time';
import { failure, fine, rowOf, warning, type DatabaseCheck } from './check';
import { complaintAboutPepper } from '../pepper';
import { isLoopback } from './process-checks';

const oldestServer = 15;
/** The days on which versions of PostgreSQL stop receiving fixes. */
const serverEnds: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

export const databaseChecks: readonly DatabaseCheck[] = [
  {
    name: 'database-version',
    look: async ({ owner }, { clock }) => {
      const { version } = await rowOf<{ version: string }>(
        owner,
        `select current_setting('server_version') as version`,
      );
      const major = Number.parseInt(version, 10);
      const end = serverEnds[major];
      if (major < oldestServer)
        return failure(
          `PostgreSQL ${version}`,
          `the ledger needs PostgreSQL ${oldestServer} or newer: upgrade the server`,
        );
      return end !== undefined && clock.now().toISOString().slice(0, 10) > end
        ? warning(`PostgreSQL ${version}, unsupported since ${end}`, 'upgrade the server')
        : fine(`PostgreSQL ${version}`);
    },
  },
  {
    name: 'migrations',
    look: async ({ owner }) => {
      const { isThere } = await rowOf<{ isThere: boolean }>(
        owner,
        `select to_regclass('public.schema_migrations') is not null as "isThere"`,
      );
      const { rows } = isThere
        ? await owner.query<{ name: string }>('select name from schema_migrations')
        : { rows: [] };
      const [ran, files] = [new Set(rows.map(({ name }) => name)), migrationNames()];
      const newer = [...ran].filter((name) => !files.includes(name));
      const missing = files.filter((name) => !ran.has(name));
      if (newer.length > 0)
        return failure(`a newer version ran ${newer.join(', ')}`, 'run that version of the ledger, or a later one');
      return missing.length > 0
        ? failure(ran.size === 0 ? 'none has run' : `missing: ${missing.join(', ')}`, 'npx ledger migrate')
        : fine(`all ${files.length} have run`);
    },
  },
  {
    name: 'installation-pepper',
    look: async ({ owner }, { config }) => {
      const kept = await rowOf<{ secret: Buffer; pepper_check: Buffer | null }>(owner, 'select * from installation');
      const { keyPepper: pepper, formerKeyPepper: formerPepper } = config;
      const secrets = { installationSecret: kept.secret, pepper, formerPepper };
      const complaint = complaintAboutPepper(kept.pepper_check, secrets);
      if (complaint !== undefined) return failure(complaint.cause, complaint.cure);
      return fine(kept.pepper_check === null ? 'unknown: no process has started yet' : 'matches this installation');
    },
  },
  {
    name: 'service-role',
    look: async ({ service, serviceUrl }, { config: { pooler } }) => {
      const { role, login, isSuperuser } = await rowOf<{ role: string; login: string; isSuperuser: boolean }>(
        service,
        `select current_user as role, session_user as login, rolsuper as "isSuperuser" from pg_roles where rolname = session_user`,
      );
      if (role !== applicationRole)
        return failure(
          `the service uses the role ${role} instead of ${applicationRole}`,
          cureOf(logsInAsApplication(serviceUrl, pooler), pooler).role,
        );
      return isSuperuser
        ? warning(
            `the service logs in as ${login}, a superuser, and switches to ${role}`,
            `change DATABASE_URL to log in as ${applicationRole}, and LEDGER_MIGRATION_URL to log in as the owner; npx ledger roles prints the SQL that creates both`,
          )
        : fine(login === role ? role : `${role}, logged in as ${login}`);
    },
  },
  {
    name: 'role-rights',
    look: async ({ owner }) => {
      const { rows } = await owner.query<{ right: string }>(
        `select unnest(array_remove(array[
                  case when rolsuper then 'is a superuser' end, case when rolbypassrls then 'bypasses row-level security' end,
                  case when rolcreaterole then 'may create roles' end, case when rolcreatedb then 'may create databases' end,
                  case when exists (select from pg_auth_members m where m.member = r.oid) then 'is a member of other roles' end], null)) as right
           from pg_roles r where rolname = $1`,
        [applicationRole],
      );
      return rows.length > 0
        ? failure(
            `${applicationRole} ${rows.map(({ right }) => right).join(', ')}`,
            `have a superuser run: alter role ${applicationRole} nosuperuser nobypassrls nocreaterole nocreatedb; and revoke its memberships in other roles`,
          )
        : fine(`${applicationRole} has no rights beyond its tables`);
    },
  },
  {
    name: 'owner',
    look: async ({ owner, isEmbedded }) => {
      const { role, isSuperuser, timeout, owns } = await rowOf<{
        role: string;
        isSuperuser: boolean;
        timeout: string;
        owns: boolean;
      }>(
        owner,
        `select current_user as role, rolsuper as "isSuperuser", current_setting('statement_timeout') as timeout,
                coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('public.schema_migrations')), true) as owns
           from pg_roles where rolname = current_user`,
      );
      if (!owns) return failure(`${role} does not own the tables`, 'set LEDGER_MIGRATION_URL to a URL of the owner');
      if (timeout !== '0')
        return warning(
          `${role} has a statement_timeout of ${timeout}, which may cancel a migration or a verification`,
          `have a superuser run: alter role "${role}" set statement_timeout = 0;`,
        );
      return isSuperuser && !isEmbedded && (await readTopology(owner)) === 'one node'
        ? warning(
            `${role} is a superuser`,
            'have a superuser run what npx ledger roles prints, make the owner role the owner of everything in the schema public, and set LEDGER_MIGRATION_URL to log in as it',
          )
        : fine(role);
    },
  },
  {
    name: 'session-settings',
    look: async ({ service, serviceUrl }, { config: { pooler } }) => {
      const differing = await differingSettings(service, settingsOn(await readTopology(service)));
      return differing.length > 0
        ? failure(differing.join(', '), cureOf(logsInAsApplication(serviceUrl, pooler), pooler).settings)
        : fine('the settings, including the timeouts, are as the service needs them');
    },
  },
  {
    name: 'pooler',
    look: async ({ service }, { config: { pooler } }) => {
      const pid = 'select pg_backend_pid() as pid';
      if (pooler === 'none') {
        const own = (service as { readonly processID?: number }).processID;
        return (await rowOf<{ pid: number }>(service, pid)).pid === own
          ? fine('no pooler is in front of the database')
          : failure('there is a pooler in front', 'set LEDGER_POOLER=transaction (docs/operate/databases.md)');
      }
      try {
        await service.query('begin');
        const { pid: first } = await rowOf<{ pid: number }>(service, pid);
        await service.query("set local ledger.scope = 'kept'");
        const next = await rowOf<{ pid: number; kept: string }>(
          service,
          `select pg_backend_pid() as pid, current_setting('ledger.scope', true) as kept`,
        );
        await service.query('rollback');
        if (next.pid === first && next.kept === 'kept') return fine('the pooler keeps a transaction on one connection');
        return failure('a transaction is split over connections', 'set pool_mode = transaction in pgbouncer.ini');
      } catch (error) {
        await service.query('rollback').catch(() => undefined);
        return failure((error as Error).message, 'set pool_mode = transaction in pgbouncer.ini');
      }
    },
  },
  {
    name: 'row-level-security',
    look: async ({ owner }) => {
      const { rows } = await owner.query<{ name: string; isOpen: boolean }>(
        `select c.relname as name, not (c.relrowsecurity and c.relforcerowsecurity) as "isOpen"
           from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1 and a.attname = 'ledger_id'
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
      );
      const open = rows.filter(({ isOpen }) => isOpen).map(({ name }) => name);
      return open.length > 0
        ? failure(
            `not enabled, or not forced, on ${open.join(', ')}`,
            `run as the owner: ${open.map((name) => `alter table ${name} enable row level security; alter table ${name} force row level security;`).join(' ')} Then run: npx ledger verify`,
          )
        : fine(`enabled and forced on ${rows.length} tables`);
    },
  },
  {
    name: 'durability',
    look: async ({ service }) => {
      const { rows } = await service.query<{ name: string }>(
        `select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by 1`,
      );
      const off = rows.map(({ name }) => name);
      return off.length > 0
        ? failure(`off: ${off.join(', ')}; the database may lose confirmed writes`, `switch on ${off.join(', ')}`)
        : fine('fsync, full_page_writes and synchronous_commit are on');
    },
  },
  {
    name: 'checksums',
    look: async ({ service, isEmbedded }) => {
      const { setting } = await rowOf<{ setting: string }>(
        service,
        `select current_setting('data_checksums') as setting`,
      );
      if (setting === 'on') return fine('pages have checksums');
      return warning(
        'pages have no checksums: a damaged page is not noticed',
        isEmbedded
          ? 'the embedded database has none; for production use your own PostgreSQL'
          : 'while the server is stopped, run: pg_checksums --enable',
      );
    },
  },
  {
    name: 'clock',
    look: async ({ service }, { clock }) => {
      const { aheadMs } = await readSession(service, clock);
      const seconds = Math.round(Math.abs(aheadMs) / 1_000);
      const side = aheadMs > 0 ? 'ahead of' : 'behind';
      return Math.abs(aheadMs) > maxClockDifferenceMs
        ? failure(`the database's clock is ${seconds} s ${side} this machine's`, 'synchronize both with NTP')
        : fine(`the database's clock differs from this machine's by ${(Math.abs(aheadMs) / 1_000).toFixed(1)} s`);
    },
  },
  {
    name: 'connections',
    look: async ({ service }, { config: { pooler } }) => {
      const { places, used } = await rowOf<{ places: number; used: number }>(
        service,
        `select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                        - coalesce(current_setting('reserved_connections', true), '0')::int,
                      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
                      (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user)) as places,
                (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
      );
      const seen = `a process opens up to ${maxPoolConnections} connections; the server allows ${places}, and ${used} are in use`;
      if (pooler === 'transaction') return fine(`${seen}; the pooler shares them`);
      const advice = `raise max_connections (or the limit of the role or the database), run fewer processes, or put pgbouncer in front of the database (docs/operate/databases.md)`;
      if (places < maxPoolConnections) return failure(seen, advice);
      return places - used < maxPoolConnections ? warning(seen, advice) : fine(seen);
    },
  },
  {
    name: 'authentication',
    look: async ({ serviceUrl }) => {
      const isSocket = isOnSocket(serviceUrl);
      return (await letsInAnybody(serviceUrl))
        ? (isSocket ? warning : failure)(
            'the server asks for no password: every client that reaches it can log in',
            'in pg_hba.conf, replace trust (and peer) by scram-sha-256, then run: select pg_reload_conf();',
          )
        : fine('a wrong password is refused');
    },
  },
  {
    name: 'encryption',
    look: async ({ owner, serviceUrl }) => {
      const { host } = new Client({ connectionString: serviceUrl });
      if (isOnSocket(serviceUrl) || isLoopback(host)) return fine('the connections do not leave this machine');
      const { isEncrypted } = await rowOf<{ isEncrypted: boolean }>(
        owner,
        'select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted"',
      );
      return isEncrypted
        ? fine(`connections to ${host} are encrypted`)
        : warning(`connections to ${host} are not encrypted`, 'add ?sslmode=verify-full to the URLs of the database');
    },
  },
];

const isOnSocket = (url: string): boolean => new Client({ connectionString: url }).host.startsWith('/');

const wrongPassword = 'of nobody: asked by ledger doctor';
const answersWithinMs = 5_000;

/** Returns whether the server lets a client log in with a wrong password. */
const letsInAnybody = async (url: string): Promise<boolean> => {
  const { host, port, user, database, ssl } = new Client({ connectionString: url });
  const client = new Client({
    ...{ host, port, user, database, ssl, password: wrongPassword },
    connectionTimeoutMillis: answersWithinMs,
  });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};
