/**
 * Verifies everything on a schedule. The process that holds the lease verifies one ledger after the other, and rests after each for as long
 * as the ledger took, at most a minute. Then it runs the checks across ledgers, and verifies the guards and the logs of tenants. It keeps
 * in memory up to which event each log has been hashed without a finding, and hashes only later events; all other comparisons cover
 * everything, and after seven intervals all events are hashed again. A new process hashes all events, because this position is never
 * stored: somebody who can write to the database cannot exclude events from the verification.
 */
import type { Background, Loop } from '../../../kernel/running/background';
import type { Clock } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import type { Log } from '../../../kernel/tokens';
import type { Ledgering } from '../../ledgering';
import { afterBreakMs, leaseMs, mostRestMs, wholeAfterIntervals, type ScheduledEnd } from '../domain/schedule';
import { maxKeptFindings } from '../domain/verification';
import type { ScheduleStore } from './ports';
import type { Verifying } from './verifying';

export interface ScheduledVerifications extends Pick<ScheduleStore, 'read'> {
  /** Verifies everything whenever `everyMs` milliseconds have passed since the last verification of any process ended. */
  start(everyMs: number): void;
  /** Stops after the ledger that is being verified. */
  stop(): Promise<void>;
}

export interface ScheduledDependencies {
  readonly store: ScheduleStore;
  readonly verifying: Pick<Verifying, 'ofAll'>;
  readonly ledgering: Pick<Ledgering, 'logEnds'>;
  /** The UUID of this process, which distinguishes the processes that share the schedule. */
  readonly holder: string;
  readonly clock: Clock;
  readonly background: Pick<Background, 'loop'>;
  readonly log: Log;
  readonly observations: Pick<Observations, 'verified'>;
}

/** Thrown to end a verification early: another process has taken the lease, or this process is stopping. */
class Interrupted extends Error {}

const lookMs = 30_000;

export const createScheduledVerifications = (dependencies: ScheduledDependencies): ScheduledVerifications => {
  const { store, ledgering, verifying, holder, clock, background, log, observations } = dependencies;
  let everyMs = 0;
  let rest = new AbortController();
  /** The last hashed event of each ledger; `wholeAt` is when all events were last hashed, in milliseconds since 1970. */
  let hashed: ReadonlyMap<LedgerId, bigint> = new Map();
  let wholeAt = 0;

  const tell = async (end: ScheduledEnd, seconds: number): Promise<void> => {
    await store.finish(holder, end);
    const { result, findings, finishedAt, named } = end;
    observations.verified({ scope: 'all', result, findings, seconds, finishedAt });
    if (result === 'failed')
      log.error(
        // The names of the checks are logged, not the details of the findings, which may hold amounts.
        { findings, checks: [...new Set(named.map(({ check }) => check))] },
        'the scheduled verification has findings: GET /admin/v1/scheduled-verification lists them',
      );
    if (result === 'passed')
      log.info({ ledgers: end.ledgers, events: end.events, seconds }, 'the scheduled verification has no findings');
  };

  const verifyAll = async (mayGoOn: () => boolean): Promise<void> => {
    const [begunMs, nowMs] = [clock.elapsed(), clock.now().getTime()];
    const isWhole = nowMs - wholeAt >= wholeAfterIntervals * everyMs;
    const ends = new Map((await ledgering.logEnds(1n)).map(({ ledgerId, lastSequence }) => [ledgerId, lastSequence]));
    let lastMs = begunMs;
    const told = async (done: number): Promise<void> => {
      if (done > 0) await clock.sleep(Math.min(clock.elapsed() - lastMs, mostRestMs), rest.signal);
      const isHeld = mayGoOn() && (await store.renew(holder, new Date(clock.now().getTime() + leaseMs)));
      if (!isHeld) throw new Interrupted();
      lastMs = clock.elapsed();
    };
    const secondsSince = (): number => (clock.elapsed() - begunMs) / 1_000;
    try {
      const report = await verifying.ofAll(told, undefined, (id) => (isWhole ? 0n : (hashed.get(id) ?? 0n)));
      hashed = report.ok ? ends : new Map();
      if (isWhole) wholeAt = nowMs;
      const findings = report.checks.reduce((sum, check) => sum + check.findings, 0);
      const { ledgers, events } = report;
      const result = report.ok ? 'passed' : 'failed';
      const named = report.findings.slice(0, maxKeptFindings);
      await tell({ finishedAt: clock.now(), result, ledgers, events, findings, named }, secondsSince());
    } catch (error) {
      if (error instanceof Interrupted) return store.leave(holder, clock.now());
      log.error({ error }, 'the scheduled verification broke off and will be tried again');
      const nothing = { ledgers: 0, events: 0, findings: 0, named: [] };
      await tell({ finishedAt: clock.now(), result: 'broken off', ...nothing }, secondsSince());
    }
  };

  /** Returns the time at or before which the last verification must have ended, for the next one to be due at `at`. */
  const dueAt = async (at: Date): Promise<Date> => {
    const { last } = await store.read();
    const waitMs = last?.result === 'broken off' ? Math.min(everyMs, afterBreakMs) : everyMs;
    return new Date(at.getTime() - waitMs);
  };

  const loop: Loop = background.loop({
    name: 'scheduled verification',
    complaint: 'checking whether a verification is due failed and will be tried again',
    afterFaultMs: lookMs,
    isTimed: true,
    round: async (mayGoOn) => {
      const at = clock.now();
      const until = new Date(at.getTime() + leaseMs);
      if (await store.take(holder, { at, until, due: await dueAt(at) })) await verifyAll(mayGoOn);
      return { isIdle: true, pauseMs: lookMs };
    },
  });

  return {
    start: (ms) => {
      everyMs = ms;
      rest = new AbortController();
      loop.start();
    },
    stop: () => {
      rest.abort();
      return loop.stop();
    },
    read: () => store.read(),
  };
};
