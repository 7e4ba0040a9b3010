/** The nodes of the cluster that a run is on, where it is on one: which ledger lives where. */
import { connected } from './database';
import { type TestBooks, type TestLedger } from './ledger';
import { openString, participation, type Pair } from './strings';

const isOnCluster = process.env['LEDGER_TEST_CLUSTER_URL'] !== undefined;

export const describeOnCluster = isOnCluster ? describe : describe.skip;

/** The name of a test that is skipped does not show, unless somebody asks for names. */
export const saySkipped = (what: string): void => {
  if (!isOnCluster) process.stdout.write(`${what}: skipped, because there is no cluster: make test-citus\n`);
};

/** The node that a ledger lives on, as `host:port`. */
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

/** Each new ledger lives elsewhere with a chance of one half at the least. */
const maxOpened = 40;

/** Two members of a string, in dollars and in euros, that live on two nodes: where a ledger lives follows from its id, so some may be opened in vain. */
export const openApart = async (ledger: TestLedger, code: string): Promise<Pair> => {
  const capabilities = participation(code);
  const here = await ledger.newLedger({ capabilities, currency: 'USD' });
  const node = await nodeOf(ledger, here);
  for (let opened = 0; opened < maxOpened; opened++) {
    const there = await ledger.newLedger({ capabilities, currency: 'EUR', tenantId: here.ledger.tenantId });
    if ((await nodeOf(ledger, there)) === node) continue;
    await openString(ledger, [here, there], { code });
    return [here, there];
  }
  throw new Error(`of ${maxOpened} ledgers none lives away from ${node}`);
};
