// Which living processes use the server: the last one to leave stops it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type Place } from './place';
import { livePostmaster, type Postmaster, removeSocketDirectory } from './postmaster';
import { isFromLivingProcess, nameOfThisProcess, signal } from './processes';

export interface User {
  /** The other living processes (or other starts of this one) that use the server. */
  others(): readonly string[];
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
  const withdraw = (): void => fs.rmSync(file, { force: true });
  const leave = (): Postmaster | undefined => {
    if (!fs.existsSync(file)) return undefined;
    withdraw();
    const server = others().length === 0 ? livePostmaster(place) : undefined;
    if (server === undefined) return undefined;
    signal(server.pid, 'SIGINT');
    removeSocketDirectory(server.socketDirectory);
    return server;
  };
  return { others, withdraw, leave };
};
