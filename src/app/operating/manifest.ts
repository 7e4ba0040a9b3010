/**
 * The manifest of a backup: the versions of the program and of its migrations, the last event of each log, and the hashes of the dump's
 * files. It is written in the snapshot of the dump, so that the two agree. Later versions of the program must be able to read the format,
 * so its members are listed one by one, and the member `manifest` is the format's version.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';

export interface DumpFile {
  /** The path within the folder of the dump; empty if the dump is one file. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The end of a log: its last sequence as text, and the hash of its last event in hexadecimal. */
export interface Head {
  readonly last_sequence: string;
  readonly last_hash: string;
}

export interface Manifest {
  readonly manifest: 1;
  readonly program_version: string;
  readonly server_version: string;
  /** The time of the snapshot. The backup contains everything that was committed before the snapshot. */
  readonly taken_at: string;
  readonly dump: { readonly format: 'custom' | 'directory'; readonly files: readonly DumpFile[] };
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** The owner of the tables, and all other roles with rights to at least one table. Passwords are not included. */
  readonly roles: { readonly owner: string; readonly others: readonly string[] };
  readonly ledgers: readonly ({ readonly id: string; readonly tenant_id: string; readonly code: string } & Head)[];
  /** One entry per tenant; the nil UUID is the installation itself. */
  readonly tenant_logs: readonly ({ readonly tenant_id: string } & Head)[];
  /** The number of transactions that were accepted and not yet posted: a worker posts them after a restore. */
  readonly waiting_transactions: number;
}

export const manifestOf = (dump: string): string => `${dump}.manifest.json`;
export const rolesOf = (dump: string): string => `${dump}.roles.sql`;

/** Reads the manifest. Throws a one-line error if there is none, or none that this program can read. */
export const readManifest = async (dump: string): Promise<Manifest> => {
  const path = manifestOf(dump);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    throw new Error(
      `${path} cannot be read (${code}): a backup consists of the dump and its manifest, in the same folder`,
      {
        cause: error,
      },
    );
  }
  const manifest = parsed(text);
  if (manifest === undefined)
    throw new Error(`${path} is not the manifest of a backup: take another copy of the backup`);
  if (manifest.manifest !== 1)
    throw new Error(`${path} was written by a newer version of the ledger: restore the backup with that version`);
  return manifest;
};

const parsed = (text: string): Manifest | undefined => {
  try {
    const manifest = JSON.parse(text) as Manifest;
    return typeof manifest.manifest === 'number' && Array.isArray(manifest.dump?.files) ? manifest : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the files of a dump on disk, by name. */
export const filesOf = async (dump: string): Promise<readonly DumpFile[]> => {
  const isFolder = (await stat(dump)).isDirectory();
  const names = isFolder ? (await readdir(dump)).sort() : [''];
  const files: DumpFile[] = [];
  for (const name of names) {
    const path = join(dump, name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    files.push({ name, bytes: (await stat(path)).size, sha256: hash.digest('hex') });
  }
  return files;
};

/** Returns the first difference between the files of the dump and the manifest; undefined if there is none. */
export const damageOf = async (dump: string, { dump: { files } }: Manifest): Promise<string | undefined> => {
  const found = new Map((await filesOf(dump)).map((file) => [file.name, file]));
  for (const file of files) {
    const path = join(dump, file.name);
    const there = found.get(file.name);
    if (!there) return `${path} is missing`;
    if (there.bytes !== file.bytes) return `${path} has ${there.bytes} bytes instead of ${file.bytes}`;
    if (there.sha256 !== file.sha256) return `${path} has changed since the backup was created`;
    found.delete(file.name);
  }
  const [more] = found.keys();
  return more === undefined ? undefined : `${join(dump, more)} is not part of the backup`;
};

export type Heads = Pick<Manifest, 'ledgers' | 'tenant_logs' | 'waiting_transactions'>;

/** Returns where every log ends, in the snapshot of the transaction. The role must bypass row-level security. */
export const readHeads = async (client: ClientBase): Promise<Heads> => {
  const { rows: ledgers } = await client.query<Manifest['ledgers'][number]>(
    `select l.id, l.tenant_id, l.code, h.last_sequence::text as last_sequence, encode(h.last_hash, 'hex') as last_hash
       from ledgers l join ledger_heads h on h.ledger_id = l.id order by l.id`,
  );
  const { rows: tenant_logs } = await client.query<Manifest['tenant_logs'][number]>(
    `select tenant_id, last_sequence::text as last_sequence, encode(last_hash, 'hex') as last_hash
       from tenant_log_heads order by tenant_id`,
  );
  const { rows: waiting } = await client.query<{ count: number }>('select count(*)::int as count from posting_queue');
  return { ledgers, tenant_logs, waiting_transactions: waiting[0]?.count ?? 0 };
};

/** Returns one line for each log whose end differs from the manifest. */
export const differencesOf = (found: Heads, manifest: Heads): readonly string[] => [
  ...differing('ledger', found.ledgers, manifest.ledgers, ({ id, code }) => `${code} (${id})`),
  ...differing('log of tenant', found.tenant_logs, manifest.tenant_logs, ({ tenant_id }) => tenant_id),
];

const differing = <A extends Head>(
  of: string,
  found: readonly A[],
  expected: readonly A[],
  nameOf: (one: A) => string,
): readonly string[] => {
  const there = new Map(found.map((one) => [nameOf(one), one]));
  const wrong = expected.flatMap((one) => {
    const restored = there.get(nameOf(one));
    there.delete(nameOf(one));
    if (!restored) return [`${of} ${nameOf(one)} is missing`];
    if (restored.last_sequence !== one.last_sequence)
      return [`${of} ${nameOf(one)} ends at event ${restored.last_sequence} instead of ${one.last_sequence}`];
    return restored.last_hash === one.last_hash
      ? []
      : [`${of} ${nameOf(one)} ends at event ${restored.last_sequence} with a different hash`];
  });
  return [...wrong, ...[...there.keys()].map((name) => `${of} ${name} is not in the manifest`)];
};
