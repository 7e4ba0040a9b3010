/**
 * Many conversions between ledgers on two workers, and postings at the same time, while the workers and the coordinator are killed with
 * SIGKILL in turn. Each acknowledged write exists exactly once, each conversion has both legs or none, and the worst answer that a client
 * receives is a request to retry.
 */
import type { Answer, Client } from '../support/client';
import { openNode, type ClusterNode } from '../support/cluster-node';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { describeOnClusterHere, nodeOf, openMembersApart, saySkipped } from '../support/nodes';
import { expectEachOnce, openAccounts } from '../support/orders';
import { answeredAtLast, preparedAreFinished } from '../support/outside';
import { seedOf } from '../support/random';
import { defaultJournalOf, freshKey, type Fields } from '../support/requests';
import { conversion, settledOf, type Pair } from '../support/strings';
import { goOnAsking, randomFrom, startTraffic, type Traffic } from '../support/traffic';

const rounds = 2;
const convertingClients = 4;
const postingClients = 2;
/** The number of acknowledgements between two kills. */
const [minStorm, maxStorm] = [50, 200];
/** The number of requests during which a node stays down. */
const away = 20;
const timeoutMs = 300_000;
const accountCodes = ['CASH', 'A1', 'A2', 'A3'];

/** The same seed gives the same counts; the timing of the kills depends on the machine. */
const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);

interface Sent {
  readonly body: Fields;
  wasAcknowledged: boolean;
}

let ledger: TestLedger;
let pair: Pair;
let books: TestBooks;
let source: ClusterNode;
let target: ClusterNode;
let coordinator: ClusterNode;

saySkipped('cluster/storm', true);

describeOnClusterHere('a storm of conversions in which nodes are killed with -9', () => {
  const sent: Sent[] = [];
  const told: Answer[] = [];
  let traffic: Traffic | undefined;
  let isOver = false;

  beforeAll(async () => {
    process.stdout.write(`storm: LEDGER_TEST_SEED=${seed}\n`);
    ledger = await startLedger([], { alone: true });
    const url = ledger.databaseUrl;
    pair = await openMembersApart(ledger, 'APART');
    books = await ledger.newLedger();
    await openAccounts(books.api, accountCodes);
    source = await openNode(url, await nodeOf(ledger, pair[0]));
    target = await openNode(url, await nodeOf(ledger, pair[1]));
    coordinator = await openNode(url, new URL(url).host);
  }, timeoutMs);
  afterAll(async () => {
    isOver = true;
    for (const node of [source, target, coordinator]) await node.start();
    await traffic?.end().catch(() => undefined);
    await ledger.close();
  }, timeoutMs);

  const nodes = () =>
    [
      ['worker of the source', source],
      ['coordinator', coordinator],
      ['worker of the target', target],
    ] as const;

  const noting = (api: Client): Client => ({
    ...api,
    post: async (...request) => {
      const answer = await api.post(...request);
      told.push(answer);
      return answer;
    },
  });

  /** Half of the clients that must retry do so at once; the other requests are repeated at the end. */
  const convert = async (client: number): Promise<void> => {
    const api = noting(pair[0].api);
    const random = randomFrom(seed + client);
    while (!isOver) {
      const one: Sent = { body: conversion(pair, { idempotency_key: freshKey() }), wasAcknowledged: false };
      sent.push(one);
      for (let goesOn = true; goesOn && !isOver;) {
        const { status } = await api.post('/strings/APART/convert', one.body);
        one.wasAcknowledged = status === 200 || status === 201;
        goesOn = !one.wasAcknowledged && random(2) === 0;
      }
    }
  };

  /** Starts the recovery that Citus runs by itself every citus.recover_2pc_interval. */
  const recover = (): Promise<void> => preparedAreFinished(ledger.databaseUrl, source, target);

  test(
    'loses no acknowledged write, and leaves none half done or doubled',
    async () => {
      const random = randomFrom(seed);
      const posting = startTraffic(postingClients, seed, accountCodes, () => noting(books.api));
      traffic = posting;
      const converting = Array.from({ length: convertingClients }, (_, client) => convert(client));
      const journal = await defaultJournalOf(books);
      for (const [, node] of Array.from({ length: rounds }, () => nodes()).flat()) {
        await Promise.race([posting.answered(minStorm + random(maxStorm - minStorm)), posting.clients]);
        await node.kill();
        await goOnAsking(posting, away);
        await node.start();
        const written = await answeredAtLast(() => books.api.put(journal, { status: 'active' }));
        expect(written.status).toBe(200);
        await recover();
        posting.resume();
      }
      isOver = true;
      await Promise.all(converting);
      await posting.end();
      await recover();

      const acknowledged = sent.filter(({ wasAcknowledged }) => wasAcknowledged).length;
      let unheard = 0;
      for (const { body, wasAcknowledged } of sent) {
        const { status } = await answeredAtLast(() => pair[0].api.post('/strings/APART/convert', body));
        if (wasAcknowledged) expect(status).toBe(200);
        else if (status === 200) unheard += 1;
      }
      const legs = [await settledOf(pair[0], 'ALICE'), await settledOf(pair[1], 'ALICE')];
      expect(legs).toEqual([(-10 * sent.length).toFixed(2), (9.2 * sent.length).toFixed(2)]);
      const postings = await expectEachOnce(books.api, posting.orders, accountCodes, postingClients);
      expect(await ledger.app.ledgering.verify()).toMatchObject({ ok: true, findings: [] });
      expect(acknowledged).toBeGreaterThan(0);
      const figures = { conversions: sent.length, acknowledged, unheard, postings };
      process.stdout.write(`storm: ${JSON.stringify(figures)}\n`);
    },
    timeoutMs,
  );

  test('answers clients 503 with Retry-After at worst', () => {
    const faults = told.filter(({ status }) => status >= 500);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter(({ status, headers }) => status !== 503 || !(Number(headers.get('Retry-After')) > 0))).toEqual(
      [],
    );
  });
});
