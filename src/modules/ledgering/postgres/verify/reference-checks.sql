-- name: read_references
-- Reads the composite foreign keys. A key that refers only to `ledgers` is left out, because it refers to the ledger that is being
-- verified. Keys of entries and events are left out because these rows are many; other checks compare them with their transactions.
select source.relname as source, target.relname as target,
       (select array_agg(a.attname::text order by k.place)
          from pg_index i
         cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
         where i.indrelid = c.conrelid and i.indisprimary and a.attname <> 'ledger_id') as key,
       (select array_agg(a.attname::text order by k.place)
          from unnest(c.conkey) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as source_columns,
       (select array_agg(a.attname::text order by k.place)
          from unnest(c.confkey) with ordinality as k (number, place)
          join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as target_columns
  from pg_constraint c
  join pg_class source on source.oid = c.conrelid and source.relnamespace = 'public'::regnamespace
  join pg_class target on target.oid = c.confrelid
 where c.contype = 'f'
   and (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) = 'ledger_id'
   and cardinality(c.conkey) > 1
   and not (source.relname in ('entries', 'ledger_log') and target.relname = 'transactions')
 order by source.relname, c.conname;
