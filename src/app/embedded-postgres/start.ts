// The database of a start without DATABASE_URL: the real PostgreSQL that npm installed, on a private unix socket.
//
// No lock file of our own guards the data directory, because none survives kill -9 as well as these three facts:
// - A new cluster is built aside and renamed into place, so a half-finished one is never seen and one builder wins.
// - PostgreSQL lets one postmaster into a cluster (postmaster.pid, and a shared memory segment behind it). Whoever
//   loses that race uses the winner's server, which is found through postmaster.pid.
// - Every process that uses the server leaves its name in `users/`. The last living one to leave stops the server, so
//   neither a command line that outlives the service nor the orphan of a killed service needs a special case.
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Attempt, launch, readyWithinMs, tailOf } from './launch';
import { codeOf, openPlace, type Place, placeAt } from './place';
import { livePostmaster, type Postmaster } from './postmaster';
import { signal, startOf } from './processes';
import { enter, type User } from './users';

export interface EmbeddedPostgres {
  /** Connection string of the database `ledger`. `pg`, libpq and MikroORM's `clientUrl` all understand it. */
  readonly url: string;
  /** False when another living process already ran the server. An orphan left by a killed process counts as ours. */
  readonly startedHere: boolean;
  /** Shuts the server down unless another living process still uses it. Takes 35 s at most; may be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Made when absent. Holds the cluster, `postgres.log` and the list of users; nothing else may own those names. */
  readonly dataDirectory: string;
  readonly log?: (line: string) => void;
  /** Server settings, over the defaults below. Only the process that starts the server has a say. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the server, or joins the one that already runs on this data directory, and answers once it takes connections.
 * Throws an Error that names cause and cure when the binaries are missing or do not run, when the directory belongs to
 * another user, and when the server refuses to start or needs more than 60 s (with the tail of its log).
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const log = options.log ?? (() => undefined);
  const place = openPlace(options.dataDirectory);
  const user = enter(place);
  try {
    const { server, startedHere } = await readyServer(place, user, options.settings ?? {}, log);
    process.once('exit', user.leave);
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      process.off('exit', user.leave);
      const leaving = user.leave();
      if (leaving !== undefined) await shutDown(place, leaving, log);
    };
    return { url: urlOf(server, 'ledger'), startedHere, stop: () => (stopped ??= stop()) };
  } catch (fault) {
    user.leave();
    throw fault;
  }
};

/** The URL of the server that runs on this data directory and takes connections, if there is one. Starts nothing. */
export const findRunningPostgres = (dataDirectory: string): string | undefined => {
  const server = livePostmaster(placeAt(path.resolve(dataDirectory)));
  return server?.status === 'ready' ? urlOf(server, 'ledger') : undefined;
};

const fastShutdownWithinMs = 30_000;
const immediateShutdownWithinMs = 5_000;
const connectWithinMs = 10_000;
const pollEveryMs = 20;

// One loop serves the first start, the lost race, the orphan, and a server that is just going down under us.
const readyServer = async (
  place: Place,
  user: User,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<{ readonly server: Postmaster; readonly startedHere: boolean }> => {
  const deadline = Date.now() + readyWithinMs;
  let attempt: Attempt | undefined;
  for (;;) {
    const server = livePostmaster(place);
    if (server?.status === 'ready' && (await createDatabase(server))) {
      const startedHere = attempt?.child.pid === server.pid || user.others().length === 0;
      log(`PostgreSQL ${startedHere ? 'runs' : 'is shared with another process'}: ${place.home}, pid ${server.pid}`);
      return { server, startedHere };
    }
    if (attempt?.hasEnded() === true) {
      // Another starter won, or backends of a killed server are still on their way out: both pass by themselves.
      const passes = server !== undefined || /already exists|is empty|still in use/.test(attempt.newLog());
      if (!passes) throw new Error(`PostgreSQL did not start. Its log, ${place.logFile}, ends:\n${attempt.newLog()}`);
      attempt = undefined;
      await delay(10 * pollEveryMs);
    } else if (server === undefined && attempt === undefined) {
      attempt = await launch(place, settings, log);
    }
    if (Date.now() > deadline) {
      // It is left running on purpose: stopping a recovery would make the next start begin it again.
      user.withdraw();
      const tail = tailOf(place.logFile, 0);
      throw new Error(`PostgreSQL is not ready after 60 s; start again to go on waiting. Its log ends:\n${tail}`);
    }
    await delay(pollEveryMs);
  }
};

// The socket folder stands as the host because that form alone is a valid WHATWG URL too, which MikroORM parses. The
// port and sslmode keep PGPORT and PGSSLMODE out.
const urlOf = (server: Postmaster, database: string): string =>
  `postgresql://ledger@${encodeURIComponent(server.socketDirectory)}:5432/${database}?sslmode=disable`;

/** True once the database exists; false when the server is not, or no longer, taking connections. */
const createDatabase = async (server: Postmaster): Promise<boolean> => {
  const url = urlOf(server, 'postgres');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query(`select 1 from pg_database where datname = 'ledger'`);
    if (found.rowCount === 0) await client.query('create database ledger');
    return true;
  } catch (fault) {
    const code = codeOf(fault);
    if (code === '42P04' || code === '23505') return true; // another process created it in the same moment
    if (['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code)) return false;
    if (code.includes('terminated unexpectedly')) return false;
    throw fault;
  } finally {
    await client.end().catch(() => undefined);
  }
};

const shutDown = async (place: Place, server: Postmaster, log: (line: string) => void): Promise<void> => {
  if (!(await hasGone(server.pid, fastShutdownWithinMs))) {
    log('PostgreSQL does not shut down: stopping it at once, the next start will recover');
    signal(server.pid, 'SIGQUIT');
    await hasGone(server.pid, immediateShutdownWithinMs);
  }
  log(`PostgreSQL stopped: ${place.home}`);
};

const hasGone = async (pid: number, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs;
  while (startOf(pid) !== undefined) {
    if (Date.now() > deadline) return false;
    await delay(pollEveryMs);
  }
  return true;
};
