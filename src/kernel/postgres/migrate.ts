/**
 * Migrations are numbered, forward-only SQL files. Each runs once, in its own transaction, and may not change afterwards. The transaction
 * holds an advisory lock: if two processes start together, one waits. A session lock would remain on a connection that a pooler lends to
 * another client.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { packageRoot } from '../running/package-root';
import { withAdvice } from './permission-advice';
import { query, statement } from './sql';
import type { PostgresUnitOfWork } from './unit-of-work';
import { connectedClient } from './connected-client';

export interface MigrationReport {
  readonly applied: readonly string[];
}

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * The checksums of earlier texts of migration files. The files were reworded without changing what they create; databases that ran the
 * earlier text have these checksums.
 */
const formerChecksums: Readonly<Record<string, readonly string[]>> = {
  '0001-roles.sql': ['5981af32c443d8be14c32bbf7a06af6d633f4306e98acf28ace052eef0580549'],
};

const migrationsFolder = join(packageRoot, 'migrations');
const migrationLock = 20_010_101;

export const migrationFiles = (): readonly MigrationFile[] =>
  migrationNames().map((name) => {
    const text = readFileSync(join(migrationsFolder, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });

/** The names of the files alone. Every command and every check of readiness asks for them, so their texts are not read. */
export const migrationNames = (): readonly string[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

export interface MigrateOptions {
  /** How long to wait for another process that migrates, and for a locked table. */
  readonly maxWaitMs?: number;
}

const usualWaitMs = 120_000;

/**
 * Brings the database up to date, as the role that the URL names. Throws if a file has changed since it ran, if a file that has run is
 * missing here, or if there is a gap among those that have run.
 */
export const migrate = async (
  url: string,
  { maxWaitMs = usualWaitMs }: MigrateOptions = {},
): Promise<MigrationReport> => {
  const client = await connectedClient(url);
  try {
    const applied: string[] = [];
    while (nextOf(await readRan(client)) !== undefined) {
      const name = await applyNext(client, maxWaitMs);
      if (name !== undefined) applied.push(name);
    }
    return { applied };
  } catch (error) {
    throw withAdvice(error, client);
  } finally {
    await client.end();
  }
};

/** Runs the next file once no other process migrates; by then that process may have run all of them. */
const applyNext = async (client: Client, maxWaitMs: number): Promise<string | undefined> => {
  await client.query('begin');
  await client.query(`set local lock_timeout = ${maxWaitMs}`);
  await waiting(
    client.query('select pg_advisory_xact_lock($1)', [migrationLock]),
    `another process has been migrating this database for ${maxWaitMs / 1000} s; start again when it is done`,
  );
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const next = nextOf(await readRan(client));
  if (next) {
    await waiting(
      client.query(next.text),
      `migration ${next.name} waited ${maxWaitMs / 1000} s for a table that another session has locked, and changed nothing; start again when that session has ended`,
    );
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [next.name, next.checksum]);
  }
  await client.query('commit');
  return next?.name;
};

const lockNotAvailable = '55P03';

const waiting = async (statement: Promise<unknown>, tooLong: string): Promise<void> => {
  try {
    await statement;
  } catch (error) {
    throw (error as { code?: string }).code === lockNotAvailable ? new Error(tooLong, { cause: error }) : error;
  }
};

type Ran = Pick<MigrationFile, 'name' | 'checksum'>;

const readRan = async (client: Client): Promise<readonly Ran[]> => {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (!rows[0]?.exists) return [];
  return (await client.query<Ran>('select name, checksum from schema_migrations order by name collate "C"')).rows;
};

/** Returns the first migration file of this version that has not run. */
const nextOf = (ran: readonly Ran[]): MigrationFile | undefined => {
  const files = migrationFiles();
  const unknown = ran.filter(({ name }) => !files.some((file) => file.name === name));
  if (unknown.length > 0)
    throw new Error(
      `the database was migrated by a newer version, which ran ${namesOf(unknown)}; start that version, or a later one`,
    );
  const changed = files.find(({ name, checksum }) => {
    const known = [checksum, ...(formerChecksums[name] ?? [])];
    return ran.some((one) => one.name === name && !known.includes(one.checksum));
  });
  if (changed)
    throw new Error(
      `migration ${changed.name} was changed after it ran; restore its text, and add a new file for the change`,
    );
  const next = files.find(({ name }) => !ran.some((one) => one.name === name));
  const later = ran.filter(({ name }) => next !== undefined && name > next.name);
  if (next && later.length > 0)
    throw new Error(
      `migration ${next.name} has not run, although ${namesOf(later)} came after it; give it a later number`,
    );
  return next;
};

const namesOf = (ran: readonly Ran[]): string => ran.map(({ name }) => name).join(', ');

/**
 * Returns the names of the files that ran; empty if the role may not read their table yet, because a migration grants
 * that right.
 */
export const appliedMigrations = async (unitOfWork: PostgresUnitOfWork): Promise<readonly string[]> => {
  try {
    const rows = await unitOfWork.read({ ledgerIds: [] }, (tx) => query<{ name: string }>(tx, readApplied, []));
    return rows.map(({ name }) => name);
  } catch (error) {
    if (['42501', '42P01'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
};

const readApplied = statement('read_applied_migrations', 'select name from schema_migrations');

/** Returns why this version of the service cannot work on a database with these migrations, and the remedy; undefined if it can. */
export const complaintAboutSchema = (applied: readonly string[]): string | undefined => {
  const newer = complaintAboutNewerSchema(applied);
  if (newer !== undefined) return newer;
  const pending = pendingMigrations(applied);
  return pending.length > 0
    ? `The database lacks ${pending.join(', ')}, which this version needs. Take a backup, stop the service, and run: npx ledger migrate`
    : undefined;
};

/** Returns the complaint about migrations that this version does not know; undefined if it knows all of them. */
export const complaintAboutNewerSchema = (applied: readonly string[]): string | undefined => {
  const names = migrationNames();
  const unknown = applied.filter((name) => !names.includes(name));
  return unknown.length > 0
    ? `The database was migrated by a newer version, which ran ${unknown.join(', ')}. Use that version, or a later one.`
    : undefined;
};

/** Returns the migration files of this version that have not run. */
export const pendingMigrations = (applied: readonly string[]): readonly string[] =>
  migrationNames().filter((name) => !applied.includes(name));
