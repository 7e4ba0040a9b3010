/**
 * The mark of a restore that has begun and not ended, so that a second run can finish it. The mark is the comment of the database: a dump
 * contains no comment of a database, so the mark is in no backup, and a restore does not change it.
 *
 * `whole`: the tables that exist are the whole backup, because one transaction loads them, or because all of them are loaded. `parts`:
 * several jobs load the tables, so some may be missing. The last transaction of the restore removes the mark.
 */
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Manifest } from './manifest';

export type RestoreMark = 'whole' | 'parts';

const prefix = 'ledger restore';

/** Identifies the backup by the hashes of its files. */
const textOf = (mark: RestoreMark, { dump: { files } }: Manifest): string => {
  const hash = createHash('sha256');
  for (const { name, sha256 } of files) hash.update(`${name} ${sha256}\n`);
  return `${prefix} ${mark} ${hash.digest('hex')}`;
};

/**
 * Marks the database, or removes the mark if `mark` is null. Does nothing if the database has another comment, or if the role does not own
 * the database: such a restore cannot be finished by a second run.
 */
export const setRestoreMark = async (
  client: ClientBase,
  mark: RestoreMark | null,
  manifest: Manifest,
): Promise<void> => {
  const { rows } = await client.query<{ name: string; comment: string | null; owns: boolean }>(
    `select datname as name, shobj_description(oid, 'pg_database') as comment, pg_has_role(current_user, datdba, 'usage') as owns
       from pg_database where datname = current_database()`,
  );
  const [{ name, comment, owns }] = rows as [(typeof rows)[number]];
  if (!owns || !(comment?.startsWith(prefix) ?? mark !== null)) return;
  const text = mark === null ? 'null' : escapeLiteral(textOf(mark, manifest));
  await client.query(`comment on database ${escapeIdentifier(name)} is ${text}`);
};

/** Returns the mark that a restore of this backup left in the database. */
export const readRestoreMark = async (client: ClientBase, manifest: Manifest): Promise<RestoreMark | undefined> => {
  const { rows } = await client.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
  );
  return (['whole', 'parts'] as const).find((mark) => textOf(mark, manifest) === rows[0]?.comment);
};
