/**
 * Records which living processes use the server: the last one to leave stops it. Each process notes the folder in which
 * it looks for the server. If the server dies, the process that restarts it uses that folder.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, type Place } from './place';
import { livePostmaster, removeSocketDirectory, type Postmaster } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess, signal } from './processes';

export interface User {
  /** The other living processes (or other starts of this one) that use the server. */
  others(): readonly string[];
  relyOn(socketDirectory: string): void;
  withdraw(): void;
  /**
   * Withdraws this user. If no other process uses the server, tells the server to shut down and returns it.
   * Synchronous, for `exit`.
   */
  leave(): Postmaster | undefined;
}

/**
 * A process enters before it looks for a server. So a process that leaves later sees this one and lets the server run; and
 * where an earlier one has told the server to stop, this one finds it stopping and waits.
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
    // A server that only just starts has not told yet where it listens: where it was looked for last.
    const socketDirectory = server?.socketDirectory || reliedOn;
    if (socketDirectory !== undefined) removeSocketDirectory(socketDirectory);
    return server;
  };
  return { others, relyOn, withdraw, leave };
};

/** Returns the folder in which living processes look for the server, if there are any. */
export const socketDirectoryInUse = (place: Place): string | undefined => {
  if (!existsSync(place.users)) return undefined;
  const living = readdirSync(place.users).filter(isFromLivingProcess);
  // An empty note is of a process that has not found the server yet.
  return living.map((entry) => readIfThere(join(place.users, entry), place.names)).find((noted) => noted);
};
