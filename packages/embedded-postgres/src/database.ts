/** Creates the program's database on a running server, and returns its connection strings. */
import { Client } from 'pg';
import type { PostgresNames } from './names';
import { passwordOf } from './passwords';
import { codeOf } from './place';
import type { Postmaster } from './postmaster';
import { superuser } from './secure';

/** Connection strings of the program's database, in a form that `pg`, libpq and MikroORM's `clientUrl` understand. */
export interface DatabaseUrls {
  /** The connection string of the role that owns the database and is not a superuser. */
  readonly url: string;
  /** The connection string of the server's superuser, for operators and for tests. */
  readonly superuserUrl: string;
}

const connectWithinMs = 10_000;

export const urlsOf = ({ database, ownerRole }: PostgresNames, server: Postmaster, password: string): DatabaseUrls => ({
  url: urlOf(server, ownerRole, passwordOf(ownerRole, password), database),
  superuserUrl: urlOf(server, superuser, password, database),
});

/**
 * Creates the database if it is missing, and makes the role its owner. Returns false if the server does not accept connections, or stops
 * accepting them meanwhile.
 */
export const prepareDatabase = async (
  { database, ownerRole }: PostgresNames,
  server: Postmaster,
  password: string,
): Promise<boolean> => {
  try {
    const owner = await asSuperuser(server, password, 'postgres', async (client) => {
      const found = await client.query<{ owner: string }>(
        'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
        [database],
      );
      if (found.rows[0] !== undefined) return found.rows[0].owner;
      await client.query(`create database ${database} owner ${ownerRole}`);
      return ownerRole;
    });
    if (owner !== ownerRole)
      await asSuperuser(server, password, database, (client) => client.query(handOverTo(ownerRole)));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === '42P04' || code === '23505') return true; // Another process created it at the same moment.
    if (['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code)) return false;
    if (code.includes('terminated unexpectedly')) return false;
    throw error;
  }
};

const asSuperuser = async <A>(
  server: Postmaster,
  password: string,
  name: string,
  work: (client: Client) => Promise<A>,
): Promise<A> => {
  const connectionString = urlOf(server, superuser, password, name);
  const client = new Client({ connectionString, connectionTimeoutMillis: connectWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * The host is the folder of the socket: only this form is also a valid WHATWG URL, which MikroORM requires. The port and sslmode override
 * PGPORT and PGSSLMODE. Passwords are hexadecimal, so they need no encoding.
 */
const urlOf = (server: Postmaster, role: string, password: string, name: string): string =>
  `postgresql://${role}:${password}@${encodeURIComponent(server.socketDirectory)}:5432/${name}?sslmode=disable`;

/**
 * In earlier versions the superuser owned the database. This statement makes the role the owner of all objects that initdb did not create
 * (their ids are at least 16384), and of the former owner's policies and roles, in one transaction. `reassign owned` cannot do so: it
 * refuses the superuser that initdb created.
 */
const handOverTo = (ownerRole: string): string => `
do $$
declare
  former oid;
  change text;
begin
  perform pg_advisory_xact_lock('pg_database'::regclass::oid::int, 0);
  select datdba into former from pg_database where datname = current_database();
  if former = '${ownerRole}'::regrole then return; end if;
  for change in
    select format('grant %I to ${ownerRole} with admin true, inherit false, set true', rolname)
      from pg_roles where oid >= 16384 and not rolsuper and rolname <> '${ownerRole}'
    union all
    select format('alter schema %I owner to ${ownerRole}', nspname) from pg_namespace
     where oid >= 16384 and nspowner = former
    union all
    select format('alter table %s owner to ${ownerRole}', c.oid::regclass) from pg_class c
     where c.oid >= 16384 and c.relowner = former and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
                          and refclassid = 'pg_class'::regclass and deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter type %s owner to ${ownerRole}', oid::regtype) from pg_type
     where oid >= 16384 and typowner = former and typtype in ('e', 'd', 'r')
    union all
    select format('alter routine %s owner to ${ownerRole}', oid::regprocedure) from pg_proc
     where oid >= 16384 and proowner = former
    union all
    select format('alter policy %I on %s to ${ownerRole}', polname, polrelid::regclass) from pg_policy
     where polroles = array[former]
    union all
    select format('alter database %I owner to ${ownerRole}', current_database())
  loop
    execute change;
  end loop;
end $$`;
