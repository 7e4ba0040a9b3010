/**
 * Starts PostgreSQL for a program without a server of its own: the real server, which npm installed, on a private unix socket.
 *
 * The data directory has no lock file of its own, because no lock file survives kill -9 as well as these three rules:
 * - A new cluster is created next to its path and renamed. So a half-finished cluster is never visible, and of two
 *   processes that create one at the same time, one wins.
 * - PostgreSQL allows one postmaster for a cluster (postmaster.pid, and a shared memory segment). A process that loses
 *   that race uses the winner's server, which it finds through postmaster.pid.
 * - Every process that uses the server has a file in `users/`. The last living one to leave stops the server. So neither
 *   a command that outlives the service nor the orphaned server of a killed service needs a special case.
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
   * Whether this process started the server; false if another living process had. The orphaned server of a killed process counts as started
   * here.
   */
  readonly startedHere: boolean;
  /** Stops the server unless another living process still uses it. Takes at most 35 s and may be called repeatedly. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /**
   * Created if absent. It contains the cluster, `postgres.log` and the list of users, and must contain nothing else of these names. The
   * superuser's password is in the file next to it, with the same name and the suffix `.password`.
   */
  readonly dataDirectory: string;
  readonly names: PostgresNames;
  readonly clock: PostgresClock;
  readonly log?: Log;
  /** Server settings that override the defaults in launch.ts. They apply only if this process starts the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the server, or joins the one that already runs on this data directory, and resolves once it accepts connections. From then on,
 * until `stop`, a server that dies is restarted with the same connection strings. Throws an Error with cause and cure if a name is invalid,
 * if the binaries are missing or do not run, if the directory belongs to another user, and if the server refuses to start or needs more
 * than 60 s (with the tail of its log).
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
    if (found === undefined) throw new Error('a start that nobody called off was called off');
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
    // A server that is not ready yet is left running: if its recovery were stopped, the next start would have to begin it again.
    if (error instanceof NotReady) user.withdraw();
    else user.leave();
    throw error;
  }
};

/** Returns the connection strings of the server that runs on this data directory; undefined if none is ready. Starts nothing. */
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
 * One loop handles the first start, a lost race, an orphaned server, a server that is shutting down, and one that died. Undefined only if
 * the start was cancelled.
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
      // Another process won the race, or backends of a killed server are still ending. Both cases end without intervention.
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

/** Waits until postmaster.pid names the server: before that, a process that leaves would not find it and would not stop it. */
const untilSeen = async ({ place, clock }: Needs, attempt: Attempt | undefined): Promise<void> => {
  const deadline = clock.deadline(seenWithinMs);
  while (attempt?.hasEnded() === false && livePostmaster(place)?.pid !== attempt.child.pid && deadline.leftMs() > 0)
    await clock.sleep(pollEveryMs);
};

/** Stops a server of an earlier version or with another password, because it accepts connections that must be refused. */
const endUnsecured = async (needs: Needs, server: Postmaster): Promise<void> => {
  const { place, user } = needs;
  if (user.others().length > 0)
    throw new Error(
      `PostgreSQL in ${place.home} is used by a process that knows another password than ${place.passwordFile} holds, ` +
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
