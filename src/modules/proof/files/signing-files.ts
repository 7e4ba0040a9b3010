/** Stores the signing key and the checkpoints in files, apart from the database. */
import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '../../../kernel/refusal';
import type { Signing } from '../application/ports';
import { newSigningKey, readSigningKey, type SigningKey } from '../domain/signed-note';

export interface SigningFiles {
  /** The setting LEDGER_SIGNING_KEY_FILE; if undefined, nothing is signed. */
  readonly keyFile: string | undefined;
  /** The setting LEDGER_CHECKPOINT_FILE; if undefined, notes are only in the database. */
  readonly checkpointFile: string | undefined;
  /** The name that a newly created signing key gets. */
  readonly keyName: string;
}

const ownerOnly = 0o600;

export const signingFiles = ({ keyFile, checkpointFile, keyName }: SigningFiles): Signing => ({
  key: async () => {
    if (keyFile === undefined)
      return {
        complaint: 'there is no signing key, so no checkpoint is signed: set LEDGER_SIGNING_KEY_FILE',
        isUnset: true,
      };
    try {
      return await readKey(keyFile, keyName);
    } catch (error) {
      return {
        complaint: `no checkpoint is signed: the signing key ${keyFile} cannot be read or created (${codeOf(error).code}). Let LEDGER_SIGNING_KEY_FILE name a file that the service may write`,
      };
    }
  },
  rotate: async (key) => {
    if (keyFile === undefined) throw new Error('There is no signing key to replace: set LEDGER_SIGNING_KEY_FILE.');
    const next = `${keyFile}.next`;
    await naming('LEDGER_SIGNING_KEY_FILE', keyFile, async () => {
      await writeAll(next, `${key}\n`, 'w');
      await rename(next, keyFile);
    });
  },
  publish: async (note) => {
    if (checkpointFile !== undefined)
      await naming('LEDGER_CHECKPOINT_FILE', checkpointFile, () => writeAll(checkpointFile, `${note}\n`, 'a'));
  },
});

/**
 * Returns why this process could not sign with the key in a file, or could not append to a checkpoint file, without creating or changing
 * either; undefined if nothing prevents it. A key file that does not exist yet is no hindrance if its folder can be written.
 */
export const complaintAboutSigningFiles = async ({
  keyFile,
  checkpointFile,
}: SigningFiles): Promise<string | undefined> => {
  if (keyFile !== undefined) {
    const text = await readFile(keyFile, 'utf8').catch(codeOf);
    if (typeof text === 'string' && !readSigningKey(text.trim())) return `${keyFile} holds no signing key`;
    if (typeof text !== 'string' && text.code !== 'ENOENT') return `${keyFile} cannot be read (${text.code})`;
    if (typeof text !== 'string' && !(await mayWrite(keyFile)))
      return `${keyFile} does not exist and cannot be created`;
  }
  if (checkpointFile !== undefined && !(await mayWrite(checkpointFile, 1)))
    return `${checkpointFile} cannot be written`;
  return undefined;
};

const codeOf = (error: unknown): { readonly code: string } => ({
  code: (error as { readonly code?: string }).code ?? String(error),
});

/**
 * Whether this process may write to the file, or create it in the nearest folder that exists: at most `levels` above it, because the folders
 * between them must be created too, which the service does for the key alone.
 */
const mayWrite = async (file: string, levels = Infinity): Promise<boolean> => {
  try {
    await access(file, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = codeOf(error).code === 'ENOENT' && levels > 0 && file !== dirname(file);
    return isMissing && mayWrite(dirname(file), levels - 1);
  }
};

const readKey = async (file: string, name: string): Promise<SigningKey | { readonly complaint: string }> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error).code !== 'ENOENT') throw error;
    text = await create(file, newSigningKey(name));
  }
  return (
    readSigningKey(text.trim()) ?? {
      complaint: `no checkpoint is signed: ${file} holds no signing key. Restore it from its backup, or remove it, so that a new key is created`,
    }
  );
};

/** Creates the key file and returns its content. If two processes create the file at once, the second one reads the key of the first. */
const create = async (file: string, key: string): Promise<string> => {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeAll(draft, `${key}\n`, 'w');
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
};

/**
 * Throws an error that names the setting if the file cannot be written: within a unit of work, the file's own error would be taken for an
 * unreachable database.
 */
const naming = async (setting: string, file: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    throw new Unavailable(
      `${file} cannot be written (${codeOf(error).code}): let ${setting} name a file that the service may write`,
    );
  }
};

/** Writes a text to a file, and waits until it is on disk. */
const writeAll = async (file: string, text: string, flags: 'a' | 'w'): Promise<void> => {
  const handle = await open(file, flags, ownerOnly);
  try {
    await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};
