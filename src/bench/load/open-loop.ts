/**
 * Load that does not wait for answers: a process of its own that sends single transactions at a given rate, whether the
 * ones before were answered or not, as strangers do who know nothing of each other. Time counts from the moment when a
 * request was due, so that a generator or a service that lags makes the figures worse, not better.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { accountsPerLedger } from '../targets';
import { transactionBodies } from './bodies';
import { openConnection, postingTo, statusOf, unexpected, type Connection, type Target } from './connection';
import { serveProcess } from './process';
import { randomFrom } from './random';

export interface OpenLoopSetup {
  readonly target: Target;
  /** Requests that may be without an answer at a time, each on a connection of its own; one more is not sent at all. */
  readonly maxOutstanding: number;
  readonly seed: number;
  readonly day: string;
}

export interface OpenLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** One in so many asks to be answered when it is posted (`Prefer: wait`); 0 for none. */
  readonly waitsEach: number;
}

/** What came of every request that was due; the answers that were still out when the time was up included. */
export interface OpenRun {
  /** From the first to the last request that was due; later when the generator lagged behind. */
  readonly seconds: number;
  readonly due: number;
  /** Because too many were without an answer. */
  readonly unsent: number;
  /** How often each status was answered. */
  readonly answers: ReadonlyMap<number, number>;
  readonly acceptedIds: readonly string[];
  readonly acceptedMs: readonly number[];
  /** Until the answer said that it was not. */
  readonly refusedMs: readonly number[];
  /** Until the answer said that it is posted; those of `acceptedMs` did not wait for that. */
  readonly postedMs: readonly number[];
  readonly cpuMicros: number;
}

const accepted = 202;
const waiting = 'Prefer: wait=10\r\n';
/** Connections that are opened at the same time: fewer than a listening socket queues. */
const openedAtOnce = 100;
/** Thousands of connections, and short answers. */
const receiveBytes = 4_096;
const tickMs = 1;

serveProcess<OpenLoopSetup, OpenLoad, OpenRun>(async ({ target, maxOutstanding, seed, day }) => {
  const body = transactionBodies(randomFrom(seed), { spreading: 'spread', accounts: accountsPerLedger, day });
  const request = postingTo(target, '/api/v1/transactions');
  const idle: Connection[] = [];
  while (idle.length < maxOutstanding) {
    const length = Math.min(openedAtOnce, maxOutstanding - idle.length);
    idle.push(...(await Promise.all(Array.from({ length }, () => openConnection(target, receiveBytes)))));
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

const idMember = '"data":{"id":"';
const idLength = 36;

const idOf = (answer: string): string => {
  const at = answer.indexOf(idMember);
  if (at < 0) throw unexpected(answer);
  return answer.slice(at + idMember.length, at + idMember.length + idLength);
};
