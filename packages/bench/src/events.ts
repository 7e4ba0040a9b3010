/**
 * Measures the cost of delivering events to clients in three ways: reading a long log page by page from its beginning; the time until an
 * event reaches an open stream while other streams are open; and posting while a separate worker delivers webhooks to an endpoint that
 * accepts every message.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerId, TenantId } from '../../../src/kernel/ids';
import { refused } from '../../../src/kernel/refusal';
import { runCrowd, type BooksInUse } from './crowd';
import { openStream, startReceiver, type OpenStream } from './event-clients';
import { percentilesOf, type Percentiles } from './percentiles';
import { transactionBodies } from './load/bodies';
import { randomFrom } from './load/random';
import { openBooks, type BenchBooks } from './postgres/books';
import { seedLedger } from './postgres/seeded-ledger';
import { askService, askWhole } from './service';
import { untilSummed } from './reports';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { accountsPerLedger, goals } from './targets';
import { cpuMicrosOf, cpuMicrosOfFamily, residentBytesOf } from './usage';

export interface EventsPlan {
  /** The number of transactions in the long log, which a client reads from its beginning. */
  readonly transactions: number;
  /** The load while streams and webhooks are measured, in transactions per second: half of the machine's peak rate. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly streams: number;
  /** The number of rounds. Each round measures the load with a webhook endpoint and without one. */
  readonly rounds: number;
  readonly seed: number;
}

const pageOfEvents = 1_000;
/** The key's rate limit, which is higher than any load of this part. */
const requestsPerSecond = 1_000_000;
const closedWithinMs = 500;
const accepted = 202;
const bytesPerMegabyte = 1_048_576;

export const measureEvents = async (
  stage: Stage,
  tenantId: TenantId,
  plan: EventsPlan,
  say: (line: string) => void,
): Promise<readonly Section[]> => [
  await measurePages(stage, tenantId, plan, say),
  await measureStreams(stage, tenantId, plan, say),
  await measureEndpoint(stage, tenantId, plan, say),
];

const measurePages = async (
  stage: Stage,
  tenantId: TenantId,
  { transactions, seed }: EventsPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const ledger = await seedLedger(stage.installation, tenantId, {
    ...{ ledger: 'events', transactions, entriesOfAccount: Math.ceil(transactions / 100), seed },
    rememberedTransactions: new Set(),
    rememberedEntries: new Set(),
  });
  const summedSeconds = await untilSummed(stage, ledger);
  await stage.owner.vacuum();
  say(
    `filled ${wholeNumber(transactions)} transactions; their stretches were summed ${summedSeconds.toFixed(1)} s later`,
  );
  const before = cpuOf(stage);
  const startedAt = performance.now();
  const pagesMs: number[] = [];
  let events = 0;
  for (let after = 0, head = Infinity; after < head;) {
    const askedAt = performance.now();
    const page = await askWhole<FeedPage>(
      { ...stage.service, key: ledger.key },
      `/events?limit=${pageOfEvents}&after_sequence=${after}`,
    );
    pagesMs.push(performance.now() - askedAt);
    events += page.data.length;
    after = page.meta.through_sequence;
    head = page.meta.head_sequence;
  }
  const perSecond = events / ((performance.now() - startedAt) / 1000);
  const { p50, p99 } = percentilesOf(pagesMs);
  const [service, database] = spentSince(stage, before).map((micros) => micros / events);
  say(`${wholeNumber(perSecond)} events per second; pages took ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)}`);
  return {
    title: `Events: a log of ${wholeNumber(events)} read from its beginning, ${wholeNumber(pageOfEvents)} at a time`,
    tables: [
      {
        columns: ['events per second', 'page p50 ms', 'page p99 ms', 'µs per event, service', 'PostgreSQL'],
        rows: [
          [wholeNumber(perSecond), millisecondsText(p50), millisecondsText(p99), micros(service), micros(database)],
        ],
      },
    ],
    remarks: ['Each transaction with its balances behind the event.'],
    judgements: [judge('events read per second', perSecond, goals.eventsPerSecond)],
    figures: { pages: { events, perSecond, p50, p99 } },
  };
};

const measureStreams = async (
  stage: Stage,
  tenantId: TenantId,
  { perSecond, seconds, streams, seed }: EventsPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const rows: string[][] = [];
  const firstBytes: Percentiles[] = [];
  let toAll: Percentiles = percentilesOf([]);
  for (const others of [0, streams - 1]) {
    const books = await openBooks(stage.installation, tenantId, `streams-${others}`);
    const head = await stage.owner.lastEvent(books.ledgerId);
    const bytesBefore = residentBytesOf(stage.service.pid) ?? 0;
    const stream = await openStream(stage, books.key, head);
    // A key may open at most a hundred streams, so the streams are distributed over several keys.
    const quiet = await openBooks(stage.installation, tenantId, `quiet-${others}`);
    const keys = await keysFor(stage, quiet.ledgerId, Math.ceil(others / 100));
    const open: OpenStream[] = [];
    const end = await stage.owner.lastEvent(quiet.ledgerId);
    for (let one = 0; one < others; one++) open.push(await openStream(stage, keys[one % keys.length] as string, end));
    const bytesOpen = residentBytesOf(stage.service.pid) ?? 0;
    const run = await runCrowd(stage, tenantId, {
      ...{ ledger: { ...books, postedByOthers: 0 }, maxOutstanding: 1_000, waitsEach: 0 },
      ...{ perSecond, seconds, seed: seed + others },
    });
    if (run.counted.posted !== run.due) throw new Error(`${run.due} were due and ${run.counted.posted} posted`);
    await stream.until(run.due);
    const late = percentilesOf(stream.lateMs());
    if (open.length > 0) toAll = percentilesOf(await hearOneByOne(stage, quiet, open));
    for (const one of [stream, ...open]) one.close();
    // Waits until the service has noticed that the streams are closed, so that new streams can be opened.
    await delay(closedWithinMs);
    say(`${others + 1} streams: first byte p50 ${late.p50.toFixed(0)} ms, p99 ${late.p99.toFixed(0)}`);
    firstBytes.push(late);
    rows.push([
      wholeNumber(others + 1),
      ...[late.p50, late.p99].map(millisecondsText),
      millisecondsText(percentilesOf(run.acceptedMs).p99),
      wholeNumber((bytesOpen - bytesBefore) / bytesPerMegabyte),
    ]);
  }
  return {
    title: `Streams at ${wholeNumber(perSecond)} transactions per second: ms from the decision, its commit included, to the event`,
    tables: [
      { columns: ['streams', 'p50', 'p99', 'accepted p99', 'MB while open'], rows },
      {
        columns: ['one event to streams', 'p50', 'p99'],
        rows: [[wholeNumber(streams - 1), ...[toAll.p50, toAll.p99].map(millisecondsText)]],
      },
    ],
    remarks: [
      'One stream receives all of these events. The others wait for another ledger, in which nothing happens meanwhile.',
      `Afterwards ${singleEvents} single events of that ledger go to all of the others.`,
    ],
    judgements: [
      judge('first byte of an event, p99', firstBytes[0]?.p99 ?? NaN, goals.firstByteOfEvent),
      judge(`one event to ${wholeNumber(streams - 1)} streams, p99`, toAll.p99, goals.eventToAllStreams),
    ],
    figures: { streams: firstBytes, toAll },
  };
};

/** The number of events. It is low enough that the tenant's limit on streamed events per second delays none of them. */
const singleEvents = 10;

/**
 * Posts one transaction at a time: the next one follows when all streams have received the event of the previous one. Returns all latencies
 * in milliseconds.
 */
const hearOneByOne = async (
  { service }: Stage,
  { key }: BenchBooks,
  open: readonly OpenStream[],
): Promise<readonly number[]> => {
  const body = transactionBodies(randomFrom(1), {
    spreading: 'spread',
    accounts: accountsPerLedger,
    day: '2026-01-15',
  });
  for (let count = 1; count <= singleEvents; count++) {
    await askService({ ...service, key }, '/transactions', JSON.parse(body()) as object);
    await Promise.all(open.map((stream) => stream.until(count)));
  }
  return open.flatMap((stream) => stream.lateMs());
};

interface Posted {
  readonly hasEndpoint: boolean;
  readonly p50: number;
  readonly p99: number;
  /** The CPU time of the service for each posting, in microseconds. */
  readonly service: number;
  readonly database: number;
}

const measureEndpoint = async (
  stage: Stage,
  tenantId: TenantId,
  { perSecond, seconds, rounds, seed }: EventsPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const receiver = await startReceiver();
  stage.defer(receiver.close);
  const worker = await stage.startWorker();
  const runs: Posted[] = [];
  let deliveredPerSecond = 0;
  for (let round = 0; round < rounds; round++)
    for (const hasEndpoint of round % 2 === 0 ? [false, true] : [true, false]) {
      const books = await openBooks(stage.installation, tenantId, `endpoint-${round}-${hasEndpoint}`);
      if (hasEndpoint) await openEndpoint(stage, books.ledgerId, receiver.url);
      const receivedBefore = receiver.received();
      const startedAt = performance.now();
      const before = cpuOf(stage);
      const run = await runCrowd(stage, tenantId, {
        ...{ ledger: { ...books, postedByOthers: 0 } satisfies BooksInUse, maxOutstanding: 1_000, waitsEach: 0 },
        ...{ perSecond, seconds, seed: seed + 10 + round * 2 + Number(hasEndpoint) },
      });
      const [service = NaN, database = NaN] = spentSince(stage, before).map((spent) => spent / run.due);
      const others = [...run.answers].filter(([status]) => status !== accepted);
      if (others.length > 0) throw new Error(`all should be accepted: ${JSON.stringify(others)}`);
      if (hasEndpoint) {
        await receiver.until(receivedBefore + run.due);
        deliveredPerSecond = run.due / ((performance.now() - startedAt) / 1000);
      }
      runs.push({ hasEndpoint, ...percentilesOf(run.acceptedMs), service, database });
      say(`${hasEndpoint ? 'with' : 'without'} an endpoint: ${micros(service)} µs of the service a posting`);
    }
  await worker.stop();
  const mean = (has: boolean, of: (run: Posted) => number): number => {
    const those = runs.filter(({ hasEndpoint }) => hasEndpoint === has);
    return those.reduce((sum, run) => sum + of(run), 0) / those.length;
  };
  const slower = (mean(true, ({ service }) => service) / mean(false, ({ service }) => service) - 1) * 100;
  return {
    title: `Webhooks: ${wholeNumber(perSecond)} transactions per second, with an endpoint that takes everything and without, in turns`,
    tables: [
      {
        columns: ['endpoint', 'accepted p50 ms', 'accepted p99 ms', 'µs a posting, posting process', 'PostgreSQL'],
        rows: [false, true].map((has) => [
          has ? 'one' : 'none',
          millisecondsText(mean(has, ({ p50 }) => p50)),
          millisecondsText(mean(has, ({ p99 }) => p99)),
          micros(mean(has, ({ service }) => service)),
          micros(mean(has, ({ database }) => database)),
        ]),
      },
    ],
    remarks: [
      `Delivered by a worker of its own, ${wholeNumber(deliveredPerSecond)} per second; its work in PostgreSQL is counted.`,
    ],
    judgements: [judge('CPU of the posting process more with an endpoint, per cent', slower, goals.slowerByEndpoint)],
    figures: { endpoint: runs },
  };
};

const micros = (value: number | undefined): string => (value === undefined ? '?' : wholeNumber(value));

const cpuOf = ({ service, owner }: Stage): readonly number[] => [
  cpuMicrosOf(service.pid) ?? NaN,
  owner.postmasterPid === undefined ? NaN : (cpuMicrosOfFamily(owner.postmasterPid) ?? NaN),
];

const spentSince = (stage: Stage, before: readonly number[]): readonly number[] =>
  cpuOf(stage).map((now, index) => now - (before[index] ?? NaN));

interface FeedPage {
  readonly data: readonly object[];
  readonly meta: { readonly through_sequence: number; readonly head_sequence: number };
}

const keysFor = async ({ installation }: Stage, ledgerId: LedgerId, count: number): Promise<readonly string[]> => {
  const ledger = await installation.ledgering.ledger(ledgerId);
  if (!ledger) throw new Error('the ledger is gone');
  const keys: string[] = [];
  for (let one = 0; one < count; one++) {
    const capabilities = ['events:admin'];
    const issued = await installation.access.issueKey({
      ...{ ledger, name: `key ${one}`, capabilities, rateLimitPerSecond: requestsPerSecond },
    });
    if (refused(issued)) throw new Error(`no key was issued: ${JSON.stringify(issued.left)}`);
    keys.push(issued.right.key);
  }
  return keys;
};

const openEndpoint = async (stage: Stage, ledgerId: LedgerId, url: string): Promise<void> => {
  const [key] = await keysFor(stage, ledgerId, 1);
  await askService({ ...stage.service, key: key as string }, '/webhook-endpoints', {
    url,
    max_in_flight: 8,
    types: ['transaction.posted'],
  });
};
