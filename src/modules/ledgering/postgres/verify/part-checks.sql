-- Reads the guards of a table, and of each of its partitions on their nodes. With one node, a table is its only partition.

-- name: guards-of-tables
-- Reads the guards that each table has, and that its partitions must have.
select name as table, guards_of(to_regclass('public.' || name)) as guards from unnest(:plane::text[]) as plane (name);

-- name: guards-of-parts
-- Reads the guards of the partitions on each node.
-- by: ledger_heads_pkey
select guards_of_parts(:plane::text[], count(*)) as parts from ledger_heads where ledger_id = :beside;
