/** The place for the data of database servers that tests start. */
import { accessSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system in memory that Linux provides. */
const inMemory = '/dev/shm';
/** The free bytes that a run may need there. A container often has only 64 MiB. */
const roomForServers = 4 * 1024 ** 3;

const hasRoom = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomForServers;
  } catch {
    return false;
  }
};

/**
 * Creates a folder whose name begins with the prefix, in memory if there is room for it and among the temporary files otherwise. A run
 * creates and drops hundreds of databases of nearly a thousand files each, which costs a disk's file system much processor time.
 */
export const makeServerFolder = (prefix: string): string =>
  mkdtempSync(join(realpathSync(hasRoom(inMemory) ? inMemory : tmpdir()), prefix));
