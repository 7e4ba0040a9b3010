/** Ways to weaken the triggers, functions and tables that guard the data, each with the place and the text by which `verify` reports it. */
import { applicationRole } from '../../src/kernel/postgres/session';

export type Weakening = readonly [what: string, statement: string, where: readonly (string | object)[], detail: string];

/** The `detail` of findings that no statement can repair. */
export const noCure = 'restore a backup';

export const weakenedTriggers: readonly Weakening[] = [
  // Ways to weaken triggers.
  [
    'a trigger was dropped',
    'drop trigger entries_balance on entries',
    ['trigger entries.entries_balance'],
    'is missing',
  ],
  [
    'a trigger was disabled',
    'alter table transactions disable trigger transactions_are_immutable',
    ['trigger transactions.transactions_are_immutable'],
    'is: disabled instead of enabled',
  ],
  [
    'a trigger fires for replicas alone',
    'alter table entries enable replica trigger entries_balance',
    ['trigger entries.entries_balance'],
    'is: enabled for replicas alone instead of enabled',
  ],
  [
    'a trigger fires when (false)',
    `drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once before update or delete on entries for each row when (false) execute function refuse_rewriting()`,
    ['trigger entries.entries_are_written_once'],
    'when: false instead of always',
  ],
  [
    'a trigger fires on fewer operations',
    `drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once before update on entries for each row execute function refuse_rewriting()`,
    ['trigger entries.entries_are_written_once'],
    'events: update instead of update or delete',
  ],
  [
    'a trigger fires on fewer columns',
    `drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once before update of amount or delete on entries for each row execute function refuse_rewriting()`,
    ['trigger entries.entries_are_written_once'],
    'columns: amount instead of any',
  ],
  [
    'a trigger fires after the change',
    `drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once after update or delete on entries for each row execute function refuse_rewriting()`,
    ['trigger entries.entries_are_written_once'],
    'timing: after instead of before',
  ],
  [
    'a trigger fires once per statement',
    `drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once before update or delete on entries for each statement execute function refuse_rewriting()`,
    ['trigger entries.entries_are_written_once'],
    'for each: statement instead of row',
  ],
  [
    'a trigger runs another function',
    `create function let_go() returns trigger language plpgsql as 'begin return new; end';
       drop trigger entries_are_written_once on entries;
       create trigger entries_are_written_once before update or delete on entries for each row execute function let_go()`,
    ['trigger entries.entries_are_written_once'],
    'runs: let_go() instead of refuse_rewriting()',
  ],
  [
    'a trigger that discards rows was added',
    `create function eat() returns trigger language plpgsql as 'begin return null; end';
       create trigger aaa before insert on tenant_log for each row execute function eat()`,
    ['trigger tenant_log.aaa'],
    'no migration creates it',
  ],
  [
    'foreign keys are not enforced',
    'alter table accounts disable trigger all',
    expect.arrayContaining(['constraint accounts.accounts_ledger_id_parent_id_fkey']) as unknown as string[],
    'triggers: disabled instead of enabled',
  ],
  // Ways to weaken functions.
  [
    'a guard was emptied',
    `create or replace function refuse_rewriting() returns trigger language plpgsql as 'begin return new; end'`,
    ['function refuse_rewriting()'],
    'its body differs from that in the migrations',
  ],
  [
    'a function that counts transactions returns nothing',
    `create or replace function count_transactions(guarded text, ledger uuid, named uuid[]) returns bigint language sql as 'select cardinality(named)::bigint'`,
    ['function count_transactions(text, uuid, uuid[])'],
    'language: sql instead of plpgsql',
  ],
  [
    'a guard runs as its owner',
    'alter function refuse_unbalanced_entries() security definer',
    ['function refuse_unbalanced_entries()'],
    'runs as: its owner instead of its caller',
  ],
  [
    'a function runs as its caller',
    'alter function ledgers_with_pending_work(bigint) security invoker',
    ['function ledgers_with_pending_work(bigint)'],
    'runs as: its caller instead of its owner',
  ],
  [
    'a function has another search path',
    'alter function ledgers_with_pending_work(bigint) set search_path = pg_temp, public',
    ['function ledgers_with_pending_work(bigint)'],
    'settings: search_path=pg_temp, public instead of search_path=public, pg_temp',
  ],
  [
    'a function is declared immutable',
    'alter function count_transactions(text, uuid, uuid[]) immutable',
    ['function count_transactions(text, uuid, uuid[])'],
    'volatility: immutable instead of',
  ],
  [
    'a guard is skipped for nulls',
    'alter function is_let_pass(uuid) strict',
    ['function is_let_pass(uuid)'],
    'nulls: strict instead of called',
  ],
  [
    'a guard belongs to the service',
    `grant create on schema public to ${applicationRole}; alter function refuse_rewriting() owner to ${applicationRole}; revoke create on schema public from ${applicationRole}`,
    expect.arrayContaining(['function refuse_rewriting()']) as unknown as string[],
    `owner: ${applicationRole} instead of the owner`,
  ],
  [
    'a function of the same name has other parameters',
    `create function is_let_pass(text) returns boolean language sql as 'select true'`,
    expect.arrayContaining(['function is_let_pass(text)']) as unknown as string[],
    'no migration creates it',
  ],
  [
    'a function replaces one of PostgreSQL',
    `create function strpos(text, uuid) returns integer language sql as 'select 1'`,
    expect.arrayContaining(['function strpos(text, uuid)']) as unknown as string[],
    'no migration creates it',
  ],
  [
    'an operator replaces one of PostgreSQL',
    `create function same(layer, layer) returns boolean language sql as 'select true';
       create operator public.<> (leftarg = layer, rightarg = layer, function = same)`,
    ['operator <>(layer,layer)'],
    'no migration creates it',
  ],
];

export const weakenedTables: readonly Weakening[] = [
  // Ways to weaken constraints and indexes.
  [
    'a check constraint was dropped',
    'alter table limits_overridden drop constraint limits_overridden_limit_name_check',
    ['constraint limits_overridden.limits_overridden_limit_name_check'],
    'is missing',
  ],
  [
    'a check constraint was loosened',
    `alter table limits_overridden drop constraint limits_overridden_limit_name_check;
       alter table limits_overridden add constraint limits_overridden_limit_name_check check (limit_name in ('min_balance', 'max_balance', 'other'))`,
    ['constraint limits_overridden.limits_overridden_limit_name_check'],
    'condition: ',
  ],
  [
    'a check constraint does not check existing rows',
    `alter table limits_overridden drop constraint limits_overridden_limit_name_check;
       alter table limits_overridden add constraint limits_overridden_limit_name_check check (limit_name in ('min_balance', 'max_balance')) not valid`,
    ['constraint limits_overridden.limits_overridden_limit_name_check'],
    'rows: new rows alone instead of all',
  ],
  [
    'a domain accepts more values',
    `alter domain entry_type drop constraint entry_type_check; alter domain entry_type add check (value in ('debit', 'credit', 'both'))`,
    ['type entry_type'],
    noCure,
  ],
  ['an enum has another label', `alter type trancode_status add value 'any'`, ['type trancode_status'], noCure],
  [
    'a foreign key was dropped',
    'alter table accounts drop constraint accounts_ledger_id_parent_id_fkey',
    ['constraint accounts.accounts_ledger_id_parent_id_fkey'],
    'is missing',
  ],
  [
    'a foreign key deletes the referring rows',
    `alter table accounts drop constraint accounts_ledger_id_parent_id_fkey;
       alter table accounts add constraint accounts_ledger_id_parent_id_fkey foreign key (ledger_id, parent_id) references accounts (ledger_id, id) on delete cascade`,
    ['constraint accounts.accounts_ledger_id_parent_id_fkey'],
    'actions: on update a, on delete c, match s instead of on update a, on delete a, match s',
  ],
  [
    'a foreign key is checked at the commit',
    'alter table accounts alter constraint accounts_ledger_id_parent_id_fkey deferrable initially deferred',
    ['constraint accounts.accounts_ledger_id_parent_id_fkey'],
    'checked: at the commit instead of',
  ],
  [
    'a unique constraint was dropped',
    'alter table sessions drop constraint sessions_token_hash_key',
    ['constraint sessions.sessions_token_hash_key'],
    'is missing',
  ],
  [
    'a primary key was dropped',
    'alter table idempotency_keys drop constraint idempotency_keys_pkey',
    ['constraint idempotency_keys.idempotency_keys_pkey'],
    'is missing',
  ],
  ['an index was dropped', 'drop index transactions_due', ['index transactions.transactions_due'], 'is missing'],
  [
    'an index covers other rows',
    `drop index transactions_due; create index transactions_due on transactions (ends_at, ledger_id) where hold_state = 'settled'`,
    ['index transactions.transactions_due'],
    'condition: ',
  ],
  [
    'an index is not valid',
    `update pg_index set indisvalid = false where indexrelid = 'transactions_due'::regclass`,
    ['index transactions.transactions_due'],
    'is: invalid instead of valid',
  ],
  // Ways to weaken columns.
  [
    'a column accepts nulls',
    'alter table entries alter column amount drop not null',
    ['column entries.amount'],
    'null: allowed instead of refused',
  ],
  [
    'a default was changed',
    "alter table api_keys alter column capabilities set default array['periods:admin']",
    ['column api_keys.capabilities'],
    'value: ',
  ],
  [
    'a column is of another type',
    'alter table tenants alter column name type varchar(500)',
    ['column tenants.name', 'constraint tenants.tenants_name_check'],
    noCure,
  ],
  [
    'a table is not logged',
    'alter table sign_in_failures set unlogged',
    ['table sign_in_failures'],
    'persistence: unlogged instead of logged',
  ],
  ['a table has heirs', 'create table more () inherits (sessions)', ['heir sessions, more'], 'no migration creates it'],
];
