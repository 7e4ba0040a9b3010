/**
 * Holds whose time is over all at once, in a ledger that has many more of them open, and that is posted to at half the peak rate
 * which the same run measured. Expiry takes from the moment they were due until the last was released. And what looking for such
 * holds costs a service that has nothing else to do: its CPU and that of PostgreSQL, with open holds and without.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId } from '../kernel/ids';
import { runCrowd } from './crowd';
import { enter } from './entrants';
import { batchBodies, transactionBodies } from './load/bodies';
import { randomFrom } from './load/random';
import { percentilesOf } from './percentiles';
import { openBooks, type Books } from './postgres/books';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import { runOnce } from './runs';
import type { Stage } from './stage';
import { accountsPerLedger, goals } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily } from './usage';

export interface ExpiryPlan {
  /** Open, and not due before the run is over. */
  readonly holds: number;
  /** Due all at once. */
  readonly due: number;
  /** For which the service stands idle, once without holds and once with them. */
  readonly idleSeconds: number;
  readonly peakSeconds: number;
  /** Of the load, which must last longer than the expiry. */
  readonly loadSeconds: number;
  readonly seed: number;
}

const share = 0.5;
const waitsEach = 4;
const maxOutstanding = 1_000;
const warmUpSeconds = 2;
/** From accepting the first of the due holds until they are due: they must all be posted by then, and the crowd be ready. */
const dueAfterMs = 20_000;
/** The load begins so long before they are due. */
const leadMs = 1_000;
/** The crowd is gathered so long before that: the service ends connections on which nothing comes. */
const gatheringMs = 4_000;
/** After a fill, until what PostgreSQL does about it is over. */
const settlingMs = 5_000;
const farAwayMs = 30 * 86_400_000;

export const measureExpiry = async (
  stage: Stage,
  tenantId: TenantId,
  plan: ExpiryPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const { owner } = stage;
  const { holds, due, seed } = plan;
  const books = await openBooks(stage.installation, tenantId, 'expiry');
  const idleWithout = await idleMs(stage, plan.idleSeconds);
  await postHolds(stage, books, { count: holds, expiresAt: new Date(Date.now() + farAwayMs), seed: seed + 1 });
  say(`${wholeNumber(holds)} holds are open`);
  const idleWith = await idleMs(stage, plan.idleSeconds);
  const peak = await enter(stage, tenantId, 'single spread');
  const { postings, seconds } = await runOnce(stage, peak, {
    ...{ warmUpSeconds, measuredSeconds: plan.peakSeconds, seed: seed + 2 },
  });
  const perSecond = (postings / seconds) * share;
  say(`half the peak is ${wholeNumber(perSecond)} a second`);

  const dueAt = new Date(Date.now() + dueAfterMs);
  await postHolds(stage, books, { count: due, expiresAt: dueAt, seed: seed + 3, before: holds });
  await until(dueAt.getTime() - leadMs - gatheringMs);
  const run = await runCrowd(stage, tenantId, {
    ledger: { ...books, postedByOthers: holds + 2 * due },
    ...{ maxOutstanding, perSecond, seconds: plan.loadSeconds, waitsEach, seed: seed + 4 },
    begins: () => until(dueAt.getTime() - leadMs),
  });
  const { open, expired, lastExpiredAt } = await owner.countHolds(books.ledgerId);
  if (open !== holds || expired !== due || !lastExpiredAt)
    throw new Error(`${due} of ${holds + due} holds were due; ${expired} expired, and ${open} are open`);
  if (run.unsent > 0 || run.accepted !== run.due || run.counted.posted !== run.due)
    throw new Error(`at half load all should be posted; of ${run.due} ${run.counted.posted} were`);
  const expiryMs = lastExpiredAt.getTime() - dueAt.getTime();
  return describe(plan, { perSecond, expiryMs, idleWithout, idleWith, ...besideExpiry(run.postedMs, plan, expiryMs) });
};

const until = async (moment: number): Promise<void> => {
  const early = moment - Date.now();
  if (early < 0) throw new Error('the holds were due before the load could begin');
  await delay(early);
};

/** Latencies stand in the order of their answers, which come at an even rate: of them those while holds were released. */
const besideExpiry = (postedMs: readonly number[], { loadSeconds }: ExpiryPlan, expiryMs: number) => {
  const at = (ms: number): number => Math.round((postedMs.length * ms) / (loadSeconds * 1000));
  return { beside: postedMs.slice(at(leadMs), at(leadMs + expiryMs)), all: postedMs };
};

interface Filling {
  readonly count: number;
  readonly expiresAt: Date;
  readonly seed: number;
  /** Posted in the ledger before. */
  readonly before?: number;
}

const holdsPerBatch = 100;
const connections = 8;

/** Through the service, in batches, until all are posted. */
const postHolds = async (
  { service, owner }: Stage,
  { ledgerId, key }: Books,
  { count, expiresAt, seed, before = 0 }: Filling,
): Promise<void> => {
  const day = new Date().toISOString().slice(0, 10);
  const transaction = transactionBodies(randomFrom(seed), { spreading: 'spread', accounts: accountsPerLedger, day });
  const terms = `{"layer":"pending","expires_at":"${expiresAt.toISOString()}",`;
  const body = batchBodies(() => terms + transaction().slice(1), holdsPerBatch);
  let left = count / holdsPerBatch;
  const send = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await fetch(`http://${service.host}:${service.port}/api/v1/transactions/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: body(),
      });
      if (status !== 202) throw new Error(`a batch of holds was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  await owner.untilPosted(ledgerId, before + count);
};

interface Idle {
  /** CPU milliseconds a second; null where the system does not tell. */
  readonly service: number | null;
  readonly postgres: number | null;
}

const idleMs = async ({ service, owner }: Stage, seconds: number): Promise<Idle> => {
  await owner.vacuum();
  await delay(settlingMs);
  const usage = (): readonly (number | undefined)[] => [
    cpuMicrosOf(service.pid),
    owner.postmasterPid === undefined ? undefined : cpuMicrosOfFamily(owner.postmasterPid),
  ];
  const before = usage();
  await delay(seconds * 1000);
  const [ofService = null, ofPostgres = null] = usage().map((micros, index) =>
    micros === undefined ? null : (micros - (before[index] ?? 0)) / 1000 / seconds,
  );
  return { service: ofService, postgres: ofPostgres };
};

interface Measured {
  readonly perSecond: number;
  readonly expiryMs: number;
  readonly idleWithout: Idle;
  readonly idleWith: Idle;
  /** Milliseconds until posted. */
  readonly beside: readonly number[];
  readonly all: readonly number[];
}

const describe = (
  { holds, due, idleSeconds }: ExpiryPlan,
  { perSecond, expiryMs, idleWithout, idleWith, beside, all }: Measured,
): Section => {
  const [besideMs, allMs] = [percentilesOf(beside), percentilesOf(all)];
  const total = ({ service, postgres }: Idle): number => (service ?? NaN) + (postgres ?? NaN);
  return {
    title: `Expiry: ${wholeNumber(due)} of ${wholeNumber(holds + due)} holds due at once, in a ledger posted to ${wholeNumber(perSecond)} times a second`,
    tables: [
      {
        columns: ['ms until posted', 'requests', 'p50 ms', 'p99 ms'],
        rows: [
          ['while holds were released', beside, besideMs] as const,
          ['in the whole load', all, allMs] as const,
        ].map(([what, latencies, { p50, p99 }]) => [
          what,
          wholeNumber(latencies.length),
          ...[p50, p99].map(millisecondsText),
        ]),
      },
      {
        columns: [`idle for ${idleSeconds} s, CPU ms a second`, 'service', 'PostgreSQL'],
        rows: [['without holds', idleWithout] as const, [`with ${wholeNumber(holds)} open`, idleWith] as const].map(
          ([what, { service, postgres }]) => [what, ...[service, postgres].map(cpuText)],
        ),
      },
    ],
    remarks: [`The last was released ${(expiryMs / 1000).toFixed(1)} s after all were due.`],
    judgements: [
      judge('all released that were due at once', expiryMs, goals.expiry),
      judge('posted while holds were released, p99', besideMs.p99, goals.postedBesideExpiry),
      judge(
        'CPU of an idle second, open holds less none',
        total(idleWith) - total(idleWithout),
        goals.lookingForDueHolds,
      ),
    ],
    figures: { expiry: { perSecond, expiryMs, idleWithout, idleWith, besideMs, allMs } },
  };
};

const cpuText = (ms: number | null): string => (ms === null ? '?' : millisecondsText(ms));
