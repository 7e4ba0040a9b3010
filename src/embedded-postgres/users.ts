// Which living processes use the server: the last one to leave stops it. Each notes the folder in which it looks for the
// server, so that whoever starts it again, after it died, does so where they look.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Place, readIfThere } from './place';
import { livePostmaster, type Postmaster, removeSocketDirectory } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess, signal } from './processes';

export interface User {
  /** The other living processes (or other starts of this one) that use the server. */
  others(): readonly string[];
  relyOn(socketDirectory: string): void;
  withdraw(): void;
  /** Withdraws, and tells the server to shut down when nobody else is left: then answers it. Synchronous for `exit`. */
  leave(): Postmaster | undefined;
}

// Entering comes before looking for a server: whoever leaves later sees us, and whoever left earlier is seen stopping.
export const enter = (place: Place): User => {
  const name = nameOfThisProcess();
  const file = path.join(place.users, name);
  fs.writeFileSync(file, '');
  for (const entry of fs.readdirSync(place.users)) {
    if (!isFromLivingProcess(entry)) fs.rmSync(path.join(place.users, entry), { force: true });
  }
  const others = (): readonly string[] =>
    fs.readdirSync(place.users).filter((entry) => entry !== name && isFromLivingProcess(entry));
  let reliedOn: string | undefined;
  const relyOn = (socketDirectory: string): void => {
    if (reliedOn === socketDirectory) return;
    reliedOn = socketDirectory;
    fs.writeFileSync(file, socketDirectory);
  };
  const withdraw = (): void => fs.rmSync(file, { force: true });
  const leave = (): Postmaster | undefined => {
    if (!fs.existsSync(file)) return undefined;
    withdraw();
    if (others().length > 0) return undefined;
    const server = livePostmaster(place);
    if (server !== undefined) signal(server.pid, 'SIGINT');
    const socketDirectory = server?.socketDirectory ?? reliedOn;
    if (socketDirectory !== undefined) removeSocketDirectory(socketDirectory);
    return server;
  };
  return { others, relyOn, withdraw, leave };
};

/** Where living processes look for the server, if any does. */
export const socketDirectoryInUse = (place: Place): string | undefined => {
  if (!fs.existsSync(place.users)) return undefined;
  const living = fs.readdirSync(place.users).filter(isFromLivingProcess);
  // An empty note is of a process that has not found the server yet.
  return living.map((entry) => readIfThere(path.join(place.users, entry))).find((noted) => noted);
};
