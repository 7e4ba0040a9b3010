/**
 * `ledger backup`: a dump by pg_dump, a manifest that records where every log ended, and the SQL that creates the roles that a new server
 * needs. Dump and manifest use one snapshot, so that a restored database can be compared with the manifest; the service continues
 * meanwhile.
 */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client } from 'pg';
import { readTopology } from '../../kernel/postgres/topology';
import { refused } from '../../kernel/refusal';
import { version } from '../version';
import { findTool, runTool } from './client-tools';
import { filesOf, manifestOf, readHeads, rolesOf, type Manifest } from './manifest';
import { roleStatements, usualRoles } from './roles';
import { connectedClient } from '../../kernel/postgres/connected-client';

export interface BackupOptions {
  /** The URL of the database, for a role that may read everything. */
  readonly url: string;
  /** The path to write the dump to: a folder if it ends with a slash, otherwise a file. */
  readonly to: string;
  /** How many tables are dumped in parallel; more than one requires a folder. */
  readonly jobs: number;
  /** The environment for pg_dump. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborts the backup before it is complete: no part of it is then kept. */
  readonly ended?: AbortSignal;
}

export interface BackupReport {
  readonly dump: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

/** A dump contains hashes of keys and passwords, so only the user who created it may read its files. */
const ownFileMode = 0o600;
const ownFolderMode = 0o700;

export const backup = async ({ url, to, jobs, env, ended }: BackupOptions): Promise<BackupReport> => {
  const isFolder = to.endsWith('/');
  const dump = isFolder ? to.replace(/\/+$/, '') : to;
  if (jobs > 1 && !isFolder)
    throw new Error(`--jobs needs a folder, so that several files can be written at once: --to ${dump}/`);
  for (const path of [dump, manifestOf(dump), rolesOf(dump)])
    if (await isThere(path)) throw new Error(`${path} already exists: name another file, or remove it`);
  const client = await connectedClient(url);
  const partial = `${dump}.part`;
  /** The files that an interrupted backup removes; empty once the backup is complete. */
  const written: string[] = [];
  try {
    const server = await inspect(client);
    const tool = await findTool('pg_dump', Math.floor(server.versionNumber / 10_000), env);
    await mkdir(dirname(dump), { recursive: true });
    // The exported snapshot is valid only while this transaction is open, so the transaction stays open, and has no time limits, until
    // pg_dump ends.
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ snapshot: string; at: Date }>(
      'select pg_export_snapshot() as snapshot, clock_timestamp() as at',
    );
    const [{ snapshot, at }] = rows as [(typeof rows)[number]];
    const read = { ...(await readMigrations(client)), ...(await readHeads(client)) };
    await rm(partial, { recursive: true, force: true });
    written.push(partial);
    // The backup creates the file or folder itself, readable only by its owner: pg_dump would create it readable by everyone.
    if (isFolder) await mkdir(partial, { mode: ownFolderMode });
    else await writeFile(partial, '', { mode: ownFileMode, flag: 'wx' });
    const format = isFolder ? 'directory' : 'custom';
    const args = [
      ...[`--format=${format}`, `--file=${partial}`, `--snapshot=${snapshot}`, '--no-password'],
      ...(jobs > 1 ? [`--jobs=${jobs}`] : []),
    ];
    await runTool(tool, url, args, ended);
    await client.query('commit');
    const files = await filesOf(partial);
    const manifest: Manifest = {
      manifest: 1,
      program_version: version,
      server_version: server.version,
      taken_at: at.toISOString(),
      dump: { format, files },
      migrations: read.migrations,
      roles: server.roles,
      ledgers: read.ledgers,
      tenant_logs: read.tenant_logs,
      waiting_transactions: read.waiting_transactions,
    };
    const own = { mode: ownFileMode };
    written.push(rolesOf(dump));
    await writeFile(rolesOf(dump), `${statementsOf(manifest)}\n`, own);
    await rename(partial, dump);
    written.push(dump, manifestOf(dump));
    // The manifest is written last, because its presence shows that the dump is complete.
    await writeFile(manifestOf(dump), `${JSON.stringify(manifest, null, 2)}\n`, own);
    return { dump, manifest, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    for (const path of written) await rm(path, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
};

/** Returns the SQL that creates the roles; a server without these roles needs it before the restore. */
export const statementsOf = ({ roles: { owner } }: Pick<Manifest, 'roles'>): string => {
  const statements = roleStatements({ ...usualRoles, owner });
  if (refused(statements)) throw new Error(statements.left);
  return statements.right;
};

interface InspectedServer {
  readonly version: string;
  readonly versionNumber: number;
  readonly roles: Manifest['roles'];
}

/** Throws a one-line error if this role cannot read everything, or if this database cannot be copied. */
const inspect = async (client: Client): Promise<InspectedServer> => {
  const { rows } = await client.query<{
    role: string;
    seesAll: boolean;
    version: string;
    versionNumber: number;
    isLedger: boolean;
  }>(
    `select current_user as role, rolsuper or rolbypassrls as "seesAll", current_setting('server_version') as version,
            current_setting('server_version_num')::int as "versionNumber",
            to_regclass('public.schema_migrations') is not null as "isLedger"
       from pg_roles where rolname = current_user`,
  );
  const [{ role, seesAll, isLedger, ...server }] = rows as [(typeof rows)[number]];
  if (!isLedger)
    throw new Error(
      `the database ${client.database} contains no ledger: check the URL that names it (LEDGER_BACKUP_URL, LEDGER_MIGRATION_URL or DATABASE_URL)`,
    );
  if (!seesAll)
    throw new Error(
      `${role} is restricted by row-level security, so its copy would lack rows: set LEDGER_BACKUP_URL to log in as a role that may copy everything. \`npx ledger roles\` prints the SQL that creates one`,
    );
  const { rows: closed } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and not has_table_privilege(oid, 'select')
      order by relname`,
  );
  if (closed.length > 0)
    throw new Error(
      `${role} may not read ${closed.map(({ name }) => name).join(', ')}: have a superuser run: grant pg_read_all_data to "${role}";`,
    );
  if ((await readTopology(client)) === 'many nodes')
    throw new Error(
      'the ledgers are on many nodes, and no snapshot includes all of them: copy each node with pg_basebackup, and archive the write-ahead log of every node from then on (docs/operate/backup.md)',
    );
  return { ...server, roles: await readRoles(client) };
};

const readRoles = async (client: Client): Promise<Manifest['roles']> => {
  const { rows } = await client.query<{ owner: string; others: string[] }>(
    `with tables as (select relowner, relacl from pg_class
                      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v'))
     select (select relowner::regrole::text from pg_class where oid = 'public.schema_migrations'::regclass) as owner,
            array(select distinct g.rolname::text from tables cross join lateral aclexplode(relacl) a
                    join pg_roles g on g.oid = a.grantee
                   where a.grantee <> relowner order by 1) as others`,
  );
  const [{ owner, others }] = rows as [(typeof rows)[number]];
  return { owner: owner.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'), others };
};

const readMigrations = async (client: Client): Promise<Pick<Manifest, 'migrations'>> => {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name collate "C"',
  );
  return { migrations: rows };
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
