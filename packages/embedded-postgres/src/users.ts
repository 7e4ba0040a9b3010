/**
 * Records which running processes use the server, so that the last one to leave stops it. The record of a process contains the folder in
 * which that process looks for the server. If the server dies, the process that restarts it uses the same folder.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, type Place } from './place';
import { livePostmaster, removeSocketDirectory, type Postmaster } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess, signal } from './processes';

export interface User {
  /** Returns the names of all other users of the server: running processes, and other starts in this process. */
  others(): readonly string[];
  relyOn(socketDirectory: string): void;
  withdraw(): void;
  /**
   * Removes the record of this user. If nobody else uses the server, stops the server and returns it; otherwise returns undefined. The
   * function is synchronous, so that it can run on `exit`.
   */
  leave(): Postmaster | undefined;
}

/**
 * Records this process as a user. This must happen before the process looks for a server. From then on no other process stops the server
 * when it leaves. If another process stopped the server just before, this process finds the server shutting down and waits.
 */
export const enter = (place: Place): User => {
  const name = nameOfThisProcess();
  const file = join(place.users, name);
  writeFileSync(file, '');
  for (const entry of readdirSync(place.users)) {
    if (!isFromLivingProcess(entry)) rmSync(join(place.users, entry), { force: true });
  }
  const others = (): readonly string[] =>
    readdirSync(place.users).filter((entry) => entry !== name && isFromLivingProcess(entry));
  let reliedOn: string | undefined;
  const relyOn = (socketDirectory: string): void => {
    if (reliedOn === socketDirectory) return;
    reliedOn = socketDirectory;
    writeFileSync(file, socketDirectory);
  };
  const withdraw = (): void => rmSync(file, { force: true });
  const leave = (): Postmaster | undefined => {
    if (!existsSync(file)) return undefined;
    withdraw();
    if (others().length > 0) return undefined;
    const server = livePostmaster(place);
    if (server !== undefined) signal(server.pid, 'SIGINT');
    // The pid file of a starting server does not contain the folder yet. Then the folder in this process's record is used.
    const socketDirectory = server?.socketDirectory || reliedOn;
    if (socketDirectory !== undefined) removeSocketDirectory(socketDirectory);
    return server;
  };
  return { others, relyOn, withdraw, leave };
};

/** Returns the folder in which running processes look for the server; undefined if no running process has recorded a folder. */
export const socketDirectoryInUse = (place: Place): string | undefined => {
  if (!existsSync(place.users)) return undefined;
  const living = readdirSync(place.users).filter(isFromLivingProcess);
  // The file of a process that has not found the server yet is empty.
  return living.map((entry) => readIfThere(join(place.users, entry), place.names)).find((noted) => noted);
};
