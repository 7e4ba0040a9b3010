-- name: read_last_place
-- Reads the position of the last event of the log.
-- by: ledger_heads_pkey, ledger_log_pkey
select h.last_sequence as sequence, h.last_hash as hash,
       (select occurred_at from ledger_log where ledger_id = :ledger_id and sequence = h.last_sequence) as known_at
  from ledger_heads h
 where h.ledger_id = :ledger_id;

-- name: read_place
-- Reads the position of the event with this sequence.
-- by: ledger_log_pkey
select sequence, hash, occurred_at as known_at from ledger_log where ledger_id = :ledger_id and sequence = :sequence::bigint;

-- name: read_all_accounts
-- Reads all accounts of the ledger, or those of the given types.
-- by: accounts_pkey
select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
 where ledger_id = :ledger_id and (:types::text[] is null or type = any (:types::text[]))
 order by id
 limit :limit;

-- name: read_some_accounts
-- Reads the accounts with these ids, or those among them that have the given types.
-- by: accounts_pkey
select a.*
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
                      where ledger_id = :ledger_id and id = w.id offset 0) a
 where :types::text[] is null or a.type = any (:types::text[]);

-- name: read_accounts_of_set
-- Reads the accounts of a set and of the sets within it, each once.
-- by: account_set_members_pkey, account_sets_ledger_id_code_key
with recursive named as (
  select id from account_sets where ledger_id = :ledger_id and code = :code
), within(id) as (
  select id from named
  union
  select m.child_set_id
    from within w
   cross join lateral (select child_set_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.child_set_id is not null
)
select (select true from named) as is_there,
       array(select distinct m.account_id
               from within w
              cross join lateral (select account_id from account_set_members
                                   where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
              where m.account_id is not null) as account_ids;
