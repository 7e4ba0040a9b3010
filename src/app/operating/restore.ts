/**
 * `ledger restore`: restores a backup into an empty database, completely or not at all. Afterwards it compares the end
 * of every log, by its hash, with the manifest. Its last transaction begins a new epoch and ends all sessions and links. If a run ends
 * between the data and that transaction, a second run finds its mark and finishes the restore.
 */
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import { migrationNames } from '../../kernel/postgres/migrate';
import { applicationRole } from '../../kernel/postgres/session';
import { statementsOf } from './backup';
import { usualRoles } from './roles';
import { findTool, runTool } from './client-tools';
import { readRestoreMark, setRestoreMark } from './restore-mark';
import { asRestore, beginEpoch, endWaysIn, type WaysIn } from './ways-in';
import { damageOf, differencesOf, readHeads, readManifest, type Manifest } from './manifest';
import { connectedClient } from '../../kernel/postgres/connected-client';

export interface RestoreOptions {
  /** The URL of the empty database, as a superuser, or as the owner if the roles exist. */
  readonly url: string;
  readonly from: string;
  /**
   * The owner of the database, who must own the tables; set for the embedded database, whose owner has a fixed name.
   */
  readonly owner?: string | undefined;
  /** How many tables are filled in parallel; with more than one, a failure leaves data behind. */
  readonly jobs: number;
  /** The environment for pg_restore. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborts the restore. With one job nothing is then kept; with several, part of the data remains. */
  readonly ended?: AbortSignal;
}

export interface RestoreReport {
  readonly manifest: Manifest;
  /** The logs whose end differs from the manifest; empty if there are none. */
  readonly differences: readonly string[];
  /** The roles that were created because this server lacked them. */
  readonly madeRoles: readonly string[];
  /**
   * The access that the restore ended, and the access that remains. Undefined if the backup predates session events: a migration then ends
   * the sessions.
   */
  readonly waysIn: WaysIn | undefined;
}

export const restore = async ({ url, from, owner, jobs, env, ended }: RestoreOptions): Promise<RestoreReport> => {
  const dump = from.replace(/(?<=.)\/+$/, '');
  const manifest = await readManifest(dump);
  requireKnown(manifest);
  if (owner !== undefined && owner !== manifest.roles.owner)
    throw new Error(
      `the tables of the backup belong to ${manifest.roles.owner}, and those of the embedded database to ${owner}: restore the backup into a PostgreSQL of your own (DATABASE_URL)`,
    );
  const damage = await damageOf(dump, manifest);
  if (damage !== undefined) throw new Error(`${damage}: nothing was restored; take another copy of the backup`);
  const begun = await connectedTo(url, async (client) => {
    const server = await inspect(client, manifest);
    if (server.isLoaded) return { tool: undefined, madeRoles: [] };
    const tool = await findTool('pg_restore', server.major, env);
    const madeRoles = await makeRoles(client, manifest, server);
    await setRestoreMark(client, jobs > 1 ? 'parts' : 'whole', manifest);
    return { tool, madeRoles };
  });
  const { tool, madeRoles } = begun;
  if (tool) {
    const args = [
      ...['--exit-on-error', '--no-password'],
      ...(jobs > 1 ? [`--jobs=${jobs}`] : ['--single-transaction']),
      dump,
    ];
    await runTool(tool, url, args, ended).catch((error: unknown) => {
      throw asToolTooOld(error);
    });
  }
  // pg_restore may take hours, and a network may end a connection that is idle for so long, so the end has a connection of its own.
  return connectedTo(url, async (client) => {
    if (jobs > 1) await setRestoreMark(client, 'whole', manifest);
    // The logs are compared first: the new epoch and the end of the sessions add events to the logs of tenants.
    const differences = differencesOf(await readHeads(client), manifest);
    await client.query('begin');
    await client.query(asRestore);
    await beginEpoch(client);
    const waysIn = await endWaysIn(client);
    await setRestoreMark(client, null, manifest);
    await client.query('commit');
    return { manifest, madeRoles, differences, waysIn };
  });
};

const connectedTo = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = await connectedClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

// pg_restore cannot list the dump versions that it reads, so it is simply run: `runTool` throws its own message on
// failure.
const asToolTooOld = (error: unknown): unknown => {
  const { message } = error as Error;
  return /unsupported version .* in file header/.test(message)
    ? new Error(`${message}: the dump was created by newer PostgreSQL client programs; install those`, { cause: error })
    : error;
};

const requireKnown = ({ migrations, program_version }: Manifest): void => {
  const known = new Set(migrationNames());
  const unknown = migrations.filter(({ name }) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `the backup is of version ${program_version}, which has migrations that this version lacks (${unknown.map(({ name }) => name).join(', ')}): restore it with that version or a later one`,
    );
};

interface InspectedTarget {
  readonly major: number;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether an earlier run loaded the whole backup and did not end the restore. */
  readonly isLoaded: boolean;
}

/** Throws a one-line error if the backup cannot be restored into this database. */
const inspect = async (client: Client, manifest: Manifest): Promise<InspectedTarget> => {
  const { server_version, roles } = manifest;
  const { rows } = await client.query<
    Omit<InspectedTarget, 'isLoaded'> & { readonly tables: number; readonly owns: boolean; readonly name: string }
  >(
    `select current_database() as name, (current_setting('server_version_num')::int / 10000) as major, current_user as role, rolsuper as "isSuperuser",
            coalesce((select pg_has_role(current_user, r.oid, 'usage') from pg_roles r where r.rolname = $1), false) as owns,
            (select count(*)::int from pg_class c
              where relnamespace = 'public'::regnamespace
                and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
            ) as tables
       from pg_roles where rolname = current_user`,
    [roles.owner],
  );
  const [{ tables, owns, name, ...target }] = rows as [(typeof rows)[number]];
  const isLoaded = tables > 0 && (await requireLoaded(client, manifest, name));
  if (Number.parseInt(server_version, 10) > target.major)
    throw new Error(
      `the backup is of PostgreSQL ${server_version}, and this server is PostgreSQL ${target.major}: restore it on a server of that version or a later one`,
    );
  if (!target.isSuperuser && !owns)
    throw new Error(
      `the tables of the backup belong to ${roles.owner}, and ${target.role} does not have its rights: log in as ${roles.owner}, or as a superuser`,
    );
  return { ...target, isLoaded };
};

/**
 * Throws unless the tables of the database are the whole backup, loaded by a run that did not end the restore. If the end of a log differs,
 * somebody may have used the database since, so it counts as one that is not empty.
 */
const requireLoaded = async (client: Client, manifest: Manifest, name: string): Promise<true> => {
  const [database, owner] = [name, manifest.roles.owner].map(escapeIdentifier);
  const mark = await readRestoreMark(client, manifest);
  if (mark === 'parts')
    throw new Error(
      `the database ${name} holds a part of this backup, because a restore with several jobs was interrupted: drop it, create it again, and repeat the restore (drop database ${database}; create database ${database} owner ${owner})`,
    );
  if (mark === 'whole' && differencesOf(await readHeads(client), manifest).length === 0) return true;
  throw new Error(
    `the database ${name} is not empty: restore the backup into a new database (create database … owner ${owner})`,
  );
};

/** Returns the backup role if a superuser restores: the SQL that creates the roles then creates this role too. */
const madeAlong = (isSuperuser: boolean): readonly string[] => (isSuperuser ? [usualRoles.backup] : []);

/**
 * Creates the roles that the server lacks, without passwords, and returns their names. Throws if roles are missing and the user is no
 * superuser.
 */
const makeRoles = async (
  client: Client,
  manifest: Manifest,
  { isSuperuser }: InspectedTarget,
): Promise<readonly string[]> => {
  const wanted = [
    ...new Set([manifest.roles.owner, applicationRole, ...manifest.roles.others, ...madeAlong(isSuperuser)]),
  ];
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not exists (select from pg_roles where rolname = name)',
    [wanted],
  );
  const missing = rows.map(({ name }) => name);
  if (!isSuperuser) {
    if (missing.length > 0) throw new Error(missingRoles(missing, manifest));
    return [];
  }
  // The SQL runs even if no role is missing, because it also grants the roles their rights.
  await client.query(statementsOf(manifest));
  for (const name of missing)
    await client.query(
      `do $$ begin create role ${escapeIdentifier(name)}; exception when duplicate_object then null; end $$`,
    );
  return missing;
};

/** The SQL file next to the backup creates only the owner and the roles of the service, so other roles, such as a reader, need SQL of their own. */
const missingRoles = (missing: readonly string[], { roles: { owner } }: Manifest): string => {
  const inFile = [owner, applicationRole, usualRoles.backup];
  const others = missing.filter((name) => !inFile.includes(name));
  const more = others.map((name) => ` create role ${escapeIdentifier(name)};`).join('');
  return `this server has no role ${missing.join(', ')}: have a superuser run the SQL file next to the backup (its name ends in .roles.sql) in this database,${more && ` then run${more}`} or restore as a superuser`;
};
