/** Two processes that deliver to the same endpoints: each endpoint has one of them, and the other where that one is gone. */
import * as path from 'node:path';
import { openRecipient, postAll, type Recipient } from '../faults/recipients';
import { setStage, type Stage, type StagedService } from '../faults/stage';
import { until } from '../support/service-process';
import { startReceiver, type Delivered, type Receiver, type Replying } from '../support/webhooks';

const endpoints = 10;
const leaseMs = 2_000;
const timeoutMs = 800;
const answerMs = 10;
const program = [path.resolve(__dirname, '../support/webhook-service.js')];
const retryDelaysMs = Array.from({ length: 100 }, () => 100);
const environment = {
  LEDGER_WEBHOOK_ALLOW: '127.0.0.1/32',
  LEDGER_TEST_WEBHOOKS: JSON.stringify({ timeoutMs, leaseMs, lookMs: 50, retryDelaysMs }),
};

let stage: Stage;
let receiver: Receiver;
let api: StagedService;
let workers: readonly [StagedService, StagedService];
const recipients: Recipient[] = [];
/** Path → events that are not answered yet. */
const underWay = new Map<string, Delivered[]>();
const atOnce: string[] = [];
let posted = 0;

beforeAll(async () => {
  stage = await setStage();
  receiver = await startReceiver();
  const staging = { program, environment };
  const start = () => stage.start('worker', staging);
  [api, ...workers] = await Promise.all([stage.start('api', staging), start(), start()]);
  const urls = { api: api.url, receiver: { ...idle, url: receiver.url('') } };
  for (let number = 0; number < endpoints; number++) {
    const maxInFlight = number % 2 === 0 ? 1 : 4;
    receiver.answer(`/${number}`, watching(maxInFlight));
    recipients.push(await openRecipient(stage, urls, number, maxInFlight));
  }
});

afterAll(async () => {
  for (const recipient of recipients) recipient.api.close();
  await stage.clear();
  await receiver.close();
});

/** Takes everything, a little later, and notes what must not be on its way at once. */
const watching =
  (maxInFlight: number): Replying =>
  (delivered) => {
    const { path: own, event } = delivered;
    const beside = underWay.get(own) ?? [];
    if (beside.length >= maxInFlight) atOnce.push(`${own}: more than ${maxInFlight}`);
    for (const other of beside) {
      if (other.event.sequence === event.sequence) atOnce.push(`${own}: event ${event.sequence} twice`);
      if (senderOf(other) !== senderOf(delivered)) atOnce.push(`${own}: by two processes`);
    }
    underWay.set(own, [...beside, delivered]);
    return (response) => {
      // Over when it was answered, or when the sender has no connection to it any more.
      response.once('close', () =>
        underWay.set(
          own,
          (underWay.get(own) ?? []).filter((one) => one !== delivered),
        ),
      );
      setTimeout(() => !response.destroyed && response.writeHead(200).end(), answerMs);
    };
  };

const senderOf = ({ headers }: Delivered) => headers['x-process'];

/** The listener is of this process: there is nothing to kill. */
const idle = {
  secrets: {},
  kill: async () => undefined,
  restart: async () => undefined,
  received: () => [],
  close: async () => undefined,
};

const never = new AbortController().signal;
/** So many transactions in each ledger beside those before. */
const post = async (count: number): Promise<void> => {
  posted += count;
  for (const recipient of recipients) await postAll(recipient, posted, never);
};

const heads = (): Promise<readonly number[]> =>
  Promise.all(recipients.map(async (one) => (await one.api.get('/events?limit=1')).body.data.head_sequence as number));

const sequencesOf = ({ path: own }: Recipient): ReadonlySet<number> => new Set(receiver.sequences(own));

const allArrive = async (): Promise<void> => {
  // What was accepted is posted a moment later.
  await until('everything is posted', async () => (await heads()).every((head) => head >= posted + 2));
  const wanted = await heads();
  const has = (): boolean => recipients.every((one, index) => sequencesOf(one).size === wanted[index]);
  await until('every event arrives', has);
};

const sendersSince = (from: number): ReadonlySet<unknown> => new Set(receiver.received.slice(from).map(senderOf));

test('two processes share the endpoints: no event is sent twice, and each endpoint has one of them at a time', async () => {
  await post(60);
  await allArrive();
  expect(atOnce).toEqual([]);
  expect(receiver.received.length).toBe((await heads()).reduce((sum, head) => sum + head, 0));
  expect(sendersSince(0).size).toBe(2);
});

test('where one of them is killed, the other takes over what it had', async () => {
  const before = receiver.received.length;
  const posting = post(100);
  await until('both are at work', () => sendersSince(before).size === 2);
  await workers[0].kill();
  await posting;
  await allArrive();
  expect(atOnce).toEqual([]);
  await workers[0].restart();
});

test('where one of them is stopped, the other takes over after the lease, and keeps it when that one wakes up', async () => {
  const before = receiver.received.length;
  const posting = post(100);
  await until('both are at work', () => sendersSince(before).size === 2);
  workers[1].pause();
  await posting;
  await allArrive();
  const stoppedAt = receiver.received.length;
  workers[1].resume();
  await post(20);
  await allArrive();
  expect(atOnce).toEqual([]);
  expect(receiver.received.length).toBeGreaterThan(stoppedAt);
  const sent = receiver.received.length;
  const wanted = (await heads()).reduce((sum, head) => sum + head, 0);
  // No more came twice than may have been on their way when one was killed, and one stopped.
  expect(sent - wanted).toBeLessThanOrEqual(2 * recipients.reduce((sum, { maxInFlight }) => sum + maxInFlight, 0));
});
