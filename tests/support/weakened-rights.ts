/**
 * Ways to weaken row-level security and the rights of the application role, each with the place and the text by which `verify` reports it.
 */
import { applicationRole } from '../../src/kernel/postgres/session';
import type { Weakening } from './weakened-guards';

export const weakenedRights: readonly Weakening[] = [
  // Ways to weaken row-level security.
  [
    'row-level security is off',
    'alter table accounts disable row level security',
    ['table accounts'],
    'row-level security: forced, and disabled instead of forced on its owner too',
  ],
  [
    'row-level security is not forced',
    'alter table journals no force row level security',
    ['table journals'],
    'row-level security: enabled instead of forced on its owner too',
  ],
  [
    'a policy was dropped',
    'drop policy entries_in_scope on entries',
    ['policy entries.entries_in_scope'],
    'is missing',
  ],
  [
    'a policy admits everyone',
    `alter policy entries_in_scope on entries using (strpos(current_setting('ledger.scope', true), ledger_id::text) > 0 or true)`,
    ['policy entries.entries_in_scope'],
    'using: ',
  ],
  [
    'a policy does not check writes',
    'alter policy entries_in_scope on entries with check (true)',
    ['policy entries.entries_in_scope'],
    'check: true instead of as using',
  ],
  [
    'a policy is only for reading',
    `drop policy entries_in_scope on entries;
       create policy entries_in_scope on entries for select using (strpos(current_setting('ledger.scope', true), ledger_id::text) > 0)`,
    ['policy entries.entries_in_scope'],
    'for: select instead of all',
  ],
  [
    'another policy admits the service',
    'create policy open_house on transactions using (true)',
    ['policy transactions.open_house'],
    'no migration creates it',
  ],
  [
    'a policy of the owner applies to everyone',
    'alter policy heads_for_discovery on ledger_heads to public',
    ['policy ledger_heads.heads_for_discovery'],
    'to: public instead of the owner',
  ],
  // Ways to widen the rights of the application role.
  [
    'the service may change an amount',
    `grant update (amount) on entries to ${applicationRole}`,
    [`grant column entries.amount to ${applicationRole}`],
    'no migration creates it',
  ],
  [
    'the service may truncate',
    `grant truncate on account_balances to ${applicationRole}`,
    [`grant table account_balances to ${applicationRole}`],
    'rights: insert, select, truncate, update instead of insert, select, update',
  ],
  [
    'everyone may delete events',
    'grant delete on ledger_log to public',
    ['grant table ledger_log to everyone'],
    'no migration creates it',
  ],
  [
    'the service may grant its rights to others',
    `grant select on entries to ${applicationRole} with grant option`,
    [`grant table entries to ${applicationRole}`],
    'select with grant option',
  ],
  [
    'another role may write',
    'grant insert on entries to pg_monitor',
    ['grant table entries to pg_monitor'],
    'no migration creates it',
  ],
  [
    'everyone may run a procedure of the owner',
    'grant execute on procedure keep_ledgers_apart(regclass) to public',
    ['grant function keep_ledgers_apart(regclass) to everyone'],
    'no migration creates it',
  ],
  [
    'everyone may create objects',
    'grant create on schema public to public',
    ['grant schema public to everyone'],
    'rights: create, usage instead of usage',
  ],
  [
    'the service would have rights in new tables',
    `alter default privileges in schema public grant all on tables to ${applicationRole}`,
    expect.arrayContaining([expect.stringContaining('grant new tables of ')]) as unknown as string[],
    'no migration creates it',
  ],
  [
    'a table belongs to the service',
    `alter table idempotency_keys owner to ${applicationRole}`,
    expect.arrayContaining(['table idempotency_keys']) as unknown as string[],
    `owner: ${applicationRole} instead of the owner`,
  ],
  // Ways to widen the attributes of the application role, and other objects that change the effect of statements.
  [
    'the service bypasses row-level security',
    `alter role ${applicationRole} bypassrls`,
    [`role ${applicationRole}`],
    'bypasses row-level security: yes instead of no',
  ],
  [
    'the service is a superuser',
    `alter role ${applicationRole} superuser`,
    [`role ${applicationRole}`],
    'superuser: yes instead of no',
  ],
  [
    'the service may create roles',
    `alter role ${applicationRole} createrole`,
    [`role ${applicationRole}`],
    'may create roles: yes instead of no',
  ],
  [
    'the service is a member of another role',
    `grant pg_write_all_data to ${applicationRole}`,
    [`role ${applicationRole}`],
    'is a member of: pg_write_all_data instead of nothing',
  ],
  [
    'the service switches triggers off',
    `alter role ${applicationRole} set session_replication_role = replica`,
    [`role ${applicationRole}`],
    'switches triggers off: by session_replication_role=replica instead of no',
  ],
  [
    'a rule discards deletes',
    'create rule eaten as on delete to sessions do instead nothing',
    ['rule sessions.eaten'],
    'no migration creates it',
  ],
  [
    'an event trigger was added',
    `create function watch() returns event_trigger language plpgsql as 'begin end'; create event trigger watching on ddl_command_end execute function watch()`,
    ['event trigger watching'],
    'no migration creates it',
  ],
  [
    'a cast changes comparisons',
    'create function short(uuid) returns integer language sql immutable as $$select 1$$; create cast (uuid as integer) with function short(uuid) as implicit',
    ['cast uuid as integer'],
    'no migration creates it',
  ],
  [
    'a table of the same name is found first',
    `create schema ahead; create table ahead.entries (); set local search_path = ahead, public`,
    ['shadow ahead.entries'],
    'found before that of the schema public',
  ],
];
