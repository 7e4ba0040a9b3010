/**
 * Runs one attack while a victim sends requests, and returns the victim's latencies, the service's memory, and the time until both were
 * normal again.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startProcess } from '../load/process';
import { percentilesOf } from '../percentiles';
import { peakBytesOf } from '../usage';
import type { AttackerSetup } from './attacker';
import type { Ammunition, Assault, Attack, Tally } from './attacks/attack';
import type { Served } from './neighbourhood';
import { nowMs } from './pace';
import type { Sample, Seen, Span } from './victim';

/** The victim's measurements during a period. */
export interface Felt {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The number of requests without a successful response, by status and kind of request, such as `503 post and wait`. */
  readonly failures: Readonly<Record<string, number>>;
  /** The longest time between two responses from /healthz. */
  readonly healthGapMs: number;
}

export interface Trial extends Felt {
  /** The peak memory of the process that used the most; 0 if /proc does not report it. */
  readonly peakBytes: number;
  /**
   * The time from the end of the attack until the victim's latencies were normal and only the victim's requests were running or waiting.
   */
  readonly normalAfterMs: number;
  readonly tally: Tally;
}

export interface Assailant extends Assault {
  /** The seconds for which the victim is measured after the attack. */
  readonly aftermathSeconds: number;
  /** A request of the victim that takes longer counts as slow. */
  readonly slowMs: number;
  readonly key: string;
  readonly ammunition: Ammunition;
}

/** Responses with these statuses show that the attack sends wrong requests, and so has no effect. */
const misses = new Set([400, 403, 404, 405, 415, 500]);
const maxAftermathMs = 30_000;
const lookEveryMs = 50;
/** The number of running requests without an attack: one of the victim, and the request to /metrics itself. */
const usuallyAdmitted = 2;

export const feel = async ({ victim }: Served, seconds: number): Promise<Felt> => {
  const fromMs = nowMs();
  const span = { fromMs, toMs: fromMs + seconds * 1_000 };
  return felt(await victim.ask(span), span);
};

/** Runs the attack and returns what was measured. Throws if the responses show that the attack sends wrong requests. */
export const trial = async (
  { service, pids, victim }: Served,
  { name }: Attack,
  { key, ammunition, aftermathSeconds, slowMs, ...assault }: Assailant,
): Promise<Trial> => {
  for (const pid of pids) forgetPeakOf(pid);
  const setup: AttackerSetup = {
    ...{ attack: name, ammunition },
    target: { host: service.host, port: service.port, key },
  };
  const attacker = await startProcess<Assault, Tally>(require.resolve('./attacker'), setup);
  const fromMs = nowMs();
  const tally = await attacker.ask(assault).finally(attacker.stop);
  const toMs = nowMs();
  const missed = [...tally.keys()].filter((status) => misses.has(status));
  if (missed.length > 0) throw new Error(`the attack ${name} was answered ${missed.join(', ')}`);
  const idleAfterMs = await untilIdle(`http://${service.host}:${service.port}`, toMs);
  const seen = await victim.ask({ fromMs, toMs });
  const peaks = pids.map(peakBytesOf).filter((bytes) => bytes !== undefined);
  // All requests that were due during the attack are answered by now. The requests due after it show when the last slow response was.
  const { samples } = await victim.ask({ fromMs: toMs, toMs: Math.max(nowMs(), toMs + aftermathSeconds * 1_000) });
  return {
    ...felt(seen, { fromMs, toMs }),
    peakBytes: Math.max(0, ...peaks),
    normalAfterMs: Math.max(
      idleAfterMs,
      ...samples.filter(isBad(slowMs)).map(({ dueAtMs, tookMs }) => dueAtMs + tookMs - toMs),
    ),
    tally,
  };
};

const isBad =
  (slowMs: number) =>
  ({ tookMs, status }: Sample): boolean =>
    tookMs > slowMs || !isSuccess(status);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const felt = ({ samples, healthyAtMs }: Seen, { fromMs, toMs }: Span): Felt => {
  const times = samples.map(({ tookMs }) => tookMs);
  const { p50, p99 } = percentilesOf(times);
  const failures: Record<string, number> = {};
  for (const { status, what } of samples)
    if (!isSuccess(status)) failures[`${status} ${what}`] = (failures[`${status} ${what}`] ?? 0) + 1;
  const moments = [fromMs, ...healthyAtMs, toMs];
  const healthGapMs = Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
  return { p50Ms: p50, p99Ms: p99, maxMs: Math.max(...times), failures, healthGapMs };
};

/** Returns the milliseconds from `sinceMs` until /metrics reports no running or waiting requests except the victim's. */
const untilIdle = async (url: string, sinceMs: number): Promise<number> => {
  while (nowMs() < sinceMs + maxAftermathMs) {
    const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(maxAftermathMs) }).then(
      (response) => response.text(),
      () => '',
    );
    const counts = [...text.matchAll(/^ledger_admission_requests\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
    if (counts.length > 0 && counts.reduce((sum, count) => sum + count) <= usuallyAdmitted) return nowMs() - sinceMs;
    await delay(lookEveryMs);
  }
  return Infinity;
};

/** Resets the peak memory of the process, so that memory used before the attack does not count. */
const forgetPeakOf = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without /proc the peak memory is unknown, so there is nothing to reset.
  }
};
