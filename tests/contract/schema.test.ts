/** The rules for every table of the ledger plane, so that it can be distributed by ledger and every row is found by its key. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { migrationFiles } from '../../src/kernel/postgres/migrate';
import { serviceSettings } from '../../src/kernel/postgres/session';
import type { Statement } from '../../src/kernel/postgres/sql';
import { statementsIn } from '../../src/kernel/postgres/sql-file';
import { ledgerPlane } from '../../src/kernel/postgres/guard-list';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { readSourceFile, sourceFiles } from '../support/source-files';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});

afterAll(() => database.drop());

const plane = ledgerPlane();

const onEmptyDatabase = <A>(work: (owner: Client) => Promise<A>): Promise<A> => asOwner(database.superuserUrl, work);

interface Key {
  readonly table: string;
  readonly index: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const primaryKeys = async (owner: Client): Promise<readonly Key[]> =>
  (
    await owner.query<Key>(
      `select c.relname as table, i.indexrelid::regclass::text as index,
              (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
                 from unnest(i.indkey::smallint[]) with ordinality as k (number, place)
                 join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
                where k.place <= i.indnkeyatts) as columns
         from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.relname = any ($1) order by 1`,
      [plane],
    )
  ).rows;

/** For each table, the index by which a row is found, with the planner settings of the service, in an empty database. */
const lookedUpBy = async (owner: Client): Promise<ReadonlyMap<string, string>> => {
  for (const [name, value] of Object.entries(serviceSettings)) await owner.query(`set ${name} = '${value}'`);
  const found = new Map<string, string>();
  for (const { table, columns } of await primaryKeys(owner)) {
    const conditions = columns.map(({ name }, index) => `${name} = $${index + 1}`).join(' and ');
    await owner.query(
      `prepare look_up (${columns.map(({ type }) => type).join(', ')}) as select * from ${table} where ${conditions}`,
    );
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute look_up (${columns.map(() => 'null').join(', ')})`,
    );
    await owner.query('deallocate look_up');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    found.set(table, /Index (?:Only )?Scan using (\w+)/.exec(plan)?.[1] ?? plan);
  }
  return found;
};

test('a row is found by its primary key, even without planner statistics', async () => {
  await onEmptyDatabase(async (owner) => {
    const keys = await primaryKeys(owner);
    expect(keys.map(({ table }) => table)).toEqual([...plane].sort());
    expect(await lookedUpBy(owner)).toEqual(new Map(keys.map(({ table, index }) => [table, index])));
  });
});

test('the check finds a newer index that the planner prefers', async () => {
  await onEmptyDatabase(async (owner) => {
    await owner.query('begin; create index newer on transactions (ledger_id, id, journal_id)');
    expect((await lookedUpBy(owner)).get('transactions')).toBe('newer');
    await owner.query('rollback');
  });
});

/** Foreign keys from the ledger plane to tables that are not distributed with it. */
const outgoingKeys = async (owner: Client): Promise<readonly string[]> =>
  (
    await owner.query<{ key: string }>(
      `select format('%s to %s', conrelid::regclass, confrelid::regclass) as key from pg_constraint
        where contype = 'f' and conrelid = any ($1::regclass[]) and confrelid <> all ($1::regclass[])`,
      [plane],
    )
  ).rows.map(({ key }) => key);

test('no foreign key leads out of the ledger plane', async () => {
  await onEmptyDatabase(async (owner) => {
    expect(await outgoingKeys(owner)).toEqual([]);
    await owner.query('begin; alter table journals add foreign key (ledger_id) references ledgers');
    expect(await outgoingKeys(owner)).toEqual(['journals to ledgers']);
    await owner.query('rollback');
  });
});

interface DeclaredFunction {
  readonly name: string;
  readonly parameters: string;
  readonly language: string;
  readonly body: string;
}

const functionPattern =
  /^create (?:or replace )?function (?<name>\w+)\((?<parameters>[^)]*)\)[^$]*?language (?<language>\w+)[^$]*\$\$(?<body>.*?)\$\$/gms;

const functionsOf = (text: string): readonly DeclaredFunction[] =>
  [...text.matchAll(functionPattern)].map(({ groups }) => groups as unknown as DeclaredFunction);

const namesTable = (text: string): boolean =>
  plane.some((table) => new RegExp(`\\b(from|join) ${table}\\b`).test(text));

/** Trigger functions with a statement that joins the changed rows with a table: Citus cannot send such a statement to the table's node. */
const mixedStatements = (text: string): readonly string[] =>
  functionsOf(text).flatMap(({ name, body }) =>
    body
      .split(/;|\bloop\b|\bthen\b/)
      .some((statement) => /\b(from|join) (inserted|changed)\b/.test(statement) && namesTable(statement))
      ? [name]
      : [],
  );

/** SQL functions that take parameters and read the ledger plane: PostgreSQL never plans them for one ledger. */
const plainFunctions = (text: string): readonly string[] =>
  functionsOf(text)
    .filter(({ parameters, language, body }) => language === 'sql' && parameters !== '' && namesTable(body))
    .map(({ name }) => name);

const migrations = migrationFiles()
  .map(({ text }) => text)
  .join('\n');

test('guards read the rows of a statement first, and then one ledger', () => {
  expect(functionsOf(migrations).length).toBeGreaterThan(15);
  expect(mixedStatements(migrations)).toEqual([]);
  expect(plainFunctions(migrations)).toEqual([]);
  const joined = `create function bad() returns trigger language plpgsql as $$
begin
  perform from inserted i join journals j on j.id = i.journal_id;
end $$;
create function worse(ledger uuid) returns bigint language sql as $$ select count(*) from entries where ledger_id = ledger $$;`;
  expect(mixedStatements(joined)).toEqual(['bad']);
  expect(plainFunctions(joined)).toEqual(['worse']);
});

/** Policies with a subquery: a table with one cannot be distributed. */
const askingPolicies = async (owner: Client): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      `select polname as name from pg_policy
        where polrelid = any ($1::regclass[])
          and (polqual::text like '%SUBLINK%' or polwithcheck::text like '%SUBLINK%') order by 1`,
      [plane],
    )
  ).rows.map(({ name }) => name);

test('policies contain no subquery', async () => {
  await onEmptyDatabase(async (owner) => {
    expect(await askingPolicies(owner)).toEqual([]);
    await owner.query('begin; create policy asking on entries using (ledger_id = (select id from ledgers limit 1))');
    expect(await askingPolicies(owner)).toEqual(['asking']);
    await owner.query('rollback');
  });
});

const modules = join(__dirname, '..', '..', 'src', 'modules');

/** The statements of all `.sql` files. */
const statementsOfFiles = (): readonly Statement[] =>
  readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql') && !name.includes('/verify/'))
    .flatMap((name) => statementsIn(readFileSync(join(modules, name), 'utf8'), name))
    .map(({ statement }) => statement);

/** The statements that read or change a table of the ledger plane. */
const statementsOfPlane = (): readonly Statement[] =>
  statementsOfFiles().filter(({ text }) =>
    plane.some((table) => new RegExp(`\\b(from|join|into|update) ${table}\\b`).test(text)),
  );

/** Statements that write inside a WITH query: Citus never sends these as a whole to the ledger's node. */
const writingInside = (statements: readonly Statement[]): readonly string[] =>
  statements
    .filter(({ text }) => /\bas (materialized )?\(\s*(insert|update|delete)\b/.test(text))
    .map(({ name }) => name);

/** Statements without a condition on the ledger. */
const ofNoLedger = (statements: readonly Statement[]): readonly string[] =>
  statements
    .filter(({ text }) => !/\bledger_id = (any \()?\$\d|\bvalues \(\$1|\)\s+select \$1,/.test(text))
    .map(({ name }) => name);

test('a statement concerns one ledger and writes one table', () => {
  const statements = statementsOfPlane();
  expect(statements.length).toBeGreaterThan(50);
  expect([writingInside(statements), ofNoLedger(statements)]).toEqual([[], []]);
  const canaries = [
    {
      name: 'inside',
      text: 'with gone as (delete from accounts where ledger_id = $1 returning id) select * from gone',
    },
    { name: 'everywhere', text: 'select count(*) from entries' },
  ];
  expect([writingInside(canaries), ofNoLedger(canaries)]).toEqual([['inside'], ['everywhere']]);
});

/** Whether a text changes settings through a function: Citus does not pass such a setting on to the ledger's node. */
const settingByFunction = (text: string): boolean => /\bset_config\s*\(/.test(text);

test('settings for a node are set by commands, not by set_config', () => {
  const setting = sourceFiles(/\.(ts|sql)$/).filter((name) => {
    const text = readSourceFile(name).replace(/^\s*(\/\/|\*|--).*$/gm, '');
    return settingByFunction(text);
  });
  expect(setting).toEqual([]);
  expect(settingByFunction(`select set_config('ledger.scope', $1, true)`)).toBe(true);
});

/** SQL functions with a CASE on a value: Citus writes the CASE wrongly when it inlines the function into a statement for another node. */
const casesOfValues = (text: string): readonly string[] =>
  functionsOf(text)
    .filter(({ language, body }) => language === 'sql' && /\bcase\b(?!\s+when\b)/.test(body))
    .map(({ name }) => name);

test('SQL functions, which are inlined, have no CASE on a value', () => {
  expect(casesOfValues(migrations)).toEqual([]);
  const bad = `create function third(day date) returns text language sql immutable as $$ select case day when null then 'a' end $$;`;
  expect(casesOfValues(bad)).toEqual(['third']);
});

/** SET commands in a migration: Citus forwards the whole text that contains such a command to its nodes. */
const settingByCommand = (text: string): readonly string[] =>
  text.match(/^set (local |session )?\w[\w.]*( =| to).*$/gim) ?? [];

test('migrations contain no SET command', () => {
  expect(settingByCommand(migrations)).toEqual([]);
  expect(settingByCommand("select 1;\nset local timezone = 'UTC';")).toHaveLength(1);
});

/**
 * Insertions into tables outside the ledger plane with clauses that Citus does not support there: parameters after `on conflict` in an
 * insert from a select, and expressions on returned columns that are not immutable.
 */
const insertionsThatCannotBe = (statements: readonly Statement[]): readonly string[] =>
  statements
    .filter(({ text }) => !plane.some((table) => new RegExp(`\\binsert into ${table}\\b`).test(text)))
    .filter(({ text }) =>
      /^insert into [^;]*(\bselect\b[^;]*\bon conflict\b[^;]*\$\d|\breturning\b[^;]*::)/i.test(text),
    )
    .map(({ name }) => name);

test('insertions outside the ledger plane use only clauses that Citus supports', () => {
  const statements = statementsOfFiles();
  expect(statements.length).toBeGreaterThan(80);
  expect(insertionsThatCannotBe(statements)).toEqual([]);
  const canaries = [
    {
      name: 'given',
      text: 'insert into sessions (id) select x from unnest($1::uuid[]) x on conflict (id) do update set id = $2',
    },
    { name: 'worked out', text: 'insert into sessions (id) values ($1) returning id, expires_at::text' },
  ];
  expect(insertionsThatCannotBe(canaries)).toEqual(['given', 'worked out']);
});
