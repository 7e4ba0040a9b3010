/**
 * Every statement about one ledger is planned by the cluster as one task, on the node of the ledger: no statement transfers rows through
 * the coordinator, and none is refused.
 */
import type { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import type { Statement } from '../../src/kernel/postgres/sql';
import { ledgerPlane } from '../../src/kernel/postgres/guard-list';
import { connected, freshDatabase } from '../support/database';
import { describeOnCluster, saySkipped } from '../support/nodes';
import { serviceStatements } from '../support/service-statements';

const plane = ledgerPlane();
const namesPlane = new RegExp(`\\b(from|join|into|update) (${plane.join('|')})\\b`);

const isOfOneLedger = /\bledger_id = \$\d|\bvalues \(\$1\b/;

const statements = serviceStatements().filter(
  ({ text, isOfOneNode }) => !isOfOneNode && namesPlane.test(text) && isOfOneLedger.test(text),
);

/** A value for each type of parameter, so that no condition is trivially false; null for parameters of other types. */
const valueOf = new Map([
  ['uuid', newId()],
  ['text', 'text'],
  ['integer', '1'],
  ['bigint', '1'],
]);

/** The reason why the cluster does not plan the statement as one task; undefined if it does. */
const faultOf = async (client: Client, { text }: Statement): Promise<string | undefined> => {
  await client.query(`prepare planned as ${text}`);
  try {
    const { rows } = await client.query<{ type: string }>(
      `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'planned'`,
    );
    const values = rows.map(({ type }) => (valueOf.has(type) ? `'${valueOf.get(type)}'` : 'null'));
    const planned = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute planned(${values.join(', ')})`,
    );
    const lines = planned.rows.map((row) => row['QUERY PLAN']);
    const [tasks] = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
    if (lines.some((line) => /Distributed Subplan/.test(line))) return 'passes rows through the node that plans';
    return tasks === '1' ? undefined : `${tasks ?? 'no'} tasks`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('deallocate planned');
  }
};

saySkipped('statements on a cluster');

describeOnCluster('on a cluster', () => {
  let url: string;
  beforeAll(async () => {
    ({ superuserUrl: url } = await freshDatabase());
  });

  const planning = <A>(work: (client: Client) => Promise<A>): Promise<A> =>
    connected(url, async (client) => {
      await client.query(`set plan_cache_mode = 'force_custom_plan'`);
      return work(client);
    });

  test.each(statements.map((statement) => [statement.name, statement] as const))(
    '%s is one task',
    async (_, statement) => {
      expect(await planning((client) => faultOf(client, statement))).toBeUndefined();
    },
  );

  test('the check finds statements of several tasks', async () => {
    expect(statements.length).toBeGreaterThan(50);
    const canaries = [
      'select a.id from accounts a join ledgers l on l.id = a.ledger_id where a.ledger_id = $1',
      'select count(*) from entries where ledger_id = $1 or sequence = $2::bigint',
    ].map((text) => ({ name: 'canary', text }));
    for (const canary of canaries) expect(await planning((client) => faultOf(client, canary))).toBeDefined();
  });
});
