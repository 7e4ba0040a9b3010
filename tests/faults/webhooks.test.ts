/**
 * Events on their way to a receiver in another process, which answers 500 to one in ten, never to one in a hundred, and is
 * killed like everything else between them: none is lost, none overtakes another, and none comes again without a reason.
 */
import { randomInt } from 'node:crypto';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '../support/traffic';
import { prepareReceiver, type Receiver } from './receiver';
import { eventsOf, judge, openRecipient, postAll, type Kill, type Recipient } from './recipients';
import { setStage, type Stage, type StagedService } from './stage';

const isFull = process.env['LEDGER_TEST_FAULTS'] === 'full';
const seed = Number(process.env['LEDGER_TEST_SEED'] ?? randomInt(2 ** 31));
const eventsEach = isFull ? 5_000 : 120;
const minKills = isFull ? 40 : 4;
const quietMs = isFull ? [500, 3_000] : [100, 500];
const deliveredWithinMs = isFull ? 480_000 : 60_000;
const timeoutMs = 900_000;
const maxShown = 25;

/** The last sends eight at a time, in any order. */
const inFlight = [1, 1, 1, 8];
const program = [path.resolve(__dirname, '../support/webhook-service.js')];
const environment = {
  LEDGER_WEBHOOK_ALLOW: '127.0.0.1/32',
  LEDGER_TEST_WEBHOOKS: JSON.stringify({
    ...{ timeoutMs: 1_000, leaseMs: 2_500, lookMs: 20 },
    // Nobody is paused: a receiver that is away fails many attempts in a short time.
    retryDelaysMs: [10, 20, 50, ...Array.from({ length: 1_000 }, () => 100)],
  }),
};

let stage: Stage;
let service: StagedService;
let worker: StagedService;
let receiver: Receiver;
const over = new AbortController();

beforeAll(async () => {
  stage = await setStage();
  receiver = await prepareReceiver(100, 10);
  const started = [stage.start('all', { program, environment }), stage.start('worker', { program, environment })];
  [service, worker] = (await Promise.all(started)) as [StagedService, StagedService];
}, timeoutMs);

afterAll(async () => {
  over.abort();
  await receiver.close();
  await stage.clear();
}, timeoutMs);

test(
  'every event arrives, signed and in order, and comes again only where nobody can know that it was taken',
  async () => {
    process.stdout.write(`webhooks: LEDGER_TEST_SEED=${seed}\n`);
    const urls = { api: service.url, receiver };
    const recipients: Recipient[] = [];
    for (const [index, max] of inFlight.entries()) recipients.push(await openRecipient(stage, urls, index, max));
    await receiver.restart();

    const random = randomFrom(seed);
    const began = Date.now();
    const posting = Promise.all(recipients.map((recipient) => postAll(recipient, eventsEach, over.signal)));
    const kills: Kill[] = [];
    for (let isDone = false; !isDone; isDone = kills.length >= minKills && (await allDelivered(recipients))) {
      if (Date.now() - began > deliveredWithinMs) throw new Error(await standing(recipients));
      await delay((quietMs[0] ?? 0) + random(quietMs[1] ?? 0));
      // In the short form all four twice, and then no more.
      const victim = victims[kills.length < victims.length ? kills.length : random(victims.length)];
      if (isFull || kills.length < minKills) kills.push(await (victim as Victim)());
    }
    await posting;
    const seconds = (Date.now() - began) / 1000;

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
      `webhooks: ${events} events in ${seconds.toFixed(1)} s through ${kills.length} kills; ${count(500)} answered 500, ` +
        `${count(0)} never, ${repeated} taken that came again\n`,
    );
  },
  timeoutMs,
);

type Victim = () => Promise<Kill>;

const killing =
  (what: string, kill: () => Promise<void>, restart: () => Promise<void>): Victim =>
  async () => {
    const from = Date.now();
    await kill();
    await restart();
    return { what, from, to: Date.now() };
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
    () => stage.postgres.kill(),
    () => stage.postgres.restart(),
  ),
  killing(
    'service',
    () => service.kill(),
    () => service.restart(),
  ),
];

/** Asked of the service, which may be away. */
const through = async ({ api, endpointId }: Recipient): Promise<number> => {
  const answer = await api.get(`/webhook-endpoints/${endpointId}`).catch(() => undefined);
  return (answer?.body.data?.delivered_through as number | undefined) ?? 0;
};

const allDelivered = async (recipients: readonly Recipient[]): Promise<boolean> => {
  for (const recipient of recipients) {
    if ((await through(recipient)) < eventsEach) return false;
    const feed = await recipient.api.get('/events?limit=1').catch(() => undefined);
    if (feed?.status !== 200 || (await through(recipient)) < feed.body.data.head_sequence) return false;
  }
  return true;
};

const standing = async (recipients: readonly Recipient[]): Promise<string> => {
  const stand = await Promise.all(recipients.map(through));
  const said = [service, worker].map((one) => one.complaints().split('\n').slice(-maxShown).join('\n'));
  return [`after ${deliveredWithinMs} ms delivered through ${stand.join(', ')}`, ...said].join('\n\n');
};
