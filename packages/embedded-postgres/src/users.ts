/**
 * Records which living processes use the server: the last one to leave stops it. Each process records the folder in which it looks for the
 * server. If the server dies, the process that restarts it uses that folder.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, type Place } from './place';
import { livePostmaster, removeSocketDirectory, type Postmaster } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess, signal } from './processes';

export interface User {
  /** Returns the names of the other living processes (or of other starts in this one) that use the server. */
  others(): readonly string[];
  relyOn(socketDirectory: string): void;
  withdraw(): void;
  /**
   * Withdraws this user. If no other process uses the server, stops the server and returns it; else undefined. It is synchronous, so that
   * it can run on `exit`.
   */
  leave(): Postmaster | undefined;
}

/**
 * Registers this process, which must happen before it looks for a server. So a process that leaves later sees this one and does not stop
 * the server. If an earlier one has already stopped the server, this process finds it stopping and waits.
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
    // A server that is just starting has not published its folder yet; then the last known folder is used.
    const socketDirectory = server?.socketDirectory || reliedOn;
    if (socketDirectory !== undefined) removeSocketDirectory(socketDirectory);
    return server;
  };
  return { others, relyOn, withdraw, leave };
};

/** Returns the folder in which living processes look for the server; undefined if there are none. */
export const socketDirectoryInUse = (place: Place): string | undefined => {
  if (!existsSync(place.users)) return undefined;
  const living = readdirSync(place.users).filter(isFromLivingProcess);
  // An empty file belongs to a process that has not found the server yet.
  return living.map((entry) => readIfThere(join(place.users, entry), place.names)).find((noted) => noted);
};
