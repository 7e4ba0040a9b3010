/**
 * An open loop: a process that sends single transactions at a given rate, whether the earlier ones were answered or not, as independent
 * clients would. The latency of a request is measured from the moment when it was due. So a slow generator or service makes the figures
 * worse, not better.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { accountsPerLedger } from '../targets';
import { transactionBodies } from './bodies';
import {
  openConnection,
  postingTo,
  requestFor,
  statusOf,
  unexpected,
  type Connection,
  type Target,
} from './connection';
import { serveProcess } from './process';
import { randomFrom } from './random';

export interface OpenLoopSetup {
  readonly target: Target;
  /**
   * The maximum number of unanswered requests. Each of them has its own connection. If the limit is reached, due requests are only counted
   * and not sent.
   */
  readonly maxOutstanding: number;
  readonly seed: number;
  readonly day: string;
}

export interface OpenLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** One in this many requests waits until its transaction is posted (`Prefer: wait`); 0: no request waits. */
  readonly waitsEach: number;
}

/** The results of all requests that were due, including those without a response at the end. */
export interface OpenRun {
  /** The seconds from sending the first request to sending the last. They exceed the plan if the generator lagged behind. */
  readonly seconds: number;
  readonly due: number;
  /** The number of requests that were not sent, because the maximum number of unanswered requests was reached. */
  readonly unsent: number;
  /** The number of responses by status. */
  readonly answers: ReadonlyMap<number, number>;
  readonly acceptedIds: readonly string[];
  readonly acceptedMs: readonly number[];
  /** The milliseconds from a refused request to its response. */
  readonly refusedMs: readonly number[];
  /** The milliseconds from a waiting request to its response `posted`. */
  readonly postedMs: readonly number[];
  readonly cpuMicros: number;
}

const accepted = 202;
const waiting = 'Prefer: wait=10\r\n';
/** The number of connections that are opened at the same time. It is lower than the backlog of a listening socket. */
const openedAtOnce = 100;
/** A small buffer, because there are thousands of connections and the responses are short. */
const receiveBytes = 4_096;
const tickMs = 1;

serveProcess<OpenLoopSetup, OpenLoad, OpenRun>(async ({ target, maxOutstanding, seed, day }) => {
  const body = transactionBodies(randomFrom(seed), { spreading: 'spread', accounts: accountsPerLedger, day });
  const request = postingTo(target, '/api/v1/transactions');
  const idle: Connection[] = [];
  while (idle.length < maxOutstanding) {
    const length = Math.min(openedAtOnce, maxOutstanding - idle.length);
    idle.push(...(await Promise.all(Array.from({ length }, () => openUsed(target)))));
  }

  return async ({ perSecond, seconds, waitsEach }) => {
    const answers = new Map<number, number>();
    const acceptedIds: string[] = [];
    const acceptedMs: number[] = [];
    const refusedMs: number[] = [];
    const postedMs: number[] = [];
    const sent: Promise<void>[] = [];
    let unsent = 0;
    let failure: Error | undefined;

    const send = async (connection: Connection, dueAt: number, waits: boolean): Promise<void> => {
      const answer = await connection.ask(request(body(), waits ? waiting : ''));
      const tookMs = performance.now() - dueAt;
      idle.push(connection);
      const status = statusOf(answer);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status !== accepted) return void refusedMs.push(tookMs);
      acceptedIds.push(idOf(answer));
      if (!waits) acceptedMs.push(tookMs);
      else if (answer.includes('"status":"posted"')) postedMs.push(tookMs);
      else throw unexpected(answer);
    };

    const before = process.cpuUsage();
    const startedAt = performance.now();
    const due = Math.round(perSecond * seconds);
    for (let next = 0; next < due;) {
      const untilNow = Math.min(due, Math.ceil(((performance.now() - startedAt) / 1000) * perSecond));
      for (; next < untilNow; next++) {
        const connection = idle.pop();
        const dueAt = startedAt + (next / perSecond) * 1000;
        if (!connection) unsent += 1;
        else
          sent.push(
            send(connection, dueAt, waitsEach > 0 && next % waitsEach === 0).catch(
              (error: Error) => void (failure ??= error),
            ),
          );
      }
      if (failure) throw failure;
      await delay(tickMs);
    }
    const took = (performance.now() - startedAt) / 1000;
    await Promise.all(sent);
    if (failure) throw failure;
    const { user, system } = process.cpuUsage(before);
    return {
      seconds: took,
      due,
      unsent,
      answers,
      acceptedIds,
      acceptedMs,
      refusedMs,
      postedMs,
      cpuMicros: user + system,
    };
  };
});

/**
 * Opens a connection and sends one request on it. The service soon closes a connection that has sent no request, but keeps one that it has
 * answered.
 */
const openUsed = async (target: Target): Promise<Connection> => {
  const connection = await openConnection(target, receiveBytes);
  await connection.ask(requestFor(target, '/healthz'));
  return connection;
};

const idMember = '"data":{"id":"';
const idLength = 36;

const idOf = (answer: string): string => {
  const at = answer.indexOf(idMember);
  if (at < 0) throw unexpected(answer);
  return answer.slice(at + idMember.length, at + idMember.length + idLength);
};
