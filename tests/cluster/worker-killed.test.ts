/**
 * kill -9 of a worker under load, and its return. Nothing that was acknowledged is lost or doubled; ledgers of other workers do not
 * notice; those of the dead one are told to come back, and can at once when it has.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { client, type Client } from '../support/client';
import { openNode, type ClusterNode } from '../support/cluster-node';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { describeOnClusterHere, nodeOf, openApart, saySkipped } from '../support/nodes';
import { expectEachOnce, itemsOf, openAccounts } from '../support/orders';
import { accept, dataOf, whileLedgerIsHeld } from '../support/requests';
import { startSecond, type SecondProcess } from '../support/second-process';
import { until } from '../support/service-process';
import { randomFrom, startTraffic, type Traffic } from '../support/traffic';

const rounds = 2;
const clients = 4;
/** Of the ledger that nothing happens to, which would take all the time otherwise. */
const otherClients = 1;
const [minTrafficMs, maxTrafficMs] = [500, 1_500];
const awayMs = 1_500;
/** Long enough for every client to wait for an answer. */
const heldMs = 300;
const backWithinMs = 10_000;
const timeoutMs = 300_000;
const accountCodes = ['CASH', 'A1', 'A2', 'A3', 'A4', 'A5'];

/** The same seed gives the same orders and pauses; what the kills hit is up to the machine. */
const seed = Number(process.env['LEDGER_TEST_SEED'] ?? randomInt(2 ** 31));

let ledger: TestLedger;
let worker: ClusterNode;
/** A ledger of the worker that is killed, and one of another. */
let mortal: TestBooks;
let other: TestBooks;

/** What clients had in hand when it was killed: they were answered, or nothing was done, or all was done and nobody told. */
const murders: readonly (readonly [name: string, strike: () => Promise<void>])[] = [
  ['at once', () => worker.kill()],
  [
    'after it stood still',
    async () => {
      worker.pause();
      await delay(heldMs);
      await worker.kill();
    },
  ],
  [
    'after it committed and did not say so',
    async () => {
      await worker.holdBack();
      await delay(heldMs);
      await worker.kill();
    },
  ],
];

interface Told {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** Notes how each request to write was answered. */
const noting = (api: Client, told: Told[]): Client => ({
  ...api,
  post: async (...request) => {
    const answer = await api.post(...request);
    told.push({ status: answer.status, retryAfter: answer.headers.get('Retry-After') });
    return answer;
  },
});

const isFault = ({ status }: Told): boolean => status >= 500;
const saysComeBack = ({ status, retryAfter }: Told): boolean => status === 503 && Number(retryAfter) > 0;

saySkipped('worker-killed', true);

describeOnClusterHere('a worker that is killed with -9 under load, and started again', () => {
  const told: Readonly<Record<'mortal' | 'other', Told[]>> = { mortal: [], other: [] };
  const traffics: Traffic[] = [];

  beforeAll(async () => {
    process.stdout.write(`worker-killed: LEDGER_TEST_SEED=${seed}\n`);
    ledger = await startLedger([], { alone: true });
    [mortal, other] = await openApart(ledger);
    for (const { api } of [mortal, other]) await openAccounts(api, accountCodes);
    worker = await openNode(ledger.databaseUrl, await nodeOf(ledger, mortal));
  }, timeoutMs);
  afterAll(async () => {
    for (const traffic of traffics) await traffic.end().catch(() => undefined);
    await worker.start();
    await worker.answer();
    await ledger.close();
  }, timeoutMs);

  test(
    'loses nothing that was acknowledged, and doubles nothing',
    async () => {
      const random = randomFrom(seed);
      const dying = startTraffic(clients, seed, accountCodes, () => noting(mortal.api, told.mortal));
      const living = startTraffic(otherClients, seed + clients, accountCodes, () => noting(other.api, told.other));
      traffics.push(dying, living);
      for (const [name, strike] of Array.from({ length: rounds }, () => murders).flat()) {
        await delay(minTrafficMs + random(maxTrafficMs - minTrafficMs));
        await strike();
        // Its clients go on asking: half of them for what they were not told of.
        for (const until = Date.now() + awayMs; Date.now() < until; await delay(50)) dying.resume();
        await worker.start();
        await worker.answer();
        await until(`its ledger is written again, killed ${name}`, () => takesPostings(mortal), backWithinMs);
        dying.resume();
      }
      for (const traffic of [dying, living]) await traffic.end();
      await until('what it had accepted is posted', () => nothingWaits(mortal), backWithinMs);

      const counts = [];
      for (const [{ api }, { orders }] of [
        [mortal, dying],
        [other, living],
      ] as const)
        counts.push({ orders: itemsOf(orders).length, ...(await expectEachOnce(api, orders, accountCodes, clients)) });
      expect(await ledger.app.ledgering.verify()).toMatchObject({ ok: true, findings: [] });
      process.stdout.write(`worker-killed: ${rounds * murders.length} kills, ${JSON.stringify(counts)}\n`);
    },
    timeoutMs,
  );

  test('told clients of its ledgers to come back, and nothing worse', () => {
    expect(told.mortal.filter(saysComeBack).length).toBeGreaterThan(0);
    expect(told.mortal.filter((one) => isFault(one) && !saysComeBack(one))).toEqual([]);
  });

  test('was not noticed in ledgers of another worker', () => {
    expect(told.other.length).toBeGreaterThan(0);
    expect(told.other.filter(isFault)).toEqual([]);
  });

  describe('while it is away', () => {
    let second: SecondProcess;
    beforeAll(async () => {
      second = await startSecond(ledger);
      await worker.kill();
    });
    afterAll(async () => {
      await worker.start();
      await second.close();
      await until('its ledger is written again', () => takesPostings(mortal), backWithinMs);
    });

    test('work that waits in another ledger is found and posted', async () => {
      // Accepted by a process that posts nothing, so that it has to be looked for.
      const through = client(second.baseUrl, other.key);
      const id = await whileLedgerIsHeld(ledger, other, async () => (await accept(through, sale)).id as string);
      const isPosted = async (): Promise<boolean> =>
        dataOf(await other.api.get(`/transactions/${id}`), 200).status === 'posted';
      await until('what waits in the other ledger is posted', isPosted, backWithinMs);
    });

    test('the service is ready', async () => {
      expect((await client(ledger.baseUrl).get('//readyz')).status).toBe(200);
    });
  });
});

const sale = {
  entries: [
    { account_code: 'A1', type: 'debit', amount: '1.00' },
    { account_code: 'A2', type: 'credit', amount: '1.00' },
  ],
};

const nothingWaits = async ({ api }: TestBooks): Promise<boolean> => {
  const { status, body } = await api.get('/transactions?status=pending&limit=1');
  return status === 200 && body.data.length === 0;
};

/** Asks for something that writes there and leaves no transaction. */
const takesPostings = async ({ api }: TestBooks): Promise<boolean> => {
  const [journal] = (await api.get('/journals')).body.data ?? [];
  return journal !== undefined && (await api.put(`/journals/${journal.id}`, { status: 'active' })).status === 200;
};
