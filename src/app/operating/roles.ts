/**
 * The SQL with which a DBA creates the roles of a ledger: the owner of the tables, who also migrates; the service's role; a role that may
 * copy everything; and a role that may only read. It is the same for PostgreSQL 15 to 18, and for the coordinator of a Citus cluster, which
 * passes roles on to its nodes.
 */
import { escapeIdentifier, escapeLiteral } from 'pg';
import { applicationRole, serviceSettings } from '../../kernel/postgres/session';
import { ok, refuse, type Outcome } from '../../kernel/refusal';

export interface RoleNames {
  /** The role that owns the tables and migrates. */
  readonly owner: string;
  /** The role that the service logs in as: the application role itself, or a role that may become it. */
  readonly app: string;
  readonly backup: string;
  readonly reader?: string | undefined;
}

export const usualRoles = { owner: 'ledger_owner', app: applicationRole, backup: 'ledger_backup' };

/** The maximum length of a role's name: PostgreSQL silently cuts off a longer name. */
const maxNameBytes = 63;

/**
 * Tables that a reader may read: the books, without keys, passwords and signing secrets of webhooks. Row-level security applies to readers
 * too; they name their ledgers in `ledger.scope`.
 */
const readable = [
  ...['ledgers', 'ledger_heads', 'ledger_log', 'journals', 'period_locks'],
  ...['accounts', 'account_balances', 'account_day_balances', 'account_sets', 'account_set_members'],
  ...['transactions', 'transaction_attributes', 'transaction_correlations', 'entries', 'entries_undone'],
];

/**
 * Returns the SQL as one text, which a superuser runs in the ledger's database. A second run changes nothing that is already right. The SQL
 * sets no passwords.
 */
export const roleStatements = (names: RoleNames): Outcome<string, string> => {
  const complaint = complaintAbout(names);
  if (complaint !== undefined) return refuse(complaint);
  const { owner, app, backup, reader } = names;
  const sections = [
    heading(names),
    inItsDatabase,
    `-- Owns the tables and runs the migrations: ${owner}.\n${ownerStatements(owner)}`,
    `-- The role that the service uses. It owns nothing, and may not change rows that are written only once.\n${applicationStatements}`,
    mayBecome(owner),
    ...(app === applicationRole
      ? []
      : [`-- Logs in for the service, and becomes ${applicationRole}.\n${loginStatements(app)}`]),
    `-- Copies everything (npx ledger backup, pg_dump): the only role that row-level security does not restrict.\n${backupStatements(backup)}`,
    ...(reader === undefined ? [] : [readerStatements(reader)]),
    passwords([owner, app, backup, ...(reader === undefined ? [] : [reader])]),
  ];
  return ok(sections.join('\n\n'));
};

const complaintAbout = ({ owner, app, backup, reader }: RoleNames): string | undefined => {
  const named = Object.entries({ owner, app, backup, ...(reader === undefined ? {} : { reader }) });
  for (const [option, name] of named) {
    if (name === '' || Buffer.byteLength(name) > maxNameBytes || /\p{Cc}/u.test(name))
      return `--${option} must be a name of 1 to ${maxNameBytes} bytes.`;
    if (name.startsWith('pg_')) return `--${option} must not begin with pg_: PostgreSQL reserves such names.`;
    if (name === applicationRole && option !== 'app')
      return `--${option} cannot be ${applicationRole}: the service works as that role, which owns nothing.`;
    const other = named.find(([, another]) => another === name);
    if (other && other[0] !== option)
      return `--${other[0]} and --${option} are both ${name}: each needs a role of its own.`;
  }
  return undefined;
};

const heading = ({ owner, app }: RoleNames): string =>
  `-- The roles of a ledger, for PostgreSQL 15 to 18 and for the coordinator of a Citus cluster. A superuser runs this in the ledger's database:
--   npx ledger roles | psql -v ON_ERROR_STOP=1 'postgresql://postgres@db.example/ledger'
-- Then LEDGER_MIGRATION_URL logs in as ${owner}, and DATABASE_URL as ${app}. On Citus the migrations need a superuser instead of ${owner}.
begin;`;

const inItsDatabase = `do $$ begin
  if current_database() in ('postgres', 'template0', 'template1') then
    raise exception 'run this in the database of the ledger, not in %', current_database();
  end if;
end $$;`;

/** An existing role keeps its password and its attributes, except for those that are set below. */
const madeOnce = (name: string): string => `do $$ begin
  if not exists (select from pg_roles where rolname = ${escapeLiteral(name)}) then
    create role ${escapeIdentifier(name)} login;
  end if;
end $$;`;

const ownerStatements = (owner: string): string => `${madeOnce(owner)}
do $$ begin
  execute format('alter database %I owner to %I', current_database(), ${escapeLiteral(owner)});
  -- From PostgreSQL 15 on, the owner of the database owns its schema public.
  if not pg_has_role(${escapeLiteral(owner)}, (select nspowner from pg_namespace where nspname = 'public'), 'usage') then
    alter schema public owner to ${escapeIdentifier(owner)};
  end if;
end $$;
revoke create on schema public from public;`;

const applicationStatements = [
  madeOnce(applicationRole),
  `alter role ${applicationRole} login noinherit nosuperuser nobypassrls nocreaterole nocreatedb noreplication;`,
  ...Object.entries(serviceSettings).map(
    ([name, value]) => `alter role ${applicationRole} set ${name} = ${escapeLiteral(value)};`,
  ),
].join('\n');

/** Since PostgreSQL 16, a membership has its own options `inherit` and `set`. */
const mayBecome = (name: string): string => `do $$ begin
  if current_setting('server_version_num')::integer >= 160000 then
    execute ${escapeLiteral(`grant ${applicationRole} to ${escapeIdentifier(name)} with inherit false, set true`)};
  else
    grant ${applicationRole} to ${escapeIdentifier(name)};
  end if;
end $$;`;

const loginStatements = (app: string): string => `${madeOnce(app)}
alter role ${escapeIdentifier(app)} login noinherit nosuperuser nobypassrls nocreaterole nocreatedb noreplication;
${mayBecome(app)}`;

const backupStatements = (backup: string): string => {
  const role = escapeIdentifier(backup);
  return `${madeOnce(backup)}
alter role ${role} login inherit bypassrls nosuperuser nocreaterole nocreatedb noreplication;
alter role ${role} set default_transaction_read_only = on;
grant pg_read_all_data to ${role};`;
};

const readerStatements = (reader: string): string => {
  const role = escapeIdentifier(reader);
  return `-- Reads the books, and sees the ledgers that it names: set ledger.scope = '<id of a ledger>'.
${madeOnce(reader)}
alter role ${role} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication;
alter role ${role} set default_transaction_read_only = on;
do $$ begin
  if to_regclass('public.entries') is null then
    raise notice 'run this again after npx ledger migrate: there are no tables yet that % could read', ${escapeLiteral(reader)};
  else
    grant usage on schema public to ${role};
    grant select on ${readable.join(', ')} to ${role};
  end if;
end $$;`;
};

const passwords = (names: readonly string[]): string =>
  [
    'commit;',
    '',
    '-- Passwords are set separately; psql asks for each and sends no plain text:',
    ...names.map((name) => `--   \\password ${escapeIdentifier(name)}`),
  ].join('\n');
