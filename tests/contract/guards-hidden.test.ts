/** Ways to weaken the guards without touching any object of the migrations. `verify` finds each of them, with a cure that works. */
import { Client } from 'pg';
import { expectedGuards } from '../../src/kernel/postgres/guard-list';
import { differencesOfGuards, type Ask, type GuardDifference } from '../../src/kernel/postgres/guards';
import { applicationRole } from '../../src/kernel/postgres/session';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let superuser: Client;
beforeAll(async () => {
  database = await freshDatabase();
  superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

const ask: Ask = async (text, values) => (await superuser.query(text, [...values])).rows as object[];

/** The statements of the cure, for this database; undefined if no statement is a cure. */
const cureIn = ({ detail }: GuardDifference): string | undefined => {
  const [, statements] = /cure, as [\w ]+: (.*)$/s.exec(detail) ?? [];
  const [owner, name] = [new URL(database.url).username, new URL(database.url).pathname.slice(1)];
  return statements?.replaceAll('<the owner of schema_migrations>', owner).replaceAll('<this one>', `"${name}"`);
};

const same = `create function same(layer, layer) returns boolean language sql as 'select true'`;

test.each<[what: string, statement: string, where: string, detail: string]>([
  [
    'a function that replaces one of PostgreSQL belongs to an extension',
    `create function strpos(text, uuid) returns integer language sql as 'select 1';
       alter extension plpgsql add function strpos(text, uuid)`,
    'function strpos(text, uuid)',
    'no migration creates it',
  ],
  [
    'an operator that replaces one of PostgreSQL belongs to an extension',
    `${same}; create operator public.<> (leftarg = layer, rightarg = layer, function = same);
       alter extension plpgsql add operator public.<> (layer, layer)`,
    'operator <>(layer,layer)',
    'no migration creates it',
  ],
  [
    'a cast belongs to an extension',
    `create function short(uuid) returns integer language sql immutable as 'select 1';
       create cast (uuid as integer) with function short(uuid) as implicit;
       alter extension plpgsql add cast (uuid as integer)`,
    'cast uuid as integer',
    'no migration creates it',
  ],
  [
    'an event trigger belongs to an extension',
    `create function watch() returns event_trigger language plpgsql as 'begin end';
       create event trigger watching on ddl_command_end execute function watch();
       alter extension plpgsql add event trigger watching`,
    'event trigger watching',
    'no migration creates it',
  ],
  [
    'a function overloads one of PostgreSQL',
    `create function pg_catalog.strpos(text, uuid) returns integer language sql as 'select 1'`,
    'function pg_catalog.strpos(text, uuid)',
    'no migration creates it',
  ],
  [
    'a function has the name of one of ours and is found first',
    `create function pg_catalog.is_let_pass(uuid) returns boolean language sql as 'select true'`,
    'function pg_catalog.is_let_pass(uuid)',
    'no migration creates it',
  ],
  [
    'an operator overloads one of PostgreSQL',
    `${same}; create operator pg_catalog.<> (leftarg = layer, rightarg = layer, function = same)`,
    'operator <>(layer,layer)',
    'no migration creates it',
  ],
  [
    'a function of PostgreSQL that every policy calls was replaced',
    `create or replace function pg_catalog.strpos(text, text) returns integer language sql immutable strict as 'select 1'`,
    'function pg_catalog.strpos(text,text)',
    'restore a backup on a new server',
  ],
  [
    'the schema belongs to the service',
    `alter schema public owner to ${applicationRole}`,
    `role ${applicationRole}`,
    'owns the schema: yes instead of no',
  ],
  [
    'sessions begin with overridden limits',
    `alter role ${applicationRole} set ledger.limits_overridden = '01930000-0000-7000-8000-000000000001'`,
    `role ${applicationRole}`,
    'begins with: ledger.limits_overridden=01930000-0000-7000-8000-000000000001 instead of nothing',
  ],
  [
    'comparisons with null are true',
    `alter role ${applicationRole} set transform_null_equals = on`,
    `role ${applicationRole}`,
    'begins with: transform_null_equals=on instead of nothing',
  ],
  [
    'the sessions of the service find another table first',
    `create schema ahead; create table ahead.entries (); alter role ${applicationRole} set search_path = ahead, public`,
    'shadow ahead.entries',
    'found before that of the schema public',
  ],
])('%s', async (_, statement, where, detail) => {
  await superuser.query('begin');
  try {
    await superuser.query(statement);
    const found = await differencesOfGuards(ask);
    expect(found.map((difference) => difference.where)).toContain(where);
    expect(found.find((difference) => difference.where === where)?.detail).toContain(detail);
    const isMember = statement.includes('alter extension');
    const cures = found.map(cureIn);
    if (isMember || cures.includes(undefined)) return;
    for (const cure of cures) await superuser.query(cure as string);
    expect(await differencesOfGuards(ask)).toEqual([]);
  } finally {
    await superuser.query('rollback');
  }
});

test('the server starts each session with triggers off', async () => {
  const client = new Client({
    connectionString: database.superuserUrl,
    options: '-c session_replication_role=replica',
  });
  await client.connect();
  try {
    await client.query('begin');
    const found = await differencesOfGuards(
      async (text, values) => (await client.query(text, [...values])).rows as object[],
    );
    expect(found.map(({ where, detail }) => [where, detail])).toEqual([
      [`role ${applicationRole}`, expect.stringContaining('switches triggers off: by the configuration of the server')],
    ]);
  } finally {
    await client.end();
  }
});

test('extensions of PostgreSQL in the schema of the ledger are not suspicious', async () => {
  const { rows } = await superuser.query<{ name: string }>('select name from pg_available_extensions');
  const there = [
    'citext',
    'hstore',
    'pgcrypto',
    'pg_trgm',
    'intarray',
    'btree_gist',
    'pg_stat_statements',
    'ltree',
  ].filter((name) => rows.some((row) => row.name === name));
  await superuser.query('begin');
  try {
    for (const name of there) await superuser.query(`create extension ${name}`);
    expect([there, await differencesOfGuards(ask)]).toEqual([there, []]);
  } finally {
    await superuser.query('rollback');
  }
});

test('rights in functions of PostgreSQL are not suspicious', async () => {
  const called = expectedGuards().some(({ facts }) => facts['using']?.includes('strpos ('));
  expect(called).toBe(true);
  await superuser.query('begin');
  try {
    await superuser.query('grant execute on function pg_catalog.strpos(text, text) to pg_monitor');
    expect(await differencesOfGuards(ask)).toEqual([]);
  } finally {
    await superuser.query('rollback');
  }
});

test('a setting of the role overrides one of the database', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const ahead = async (): Promise<readonly string[]> => (await differencesOfGuards(ask)).map(({ where }) => where);
  await superuser.query('begin');
  try {
    await superuser.query('create schema ahead; create table ahead.entries ()');
    await superuser.query(`alter database ${name} set search_path = ahead, public`);
    expect(await ahead()).toEqual(['shadow ahead.entries']);
    for (const role of [applicationRole, 'current_user'])
      await superuser.query(`alter role ${role} in database ${name} set search_path = public`);
    expect(await ahead()).toEqual([]);
  } finally {
    await superuser.query('rollback');
  }
});

test('no function of PostgreSQL itself is younger than the information schema, unless somebody changed it', async () => {
  // The guards tell a changed function by these numbers: the age of a row has no meaning once the server has counted enough transactions.
  const { rows } = await superuser.query(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.oid < 16384 and p.pronamespace = 'pg_catalog'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and p.xmin::text::bigint > (select min(v.xmin::text::bigint) from pg_class v where v.relnamespace = 'information_schema'::regnamespace)`,
  );
  expect(rows).toEqual([]);
});
