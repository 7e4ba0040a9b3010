/**
 * Measures how long the service takes to release many holds that expire at the same moment, in a ledger that has many more open holds.
 * Meanwhile transactions are posted at half the peak rate of the same run: first to a different ledger, then to the ledger with the holds.
 * The duration of the expiry is the time from the moment when the holds were due to the release of the last one. This part of the benchmark
 * also measures the CPU time that an idle service and its PostgreSQL use to look for due holds, with open holds and without.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { TenantId } from '../../../src/kernel/ids';
import { figuresOf, lostOf, runCrowd, type BooksInUse } from './crowd';
import { enter } from './entrants';
import { batchBodies, transactionBodies } from './load/bodies';
import { openConnection, postingTo, statusOf, unexpected } from './load/connection';
import { randomFrom } from './load/random';
import { percentilesOf, type Percentiles } from './percentiles';
import { openBooks, type BenchBooks } from './postgres/books';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import { runOnce } from './runs';
import type { Stage } from './stage';
import { accountsPerLedger, goals } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily } from './usage';

export interface ExpiryPlan {
  /** The number of open holds that expire only after the end of the run. */
  readonly holds: number;
  /** The number of holds that expire at the same moment. */
  readonly due: number;
  /** The duration of each idle measurement in seconds: one without holds, and one with holds. */
  readonly idleSeconds: number;
  readonly peakSeconds: number;
  /** The duration of the load in seconds. It must be longer than the expiry takes. */
  readonly loadSeconds: number;
  readonly seed: number;
}

const share = 0.5;
const waitsEach = 4;
const maxOutstanding = 1_000;
const warmUpSeconds = 2;
/** The time from accepting the first of these holds until they expire. By then all of them must be posted, and the load must be running. */
const dueAfterMs = 20_000;
/** The time from the beginning of the load until the holds expire. */
const leadMs = 1_000;
/** The time from opening the load's connections to the beginning of the load. It is short, because the service closes idle connections. */
const gatheringMs = 4_000;
/** The pause after creating the holds. PostgreSQL then finishes its background work on the new rows. */
const settlingMs = 5_000;
const farAwayMs = 30 * 86_400_000;

export const measureExpiry = async (
  stage: Stage,
  tenantId: TenantId,
  plan: ExpiryPlan,
  say: (line: string) => void,
): Promise<Section> => {
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
  say(`half the peak is ${wholeNumber(perSecond)} per second`);

  const other = await openBooks(stage.installation, tenantId, 'expiry-beside');
  const passes: Pass[] = [];
  for (const [place, { ledgerId, key }] of [['another ledger', other] as const, ['the same ledger', books] as const]) {
    const before = holds + passes.length * 2 * due;
    const load = { ledgerId, key, postedByOthers: ledgerId === books.ledgerId ? before + 2 * due : 0 };
    passes.push(await expireBeside(stage, { ...plan, place, perSecond, books, load, before, pass: passes.length }));
    say(`beside a load in ${place} all were released after ${secondsText(passes.at(-1)?.expiryMs ?? NaN)}`);
  }
  return describe(plan, { perSecond, passes, idleWithout, idleWith });
};

interface Pass {
  /** The ledger to which the load is posted. */
  readonly place: string;
  readonly expiryMs: number;
  /** The milliseconds from a request until its transaction was posted, measured while the holds were released. */
  readonly postedMs: Percentiles;
  readonly due: number;
  readonly accepted: number;
}

interface PassPlan extends ExpiryPlan {
  readonly place: string;
  readonly perSecond: number;
  readonly books: BenchBooks;
  readonly load: BooksInUse;
  /** The number of transactions that the holds' ledger contained before this pass. */
  readonly before: number;
  readonly pass: number;
}

const expireBeside = async (stage: Stage, plan: PassPlan): Promise<Pass> => {
  const { owner } = stage;
  const { books, holds, due, before, load, perSecond, loadSeconds: seconds, place, pass } = plan;
  const seed = plan.seed + 3 + 2 * pass;
  const dueAt = new Date(Date.now() + dueAfterMs);
  await postHolds(stage, books, { count: due, expiresAt: dueAt, seed, before });
  await until(dueAt.getTime() - leadMs - gatheringMs);
  const run = await runCrowd(stage, stage.tenantId, {
    ledger: load,
    ...{ maxOutstanding, perSecond, seconds, waitsEach, seed: seed + 1 },
    begins: () => until(dueAt.getTime() - leadMs),
  });
  await owner.untilPosted(books.ledgerId, before + 2 * due);
  const { open, expired, lastExpiredAt } = await owner.countHolds(books.ledgerId);
  const wanted = (pass + 1) * due;
  if (open !== holds || expired !== wanted || !lastExpiredAt)
    throw new Error(`${wanted} holds were due; ${expired} expired, and ${open} of ${holds} others are open`);
  if (lostOf(run) > 0) throw new Error(`of the load transactions were lost: ${JSON.stringify(figuresOf(run))}`);
  const expiryMs = lastExpiredAt.getTime() - dueAt.getTime();
  // The latencies are in the order of the responses, which arrive at an even rate. So a position in the list corresponds to a time.
  const at = (ms: number): number => Math.round((run.postedMs.length * ms) / (seconds * 1000));
  const postedMs = percentilesOf(run.postedMs.slice(at(leadMs), at(leadMs + expiryMs)));
  return { place, expiryMs, postedMs, due: run.due, accepted: run.accepted };
};

const until = async (moment: number): Promise<void> => {
  const early = moment - Date.now();
  if (early < 0) throw new Error('the holds were due before the load could begin');
  await delay(early);
};

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

interface Filling {
  readonly count: number;
  readonly expiresAt: Date;
  readonly seed: number;
  /** The number of transactions that the ledger already contains; undefined: none. */
  readonly before?: number;
}

const holdsPerBatch = 100;
const connections = 8;

/** Posts holds through the service, in batches, and waits until all are posted. */
const postHolds = async (
  { service, owner }: Stage,
  { ledgerId, key }: BenchBooks,
  { count, expiresAt, seed, before = 0 }: Filling,
): Promise<void> => {
  const day = new Date().toISOString().slice(0, 10);
  const transaction = transactionBodies(randomFrom(seed), { spreading: 'spread', accounts: accountsPerLedger, day });
  const terms = `{"layer":"pending","expires_at":"${expiresAt.toISOString()}",`;
  const body = batchBodies(() => terms + transaction().slice(1), holdsPerBatch);
  const target = { host: service.host, port: service.port, key };
  const request = postingTo(target, '/api/v1/transactions/batch');
  let left = count / holdsPerBatch;
  const send = async (): Promise<void> => {
    const connection = await openConnection(target);
    while (left > 0) {
      left -= 1;
      const answer = await connection.ask(request(body()));
      if (statusOf(answer) !== 202) throw unexpected(answer);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, send));
  await owner.untilPosted(ledgerId, before + count);
};

interface Idle {
  /** CPU milliseconds per second; null if the system does not report them. */
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
  readonly passes: readonly Pass[];
  readonly idleWithout: Idle;
  readonly idleWith: Idle;
}

const describe = (
  { holds, due, idleSeconds }: ExpiryPlan,
  { perSecond, passes, idleWithout, idleWith }: Measured,
): Section => {
  const total = ({ service, postgres }: Idle): number => (service ?? NaN) + (postgres ?? NaN);
  return {
    title: `Expiry: ${wholeNumber(due)} of ${wholeNumber(holds + due)} holds due at once, beside ${wholeNumber(perSecond)} single transactions per second`,
    tables: [
      {
        columns: ['load in', 'released after', 'posted p50 ms', 'p99 ms', 'due', 'accepted'],
        rows: passes.map(({ place, expiryMs, postedMs, due: wanted, accepted }) => [
          place,
          secondsText(expiryMs),
          ...[postedMs.p50, postedMs.p99].map(millisecondsText),
          ...[wanted, accepted].map(wholeNumber),
        ]),
      },
      {
        columns: [`idle for ${idleSeconds} s, CPU ms per second`, 'service', 'PostgreSQL'],
        rows: [['without holds', idleWithout] as const, [`with ${wholeNumber(holds)} open`, idleWith] as const].map(
          ([what, { service, postgres }]) => [what, ...[service, postgres].map(cpuText)],
        ),
      },
    ],
    remarks: ['The times until posted are those while holds were released.'],
    judgements: [
      ...passes.flatMap(({ place, expiryMs, postedMs, due: wanted, accepted }) => [
        judge(`all released, load in ${place}`, expiryMs, goals.expiry),
        judge(`posted meanwhile in ${place}, p99`, postedMs.p99, goals.postedBesideExpiry),
        judge(`refused meanwhile in ${place}`, wanted - accepted, goals.refusedBesideExpiry),
      ]),
      judge('CPU of an idle second, for open holds', total(idleWith) - total(idleWithout), goals.lookingForDueHolds),
    ],
    figures: { expiry: { perSecond, passes, idleWithout, idleWith } },
  };
};

const cpuText = (ms: number | null): string => (ms === null ? '?' : millisecondsText(ms));
