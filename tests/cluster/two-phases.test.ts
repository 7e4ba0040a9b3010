/**
 * A conversion between ledgers on two workers, one of which is killed with SIGKILL between the two phases of its commit. Citus completes
 * the commit when the worker is back: both legs exist or none, and a retry with the same key shows which.
 */
import { openNode, type ClusterNode } from '../support/cluster-node';
import { startLedger, type TestLedger } from '../support/ledger';
import { describeOnClusterHere, nodeOf, openMembersApart, saySkipped } from '../support/nodes';
import { answeredAtLast, preparedAreFinished, transactionIsPrepared } from '../support/outside';
import { dataOf } from '../support/requests';
import { conversion, settledOf, type Pair } from '../support/strings';
import type { Answer } from '../support/client';

const timeoutMs = 300_000;

let ledger: TestLedger;
let pair: Pair;
/** The nodes of the first ledger and of the second, and the node that all processes are connected to. */
let source: ClusterNode;
let target: ClusterNode;
let coordinator: ClusterNode;

saySkipped('two-phases', true);

describeOnClusterHere('a conversion whose commit loses a worker between its two phases', () => {
  beforeAll(async () => {
    ledger = await startLedger([], { alone: true });
    const url = ledger.databaseUrl;
    pair = await openMembersApart(ledger, 'APART');
    source = await openNode(url, await nodeOf(ledger, pair[0]));
    target = await openNode(url, await nodeOf(ledger, pair[1]));
    coordinator = await openNode(url, new URL(url).host);
    // Converts once before the tests, because the first conversion opens the clearing accounts that all later ones use.
    dataOf(await pair[0].api.post('/strings/APART/convert', conversion(pair)), 201);
  }, timeoutMs);
  afterEach(async () => {
    for (const node of [source, target, coordinator]) {
      await node.start();
      await node.answer();
    }
  }, timeoutMs);
  afterAll(async () => {
    await ledger.close();
  }, timeoutMs);

  const convert = (body: object): Promise<Answer> => pair[0].api.post('/strings/APART/convert', body);
  const balances = async () => [await settledOf(pair[0], 'ALICE'), await settledOf(pair[1], 'ALICE')];

  /** Starts the recovery that Citus runs by itself every citus.recover_2pc_interval. */
  const recovered = (): Promise<void> => preparedAreFinished(ledger.databaseUrl, source, target);

  /** Repeats the request with the same key until no transaction holds the locks that it needs. */
  const askAgain = (body: object): Promise<Answer> => answeredAtLast(() => convert(body));

  test.each(['source', 'target'] as const)(
    'takes effect in both ledgers if its commit was decided: the worker of its %s',
    async (side) => {
      const victim = { source, target }[side];
      const before = await balances();
      const body = conversion(pair);
      // Stops the coordinator after it has written its decision to commit and before it begins the second phase.
      await coordinator.holdBack();
      const asking = convert(body);
      await transactionIsPrepared(source, target);
      await victim.kill();
      await coordinator.answer();
      const first = await asking;
      expect([201, 503]).toContain(first.status);
      await victim.start();
      await recovered();
      const again = await askAgain(body);
      expect(again.status).toBe(200);
      expect(await balances()).toEqual(moved(before));
    },
    timeoutMs,
  );

  test.each(['source', 'target'] as const)(
    'has no effect if its commit was not decided, and succeeds on retry: the worker of its %s',
    async (side) => {
      const victim = { source, target }[side];
      const before = await balances();
      const body = conversion(pair);
      // The worker prepares its part of the transaction, but its answer does not reach the coordinator.
      await victim.holdBack();
      const asking = convert(body);
      await transactionIsPrepared(victim);
      await victim.kill();
      const first = await asking;
      expect([first.status, Number(first.headers.get('Retry-After')) > 0]).toEqual([503, true]);
      await victim.start();
      await victim.answer();
      await recovered();
      expect(await balances()).toEqual(before);
      expect((await askAgain(body)).status).toBe(201);
      expect(await balances()).toEqual(moved(before));
    },
    timeoutMs,
  );

  test('leaves books that verify without findings', async () => {
    expect(await ledger.app.ledgering.verify()).toMatchObject({ ok: true, findings: [] });
  });
});

/** The balances that one more conversion leads to. */
const moved = ([dollars, euros]: readonly (string | undefined)[]): readonly string[] => [
  (Number(dollars) - 10).toFixed(2),
  (Number(euros) + 9.2).toFixed(2),
];
