/**
 * `ledger bench`: measures the service against the textbook way and against the design's targets, in one run on one
 * PostgreSQL. Each part of it gives a section of the report; see docs/performance.md for what the figures mean.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { refused } from '../kernel/refusal';
import type { Installation } from '../app/installation';
import { printSection, wholeNumber, type Section } from './report';
import { printStorage } from './storage';
import { withStage, type Stage } from './stage';
import { peakBytesOf } from './usage';
import { measureWrites, type WritePlan } from './writes';

export interface BenchOptions {
  /** Measured seconds of each row, all rounds together. */
  readonly seconds?: number;
  /** One short round: under a minute, for a look rather than a verdict. */
  readonly quick: boolean;
  /** Where to write the figures as JSON. */
  readonly json?: string;
  /** Repeats the accounts and amounts of an earlier run. */
  readonly seed?: number;
}

export const minBenchSeconds = 1;
export const maxBenchSeconds = 20;
export const maxBenchSeed = 999_999_999;

const fullPlan = { rounds: 2, warmUpSeconds: 2, seconds: 10 };
const quickPlan = { rounds: 1, warmUpSeconds: 1, seconds: 3 };

/** Prints as it goes. Throws when a single answer is not what it must be, or when the books do not hold afterwards. */
export const bench = async ({ seconds, quick, json, seed = randomInt(maxBenchSeed) }: BenchOptions): Promise<void> => {
  const { rounds, warmUpSeconds, seconds: usualSeconds } = quick ? quickPlan : fullPlan;
  const plan: WritePlan = { rounds, warmUpSeconds, measuredSeconds: (seconds ?? usualSeconds) / rounds, seed };
  say(`Seed ${seed}; ${rounds} rounds, ${plan.measuredSeconds} s each after ${warmUpSeconds} s of warming up.`);
  const report = await withStage(async (stage) => {
    const machine = describeMachine(stage);
    say(`${machine.processors} × ${machine.model}, Node ${machine.node}, PostgreSQL ${machine.postgres}\n`);
    const tenant = await stage.installation.access.createTenant('bench');
    if (refused(tenant)) throw new Error('the tenant of the benchmark could not be created');
    const sections: readonly Section[] = [await measureWrites(stage, tenant.right.id, plan, say)];
    const peakBytes = peakBytesOf(stage.service.pid);
    const storage = await stage.owner.storage();
    return {
      machine,
      plan,
      sections,
      peakServiceBytes: peakBytes ?? null,
      storage,
      verification: await verify(stage.installation),
    };
  });
  say('');
  for (const section of report.sections) say(`${printSection(section)}\n`);
  const { verification, peakServiceBytes } = report;
  if (peakServiceBytes !== null) say(`The service held ${wholeNumber(peakServiceBytes / 1_048_576)} MB at its peak.`);
  say(
    `Verified ${wholeNumber(verification.transactions)} transactions and ${wholeNumber(verification.entries)} entries in ` +
      `${verification.seconds.toFixed(1)} s, ${wholeNumber(verification.transactions / verification.seconds)} transactions a second: everything holds.`,
  );
  say(`\n${printStorage(report.storage, verification.transactions)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const describeMachine = ({ owner }: Stage) => ({
  processors: availableParallelism(),
  model: cpus()[0]?.model.trim() ?? 'unknown processor',
  memoryBytes: totalmem(),
  system: `${platform()} ${arch()}`,
  node: process.versions.node,
  postgres: owner.serverVersion,
});

interface Verification {
  readonly transactions: number;
  readonly entries: number;
  readonly seconds: number;
}

/** Speed at the price of the books would be worth nothing: they are re-derived as a whole. */
const verify = async ({ ledgering }: Installation): Promise<Verification> => {
  const { ok: holds, findings, transactions, entries, milliseconds } = await ledgering.verify();
  if (!holds) throw new Error(`the books do not hold after the run: ${JSON.stringify(findings.slice(0, 5))}`);
  return { transactions, entries, seconds: milliseconds / 1000 };
};
