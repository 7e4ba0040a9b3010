/** Ledgers that each send their events to their own path of a receiver, and the checks of everything that arrived. */
import { createHash } from 'node:crypto';
import { leanClient, type LeanAnswer, type LeanClient } from '../model/lean-client';
import { expected } from '../support/ledger';
import type { Received, Receiver } from './receiver';
import type { Stage } from './stage';

export interface Recipient {
  readonly path: string;
  readonly maxInFlight: number;
  readonly endpointId: string;
  readonly api: LeanClient;
}

/**
 * The kill of a process that takes part in a delivery. The receiver had recorded `from` requests before the signal, and `to` requests when
 * the process was running again.
 */
export interface Kill {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

const plentyPerSecond = 1_000_000;
const answersWithinMs = 5_000;
const batchOf = 100;

export const openRecipient = async (
  { office }: Stage,
  urls: { readonly api: string; readonly receiver: Pick<Receiver, 'url' | 'secrets'> },
  number: number,
  maxInFlight: number,
): Promise<Recipient> => {
  const { id: tenantId } = expected(await office.access.createTenant(`tenant ${number}`));
  const opening = { tenantId, code: `LEDGER-${number}`, name: `Ledger ${number}`, currency: 'USD' };
  const ledger = expected(await office.ledgering.openLedger(opening));
  const wanted = { ledger, capabilities: ['events:admin'], rateLimitPerSecond: plentyPerSecond };
  const api = leanClient(urls.api, expected(await office.access.issueKey(wanted)).key, answersWithinMs);
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    await created(api.post('/accounts', { code, name: code, type, category: 'system' }));
  const path = `/${number}`;
  const endpoint = { url: `${urls.receiver.url}${path}`, max_in_flight: maxInFlight, from_sequence: 1 };
  const { id, secret } = await created(api.post('/webhook-endpoints', endpoint));
  urls.receiver.secrets[path] = secret;
  return { path, maxInFlight, endpointId: id, api };
};

const created = async (asked: Promise<LeanAnswer>): Promise<LeanAnswer['body']> => {
  const { status, body } = await asked;
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
};

/**
 * Posts transactions until this many are accepted, even if the service is killed meanwhile. Waits before each request until the service is
 * running.
 */
export const postAll = async (
  { api, path }: Recipient,
  transactions: number,
  given: AbortSignal,
  up: () => Promise<unknown> = async () => undefined,
): Promise<void> => {
  for (let from = 0; from < transactions && !given.aborted;) {
    const numbers = Array.from({ length: Math.min(batchOf, transactions - from) }, (_, index) => from + index);
    const items = numbers.map((number) => ({
      ...{ effective_date: '2026-01-15', description: `sale ${number}`, idempotency_key: `${path}-${number}` },
      entries: [
        { account_code: 'CASH', type: 'debit', amount: '1.00' },
        { account_code: 'SALES', type: 'credit', amount: '1.00' },
      ],
    }));
    await up();
    const answer = await api.post('/transactions/batch', { transactions: items }).catch(() => undefined);
    const results: readonly LeanAnswer['body'][] = answer?.body.data?.results ?? [];
    if (results.length > 0 && results.every(({ status }) => status !== 'rejected')) from += numbers.length;
  }
};

/** The sequence of each event of the feed, with the event's id and the hash of its body. */
export type FeedEvents = ReadonlyMap<number, { readonly hash: string; readonly id: string }>;

export const eventsOf = async ({ api }: Recipient): Promise<FeedEvents> => {
  const events = new Map<number, { hash: string; id: string }>();
  for (let after = 0; ;) {
    const { status, body } = await api.get(`/events?after_sequence=${after}&limit=100`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (body.data.length === 0) return events;
    for (const event of body.data) {
      after = event.sequence as number;
      const hash = createHash('sha256').update(JSON.stringify(event)).digest('base64');
      events.set(after, { hash, id: event.id as string });
    }
  }
};

export interface Verdict {
  readonly wrong: readonly string[];
  /** How many times an event was delivered again although an earlier delivery of it was answered with 2xx. */
  readonly repeated: number;
}

/**
 * Expects that every event arrived as it is in the feed, and only once. If a kill prevented the service from recording answers, the events
 * that were in flight may arrive twice. With one delivery at a time, events must arrive in the order of the log.
 */
export const judge = (
  { path, maxInFlight }: Recipient,
  events: FeedEvents,
  all: readonly Received[],
  kills: readonly Kill[],
): Verdict => {
  const wrong: string[] = [];
  const takenAt = new Map<number, number>();
  const repetitions = new Map<Kill, number>();
  let next = 1;
  let repeated = 0;
  for (const [at, { path: to, sequence, hash, isSigned, status, id }] of all.entries()) {
    if (to !== path) continue;
    const complain = (what: string): void => void wrong.push(`${path}: event ${sequence} in request ${at} ${what}`);
    if (!isSigned) complain('was not signed');
    const event = events.get(sequence);
    if (hash !== event?.hash) complain('is not what the feed says');
    if (!id.endsWith(`_${event?.id.slice('evt_'.length)}`)) complain(`came as ${id}`);
    if (maxInFlight === 1 && sequence > next) complain(`came before event ${next} was taken`);
    const before = takenAt.get(sequence);
    if (before !== undefined) {
      repeated += 1;
      const why = kills.find(
        (kill) => before <= kill.to && at >= kill.from && (repetitions.get(kill) ?? 0) < maxInFlight,
      );
      if (why) {
        repetitions.set(why, (repetitions.get(why) ?? 0) + 1);
        // The service lost the record of the first answer in a kill, so it delivers the event until it gets another 2xx.
        takenAt.delete(sequence);
      } else
        complain(`came again, although it was taken at ${before}; of kills then: ${JSON.stringify(around(kills, at))}`);
    }
    if (status === 200) takenAt.set(sequence, at);
    while (takenAt.has(next)) next += 1;
  }
  for (const sequence of events.keys()) if (!takenAt.has(sequence)) wrong.push(`${path}: event ${sequence} never came`);
  return { wrong, repeated };
};

const aroundRequests = 1_000;
/** The kills around request number `at`; the message of a failed check names them. */
const around = (kills: readonly Kill[], at: number): readonly Kill[] =>
  kills.filter(({ from, to }) => from <= at + aroundRequests && to >= at - aroundRequests);
