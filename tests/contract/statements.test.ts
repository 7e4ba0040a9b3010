/**
 * Every statement of the service, planned on a migrated database with the planner settings of the service: it parses, its parameters have
 * the right types, and it uses the intended index.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { postgresEntities } from '../../src/app/contexts';
import { newId } from '../../src/kernel/ids';
import { entitiesOf } from '../../src/kernel/postgres/orm';
import { serviceSettings } from '../../src/kernel/postgres/session';
import type { PostgresTx, Statement } from '../../src/kernel/postgres/sql';
import { statementsIn } from '../../src/kernel/postgres/sql-file';
import { ledgerPlane } from '../../src/kernel/postgres/guard-list';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ormInTransactions } from '../support/orm';
import { serviceStatements } from '../support/service-statements';

const modules = join(__dirname, '..', '..', 'src', 'modules');
const statements = serviceStatements();

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.superuserUrl, (superuser) => superuser.query(allRowsInOneLedger));
  owner = await planning(database);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** A connection with the planner settings of the service. */
const planning = async ({ superuserUrl }: TestDatabase): Promise<Client> => {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  for (const [name, value] of Object.entries(serviceSettings)) await client.query(`set ${name} = '${value}'`);
  return client;
};

/**
 * Statistics of tables in which all rows belong to one ledger. Without them every index that begins with the ledger looks equally good, as
 * if it led to a single row.
 */
const allRowsInOneLedger = `
  set allow_system_table_mods = on;
  insert into pg_statistic
    (starelid, staattnum, stainherit, stanullfrac, stawidth, stadistinct, ${['stakind', 'staop', 'stacoll'].flatMap((column) => [1, 2, 3, 4, 5].map((slot) => column + slot)).join(', ')})
  select attrelid, attnum, false, 0, 16, 1, ${Array(15).fill(0).join(', ')}
    from pg_attribute
    join pg_class c on c.oid = attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   where attname = 'ledger_id'`;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes of a statement's generic plan. */
const planOf = async ({ text }: Statement, on = owner): Promise<readonly PlanNode[]> => {
  await on.query(`prepare planned as ${text}`);
  try {
    const { rows } = await on.query<{ parameters: readonly string[] }>(
      `select parameter_types::text[] as parameters from pg_prepared_statements where name = 'planned'`,
    );
    const values = (rows[0]?.parameters ?? []).map(() => 'null');
    const planned = await on.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (format json) execute planned${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
    );
    return planned.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)));
  } finally {
    await on.query('deallocate planned');
  }
};

const plane = ledgerPlane();

/** Scans of the ledger plane without an index condition on the ledger. */
const careless = (nodes: readonly PlanNode[]): readonly PlanNode[] =>
  nodes
    .filter((node) => plane.includes(node['Relation Name'] ?? '') && /Scan/.test(node['Node Type']))
    .filter((node) => node['Node Type'] !== 'Tid Scan' && !/\bledger_id\b/.test(node['Index Cond'] ?? ''));

/** The indexes that the plan reads, without those of PostgreSQL's own catalogs. */
const indexesIn = (nodes: readonly PlanNode[]): readonly string[] =>
  [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].filter((name) => !name.startsWith('pg_')).sort();

const kept = statements.filter(({ isKept }) => isKept !== false);
const rare = statements.filter(({ isKept }) => isKept === false);

test.each(kept.map((one) => [one.name, one] as const))(
  '%s finds rows by an index, in one ledger, and reads the indexes that its file names',
  async (_, one) => {
    const nodes = await planOf(one);
    expect(careless(nodes)).toEqual([]);
    if (one.indexes) expect(indexesIn(nodes)).toEqual([...one.indexes].sort());
  },
);

// These statements read whole tables, so they name no indexes.
test.each(rare.map((one) => [one.name, one] as const))('%s, used by verification, is planned', async (_, one) => {
  expect(await planOf(one)).not.toEqual([]);
  expect(one.indexes).toEqual([]);
});

/** The statements by which the ORM reads an entity of the ledger plane by its key and by its code. */
const askedOf = async (schema: EntitySchema): Promise<readonly Statement[]> => {
  const asked: Statement[] = [];
  const ask = async ({ text }: { text: string }) => {
    asked.push({ name: text, text });
    return { rows: [], rowCount: 0 };
  };
  const em = entitiesOf(ormInTransactions, { pipeline: { ask } } as unknown as PostgresTx);
  const { primaryKeys, properties } = ormInTransactions.metadata.get(schema.meta.className);
  const keyed = Object.fromEntries(primaryKeys.map((name) => [name, newId()]));
  await em.findOne(schema, keyed);
  const [changed] = Object.keys(properties).filter((name) => !(primaryKeys as string[]).includes(name));
  await em.nativeUpdate(schema, keyed, { [changed as string]: null });
  await em.nativeDelete(schema, keyed);
  if ('code' in properties) await em.findOne(schema, { ledgerId: newId(), code: 'CODE' });
  return asked;
};

/** On the ledger plane the primary key begins with the ledger. */
const planeEntities = postgresEntities.filter(({ meta: { embeddable, properties } }) => {
  const [first] = Object.entries(properties);
  return !embeddable && first?.[0] === 'ledgerId' && first[1].primary;
});

test.each(planeEntities.map((schema) => [schema.meta.className, schema] as const))(
  'the ORM finds %s by an index, in one ledger',
  async (_, schema) => {
    const asked = await askedOf(schema);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    for (const one of asked) {
      const nodes = await planOf(one);
      expect(indexesIn(nodes).length).toBeGreaterThan(0);
      expect(careless(nodes)).toEqual([]);
    }
  },
);

test('the service has more than 70 statements, and the check finds a scan without the ledger', async () => {
  expect(statements.length).toBeGreaterThan(70);
  const everything = { name: 'everything', text: 'select * from entries where description = $1::text' };
  expect(careless(await planOf(everything))).toHaveLength(1);
});

test('the service declares each statement of a .sql file', () => {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  const written = files.flatMap((file) => statementsIn(readFileSync(join(modules, file), 'utf8'), file));
  expect(written.length).toBeGreaterThan(50);
  // An insertion is executed as a part of another statement, so the test searches for its text without the values.
  const isAsked = ({ name, text }: Statement): boolean =>
    statements.some((one) => one.name === name || one.text.includes(text.replace(/\bvalues\b.*$/s, '')));
  expect(written.map(({ statement }) => statement).filter((statement) => !isAsked(statement))).toEqual([]);
});

/**
 * True if a statement compares a date with a timestamp, such as a date plus an interval. Under row-level security PostgreSQL uses an index
 * only for comparisons that cannot leak a value, and this comparison can leak one. So the statement would read all rows and drop most of
 * them.
 */
const comparesDayWithMoment = (text: string): boolean =>
  /\b(?:day|month|first_day|effective_date)\s*[<>]=?\s*[\w.(:]+(?:::date)?\s*[+-]\s*interval\s*'[^']*'(?!\)::date)/.test(
    text,
  );

test('statements and functions compare days with days', async () => {
  expect(statements.filter(({ text }) => comparesDayWithMoment(text)).map(({ name }) => name)).toEqual([]);
  const { rows } = await owner.query<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ text }) => comparesDayWithMoment(text)).map(({ name }) => name)).toEqual([]);
  expect(comparesDayWithMoment(`d.day < n.month + interval '1 month' and true`)).toBe(true);
  expect(comparesDayWithMoment(`d.day < (n.month + interval '1 month')::date and true`)).toBe(false);
});

test('the check finds a statement that reads a different index than its file names', async () => {
  const [canary] = statementsIn(
    `-- name: account_by_code
-- by: accounts_pkey
select id from accounts where ledger_id = :ledger_id and code = :code;`,
    'canary.sql',
  );
  const read = indexesIn(await planOf(canary?.statement as Statement));
  expect(read).toHaveLength(1);
  expect(read).not.toEqual(canary?.statement.indexes);
});

test('the accounts of a posting are found by id and by code, even without planner statistics', async () => {
  const young = await freshDatabase();
  const client = await planning(young);
  try {
    const reading = statements.find(({ name }) => name === 'read_acceptance') as Statement;
    const read = indexesIn(await planOf(reading, client));
    expect(read).toEqual(expect.arrayContaining(['accounts_ledger_id_code_key', 'accounts_pkey']));
  } finally {
    await client.end();
    await young.drop();
  }
});
