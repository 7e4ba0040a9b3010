/** Two processes that deliver to the same endpoints: each endpoint has one of them, and the other where that one is gone. */
import * as path from 'node:path';
import { openRecipient, postAll, type Recipient } from '../faults/recipients';
import { setStage, type Stage, type StagedService } from '../faults/stage';
import { listenForHooks, type Hook, type Hooks } from '../support/hooks';
import { until } from '../support/service-process';

jest.setTimeout(120_000);

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
let hooks: Hooks;
let api: StagedService;
let workers: readonly [StagedService, StagedService];
const recipients: Recipient[] = [];
/** Path → events that are not answered yet. */
const underWay = new Map<string, Hook[]>();
const atOnce: string[] = [];
let posted = 0;

beforeAll(async () => {
  stage = await setStage();
  hooks = await listenForHooks((hook, response) => {
    const beside = underWay.get(hook.path) ?? [];
    const { maxInFlight } = recipients[Number(hook.path.slice(1))] as Recipient;
    if (beside.length >= maxInFlight) atOnce.push(`${hook.path}: more than ${maxInFlight}`);
    for (const other of beside) {
      if (other.sequence === hook.sequence) atOnce.push(`${hook.path}: event ${hook.sequence} twice`);
      if (other.process !== hook.process) atOnce.push(`${hook.path}: by two processes`);
    }
    underWay.set(hook.path, [...beside, hook]);
    // Over when it was answered, or when the sender has no connection to it any more.
    response.once('close', () =>
      underWay.set(
        hook.path,
        (underWay.get(hook.path) ?? []).filter((one) => one !== hook),
      ),
    );
    setTimeout(() => !response.destroyed && response.writeHead(200).end(), answerMs);
  });
  const staging = { program, environment };
  const start = () => stage.start('worker', staging);
  [api, ...workers] = await Promise.all([stage.start('api', staging), start(), start()]);
  const receiver = { ...idle, url: hooks.url };
  for (let number = 0; number < endpoints; number++)
    recipients.push(await openRecipient(stage, { api: api.url, receiver }, number, number % 2 === 0 ? 1 : 4));
});

afterAll(async () => {
  for (const recipient of recipients) recipient.api.close();
  await stage.clear();
  await hooks.close();
});

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

const sequencesOf = ({ path: own }: Recipient): ReadonlySet<number> =>
  new Set(hooks.received.filter((hook) => hook.path === own).map(({ sequence }) => sequence));

const allArrive = async (): Promise<void> => {
  // What was accepted is posted a moment later.
  await until('everything is posted', async () => (await heads()).every((head) => head >= posted + 2));
  const wanted = await heads();
  const has = (): boolean => recipients.every((one, index) => sequencesOf(one).size === wanted[index]);
  await until('every event arrives', has, 30_000);
};

const sendersSince = (from: number): ReadonlySet<string | undefined> =>
  new Set(hooks.received.slice(from).map((hook) => hook.process));

test('two processes share the endpoints: no event is sent twice, and each endpoint has one of them at a time', async () => {
  await post(60);
  await allArrive();
  expect(atOnce).toEqual([]);
  expect(hooks.received.length).toBe((await heads()).reduce((sum, head) => sum + head, 0));
  expect(sendersSince(0).size).toBe(2);
});

test('where one of them is killed, the other takes over what it had', async () => {
  const before = hooks.received.length;
  const posting = post(100);
  await until('both are at work', () => sendersSince(before).size === 2);
  await workers[0].kill();
  await posting;
  await allArrive();
  expect(atOnce).toEqual([]);
  await workers[0].restart();
});

test('where one of them is stopped, the other takes over after the lease, and keeps it when that one wakes up', async () => {
  const before = hooks.received.length;
  const posting = post(100);
  await until('both are at work', () => sendersSince(before).size === 2);
  workers[1].pause();
  await posting;
  await allArrive();
  const stoppedAt = hooks.received.length;
  workers[1].resume();
  await post(20);
  await allArrive();
  expect(atOnce).toEqual([]);
  expect(hooks.received.length).toBeGreaterThan(stoppedAt);
  const sent = hooks.received.length;
  const wanted = (await heads()).reduce((sum, head) => sum + head, 0);
  // No more came twice than may have been on their way when one was killed, and one stopped.
  expect(sent - wanted).toBeLessThanOrEqual(2 * recipients.reduce((sum, { maxInFlight }) => sum + maxInFlight, 0));
});
