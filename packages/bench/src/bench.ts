/**
 * `ledger bench`: compares the service with a textbook ledger (one database transaction for each posting) and with the targets of the
 * design, in one run on one PostgreSQL. Each part returns a section of the report. docs/performance.md explains the figures.
 */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import type { TenantId } from '../../../src/kernel/ids';
import { measureEvents } from './events';
import { measureExpiry } from './expiry';
import { measureExports } from './exports';
import { measureGrowth } from './growth';
import { measureHalfLoad } from './half-load';
import { describeMemory } from './memory';
import { measureOverload } from './overload';
import { measureImports } from './imports';
import { measureLimits } from './limits';
import { measureNeighbours } from './neighbours/measure';
import {
  eventsAlone,
  expiryAlone,
  exportsAlone,
  fullPlan,
  growthAlone,
  importsAlone,
  limitsAlone,
  maxNeighboursSeconds,
  maxPartSeconds,
  neighboursAlone,
  quickEventsAlone,
  quickExpiryAlone,
  quickExportsAlone,
  quickGrowthAlone,
  quickImportsAlone,
  quickLimitsAlone,
  quickNeighboursAlone,
  quickPlan,
  quickProofAlone,
  quickSearchAlone,
  quickWideReportsAlone,
  quickReadsAlone,
  quickReportsAlone,
  proofAlone,
  readsAlone,
  reportsAlone,
  searchAlone,
  wideReportsAlone,
  type BenchPlan,
} from './plans';
import { measureProof } from './proof';
import { measureReads } from './reads';
import { measureReports } from './reports';
import { measureSearch } from './search';
import { measureWideReports } from './wide-reports';
import { printSection, printTargets, type Section } from './report';
import { withStage, type Stage, type Surroundings } from './stage';
import { describeStorage } from './storage';
import { peakBytesOf } from './usage';
import { verifyBooks } from './verification';
import { measureWrites } from './writes';

export const benchParts = [
  'reads',
  'growth',
  'expiry',
  'limits',
  'imports',
  'reports',
  'wide-reports',
  'proof',
  'search',
  'exports',
  'events',
  'neighbours',
] as const;

export interface BenchOptions {
  /** The measured time of each row of the table of writes, in seconds, as the total of all rounds. */
  readonly seconds?: number;
  /** Whether to run only one short round. It takes less than a minute, and its figures are too rough to judge the targets. */
  readonly quick: boolean;
  /** Runs only this part, at full size; undefined: all parts. */
  readonly only?: (typeof benchParts)[number];
  /** The file to which the figures are written as JSON. */
  readonly json?: string;
  /** The seed of an earlier run, to repeat its accounts and amounts. */
  readonly seed?: number;
}

export const minBenchSeconds = 1;
export const maxBenchSeconds = 20;
export const maxBenchSeed = 999_999_999;

/**
 * Runs the benchmark and prints each section as soon as it is measured. Throws if a single response is wrong, if the books do not balance
 * afterwards, or if an attack slows down its victim too much.
 */
export const bench = async (options: BenchOptions, runtime: Surroundings): Promise<void> => {
  const say = (line: string): void => void runtime.streams.stdout.write(`${line}\n`);
  const { quick, only, json, seed = randomInt(maxBenchSeed) } = options;
  const plan = quick ? quickPlan : fullPlan;
  const startedAt = performance.now();
  const maxSeconds = only === 'neighbours' ? maxNeighboursSeconds : only ? maxPartSeconds : plan.maxSeconds;
  const measureOn = async (stage: Stage) => {
    const machine = describeMachine(stage);
    say(
      `Seed ${seed}; ${machine.processors} × ${machine.model}, Node ${machine.node}, PostgreSQL ${machine.postgres}\n`,
    );
    const measure = only ? partsAlone[only] : measureAll;
    const sections = await measure({ stage, tenantId: stage.tenantId, options, plan, seed, say });
    return { machine, options, seed, sections, targets: sections.flatMap(({ judgements }) => judgements) };
  };
  const report = await withStage(maxSeconds, measureOn, runtime);
  say('');
  for (const section of report.sections) say(`${printSection(section)}\n`);
  say(printTargets(report.targets));
  if (quick) say(`\nShortened: a look, not a verdict.${only ? '' : ' Reads against size are left out.'}`);
  say(`\nThe run took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (only === 'neighbours' && !quick && report.targets.some(({ met }) => !met))
    throw new Error('A bound of the neighbours was missed.');
};

interface Measuring {
  readonly stage: Stage;
  readonly tenantId: TenantId;
  readonly options: BenchOptions;
  readonly plan: BenchPlan;
  readonly seed: number;
  readonly say: (line: string) => void;
}

const measureAll = async ({ stage, tenantId, options, plan, seed, say }: Measuring): Promise<readonly Section[]> => {
  const { rounds, warmUpSeconds, seconds } = plan.writes;
  const measuredSeconds = (options.seconds ?? seconds) / rounds;
  const writes = await measureWrites(stage, tenantId, { rounds, warmUpSeconds, measuredSeconds, seed }, say);
  const fullLoad = peakBytesOf(stage.service.pid);
  const peakPerSecond = writes.singlePerSecond;
  // Idempotency keys are derived from the seed and must not repeat, so each part has a seed of its own.
  const halfLoad = await measureHalfLoad(stage, tenantId, {
    ...{ peakPerSecond, seconds: plan.halfLoadSeconds, seed: seed + 1_000 },
  });
  const overload = await measureOverload(stage, tenantId, {
    ...{ peakPerSecond, seconds: plan.overloadSeconds, seed: seed + 1_001 },
  });
  const memory = describeMemory({ fullLoad, overload: peakBytesOf(stage.service.pid) });
  const storage = await describeStorage(stage);
  const reads = plan.reads ? [await measureReads(stage, tenantId, { ...plan.reads, seed }, say)] : [];
  return [writes.section, halfLoad, overload, memory, ...reads, storage, await verifyBooks(stage)];
};

const partsAlone: Readonly<Record<(typeof benchParts)[number], (measuring: Measuring) => Promise<readonly Section[]>>> =
  {
    reads: async ({ stage, tenantId, options, seed, say }) => [
      await measureReads(stage, tenantId, { ...(options.quick ? quickReadsAlone : readsAlone), seed }, say),
      ...(options.quick ? [await verifyBooks(stage)] : []),
    ],
    growth: async ({ stage, tenantId, options, seed, say }) => [
      await measureGrowth(stage, tenantId, { ...(options.quick ? quickGrowthAlone : growthAlone), seed }, say),
    ],
    expiry: async ({ stage, tenantId, options, seed, say }) => [
      await measureExpiry(stage, tenantId, { ...(options.quick ? quickExpiryAlone : expiryAlone), seed }, say),
      await verifyBooks(stage),
    ],
    limits: async ({ stage, tenantId, options, say }) => [
      await measureLimits(stage, tenantId, options.quick ? quickLimitsAlone : limitsAlone, say),
      await verifyBooks(stage),
    ],
    imports: async ({ stage, tenantId, options, say }) => [
      await measureImports(stage, tenantId, options.quick ? quickImportsAlone : importsAlone, say),
      await verifyBooks(stage),
    ],
    exports: async ({ stage, tenantId, options, seed, say }) => [
      await measureExports(stage, tenantId, { ...(options.quick ? quickExportsAlone : exportsAlone), seed }, say),
    ],
    events: async ({ stage, tenantId, options, seed, say }) => [
      ...(await measureEvents(stage, tenantId, { ...(options.quick ? quickEventsAlone : eventsAlone), seed }, say)),
      ...(options.quick ? [await verifyBooks(stage)] : []),
    ],
    neighbours: async ({ stage, options, say }) => [
      await measureNeighbours(stage, options.quick ? quickNeighboursAlone : neighboursAlone, say),
    ],
    reports: async ({ stage, tenantId, options, seed, say }) => [
      await measureReports(stage, tenantId, { ...(options.quick ? quickReportsAlone : reportsAlone), seed }, say),
      ...(options.quick ? [await verifyBooks(stage)] : []),
    ],
    'wide-reports': async ({ stage, tenantId, options, seed, say }) => [
      await measureWideReports(
        stage,
        tenantId,
        { ...(options.quick ? quickWideReportsAlone : wideReportsAlone), seed },
        say,
      ),
      ...(options.quick ? [await verifyBooks(stage)] : []),
    ],
    proof: async ({ stage, tenantId, options, seed, say }) => [
      await measureProof(stage, tenantId, { ...(options.quick ? quickProofAlone : proofAlone), seed }, say),
    ],
    search: async ({ stage, tenantId, options, seed, say }) => [
      await measureSearch(stage, tenantId, { ...(options.quick ? quickSearchAlone : searchAlone), seed }, say),
      ...(options.quick ? [await verifyBooks(stage)] : []),
    ],
  };

const describeMachine = ({ owner }: Stage) => ({
  processors: availableParallelism(),
  model: cpus()[0]?.model.trim() ?? 'unknown processor',
  memoryBytes: totalmem(),
  system: `${platform()} ${arch()}`,
  node: process.versions.node,
  postgres: owner.serverVersion,
});
