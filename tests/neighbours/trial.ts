/** One attack on one victim: what the victim felt, what it cost the service, and how soon all was as before. */
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentilesOf } from '../../src/bench/percentiles';
import { startProcess } from '../../src/bench/load/process';
import { peakBytesOf } from '../../src/bench/usage';
import type { Ammunition, Attack, Tally } from './attacks/attack';
import type { Assault } from './attacker';
import { nowMs } from './clock';
import { typescriptProcess, type Served } from './neighbourhood';
import type { Sample, Seen, Span } from './victim';

/** What a victim felt in a while. */
export interface Felt {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Requests that were not answered with a success, as `503 post and wait` with how often. */
  readonly failures: Readonly<Record<string, number>>;
  /** The longest time between two answers of /healthz. */
  readonly healthGapMs: number;
}

export interface Trial extends Felt {
  /** Of the process that held most; 0 where /proc does not tell. */
  readonly peakBytes: number;
  /** From the end of the attack until the victim's answers came in time again and nobody was being served or waited. */
  readonly normalAfterMs: number;
  readonly tally: Tally;
  /** Answers to the attacker that say that its requests were no requests at all: it did nothing. */
  readonly missed: readonly number[];
}

export interface Assailant extends Assault {
  /** How long the victim is watched afterwards. */
  readonly aftermathSeconds: number;
  /** What is too long for the victim, as it was measured without an attack. */
  readonly slowMs: number;
  readonly key: string;
  readonly ammunition: Ammunition;
}

const misses = new Set([400, 403, 404, 405, 415, 500]);
/** What takes longer to be as before is not waited for. */
const maxAftermathMs = 30_000;
const lookEveryMs = 50;
/** The victim's own, and whoever asks how many there are. */
const usuallyAdmitted = 2;

export const feel = async ({ victim }: Served, seconds: number): Promise<Felt> => {
  const fromMs = nowMs();
  const span = { fromMs, toMs: fromMs + seconds * 1_000 };
  return felt(await victim.ask(span), span);
};

export const trial = async (
  served: Served,
  { name }: Attack,
  { key, ammunition, aftermathSeconds, slowMs, ...assault }: Assailant,
): Promise<Trial> => {
  for (const pid of served.pids) forgetPeakOf(pid);
  const attacker = await startProcess<Assault, Tally>(typescriptProcess, {
    file: path.join(__dirname, 'attacker.ts'),
    setup: { attack: name, target: { url: served.url, key }, ammunition },
  });
  const fromMs = nowMs();
  const tally = await attacker.ask(assault).finally(attacker.stop);
  const toMs = nowMs();
  const idleAfterMs = await untilIdle(served.url, toMs);
  const seen = await served.victim.ask({ fromMs, toMs });
  const peaks = served.pids.map(peakBytesOf).filter((bytes) => bytes !== undefined);
  // The slow ones that were due before are out by now; those due afterwards say when the last of them was.
  const { samples } = await served.victim.ask({
    fromMs: toMs,
    toMs: Math.max(nowMs(), toMs + aftermathSeconds * 1_000),
  });
  return {
    ...felt(seen, { fromMs, toMs }),
    peakBytes: Math.max(0, ...peaks),
    normalAfterMs: Math.max(
      idleAfterMs,
      ...samples.filter(isBad(slowMs)).map(({ dueAtMs, tookMs }) => dueAtMs + tookMs - toMs),
    ),
    tally,
    missed: [...tally.keys()].filter((status) => misses.has(status)),
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

/** How long after that moment nobody but the victim was at work or waited, as /metrics counts them. */
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

/** What was held before the attack, in another one or while it was prepared, is not its doing. */
const forgetPeakOf = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without /proc there are no peaks to forget.
  }
};
