/** The nodes of the run's Citus cluster, if it has one, and the node of each ledger. */
import { connected } from './database';
import { describeWhere } from './describing';
import { type TestBooks, type TestLedger } from './ledger';
import { openCustomer, openString, participation, type Pair } from './strings';

const isOnCluster = process.env['LEDGER_TEST_CLUSTER_URL'] !== undefined;

/** True if all nodes are on this machine, so that a test can kill them. */
const isHere = process.env['LEDGER_TEST_CLUSTER_IS_HERE'] !== undefined;

export const describeOnCluster = describeWhere(() => isOnCluster);
export const describeOnClusterHere = describeWhere(() => isHere);

/** Prints that tests are skipped, because jest prints no names of skipped tests by default. */
export const saySkipped = (what: string, needsNodesHere = false): void => {
  if (!isOnCluster) process.stdout.write(`${what}: skipped, because there is no cluster: make test-citus\n`);
  else if (needsNodesHere && !isHere)
    process.stdout.write(`${what}: skipped, because it kills nodes, and they are on other machines\n`);
};

/** The node that stores a ledger, as `host:port`. */
export const nodeOf = ({ databaseUrl }: TestLedger, { ledger }: TestBooks): Promise<string> =>
  connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ node: string }>(
      `select nodename || ':' || nodeport as node from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('ledger_heads', $1::uuid)`,
      [ledger.id],
    );
    if (!rows[0]) throw new Error(`ledger ${ledger.id} lives nowhere`);
    return rows[0].node;
  });

/** Each new ledger is on a different node with a probability of at least one half, so 40 attempts are enough. */
const maxOpened = 40;

/** Opens two ledgers on two nodes. The ledger's id determines its node, so some of the opened ledgers may remain unused. */
export const openApart = async (
  ledger: TestLedger,
  open: (here?: TestBooks) => Promise<TestBooks> = () => ledger.newLedger(),
): Promise<Pair> => {
  const here = await open();
  const node = await nodeOf(ledger, here);
  for (let opened = 0; opened < maxOpened; opened++) {
    const there = await open(here);
    if ((await nodeOf(ledger, there)) !== node) return [here, there];
  }
  throw new Error(`of ${maxOpened} ledgers none lives away from ${node}`);
};

/** Opens two ledgers on two nodes as members of a string, the first in dollars, the second in euros. ALICE is a customer of the first. */
export const openMembersApart = async (ledger: TestLedger, code: string): Promise<Pair> => {
  const capabilities = participation(code);
  const pair = await openApart(ledger, (here) =>
    here
      ? ledger.newLedger({ capabilities, currency: 'EUR', tenantId: here.ledger.tenantId })
      : ledger.newLedger({ capabilities, currency: 'USD' }),
  );
  await openString(ledger, pair, { code });
  await openCustomer(pair[0], 'ALICE');
  return pair;
};
