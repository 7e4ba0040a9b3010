-- Each statement gives the rows that break the check of its name. What the checks promise stands in guard-checks.ts.

-- name: triggers-stand
select place, detail, count(*) over () as total
from (
  select format('trigger %s on %s', d.name, d.on_table),
         case
           when t.oid is null then 'is missing'
           when t.tgenabled not in ('O', 'A') then 'is disabled'
           when p.proname <> d.runs then format('runs %s instead of %s', p.proname, d.runs)
           when p.prosrc <> d.body then format('%s does something else than the migrations wrote', d.runs)
         end
    from unnest(:names::text[], :tables::text[], :functions::text[], :bodies::text[]) as d (name, on_table, runs, body)
    left join pg_trigger t on t.tgname = d.name and t.tgrelid = to_regclass('public.' || d.on_table)
    left join pg_proc p on p.oid = t.tgfoid
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: questions-stand
select place, detail, count(*) over () as total
from (
  select format('question %s', d.name),
         case
           when p.oid is null then 'is missing'
           when p.prosrc <> question_body(d.takes, d.answers, d.question) then 'asks something else than the migrations wrote'
         end
    from unnest(:names::text[], :takes::text[], :answers::text[], :questions::text[]) as d (name, takes, answers, question)
    left join pg_proc p on p.proname = d.name and p.pronamespace = 'public'::regnamespace
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: nothing-is-disabled
-- Foreign keys are enforced by triggers of their own, which can be disabled without a trace in the constraint.
select place, detail, count(*) over () as total
from (
  select format('table %s, trigger %s', tgrelid::regclass, tgname),
         case when tgenabled not in ('O', 'A') then 'is disabled' end
    from pg_trigger
   where tgrelid = any (select to_regclass('public.' || name) from unnest(:plane::text[]) as plane (name))
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: foreign-keys-stand
-- A constraint that is not enforced (PostgreSQL 18 knows such) says so in a column that older servers do not have.
select place, detail, count(*) over () as total
from (
  select format('%s (%s) to %s', d.source, d.columns, d.target),
         case
           when c.oid is null then 'is missing'
           when not c.convalidated then 'is not validated'
           when to_jsonb(c) ->> 'conenforced' = 'false' then 'is not enforced'
         end
    from unnest(:sources::text[], :columns::text[], :targets::text[]) as d (source, columns, target)
    left join pg_constraint c
      on c.contype = 'f'
     and c.conrelid = to_regclass('public.' || d.source)
     and c.confrelid = to_regclass('public.' || d.target)
     and d.columns = (select string_agg(a.attname, ', ' order by k.place)
                        from unnest(c.conkey) with ordinality as k (number, place)
                        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: foreign-keys-stay-inside
select place, detail, count(*) over () as total
from (
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
     and c.conrelid = any (select to_regclass('public.' || name) from unnest(:plane::text[]) as plane (name))
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: ledgers-are-isolated
-- All of these policies say the same, so one that was changed differs from most.
select place, detail, count(*) over () as total
from (
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
                     and (0 = any (p.polroles) or to_regrole(:role)::oid = any (p.polroles)))
             then 'has another policy that lets the service in'
         end
    from unnest(:plane::text[]) as plane (name)
   cross join (select mode() within group (order by pg_get_expr(polqual, polrelid)) as condition
                 from pg_policy where polname like '%\_in\_scope') common
    left join pg_class c on c.oid = to_regclass('public.' || plane.name)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: role-is-bound
select place, detail, count(*) over () as total
from (
  select format('role %s', wanted.name),
         case
           when r.oid is null then 'is missing'
           when r.rolsuper then 'is a superuser'
           when r.rolbypassrls then 'bypasses row-level security'
           when exists (select from pg_auth_members m where m.member = r.oid) then 'is a member of another role'
         end
    from (select :role::text as name) wanted
    left join pg_roles r on r.rolname = wanted.name
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: role-cannot-rewrite
-- Privileges on single columns count, and what everybody may.
select place, detail, count(*) over () as total
from (
  select format('role %s, table %s', :role::text, c.relname),
         case
           when c.relowner = to_regrole(:role)::oid then 'owns it'
           when has_table_privilege(to_regrole(:role)::oid, c.oid, 'truncate') then 'may truncate it'
           when c.relname = any (array['entries', 'ledger_log', 'idempotency_keys', 'transactions'])
                and has_table_privilege(to_regrole(:role)::oid, c.oid, 'delete') then 'may delete from it'
           when c.relname = any (array['entries', 'ledger_log', 'idempotency_keys'])
                and has_any_column_privilege(to_regrole(:role)::oid, c.oid, 'update') then 'may update it'
         end
    from unnest(:plane::text[]) as plane (name)
    join pg_class c on c.oid = to_regclass('public.' || plane.name)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
