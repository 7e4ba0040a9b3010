/**
 * Waits for external events that give no signal, each with a named function. Tests poll for nothing else: a child process emits
 * `close`, a program prints that it is ready (`says`, `hear`), a written file wakes `fs.watch`, the service holds an answer back (`Prefer:
 * wait`), and a loop in this process is `idle`. This file covers the remaining cases:
 *
 * - A process that is not our child ends. Linux notifies only its parent. (A server that a killed service left behind, a program that a
 *   page started.)
 * - PostgreSQL becomes ready: before that it refuses connections, and it does not announce the change. Its postmaster.pid does not show the
 *   recovery after a backend's death.
 * - A state that only a query shows: a session waits for a lock, a queue is empty, a standby has replayed, a transaction is prepared.
 *   PostgreSQL sends no notification of these.
 * - A service elsewhere notices that its replica or node is gone or back. Its health page shows it.
 *
 * Only this file polls, and its polling function is not exported.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connected, somebodyWaitsForALock, waitingForALock } from './database';

/** Resolves when no process runs below the folder. */
export const processesEnded = (folder: string): Promise<void> =>
  until(`the processes below ${folder} end`, () => processesBelow(folder).length === 0);

/**
 * Resolves when none of the nodes has a prepared transaction. Citus finishes prepared transactions every citus.recover_2pc_interval; this
 * function finishes them at once.
 */
export const pidsEnded = (pids: readonly number[]): Promise<void> =>
  until(`the processes ${pids.join(', ')} end`, () => pids.every((pid) => toldOf(pid, 'status') === undefined));

/** Resolves when no process of the group runs. Zombies, which have ended but whose parent has not collected them, do not count. */
export const groupEnded = (group: number): Promise<void> =>
  until(`the group of processes ${group} ends`, () =>
    everyPid().every((pid) => {
      const [state, , ofGroup] = toldOf(pid, 'stat')
        ?.replace(/^.*\) /s, '')
        .split(' ') ?? ['Z'];
      return state === 'Z' || Number(ofGroup) !== group;
    }),
  );

/** Resolves once PostgreSQL accepts connections of the URL's user, and answers a query. */
export const databaseAnswers = (url: string): Promise<void> =>
  until('PostgreSQL takes connections', () => isAnswered(url, 'select true'));

/** Resolves when a session in the database of the URL waits for a lock, or when `orOver` has settled. */
export const lockIsWaitedFor = (url: string, orOver?: Promise<unknown>): Promise<void> => {
  let isOver = false;
  const end = (): void => void (isOver = true);
  void orOver?.then(end, end);
  return until('a lock is waited for', async () => isOver || somebodyWaitsForALock(url));
};

/**
 * Resolves once nothing waits to be posted and no service has a query running, not even for a request whose client is gone. The database URL must be that of a superuser.
 */
export const workIsDone = (url: string | (() => string)): Promise<void> =>
  until('the services have nothing to do', () =>
    isAnswered(
      url,
      `select not exists (select from posting_queue)
          and not exists (select from pg_stat_activity
                         where datname = current_database() and application_name like 'ledger%' and state <> 'idle')`,
    ),
  );

/** Resolves once every webhook endpoint has received all events of its ledger. The URL must be a superuser's. */
export const eventsAreDelivered = (url: () => string): Promise<void> =>
  until('all events are delivered', () =>
    isAnswered(
      url,
      `select not exists (select from webhook_endpoints join ledger_heads using (ledger_id)
                           where delivered_through < last_sequence)`,
    ),
  );

/** Repeats the request until the service can reach the node, and returns that answer. Until then the service answers 503. */
export const answeredAtLast = async <A extends ServiceAnswer>(ask: () => Promise<A>): Promise<A> => {
  let answer = await ask();
  const isAnswered = ({ status, body }: A): boolean => status !== 503 && body.code !== 'idempotency_key_in_use';
  await until('the service answers', async () => isAnswered(answer) || isAnswered((answer = await ask())));
  return answer;
};

interface ServiceAnswer {
  readonly status: number;
  readonly body: { readonly code?: string };
}

interface Node {
  readonly prepared: () => Promise<number>;
}

/** Resolves when each of the nodes has a prepared transaction. */
export const transactionIsPrepared = (...nodes: readonly Node[]): Promise<void> =>
  until('it is prepared', async () => (await preparedOn(nodes)).every((count) => count > 0));

/**
 * Resolves when none of the nodes has a prepared transaction. Citus finishes prepared transactions every citus.recover_2pc_interval; this
 * function finishes them at once.
 */
export const preparedAreFinished = (url: string, ...nodes: readonly Node[]): Promise<void> =>
  until('what was prepared is finished', async () => {
    await connected(url, (client) => client.query('select recover_prepared_transactions()'));
    return (await preparedOn(nodes)).every((count) => count === 0);
  });

const preparedOn = (nodes: readonly Node[]): Promise<readonly number[]> =>
  Promise.all(nodes.map((node) => node.prepared()));

/** Resolves when the standby has paused its replay. */
export const replayIsPaused = (url: string): Promise<void> =>
  until('replay is paused', () => isAnswered(url, `select pg_get_wal_replay_pause_state() = 'paused'`));

/** Resolves when this many sessions in the database of the URL wait for locks. */
export const locksAreWaitedFor = (url: string, sessions: number): Promise<void> =>
  until(`${sessions} sessions wait for locks`, async () => (await waitingForALock(url)) >= sessions);

/** Resolves when the standby has replayed the log up to this position. */
export const logIsReplayed = (url: string, upTo: string): Promise<void> =>
  until(`the log is replayed up to ${upTo}`, () =>
    isAnswered(url, `select pg_last_wal_replay_lsn() >= '${upTo}'::pg_lsn`),
  );

/** Resolves when the service can reach its database, by its health page. */
export const serviceIsReady = (baseUrl: string): Promise<void> =>
  until('the service is ready', async () => (await fetch(`${baseUrl}/readyz`)).status === 200);

/** Resolves when the service's health page shows this state of its replica. */
export const replicaIsSeen = (baseUrl: string, as: string): Promise<void> =>
  until(`the service sees that its replica is ${as}`, async () => {
    const health = (await (await fetch(`${baseUrl}/readyz`)).json()) as { readonly replica?: string };
    return health.replica === as;
  });

/**
 * Resolves when a replica that was unreachable answers this read. The service retries the replica during reads, at most once per second.
 */
export const replicaAnswers = (read: () => Promise<{ readonly headers: Headers }>): Promise<void> =>
  until('the replica answers', async () => (await read()).headers.get('Preference-Applied') === 'consistency=eventual');

/**
 * Resolves with the process id of the server that starts after the server with the process id `died` has ended. The new server writes it
 * into the cluster's folder.
 */
export const postmasterFollows = (cluster: string, died: number): Promise<number> =>
  onChange(cluster, () => {
    const pid = postmasterOf(cluster);
    return pid === 0 || pid === died ? undefined : pid;
  });

/** The process id of the server that runs on the cluster, or ran last; 0 if there is none. */
export const postmasterOf = (cluster: string): number => {
  try {
    return Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

/** Resolves with the path of the first entry of the folder whose name matches. */
export const entryAppears = (folder: string, name: RegExp): Promise<string> =>
  onChange(folder, () => {
    const found = fs.readdirSync(folder).find((entry) => name.test(entry));
    return found && path.join(folder, found);
  });

/** Kills everything that runs below the folder (SIGKILL), and resolves when it is gone. */
export const killBelow = (folder: string): Promise<void> => {
  processesBelow(folder).forEach(kill);
  return processesEnded(folder);
};

/** Sends SIGKILL to a process, or to a group if `pid` is negative. Ignores processes that have ended already. */
export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
  }
};

/** The operating system's data about a process; undefined if the process has ended meanwhile. */
export const toldOf = (pid: number, what: 'status' | 'stat' | 'cmdline'): string | undefined => {
  try {
    return fs.readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
};

/**
 * The processes whose working directory is below the folder. Every PostgreSQL process works inside its cluster, so this finds postmasters,
 * backends and initdb.
 */
export const processesBelow = (folder: string): readonly number[] =>
  everyPid().filter((pid) => {
    try {
      return `${fs.readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });

const everyPid = (): readonly number[] =>
  fs
    .readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);

/** A restarted server may have a different address, so `url` may be a function, which is called for each query. */
const isAnswered = (url: string | (() => string), question: string): Promise<boolean> =>
  connected(typeof url === 'string' ? url : url(), async (client) => {
    // If the server dies during the query, the client emits an error in addition to rejecting the query.
    client.on('error', () => undefined);
    const { rows } = await client.query<[boolean]>({ text: question, rowMode: 'array' });
    return rows[0]?.[0] === true;
  }).catch(() => false);

/** Calls `look` after each change in the folder, until it returns a value. */
const onChange = <A>(folder: string, look: () => A | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const watcher = fs.watch(folder, { persistent: false }, () => lookAgain());
    const lookAgain = (): void => {
      try {
        const found = look();
        if (found === undefined) return;
        watcher.close();
        resolve(found);
      } catch (error) {
        watcher.close();
        reject(error as Error);
      }
    };
    watcher.on('error', reject);
    lookAgain();
  });

/** The limit for waiting, in milliseconds, long enough for a busy machine. */
const patienceMs = 240_000;
const lookEveryMs = 10;

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const lateAt = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > lateAt) throw new Error(`waited ${patienceMs} ms in vain: ${what}`);
    await delay(lookEveryMs);
  }
};
