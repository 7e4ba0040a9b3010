/**
 * Starts PostgreSQL for a program that has no server of its own: the real server, which npm installed, on a private unix socket.
 *
 * Processes coordinate without a lock file, because a lock file would remain after kill -9. Three rules replace it:
 * - A new cluster is created under a temporary name and then renamed, so an incomplete cluster is never visible. If two processes create
 *   one at the same time, only one can rename its cluster, and both use it.
 * - PostgreSQL allows only one server for a cluster (by postmaster.pid and a shared memory segment). If two processes start one, the
 *   second finds the first one's server in postmaster.pid and uses it.
 * - Every process that uses the server has a file in `users/`, and the last living one to leave stops the server. This also covers a
 *   command that outlives the service, and the server that remains from a killed service.
 */
import { resolve } from 'node:path';
import { packageFolder } from './binaries';
import type { PostgresClock } from './clock';
import { prepareDatabase, urlsOf, type DatabaseUrls } from './database';
import { boundLog, launch, readyWithinMs, tailOf, type Attempt } from './launch';
import type { PostgresNames } from './names';
import { openPassword, readPassword } from './passwords';
import { openPlace, placeAt, type Place } from './place';
import {
  isHeldByAnother,
  livePostmaster,
  removeForsakenSocketDirectories,
  removeSocketDirectory,
  type Postmaster,
} from './postmaster';
import { signal, startOf } from './processes';
import { isSecured } from './secure';
import { enter, type User } from './users';
import { watchOver, type Log } from './watch';

export interface EmbeddedPostgres extends DatabaseUrls {
  /**
   * Whether this process started the server; false if another running process did. True also if the server remained from a killed process.
   */
  readonly startedHere: boolean;
  /** Stops the server unless another running process still uses it. Takes at most 35 s. Further calls have no effect. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /**
   * The data directory, which is created if it is missing. It contains the cluster, `postgres.log` and the folder `users`; other files must
   * not have these names. The superuser's password is in a file next to it, with the same name and the suffix `.password`.
   */
  readonly dataDirectory: string;
  readonly names: PostgresNames;
  readonly clock: PostgresClock;
  readonly log?: Log;
  /** Server settings that override the defaults in launch.ts. They have no effect if another process has started the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the server of this data directory, or uses the one that runs already, and resolves once it accepts connections. If the server dies
 * before `stop`, it is restarted with the same connection strings. Throws an Error with cause and remedy if a name is invalid, if the
 * binaries are missing or do not run, if the directory belongs to another user, if the server refuses to start, or if it needs more than 60
 * s. In the last two cases the error contains the end of the server's log.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { names, clock, log = () => undefined } = options;
  packageFolder(names);
  const place = openPlace(options.dataDirectory, names);
  const user = enter(place);
  try {
    const password = openPassword(place);
    const needs: Needs = { place, user, password, settings: options.settings ?? {}, log, clock };
    const found = await readyServer(needs, () => false);
    if (found === undefined) throw new Error('the start ended without a server, although nobody called it off');
    process.once('exit', user.leave);
    const restart = async (isCalledOff: () => boolean): Promise<Postmaster | undefined> =>
      (await readyServer(needs, isCalledOff))?.server;
    const atEachLook = (): void => boundLog(place.logFile);
    const watch = watchOver(found.server, restart, { program: names.program, log, clock, atEachLook });
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await watch.end();
      process.off('exit', user.leave);
      const leaving = user.leave();
      if (leaving !== undefined) await shutDown(needs, leaving);
    };
    return {
      ...urlsOf(names, found.server, password),
      startedHere: found.startedHere,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    // After the time limit the server keeps running: it may be recovering, and stopping it would lose that work.
    if (error instanceof NotReady) user.withdraw();
    else user.leave();
    throw error;
  }
};

/** Returns the connection strings of the server that runs in this data directory; undefined if no server is ready. Does not start one. */
export const findRunningPostgres = (dataDirectory: string, names: PostgresNames): DatabaseUrls | undefined => {
  const place = placeAt(resolve(dataDirectory), names);
  const server = livePostmaster(place);
  const password = server?.status === 'ready' ? readPassword(place) : undefined;
  return server && password !== undefined ? urlsOf(names, server, password) : undefined;
};

const fastShutdownWithinMs = 30_000;
const immediateShutdownWithinMs = 5_000;
const seenWithinMs = 5_000;
const pollEveryMs = 20;

class NotReady extends Error {}

interface Needs {
  readonly place: Place;
  readonly user: User;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly clock: PostgresClock;
}

/**
 * Returns a server that is ready. One loop handles all cases: the first start, a start at the same time as another process, an orphaned
 * server, a server that is shutting down, and a server that died. Returns undefined only if the start was cancelled.
 */
const readyServer = async (
  needs: Needs,
  isCalledOff: () => boolean,
): Promise<{ readonly server: Postmaster; readonly startedHere: boolean } | undefined> => {
  const { place, user, password, settings, log, clock } = needs;
  const deadline = clock.deadline(readyWithinMs);
  let attempt: Attempt | undefined;
  for (;;) {
    const server = livePostmaster(place);
    if (isCalledOff()) return void (await untilSeen(needs, attempt));
    if (server?.status === 'ready' && !isSecured(place, password)) await endUnsecured(needs, server);
    else if (server?.status === 'ready' && (await prepareDatabase(place.names, server, password))) {
      const startedHere = attempt?.child.pid === server.pid || user.others().length === 0;
      log(
        `PostgreSQL ${startedHere ? 'runs' : 'is shared with another process'}: ${place.home}, pid ${server.pid}`,
        'info',
      );
      user.relyOn(server.socketDirectory);
      if (startedHere) removeForsakenSocketDirectories(place, server.socketDirectory);
      return { server, startedHere };
    }
    if (attempt?.hasEnded() === true) {
      // Another process started the server first, or backends of a killed server are still ending. Both cases end by themselves.
      const passes = server !== undefined || isHeldByAnother(attempt.newLog());
      if (!passes) throw new Error(`PostgreSQL did not start. Its log, ${place.logFile}, ends:\n${attempt.newLog()}`);
      attempt = undefined;
      await clock.sleep(10 * pollEveryMs);
    } else if (server === undefined && attempt === undefined) {
      attempt = await launch(place, password, settings, (line) => log(line, 'info'), clock);
    }
    if (deadline.leftMs() === 0) {
      const tail = tailOf(place.logFile, 0);
      throw new NotReady(`PostgreSQL is not ready after 60 s; start again to go on waiting. Its log ends:\n${tail}`);
    }
    await clock.sleep(pollEveryMs);
  }
};

/** Waits until postmaster.pid contains the server that this process started. Before that, `leave` could not find and stop it. */
const untilSeen = async ({ place, clock }: Needs, attempt: Attempt | undefined): Promise<void> => {
  const deadline = clock.deadline(seenWithinMs);
  while (attempt?.hasEnded() === false && livePostmaster(place)?.pid !== attempt.child.pid && deadline.leftMs() > 0)
    await clock.sleep(pollEveryMs);
};

/** Stops a server that an earlier version started or that has a different password, because it accepts connections that must be refused. */
const endUnsecured = async (needs: Needs, server: Postmaster): Promise<void> => {
  const { place, user } = needs;
  if (user.others().length > 0)
    throw new Error(
      `PostgreSQL in ${place.home} is used by a process that knows a different password than ${place.passwordFile} holds, ` +
        'or that is of an earlier version. Stop that process, and start again.',
    );
  signal(server.pid, 'SIGINT');
  removeSocketDirectory(server.socketDirectory);
  await shutDown(needs, server);
};

const shutDown = async ({ place, log, clock }: Needs, { pid }: Postmaster): Promise<void> => {
  if (!(await hasExited(pid, fastShutdownWithinMs, clock))) {
    log('PostgreSQL does not shut down: stopping it at once, the next start will recover', 'warn');
    signal(pid, 'SIGQUIT');
    await hasExited(pid, immediateShutdownWithinMs, clock);
  }
  log(`PostgreSQL stopped: ${place.home}`, 'info');
};

const hasExited = async (pid: number, withinMs: number, clock: PostgresClock): Promise<boolean> => {
  const deadline = clock.deadline(withinMs);
  while (startOf(pid) !== undefined) {
    if (deadline.leftMs() === 0) return false;
    await clock.sleep(pollEveryMs);
  }
  return true;
};
