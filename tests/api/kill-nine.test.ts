/**
 * kill -9 while eight clients post. What was acknowledged must be there, once; what was not may be there, once; and
 * whoever asks again with the same key finds out which.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { client, everyPage, type Client } from '../support/client';
import { freePort, install, kill, until, type Installed, type Service } from '../support/service-process';
import {
  note,
  randomFrom,
  send,
  startTraffic,
  type Item,
  type Leg,
  type Order,
  type Traffic,
} from '../support/traffic';

const clients = 8;
const minTrafficMs = 300;
const maxTrafficMs = 900;
const withoutDatabaseMs = 100;
const quietWithinMs = 120_000;
/** It takes a quarter of a minute on two free cores; the rest is for busy ones. */
const timeoutMs = 600_000;
const accountCodes = ['CASH', 'A1', 'A2', 'A3', 'A4', 'A5'];

/** The same seed gives the same orders and pauses; what the kills hit is up to the machine. */
const seed = Number(process.env['LEDGER_TEST_SEED'] ?? randomInt(2 ** 31));

let home: Installed | undefined;
let traffic: Traffic | undefined;

afterEach(async () => {
  const ended = traffic?.end().catch(() => undefined);
  await home?.remove();
  await ended;
});

describe('killing the service with -9 while it posts', () => {
  test(
    'loses nothing it acknowledged and doubles nothing',
    async () => {
      process.stdout.write(`kill-nine: LEDGER_TEST_SEED=${seed}\n`);
      const here = (home = install());
      let service = await here.serve();
      const key = await newKey(here);
      let api = client(service.url, key);
      for (const code of accountCodes) {
        const type = code === 'CASH' ? 'asset' : 'liability';
        expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
      }

      const posting = (traffic = startTraffic(clients, seed, accountCodes, () => api));
      const random = randomFrom(seed);
      for (const murder of murders) {
        await delay(minTrafficMs + random(maxTrafficMs - minTrafficMs));
        await Promise.race([murder(here, service, posting), posting.clients]);
        service = await here.serve();
        api = client(service.url, key);
        posting.resume();
      }
      await delay(minTrafficMs);
      await posting.end();

      const { orders } = posting;
      await nothingStaysPending(api);
      const existing = await theBooksHoldWhatWasAcknowledged(api, orders);
      const unheard = itemsOf(orders).filter((item) => item.acknowledged === undefined);
      await askingAgainFindsOrMakesEach(api, orders, existing);
      await nothingStaysPending(api);
      await everyKeyExistsOnceAndBalancesAreItsSum(api, orders);
      await verifyFindsNothing(here);
      expect(await service.stop('SIGINT')).toMatchObject({ code: 0 });
      await verifyFindsNothing(here);
      expect([here.postgres(), here.socketFolders()]).toEqual([[], []]);

      const { requests, unanswered } = posting.seen();
      expect(unanswered).toBeGreaterThan(0);
      process.stdout.write(
        `kill-nine: ${murders.length} kills, ${requests} requests, ${unanswered} unanswered, ${itemsOf(orders).length} ` +
          `transactions; of ${unheard.length} without an acknowledgement ` +
          `${unheard.filter((item) => existing.has(item.key)).length} existed\n`,
      );
    },
    timeoutMs,
  );
});

type Murder = (here: Installed, service: Service, traffic: Traffic) => Promise<void>;

const atOnce: Murder = async (_, service) => void (await service.stop('SIGKILL'));

const rightAfterAnAnswerTo =
  (kind: Order['kind']): Murder =>
  async (_, service, traffic) => {
    await traffic.nextAnswer(kind);
    await service.stop('SIGKILL');
  };

/** The database first, so that the service has a moment in which it can only say that it is unavailable. */
const withItsDatabase: Murder = async (here, service) => {
  kill(here.postmaster());
  await delay(withoutDatabaseMs);
  await service.stop('SIGKILL');
};

/** And its database, and the service that was to follow, in the middle of its start. */
const withItsSuccessor: Murder = async (here, service) => {
  const postmaster = here.postmaster();
  await service.stop('SIGKILL');
  kill(postmaster);
  const successor = here.beginToServe(await freePort());
  await until('the successor starts the database', () => ![0, postmaster].includes(here.postmaster()));
  await successor.stop('SIGKILL');
};

const murders: readonly Murder[] = [
  atOnce,
  rightAfterAnAnswerTo('single'),
  withItsDatabase,
  rightAfterAnAnswerTo('batch'),
  withItsSuccessor,
  rightAfterAnAnswerTo('atomic batch'),
  atOnce,
];

const newKey = async (here: Installed): Promise<string> => {
  const json = async (...args: string[]): Promise<{ id: string; key: string }> => {
    const { code, stdout, stderr } = await here.ledger(...args, '--json');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const tenant = await json('tenants', 'create', '--name', 'Survivor');
  const described = ['--code', 'KILLED', '--name', 'Killed', '--currency', 'EUR'];
  const ledger = await json('ledgers', 'create', '--tenant', tenant.id, ...described);
  return (await json('keys', 'create', '--ledger', ledger.id, '--rate-limit', '1000000')).key;
};

const itemsOf = (orders: readonly Order[]): readonly Item[] => orders.flatMap(({ items }) => items);

const nothingStaysPending = (api: Client): Promise<void> =>
  until(
    'nothing is pending',
    async () => (await api.get('/transactions?status=pending&limit=1')).body.data.length === 0,
    quietWithinMs,
  );

/** Key → the id of its one transaction. All of them posted, as they were sent, in a sequence without a gap. */
const readBooks = async (api: Client, orders: readonly Order[]): Promise<ReadonlyMap<string, string>> => {
  const sent = new Map(itemsOf(orders).map((item) => [item.key, item]));
  const listed = await everyPage(api, '/transactions');
  expect(listed.filter(({ status }) => status !== 'posted')).toEqual([]);
  expect(listed.map(({ entries }) => entries.map(legOf))).toEqual(
    listed.map(({ idempotency_key: key }) => sent.get(key)?.body.entries),
  );
  const ids = new Map(listed.map(({ idempotency_key: key, id }) => [key as string, id as string]));
  expect(ids.size).toBe(listed.length);
  expect(listed.map(({ sequence }) => sequence as number).toSorted((one, other) => one - other)).toEqual(
    listed.map((_, index) => index + 1),
  );
  return ids;
};

const legOf = ({ account_code, type, amount }: Leg): Leg => ({ account_code, type, amount });

const theBooksHoldWhatWasAcknowledged = async (
  api: Client,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string>> => {
  const existing = await readBooks(api, orders);
  const acknowledged = itemsOf(orders).filter((item) => item.acknowledged !== undefined);
  expect(acknowledged.map(({ key }) => [key, existing.get(key)])).toEqual(
    acknowledged.map(({ key, acknowledged: id }) => [key, id]),
  );
  const halfDone = orders
    .filter(({ kind }) => kind === 'atomic batch')
    .filter(({ items }) => new Set(items.map(({ key }) => existing.has(key))).size > 1);
  expect(halfDone).toEqual([]);
  return existing;
};

/** Every order once more, from the last to the first: a replay of what exists, and the first time for what does not. */
const askingAgainFindsOrMakesEach = async (
  api: Client,
  orders: readonly Order[],
  existing: ReadonlyMap<string, string>,
): Promise<void> => {
  const left = [...orders];
  const work = async (): Promise<void> => {
    for (let order = left.pop(); order; order = left.pop()) {
      const answers = (await send(api, order)) ?? [];
      const expected = order.items.map(({ key }) => ({ key, replayed: existing.has(key) }));
      expect(order.items.map(({ key }, index) => ({ key, replayed: answers[index]?.replayed }))).toEqual(expected);
      for (const item of order.items) item.acknowledged ??= existing.get(item.key);
      note(order, answers);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
};

const everyKeyExistsOnceAndBalancesAreItsSum = async (api: Client, orders: readonly Order[]): Promise<void> => {
  const items = itemsOf(orders);
  expect(await readBooks(api, orders)).toEqual(new Map(items.map(({ key, acknowledged }) => [key, acknowledged])));

  const expected = new Map(accountCodes.map((code) => [code, 0n]));
  for (const { account_code: code, type, amount } of items.flatMap(({ body }) => body.entries)) {
    const cents = BigInt(amount.replace('.', ''));
    expected.set(code, (expected.get(code) ?? 0n) + (type === normalBalanceOf(code) ? cents : -cents));
  }
  const balances = new Map<string, bigint>(
    (await everyPage(api, '/accounts')).map(({ code, balance }) => [code, BigInt(balance.replace('.', ''))]),
  );
  expect(balances).toEqual(expected);
};

const normalBalanceOf = (code: string): Leg['type'] => (code === 'CASH' ? 'debit' : 'credit');

const verifyFindsNothing = async (here: Installed): Promise<void> => {
  const { code, stdout, stderr } = await here.ledger('verify', '--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, findings: [] });
  expect(code).toBe(0);
};
