/**
 * Things outside of our processes that give no signal, each as a promise with a name of its own. Tests wait for nothing in any other way:
 * a child of ours emits `close`, a program prints that it is ready (`says`, `hear`), a file that is written wakes `fs.watch`, the service
 * holds an answer back (`Prefer: wait`), and a loop in this process is `idle`. Here is the rest, in which nobody tells us:
 *
 * - A process that is not our child ends. Linux tells its parent alone. (a server that a killed service left, what a page started)
 * - PostgreSQL becomes ready: it refuses connections before, and does not say when that is over. Its postmaster.pid does not show the
 *   recovery from the death of one backend.
 * - A state that only a query shows: a session waits for a lock, a queue is empty, a standby has replayed, a transaction is prepared.
 *   PostgreSQL notifies nobody of any of them.
 * - A service that runs elsewhere finds out that its neighbour (a replica, a node) is gone or back. Its health page shows it.
 *
 * This file alone looks again until something holds, and the waiter that does so stays in it.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connected, somebodyWaitsForALock, waitingForALock } from './database';

/** No process works below the folder. */
export const processesEnded = (folder: string): Promise<void> =>
  until(`the processes below ${folder} end`, () => processesBelow(folder).length === 0);

/** The system knows none of them any more. */
export const pidsEnded = (pids: readonly number[]): Promise<void> =>
  until(`the processes ${pids.join(', ')} end`, () => pids.every((pid) => toldOf(pid, 'status') === undefined));

/** Nothing of the group of processes runs. One that ended and that nobody fetched does not count. */
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
 * Resolves once a superuser sees that nothing waits to be posted and no service is at work, not even on requests whose client is
 * gone.
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

/** Resolves once a superuser sees that every webhook endpoint has received all events of its ledger. */
export const eventsAreDelivered = (url: () => string): Promise<void> =>
  until('all events are delivered', () =>
    isAnswered(
      url,
      `select not exists (select from webhook_endpoints join ledger_heads using (ledger_id)
                           where delivered_through < last_sequence)`,
    ),
  );

/** The answer of a service that could not reach a node of its database, once it does: before, it tells to come again. */
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

/** A transaction is prepared on each of the nodes. */
export const transactionIsPrepared = (...nodes: readonly Node[]): Promise<void> =>
  until('it is prepared', async () => (await preparedOn(nodes)).every((count) => count > 0));

/** No transaction is prepared on any of the nodes. Citus finishes them once in citus.recover_2pc_interval, and here without that pause. */
export const preparedAreFinished = (url: string, ...nodes: readonly Node[]): Promise<void> =>
  until('what was prepared is finished', async () => {
    await connected(url, (client) => client.query('select recover_prepared_transactions()'));
    return (await preparedOn(nodes)).every((count) => count === 0);
  });

const preparedOn = (nodes: readonly Node[]): Promise<readonly number[]> =>
  Promise.all(nodes.map((node) => node.prepared()));

/** The standby replays nothing more. */
export const replayIsPaused = (url: string): Promise<void> =>
  until('replay is paused', () => isAnswered(url, `select pg_get_wal_replay_pause_state() = 'paused'`));

/** Resolves when this many sessions in the database of the URL wait for locks. */
export const locksAreWaitedFor = (url: string, sessions: number): Promise<void> =>
  until(`${sessions} sessions wait for locks`, async () => (await waitingForALock(url)) >= sessions);

/** The standby has replayed the log up to there. */
export const logIsReplayed = (url: string, upTo: string): Promise<void> =>
  until(`the log is replayed up to ${upTo}`, () =>
    isAnswered(url, `select pg_last_wal_replay_lsn() >= '${upTo}'::pg_lsn`),
  );

/** The health page of a service that has a replica says so of it. */
export const replicaIsSeen = (baseUrl: string, as: string): Promise<void> =>
  until(`the service sees that its replica is ${as}`, async () => {
    const health = (await (await fetch(`${baseUrl}/readyz`)).json()) as { readonly replica?: string };
    return health.replica === as;
  });

/** A replica that was away answers this read. The service looks at it again beside a read, and no more than once a second. */
export const replicaAnswers = (read: () => Promise<{ readonly headers: Headers }>): Promise<void> =>
  until('the replica answers', async () => (await read()).headers.get('Preference-Applied') === 'consistency=eventual');

/** Resolves with the new process id when another server than the dead one has written it into the folder of its cluster. */
export const postmasterFollows = (cluster: string, died: number): Promise<number> =>
  onChange(cluster, () => {
    const pid = postmasterOf(cluster);
    return pid === 0 || pid === died ? undefined : pid;
  });

/** The id of the server that runs on the cluster, or ran last; 0 where there is none. */
export const postmasterOf = (cluster: string): number => {
  try {
    return Number(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

/** An entry of that name appears in the folder: its path. */
export const entryAppears = (folder: string, name: RegExp): Promise<string> =>
  onChange(folder, () => {
    const found = fs.readdirSync(folder).find((entry) => name.test(entry));
    return found && path.join(folder, found);
  });

/** kill -9 of everything that works below the folder, until it is gone. */
export const killBelow = (folder: string): Promise<void> => {
  processesBelow(folder).forEach(kill);
  return processesEnded(folder);
};

/** kill -9. A process that has ended already is no fault; a negative id names a group. */
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

/** Every PostgreSQL process works inside its cluster, so this finds postmasters, backends and initdb alike. */
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

/** A server that was killed may come back elsewhere: then its URL is asked for at each look. */
const isAnswered = (url: string | (() => string), question: string): Promise<boolean> =>
  connected(typeof url === 'string' ? url : url(), async (client) => {
    // A server that dies under the question ends the connection a second time, beside the rejected query.
    client.on('error', () => undefined);
    const { rows } = await client.query<[boolean]>({ text: question, rowMode: 'array' });
    return rows[0]?.[0] === true;
  }).catch(() => false);

/** Looks when something in the folder changes. */
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

/** An event that has not happened by then never will, even with busy neighbours. */
const patienceMs = 240_000;
const lookEveryMs = 10;

const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const lateAt = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > lateAt) throw new Error(`waited ${patienceMs} ms in vain: ${what}`);
    await delay(lookEveryMs);
  }
};
