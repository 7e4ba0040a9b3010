/**
 * Delivers webhooks to a receiver in another process. The receiver answers one request in ten with 500, and never answers one in a hundred.
 * All processes that take part are killed in turn. No event may be lost or delivered too early, and none may be delivered twice without a
 * reason.
 */
import * as path from 'node:path';
import { eventsAreDelivered } from '../support/outside';
import { randomFrom } from '../support/traffic';
import { prepareReceiver, type Receiver } from './receiver';
import { eventsOf, judge, openRecipient, postAll, type Kill, type Recipient } from './recipients';
import { isFull, openPlay, seed } from './play';
import type { StagedService } from './stage';

const eventsEach = isFull ? 5_000 : 120;
const minKills = isFull ? 40 : 4;
const maxShown = 25;

/** The number of deliveries that each ledger's endpoint accepts at a time. The last endpoint accepts eight, in any order. */
const inFlight = [1, 1, 1, 8];
const program = [path.resolve(__dirname, '../support/webhook-service.js')];
/** Between two kills, at most this many requests are answered, so that the last kill comes before all events are delivered. */
const maxQuiet = Math.floor((eventsEach * inFlight.length) / (minKills + 1));
const environment = {
  LEDGER_WEBHOOK_ALLOW: '127.0.0.1/32',
  LEDGER_TEST_WEBHOOKS: JSON.stringify({
    ...{ timeoutMs: 1_000, leaseMs: 2_500, lookMs: 20 },
    // A receiver that is down fails many attempts in a short time. With so many retries, the service does not pause its endpoint.
    retryDelaysMs: [10, 20, 50, ...Array.from({ length: 1_000 }, () => 100)],
  }),
};

const play = openPlay(['all', 'worker'], { program, environment });
let service: StagedService;
let worker: StagedService;
let receiver: Receiver;
const over = new AbortController();

beforeAll(async () => {
  receiver = await prepareReceiver(100, 10);
  [service, worker] = play.services as readonly [StagedService, StagedService];
});

afterAll(async () => {
  over.abort();
  await receiver.close();
});

test('every event arrives signed and in order, and is repeated only if its delivery is in doubt', async () => {
  process.stdout.write(`webhooks: LEDGER_TEST_SEED=${seed}\n`);
  const urls = { api: service.url, receiver };
  const recipients: Recipient[] = [];
  for (const [index, max] of inFlight.entries()) recipients.push(await openRecipient(play.stage, urls, index, max));
  await receiver.restart();

  const random = randomFrom(seed);
  const up = (): Promise<unknown> => Promise.all([play.stage.postgres.up(), service.up()]);
  const posting = Promise.all(recipients.map((recipient) => postAll(recipient, eventsEach, over.signal, up)));
  const kills: Kill[] = [];
  while (kills.length < minKills) {
    await receiver.answered(1 + random(maxQuiet));
    // Kills each of the processes once, and then random ones.
    const victim = victims[kills.length < victims.length ? kills.length : random(victims.length)];
    kills.push(await (victim as Victim)());
  }
  await posting;
  await eventsAreDelivered(play.stage.ownerUrl);

  const received = receiver.received();
  const wrong: string[] = [];
  let events = 0;
  let repeated = 0;
  for (const recipient of recipients) {
    const told = await eventsOf(recipient);
    expect(told.size).toBeGreaterThanOrEqual(eventsEach);
    const verdict = judge(recipient, told, received, kills);
    wrong.push(...verdict.wrong);
    events += told.size;
    repeated += verdict.repeated;
    recipient.api.close();
  }
  expect(wrong.slice(0, maxShown)).toEqual([]);
  const count = (status: number): number => received.filter((one) => one.status === status).length;
  expect(count(500)).toBeGreaterThan(0);
  expect(count(0)).toBeGreaterThan(0);
  process.stdout.write(
    `webhooks: ${events} events through ${kills.length} kills; ${count(500)} answered 500, ` +
      `${count(0)} never, ${repeated} taken that came again\n`,
  );
});

type Victim = () => Promise<Kill>;

const killing =
  (what: string, kill: () => Promise<void>, restart: () => Promise<void>): Victim =>
  async () => {
    const from = receiver.received().length;
    await kill();
    await restart();
    return { what, from, to: receiver.received().length };
  };

const victims: readonly Victim[] = [
  killing(
    'worker',
    () => worker.kill(),
    () => worker.restart(),
  ),
  killing(
    'receiver',
    () => receiver.kill(),
    () => receiver.restart(),
  ),
  killing(
    'PostgreSQL',
    () => play.stage.postgres.kill(),
    () => play.stage.postgres.restart(),
  ),
  killing(
    'service',
    () => service.kill(),
    () => service.restart(),
  ),
];
