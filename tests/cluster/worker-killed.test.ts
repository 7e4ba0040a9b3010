/**
 * A worker is killed with SIGKILL under load, and restarted. No acknowledged write is lost or duplicated. Ledgers on other workers are not
 * affected. Requests to ledgers on the dead worker must be retried, and succeed as soon as it is back.
 */
import { client, quiet, type Client } from '../support/client';
import { openNode, type ClusterNode } from '../support/cluster-node';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { describeOnClusterHere, nodeOf, openApart, saySkipped } from '../support/nodes';
import { expectEachOnce, itemsOf, openAccounts } from '../support/orders';
import { answeredAtLast } from '../support/outside';
import { seedOf } from '../support/random';
import { accept, dataOf, defaultJournalOf, whileLedgerIsHeld } from '../support/requests';
import { startSecond, type SecondProcess } from '../support/second-process';
import { goOnAsking, randomFrom, startTraffic, type Traffic } from '../support/traffic';

const rounds = 2;
const clients = 4;
/** The number of clients of the ledger on the other worker. It is small, because more clients would use all processor time. */
const otherClients = 1;
/** The number of acknowledgements between a start and the kill that follows it. */
const [minTraffic, maxTraffic] = [50, 200];
/** The number of requests during which the worker stays down. */
const away = 20;
/** After this many acknowledgements in the other ledger, every client of the blocked ledger is waiting for an answer. */
const held = 40;
const timeoutMs = 300_000;
const accountCodes = ['CASH', 'A1', 'A2', 'A3', 'A4', 'A5'];

/** The same seed gives the same orders and counts; the timing of the kills depends on the machine. */
const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);

let ledger: TestLedger;
let worker: ClusterNode;
/** The first ledger is on the worker that is killed, the second one on another worker. */
let mortal: TestBooks;
let other: TestBooks;

/** The ways to kill the worker. They leave its requests in different states: answered, without effect, or in effect without an answer. */
const murders: readonly (readonly [name: string, strike: (living: Traffic) => Promise<void>])[] = [
  ['at once', () => worker.kill()],
  [
    'after it stood still',
    async (living) => {
      worker.pause();
      await living.answered(held);
      await worker.kill();
    },
  ],
  [
    'after it committed and did not say so',
    async (living) => {
      await worker.holdBack();
      await living.answered(held);
      await worker.kill();
    },
  ],
];

interface Told {
  readonly status: number;
  readonly retryAfter: string | null;
}

/** A client that adds the answer to each of its writes to `told`. */
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
    'loses no acknowledged write, and doubles none',
    async () => {
      const random = randomFrom(seed);
      const dying = startTraffic(clients, seed, accountCodes, () => noting(mortal.api, told.mortal));
      const living = startTraffic(otherClients, seed + clients, accountCodes, () => noting(other.api, told.other));
      traffics.push(dying, living);
      const journal = await defaultJournalOf(mortal);
      for (const [, strike] of Array.from({ length: rounds }, () => murders).flat()) {
        await Promise.race([dying.answered(minTraffic + random(maxTraffic - minTraffic)), dying.clients]);
        await strike(living);
        // The clients of the ledger on the dead worker keep sending requests; half of them repeat their unanswered requests.
        await goOnAsking(dying, away);
        await worker.start();
        await worker.answer();
        expect((await answeredAtLast(() => mortal.api.put(journal, { status: 'active' }))).status).toBe(200);
        dying.resume();
      }
      for (const traffic of [dying, living]) await traffic.end();
      await quiet(mortal.api);

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

  test('gives the clients of its ledgers 503 with Retry-After at worst', () => {
    expect(told.mortal.filter(saysComeBack).length).toBeGreaterThan(0);
    expect(told.mortal.filter((one) => isFault(one) && !saysComeBack(one))).toEqual([]);
  });

  test('causes no fault in ledgers of another worker', () => {
    expect(told.other.length).toBeGreaterThan(0);
    expect(told.other.filter(isFault)).toEqual([]);
  });

  describe('while it is down', () => {
    let second: SecondProcess;
    let journal: string;
    beforeAll(async () => {
      journal = await defaultJournalOf(mortal);
      second = await startSecond(ledger);
      await worker.kill();
    });
    afterAll(async () => {
      await worker.start();
      await second.close();
      await answeredAtLast(() => mortal.api.put(journal, { status: 'active' }));
    });

    test('waiting work of another ledger is found and posted', async () => {
      // A process without a poster accepts the transaction, so the poster of another process must find it in the queue.
      const through = client(second.baseUrl, other.key);
      const id = await whileLedgerIsHeld(ledger, other, async () => (await accept(through, sale)).id as string);
      await quiet(other.api);
      expect(dataOf(await other.api.get(`/transactions/${id}`), 200).status).toBe('posted');
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
