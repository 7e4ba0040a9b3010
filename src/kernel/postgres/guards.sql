-- name: read_guards
-- Reads from the catalogs each object of the schema that decides what the database accepts: one row per object, its facts
-- as texts. `tables` and `functions` name those that the migrations created; if both are empty, the whole schema is read, to
-- learn what the migrations created. `path` holds the session's search path, in order; `called` names the functions that the
-- guards call. Expressions are printed by the server with `search_path` set to public.
with service as (
  select :role::text as name, to_regrole(:role)::oid as id
), schema as (
  select oid from pg_namespace where nspname = 'public'
), settings as (
  -- The settings with which the sessions of the service begin, of the role and of the role that logs in. Those of a role come before those
  -- of everyone, and those of this database before those of all.
  select distinct on (r.id, lower(split_part(setting, '=', 1))) setting
    from (values ((select id from service)), ((select oid from pg_roles where rolname = session_user))) as r (id)
    join pg_db_role_setting d on d.setrole in (0, r.id) and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
   cross join lateral unnest(d.setconfig) as setting
   order by r.id, lower(split_part(setting, '=', 1)), d.setrole <> 0 desc, d.setdatabase <> 0 desc
), relations as (
  select c.*, (select owner.relowner from pg_class owner
                where owner.relname = 'schema_migrations' and owner.relnamespace = c.relnamespace) as usual_owner
    from pg_class c join schema s on c.relnamespace = s.oid
   where c.relkind in ('r', 'p', 'S', 'v', 'm', 'f')
     and (cardinality(:tables::text[]) = 0 or c.relname = any (:tables::text[]))
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
), of_extensions as (
  -- The functions of extensions: those in C, those that take a type of the extension, and those of Citus, which has its own in
  -- pg_catalog. A superuser can add any other function to an extension, to hide it.
  select p.oid
    from pg_depend d join pg_proc p on p.oid = d.objid join pg_language l on l.oid = p.prolang join pg_extension e on e.oid = d.refobjid
   where d.classid = 'pg_proc'::regclass and d.deptype = 'e'
     and (l.lanname = 'c' or e.extname = 'citus' and p.pronamespace = 'pg_catalog'::regnamespace or exists (
           select from unnest(p.proargtypes::oid[]) as t (type)
             join pg_depend o on o.classid = 'pg_type'::regclass and o.objid = t.type and o.deptype = 'e' and o.refobjid = d.refobjid))
), routines as (
  select p.*, case when p.pronamespace = s.oid then '' else 'pg_catalog.' end || p.proname || '(' || array_to_string(array(
           select format_type(t.type, null) from unnest(p.proargtypes::oid[]) with ordinality as t (type, place) order by t.place), ', ')
           || ')' as signature
    from pg_proc p join schema s on p.pronamespace in (s.oid, 'pg_catalog'::regnamespace)
   where (cardinality(:functions::text[]) = 0 and p.pronamespace = s.oid or p.proname = any (:functions::text[])
          or exists (select from pg_proc other where other.proname = p.proname and other.pronamespace = 'pg_catalog'::regnamespace
                                                  and other.oid < 16384))
     -- Functions of PostgreSQL have ids below 16384.
     and (p.pronamespace = s.oid or p.oid >= 16384)
     and p.oid not in (select oid from of_extensions)
), owner as (
  -- The owner's name differs between installations, so the owner is the role that owns the table of the migrations.
  select coalesce(min(usual_owner), 0::oid) as id from relations
), rights as (
  select 'table ' || c.relname as object, acl.*, c.relowner as owner
    from relations c cross join lateral aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) acl
  union all
  select format('column %s.%s', c.relname, a.attname), acl.*, c.relowner
    from relations c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attacl is not null
   cross join lateral aclexplode(a.attacl) acl
  union all
  select 'function ' || p.signature, acl.*, p.proowner
    from routines p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
  union all
  select 'schema public', acl.*, n.nspowner
    from pg_namespace n cross join lateral aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) acl
   where n.nspname = 'public'
  union all
  select format('new %s of %s%s', case d.defaclobjtype when 'r' then 'tables' else 'schemas' end,
                case when d.defaclrole = (select id from owner) then 'the owner' else d.defaclrole::regrole::text end,
                case d.defaclnamespace when 0 then '' else ' in schema public' end), acl.*, d.defaclrole
    from pg_default_acl d cross join lateral aclexplode(d.defaclacl) acl
   where d.defaclnamespace in (0, (select oid from schema)) and d.defaclobjtype in ('r', 'n')
     and acl.grantee in (0, (select id from service))
)
select 'table' as kind, c.relname::text as object, jsonb_build_object(
         'owner', case when c.relowner = (select id from service) then (select name from service)
                       when c.relowner = c.usual_owner then 'the owner' else c.relowner::regrole::text end,
         'kind', case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'S' then 'sequence' else 'view' end,
         'persistence', case c.relpersistence when 'p' then 'logged' when 'u' then 'unlogged' else 'temporary' end,
         'row-level security', case when c.relrowsecurity and c.relforcerowsecurity then 'forced on its owner too'
                                    when c.relrowsecurity then 'enabled' when c.relforcerowsecurity then 'forced, and disabled' else 'disabled' end) as facts,
       null as definition
  from relations c
union all
select 'column', c.relname || '.' || a.attname, jsonb_build_object(
         'type', format_type(a.atttypid, a.atttypmod),
         'null', case when not a.attnotnull then 'allowed'
                      when exists (select from pg_constraint n where n.conrelid = c.oid and n.contype = 'n' and n.conkey = array[a.attnum]
                                                                 and not n.convalidated) then 'refused in new rows alone'
                      else 'refused' end,
         'value', case when d.oid is null and a.attidentity = '' then 'none'
                       when a.attidentity <> '' then 'identity ' || a.attidentity::text
                       when a.attgenerated = '' then 'default ' || pg_get_expr(d.adbin, d.adrelid)
                       else format('generated (%s) %s', a.attgenerated::text, pg_get_expr(d.adbin, d.adrelid)) end,
         'collation', coalesce((select l.collname::text from pg_collation l where l.oid = a.attcollation), 'none')),
       null
  from relations c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
union all
select 'constraint', c.relname || '.' || n.conname, jsonb_build_object(
         'type', case n.contype when 'c' then 'check' when 'p' then 'primary key' when 'u' then 'unique' when 'f' then 'foreign key' else 'exclusion' end,
         'columns', coalesce((select string_agg(a.attname, ', ' order by k.place) from unnest(n.conkey) with ordinality as k (number, place)
                               join pg_attribute a on a.attrelid = n.conrelid and a.attnum = k.number), 'none'),
         'condition', coalesce(pg_get_expr(n.conbin, n.conrelid), 'none'),
         'refers to', coalesce(n.confrelid::regclass::text || ' (' || (
                        select string_agg(a.attname, ', ' order by k.place) from unnest(n.confkey) with ordinality as k (number, place)
                          join pg_attribute a on a.attrelid = n.confrelid and a.attnum = k.number) || ')', 'nothing'),
         'actions', format('on update %s, on delete %s, match %s', n.confupdtype, n.confdeltype, n.confmatchtype),
         'checked', case when n.condeferrable and n.condeferred then 'at the commit' when n.condeferrable then 'when it is told' else 'at once' end,
         'rows', case when to_jsonb(n) ->> 'conenforced' = 'false' then 'none' when n.convalidated then 'all' else 'new rows alone' end,
         'exclusion', coalesce(n.conexclop::regoperator[]::text, 'none'),
         'triggers', case when exists (select from pg_trigger t where t.tgconstraint = n.oid and t.tgenabled not in ('O', 'A')) then 'disabled' else 'enabled' end),
       case when cardinality(:tables::text[]) = 0 then format('alter table %s add constraint %I %s', c.relname, n.conname, pg_get_constraintdef(n.oid)) end
  from relations c
  join pg_constraint n on n.conrelid = c.oid and n.contype in ('c', 'p', 'u', 'f', 'x')
union all
select 'index', c.relname || '.' || x.relname, jsonb_build_object(
         'type', case when i.indisprimary then 'primary key' when i.indisunique then 'unique' else 'plain' end,
         'method', m.amname,
         'keys', (select string_agg(pg_get_indexdef(i.indexrelid, k.place::int, false)
                          || case when k.place > i.indnkeyatts then ' included' else
                               case when not o.opcdefault then ' ' || o.opcname else '' end
                               || case when i.indcollation[k.place - 1] not in (0, 100) then ' ' || i.indcollation[k.place - 1]::regcollation else '' end
                               || case i.indoption[k.place - 1] & 3 when 1 then ' desc nulls last' when 2 then ' nulls first' when 3 then ' desc' else '' end
                             end, ', ' order by k.place)
                    from generate_series(1, i.indnatts) as k (place)
                    left join pg_opclass o on o.oid = i.indclass[k.place - 1]),
         'condition', coalesce(pg_get_expr(i.indpred, i.indrelid), 'none'),
         'nulls', case when i.indnullsnotdistinct then 'not distinct' else 'distinct' end,
         'is', case when i.indisvalid and i.indisready and i.indislive then 'valid' else 'invalid' end,
         'checked', case when i.indimmediate then 'at once' else 'later' end),
       case when cardinality(:tables::text[]) = 0 then pg_get_indexdef(i.indexrelid) end
  from relations c
  join pg_index i on i.indrelid = c.oid
  join pg_class x on x.oid = i.indexrelid
  join pg_am m on m.oid = x.relam
 -- A plain index that a DBA added is left out, because it does not change which rows the database accepts.
 where cardinality(:tables::text[]) = 0 or i.indisunique or i.indexprs is not null or i.indpred is not null
    or c.relname || '.' || x.relname = any (:indexes::text[])
union all
select 'trigger', c.relname || '.' || t.tgname, jsonb_build_object(
         'runs', t.tgfoid::regproc::text || '(' || encode(t.tgargs, 'escape') || ')',
         'timing', case when t.tgtype & 2 > 0 then 'before' when t.tgtype & 64 > 0 then 'instead of' else 'after' end,
         'events', array_to_string(array_remove(array[case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
                     case when t.tgtype & 8 > 0 then 'delete' end, case when t.tgtype & 32 > 0 then 'truncate' end], null), ' or '),
         'columns', coalesce((select string_agg(a.attname, ', ' order by a.attname) from unnest(t.tgattr::smallint[]) as k (number)
                               join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.number), 'any'),
         'for each', case when t.tgtype & 1 > 0 then 'row' else 'statement' end,
         'when', coalesce(substring(pg_get_triggerdef(t.oid) from ' WHEN \((.*)\) EXECUTE '), 'always'),
         'is', case when t.tgenabled in ('O', 'A') then 'enabled' when t.tgenabled = 'R' then 'enabled for replicas alone' else 'disabled' end,
         'sees', coalesce(t.tgoldtable::text, '-') || ', ' || coalesce(t.tgnewtable::text, '-'),
         'runs at', case when t.tgdeferrable and t.tginitdeferred then 'the commit' when t.tgdeferrable then 'the statement, or when it is told' else 'the statement' end),
       case when cardinality(:tables::text[]) = 0 then pg_get_triggerdef(t.oid) end
  from relations c
  join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
union all
select 'internal trigger', c.relname || '.' || t.tgname, jsonb_build_object('is', 'disabled'), null
  from relations c
  join pg_trigger t on t.tgrelid = c.oid and t.tgisinternal and t.tgenabled not in ('O', 'A')
                   and not exists (select from pg_constraint n where n.oid = t.tgconstraint and n.conrelid = c.oid)
union all
select 'policy', c.relname || '.' || p.polname, jsonb_build_object(
         'lets through', case when p.polpermissive then 'as one of several' else 'with all others' end,
         'for', case p.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
         'to', array_to_string(array(select case r.id when 0 then 'public' when c.usual_owner then 'the owner' else r.id::regrole::text end
                                       from unnest(p.polroles) as r (id) order by 1), ', '),
         'using', coalesce(pg_get_expr(p.polqual, p.polrelid), 'none'),
         'check', coalesce(pg_get_expr(p.polwithcheck, p.polrelid), 'as using')),
       null
  from relations c
  join pg_policy p on p.polrelid = c.oid
union all
select 'rule', c.relname || '.' || r.rulename, jsonb_build_object('is', pg_get_ruledef(r.oid)), null
  from relations c
  join pg_rewrite r on r.ev_class = c.oid and not (r.ev_type = '1' and c.relkind in ('v', 'm'))
union all
select 'function', p.signature, jsonb_build_object(
         'owner', case when p.proowner = (select id from service) then (select name from service)
                       when p.proowner = (select id from owner) then 'the owner' else p.proowner::regrole::text end,
         'returns', coalesce(pg_get_function_result(p.oid), 'nothing'),
         'language', l.lanname, 'body', encode(sha256(convert_to(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), 'UTF8')), 'hex'),
         'runs as', case when p.prosecdef then 'its owner' else 'its caller' end,
         'volatility', case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
         'nulls', case when p.proisstrict then 'strict' else 'called' end,
         'leakproof', case when p.proleakproof then 'yes' else 'no' end,
         'parallel', p.proparallel,
         'settings', coalesce(array_to_string(p.proconfig, ', '), 'none')),
       case when cardinality(:tables::text[]) = 0 then pg_get_functiondef(p.oid) end
  from routines p join pg_language l on l.oid = p.prolang
 where p.prokind in ('f', 'p')
union all
select 'function', p.signature, jsonb_build_object('is', 'an aggregate or a window function'), null
  from routines p where p.prokind not in ('f', 'p')
union all
-- A function of PostgreSQL was changed if its row is younger than the table of the migrations. A change of its rights alone also
-- makes a new row. PostgreSQL changes some of them itself when it sets up a server, before it creates the information schema. The age of
-- their rows has no meaning once the server has counted two thousand million transactions, so they are left out by their number.
select 'function', 'pg_catalog.' || p.oid::regprocedure, jsonb_build_object('is', 'changed since the migrations ran'), null
  from pg_proc p
  join pg_language l on l.oid = p.prolang
  join pg_class c on c.relname = 'schema_migrations' and c.relnamespace = (select oid from schema)
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'name' and a.xmin::text::bigint > 2
 where p.pronamespace = 'pg_catalog'::regnamespace and p.oid < 16384 and p.proname = any (:called::text[])
   and p.xmin::text::bigint > (select min(v.xmin::text::bigint) from pg_class v where v.relnamespace = 'information_schema'::regnamespace)
   and age(p.xmin) < age(a.xmin) and (l.lanname not in ('internal', 'c') or p.proacl is null)
union all
select 'type', t.typname::text, jsonb_build_object(
         'labels', coalesce((select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), 'none'),
         'type', case t.typtype when 'd' then format_type(t.typbasetype, t.typtypmod) else 'enum' end,
         'null', case when t.typnotnull then 'refused' else 'allowed' end,
         'value', coalesce('default ' || t.typdefault, 'none'),
         'condition', coalesce((select string_agg(pg_get_expr(n.conbin, 0) || case when n.convalidated then '' else ' (new values alone)' end, ' and ' order by n.conname)
                                  from pg_constraint n where n.contypid = t.oid and n.contype = 'c'), 'none')), null
  from pg_type t join schema s on t.typnamespace = s.oid
 where t.typtype in ('d', 'e') and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
union all
select 'grant', format('%s to %s', r.object, case r.grantee when 0 then 'everyone' else r.grantee::regrole::text end),
       jsonb_build_object('rights', string_agg(distinct lower(r.privilege_type) || case when r.is_grantable then ' with grant option' else '' end, ', ')), null
  from rights r cross join service s
 where r.grantee <> r.owner
   -- Rights of other roles to read or execute are left out, because they do not change which rows the database accepts.
   and (r.grantee in (0, s.id) or r.privilege_type not in ('SELECT', 'USAGE', 'EXECUTE', 'MAINTAIN'))
 group by r.object, r.grantee
union all
select 'role', s.name, jsonb_build_object(
         'superuser', case when r.rolsuper then 'yes' else 'no' end,
         'bypasses row-level security', case when r.rolbypassrls then 'yes' else 'no' end,
         'may create roles', case when r.rolcreaterole then 'yes' else 'no' end,
         'may create databases', case when r.rolcreatedb then 'yes' else 'no' end,
         'may replicate', case when r.rolreplication then 'yes' else 'no' end,
         'may create schemas', case when has_database_privilege(r.oid, current_database(), 'create') then 'yes' else 'no' end,
         'is a member of', coalesce((select string_agg(m.roleid::regrole::text, ', ' order by 1) from pg_auth_members m where m.member = r.oid), 'nothing'),
         'owns the schema', case when pg_has_role(r.oid, (select nspowner from pg_namespace where nspname = 'public'), 'member') then 'yes' else 'no' end,
         'switches triggers off', coalesce((
            select 'by ' || setting from settings
             where setting ~ '^session_replication_role=' and setting <> 'session_replication_role=origin' limit 1), (
            select 'by the configuration of the server' from pg_settings
             where name = 'session_replication_role' and reset_val <> 'origin'), 'no'),
         -- The guards read settings of the service. A transaction sets them itself.
         'begins with', coalesce((
            select string_agg(distinct setting, ', ') from settings
             where setting ~ '^ledger[.]' or setting ~* '^transform_null_equals=(on|true|yes|1)$'), (
            select 'ledger.limits_overridden' where current_setting('ledger.limits_overridden', true) <> ''), 'nothing')), null
  from service s join pg_roles r on r.oid = s.id
union all
select 'heir', c.relname || ', ' || h.inhrelid::regclass, jsonb_build_object('is', 'read with the table'), null
  from relations c join pg_inherits h on h.inhparent = c.oid
union all
select 'heir', h.inhparent::regclass || ', ' || c.relname, jsonb_build_object('is', 'read with the table'), null
  from relations c join pg_inherits h on h.inhrelid = c.oid
 where not exists (select from relations p where p.oid = h.inhparent)
union all
select 'event trigger', e.evtname::text, jsonb_build_object('runs', e.evtfoid::regproc::text, 'event', e.evtevent), null
  from pg_event_trigger e join pg_proc p on p.oid = e.evtfoid
 where e.evtenabled <> 'D' and (e.evtevent = 'login' or p.pronamespace = (select oid from schema))
   and (p.oid not in (select oid from of_extensions)
        or not exists (select from pg_depend d where d.classid = 'pg_event_trigger'::regclass and d.objid = e.oid and d.deptype = 'e'))
union all
select 'operator', o.oid::regoperator::text, jsonb_build_object('runs', o.oprcode::text), null
  from pg_operator o join schema s on o.oprnamespace in (s.oid, 'pg_catalog'::regnamespace)
 where o.oid >= 16384
   and (o.oprcode::oid not in (select oid from of_extensions)
        or not exists (select from pg_depend d where d.classid = 'pg_operator'::regclass and d.objid = o.oid and d.deptype = 'e'))
union all
select 'cast', format('%s as %s', format_type(t.castsource, null), format_type(t.casttarget, null)), jsonb_build_object('is', t.castcontext), null
  from pg_cast t
  join pg_type source on source.oid = t.castsource
  join pg_type target on target.oid = t.casttarget
 where t.oid >= 16384
   and not exists (select from pg_depend d join pg_depend o on o.refobjid = d.refobjid and o.deptype = 'e'
                    where d.classid = 'pg_cast'::regclass and d.objid = t.oid and d.deptype = 'e'
                      and o.classid = 'pg_type'::regclass and o.objid in (t.castsource, t.casttarget))
   and source.typnamespace in ((select oid from schema), 'pg_catalog'::regnamespace)
   and target.typnamespace in ((select oid from schema), 'pg_catalog'::regnamespace)
union all
select 'shadow', found.name, jsonb_build_object('is', 'found before that of the schema public'), null
  from (select n.nspname || '.' || c.relname, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relname = any (:tables::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')
        union all
        select n.nspname || '.' || p.proname || '()', n.nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where p.proname = any (:functions::text[])) as found (name, schema)
 where array_position(:path::text[], found.schema::text) < array_position(:path::text[], 'public')
    or exists (select from settings
                cross join lateral string_to_array(replace(replace(substr(setting, 13), '"', ''), ' ', ''), ',') as ahead
                where setting like 'search\_path=%'
                  and array_position(ahead, found.schema::text) < coalesce(array_position(ahead, 'public'), 1000));
