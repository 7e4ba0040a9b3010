/**
 * Triggers and constraints on each shard of a table refuse invalid rows. So `verify` checks them on each shard, on the shard's own node.
 */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { connected } from '../support/database';
import { describeOnCluster, nodeOf, saySkipped } from '../support/nodes';
import { openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;

saySkipped('cluster/parts');

describeOnCluster('the shards of a table', () => {
  beforeAll(async () => {
    ledger = await startLedger([], { alone: true });
    books = await openBooks(ledger);
  });
  afterAll(() => ledger.close());

  /** Changes the ledger's shard of the table `entries` directly on its node, so that the other nodes do not notice the change. */
  const onPart = async (change: (part: string) => string): Promise<void> => {
    const [hostname = '', port = ''] = (await nodeOf(ledger, books)).split(':');
    const part = await connected(ledger.databaseUrl, async (client) => {
      const { rows } = await client.query<{ part: string }>(
        `select shard_name('entries', get_shard_id_for_distribution_column('entries', $1::uuid)) as part`,
        [books.ledger.id],
      );
      return rows[0]?.part ?? '';
    });
    const node = Object.assign(new URL(ledger.databaseUrl), { hostname, port });
    await connected(node.href, (client) => client.query(`set citus.enable_ddl_propagation = off; ${change(part)}`));
  };

  const brokenChecks = async (): Promise<readonly string[]> =>
    (await ledger.app.ledgering.verify()).checks.filter(({ findings }) => findings > 0).map(({ name }) => name);

  test.each<[what: string, change: (part: string) => string, back: (part: string) => string]>([
    [
      'a trigger that is disabled',
      (part) => `alter table ${part} disable trigger user`,
      (part) => `alter table ${part} enable trigger user`,
    ],
    [
      'row-level security that is off',
      (part) => `alter table ${part} disable row level security`,
      (part) => `alter table ${part} enable row level security`,
    ],
    [
      'a right that was given',
      (part) => `grant delete on ${part} to ledger_app`,
      (part) => `revoke delete on ${part} from ledger_app`,
    ],
  ])('are checked for %s', async (_, change, back) => {
    expect(await brokenChecks()).toEqual([]);
    await onPart(change);
    expect(await brokenChecks()).toEqual(['parts-are-guarded']);
    await onPart(back);
    expect(await brokenChecks()).toEqual([]);
  });
});
