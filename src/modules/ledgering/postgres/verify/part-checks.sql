-- Reads the guards of a table, and of each part of it on the nodes that keep them. With one node, a table is its only
-- part.

-- name: guards-of-tables
select name as table, guards_of(to_regclass('public.' || name)) as guards from unnest(:plane::text[]) as plane (name);

-- name: guards-of-parts
-- by: ledger_heads_pkey
select guards_of_parts(:plane::text[], count(*)) as parts from ledger_heads where ledger_id = :beside;
