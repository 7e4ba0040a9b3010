/** Whether the database still refuses what it must refuse, whoever asks. */
import { applicationRole } from '../../../../kernel/postgres/session';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { CheckResult } from '../../application/books-reader';
import { declaredGuards } from './declared-guards';
import { judge, type SqlCheck } from './sql-check';

export const judgeGuards = async (tx: Tx): Promise<readonly CheckResult[]> => {
  const { triggers, plane, references } = declaredGuards();
  return [
    await judge(tx, triggersStand, [
      triggers.map(({ name }) => name),
      triggers.map(({ table }) => table),
      triggers.map((trigger) => trigger.function),
      triggers.map(({ body }) => body),
    ]),
    await judge(tx, nothingIsDisabled, [plane]),
    await judge(tx, referencesStand, [
      references.map(({ source }) => source),
      references.map(({ columns }) => columns),
      references.map(({ target }) => target),
    ]),
    await judge(tx, referencesStayInside, [plane]),
    await judge(tx, ledgersAreIsolated, [plane, applicationRole]),
    await judge(tx, roleIsBound, [applicationRole]),
    await judge(tx, roleCannotRewrite, [plane, applicationRole]),
  ];
};

const triggersStand: SqlCheck = {
  name: 'triggers-stand',
  promise: 'Each trigger that the migrations made is there, is enabled, and runs what they wrote.',
  text: `
    select format('trigger %s on %s', d.name, d.on_table),
           case
             when t.oid is null then 'is missing'
             when t.tgenabled not in ('O', 'A') then 'is disabled'
             when p.proname <> d.runs then format('runs %s instead of %s', p.proname, d.runs)
             when p.prosrc <> d.body then format('%s does something else than the migrations wrote', d.runs)
           end
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as d (name, on_table, runs, body)
      left join pg_trigger t on t.tgname = d.name and t.tgrelid = to_regclass('public.' || d.on_table)
      left join pg_proc p on p.oid = t.tgfoid`,
};

// Foreign keys are enforced by triggers of their own, which can be disabled without a trace in the constraint.
const nothingIsDisabled: SqlCheck = {
  name: 'nothing-is-disabled',
  promise: 'No trigger of the ledger plane is disabled, those behind foreign keys included.',
  text: `
    select format('table %s, trigger %s', tgrelid::regclass, tgname),
           case when tgenabled not in ('O', 'A') then 'is disabled' end
      from pg_trigger
     where tgrelid = any (select to_regclass('public.' || name) from unnest($1::text[]) as plane (name))`,
};

// A constraint that is not enforced (PostgreSQL 18 knows such) says so in a column that older servers do not have.
const referencesStand: SqlCheck = {
  name: 'foreign-keys-stand',
  promise: 'Each foreign key of the ledger plane that the migrations made is there, validated and enforced.',
  text: `
    select format('%s (%s) to %s', d.source, d.columns, d.target),
           case
             when c.oid is null then 'is missing'
             when not c.convalidated then 'is not validated'
             when to_jsonb(c) ->> 'conenforced' = 'false' then 'is not enforced'
           end
      from unnest($1::text[], $2::text[], $3::text[]) as d (source, columns, target)
      left join pg_constraint c
        on c.contype = 'f'
       and c.conrelid = to_regclass('public.' || d.source)
       and c.confrelid = to_regclass('public.' || d.target)
       and d.columns = (select string_agg(a.attname, ', ' order by k.place)
                          from unnest(c.conkey) with ordinality as k (number, place)
                          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number)`,
};

const referencesStayInside: SqlCheck = {
  name: 'foreign-keys-stay-inside',
  promise: 'No foreign key of the ledger plane leads from one ledger to another.',
  text: `
    select format('table %s, foreign key %s', c.conrelid::regclass, c.conname),
           case
             when source.attname <> 'ledger_id' then format('begins with %s', source.attname)
             when target.attname <> 'ledger_id' and c.confrelid <> 'public.ledgers'::regclass
               then format('leads to %s by %s', c.confrelid::regclass, target.attname)
           end
      from pg_constraint c
      join pg_attribute source on source.attrelid = c.conrelid and source.attnum = c.conkey[1]
      join pg_attribute target on target.attrelid = c.confrelid and target.attnum = c.confkey[1]
     where c.contype = 'f'
       and c.conrelid = any (select to_regclass('public.' || name) from unnest($1::text[]) as plane (name))`,
};

// All of these policies say the same, so one that was changed differs from most.
const ledgersAreIsolated: SqlCheck = {
  name: 'ledgers-are-isolated',
  promise:
    'Row-level security is enabled and forced on each table of the ledger plane, and only its own policy lets anybody in.',
  text: `
    select format('table %s', plane.name),
           case
             when c.oid is null then 'is missing'
             when not c.relrowsecurity then 'has no row-level security'
             when not c.relforcerowsecurity then 'has row-level security that its owner passes by'
             when not exists (
                    select from pg_policy p
                     where p.polrelid = c.oid and p.polname = plane.name || '_in_scope' and p.polcmd = '*'
                       and pg_get_expr(p.polqual, p.polrelid) = common.condition
                       and common.condition like '%ledger.scope%')
               then 'has lost the policy that keeps ledgers apart'
             when exists (
                    select from pg_policy p
                     where p.polrelid = c.oid and p.polname <> plane.name || '_in_scope' and p.polpermissive
                       and (0 = any (p.polroles) or to_regrole($2)::oid = any (p.polroles)))
               then 'has another policy that lets the service in'
           end
      from unnest($1::text[]) as plane (name)
     cross join (select mode() within group (order by pg_get_expr(polqual, polrelid)) as condition
                   from pg_policy where polname like '%\\_in\\_scope') common
      left join pg_class c on c.oid = to_regclass('public.' || plane.name)`,
};

const roleIsBound: SqlCheck = {
  name: 'role-is-bound',
  promise: 'The role that the service works as is no superuser, passes by no policy, and is a member of no other role.',
  text: `
    select format('role %s', wanted.name),
           case
             when r.oid is null then 'is missing'
             when r.rolsuper then 'is a superuser'
             when r.rolbypassrls then 'bypasses row-level security'
             when exists (select from pg_auth_members m where m.member = r.oid) then 'is a member of another role'
           end
      from (select $1::text as name) wanted
      left join pg_roles r on r.rolname = wanted.name`,
};

// Privileges on single columns count, and what everybody may.
const roleCannotRewrite: SqlCheck = {
  name: 'role-cannot-rewrite',
  promise:
    'The role that the service works as may not change, delete or truncate what is written once, and owns no table.',
  text: `
    select format('role %s, table %s', $2::text, c.relname),
           case
             when c.relowner = to_regrole($2)::oid then 'owns it'
             when has_table_privilege(to_regrole($2)::oid, c.oid, 'truncate') then 'may truncate it'
             when c.relname = any (array['entries', 'ledger_log', 'idempotency_keys', 'transactions'])
                  and has_table_privilege(to_regrole($2)::oid, c.oid, 'delete') then 'may delete from it'
             when c.relname = any (array['entries', 'ledger_log', 'idempotency_keys'])
                  and has_any_column_privilege(to_regrole($2)::oid, c.oid, 'update') then 'may update it'
           end
      from unnest($1::text[]) as plane (name)
      join pg_class c on c.oid = to_regclass('public.' || plane.name)`,
};
