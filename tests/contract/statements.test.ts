/** Every statement of the service, planned on a migrated database as the service plans: it parses, and reads by an index. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { newId } from '../../src/kernel/ids';
import { entitiesOf } from '../../src/kernel/postgres/orm';
import { serviceSettings } from '../../src/kernel/postgres/session';
import { declaredStatements, type PostgresTx, type Statement } from '../../src/kernel/postgres/sql';
import { catalogEntities } from '../../src/modules/catalog/postgres/schema';
import { ledgeringEntities } from '../../src/modules/ledgering/postgres/schema';
import { declaredGuards } from '../../src/modules/ledgering/postgres/verify/declared-guards';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ormInTransactions } from '../support/orm';

const modules = join(__dirname, '..', '..', 'src', 'modules');
for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' }).sort())
  if (/\/postgres\/[\w/-]+\.ts$/.test(file)) require(join(modules, file));
const statements = declaredStatements();

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How the tables of the ledger plane are read. */
const readsOf = async (owner: Client, { text }: Statement): Promise<readonly PlanNode[]> => {
  await owner.query(`prepare planned as ${text}`);
  try {
    const { rows } = await owner.query<{ parameters: readonly string[] }>(
      `select parameter_types::text[] as parameters from pg_prepared_statements where name = 'planned'`,
    );
    const values = (rows[0]?.parameters ?? []).map(() => 'null');
    const planned = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (format json) execute planned${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
    );
    const { plane } = declaredGuards();
    return planned.rows
      .flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)))
      .filter((node) => plane.includes(node['Relation Name'] ?? '') && /Scan/.test(node['Node Type']));
  } finally {
    await owner.query('deallocate planned');
  }
};

const onMigratedDatabase = <A>(work: (owner: Client) => Promise<A>): Promise<A> =>
  asOwner(database.superuserUrl, async (owner) => {
    for (const [name, value] of Object.entries(serviceSettings)) await owner.query(`set ${name} = '${value}'`);
    return work(owner);
  });

/** Rows found in another way than by where they are in an index, or across ledgers. */
const careless = (reads: readonly PlanNode[]): readonly PlanNode[] =>
  reads.filter((node) => node['Node Type'] !== 'Tid Scan' && !/\bledger_id\b/.test(node['Index Cond'] ?? ''));

test.each(statements.map((one) => [one.name, one] as const))('%s', async (_, one) => {
  expect(careless(await onMigratedDatabase((owner) => readsOf(owner, one)))).toEqual([]);
});

/** What the ORM asks of an entity of the ledger plane by its key, and by its code. */
const askedOf = async (schema: EntitySchema): Promise<readonly Statement[]> => {
  const asked: Statement[] = [];
  const ask = async ({ text }: { text: string }) => {
    asked.push({ name: text, text });
    return { rows: [], rowCount: 0 };
  };
  const em = entitiesOf(ormInTransactions, { pipeline: { ask } } as unknown as PostgresTx);
  const { primaryKeys, properties } = ormInTransactions.getMetadata().get(schema.meta.className);
  const keyed = Object.fromEntries(primaryKeys.map((name) => [name, newId()]));
  await em.findOne(schema, keyed);
  await em.nativeUpdate(schema, keyed, { createdAt: new Date() });
  await em.nativeDelete(schema, keyed);
  if ('code' in properties) await em.findOne(schema, { ledgerId: newId(), code: 'CODE' });
  return asked;
};

const planeEntities = [...catalogEntities, ...ledgeringEntities].filter(
  ({ meta }) => !meta.embeddable && 'ledgerId' in meta.properties,
);

test.each(planeEntities.map((schema) => [schema.meta.className, schema] as const))('%s', async (_, schema) => {
  const asked = await askedOf(schema);
  expect(asked.length).toBeGreaterThanOrEqual(3);
  for (const one of asked) {
    const reads = await onMigratedDatabase((owner) => readsOf(owner, one));
    expect(reads.length).toBeGreaterThan(0);
    expect(careless(reads)).toEqual([]);
  }
});

test('there are as many as are written down, and a careless one is seen', async () => {
  expect(statements.length).toBeGreaterThan(70);
  const everything = { name: 'everything', text: 'select * from entries where description = $1::text' };
  expect(await onMigratedDatabase(async (owner) => careless(await readsOf(owner, everything)))).toHaveLength(1);
});
