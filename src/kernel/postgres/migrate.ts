/**
 * Migrations are numbered, forward-only SQL files. Each runs once, in its own transaction, and may not change afterwards;
 * an advisory lock makes sure that two processes that start together do not both run them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';

export interface MigrationReport {
  readonly applied: readonly string[];
}

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** From src/ and from dist/ alike. */
const migrationsFolder = join(__dirname, '..', '..', '..', 'migrations');
const migrationLock = 20_010_101;

export const migrationFiles = (): readonly MigrationFile[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(migrationsFolder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });

/** Brings the database up to date, as the role that the URL names. A file that changed after it ran is a fault. */
export const migrate = async (url: string): Promise<MigrationReport> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const known = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const checksums = new Map(known.rows.map(({ name, checksum }) => [name, checksum]));
    const applied: string[] = [];
    for (const { name, text, checksum } of migrationFiles()) {
      const ran = checksums.get(name);
      if (ran !== undefined && ran !== checksum)
        throw new Error(`migration ${name} was changed after it ran; add a new file instead`);
      if (ran !== undefined) continue;
      await client.query('begin');
      await client.query(text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await client.query('commit');
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.end();
  }
};

/** The names of those that ran; none where the service may not even ask, which a migration allows it. */
export const appliedMigrations = async (orm: MikroORM): Promise<readonly string[]> => {
  try {
    const rows = await orm.em.getConnection().execute<{ name: string }[]>('select name from schema_migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (['42501', '42P01'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
};

/** Those of our files that have not run. */
export const pendingMigrations = (applied: readonly string[]): readonly string[] =>
  migrationFiles()
    .map(({ name }) => name)
    .filter((name) => !applied.includes(name));
