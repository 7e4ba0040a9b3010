-- name: read_last_place
-- by: ledger_heads_pkey, ledger_log_pkey
select h.last_sequence as sequence, h.last_hash as hash,
       (select occurred_at from ledger_log where ledger_id = :ledger_id and sequence = h.last_sequence) as known_at
  from ledger_heads h
 where h.ledger_id = :ledger_id;

-- name: read_place
-- by: ledger_log_pkey
select sequence, hash, occurred_at as known_at from ledger_log where ledger_id = :ledger_id and sequence = :sequence::bigint;

-- name: read_totals_now
select a.*, coalesce(before.debits, 0) as debits_before, coalesce(before.credits, 0) as credits_before,
       coalesce(within.debits, 0) as debits_within, coalesce(within.credits, 0) as credits_within
  from accounts a
  left join lateral (select sum(debits) as debits, sum(credits) as credits from account_day_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = :layer
                        and day < :from::date) before on :from::date is not null
  left join lateral (select sum(debits) as debits, sum(credits) as credits from account_day_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = :layer
                        and day >= coalesce(:from::date, '-infinity') and day <= :to::date) within on true
 where a.ledger_id = :ledger_id
   and (:account_ids::uuid[] is null or a.id = any (:account_ids::uuid[]))
 order by a.code;

-- name: read_totals_then
with last_posted as (
  select sequence from transactions
   where ledger_id = :ledger_id
     and id = (select transaction_id from ledger_log
                where ledger_id = :ledger_id and type = 'transaction_posted' and sequence <= :sequence::bigint
                order by sequence desc limit 1)
), known as (
  select e.account_id, e.type, e.amount, e.effective_date
    from entries e
   where e.ledger_id = :ledger_id and e.layer = :layer and e.effective_date <= :to::date
     and e.sequence <= (select sequence from last_posted)
     and not exists (select from ledger_log
                      where ledger_id = :ledger_id and transaction_id = e.transaction_id
                        and type = 'transaction_voided' and type <> 'transaction_posted' and sequence <= :sequence::bigint)
)
select a.*, coalesce(k.debits_before, 0) as debits_before, coalesce(k.credits_before, 0) as credits_before,
       coalesce(k.debits_within, 0) as debits_within, coalesce(k.credits_within, 0) as credits_within
  from accounts a
  left join (select account_id,
                    sum(amount) filter (where type = 'debit' and effective_date < :from::date) as debits_before,
                    sum(amount) filter (where type = 'credit' and effective_date < :from::date) as credits_before,
                    sum(amount) filter (where type = 'debit' and effective_date >= coalesce(:from::date, '-infinity')) as debits_within,
                    sum(amount) filter (where type = 'credit' and effective_date >= coalesce(:from::date, '-infinity')) as credits_within
               from known group by account_id) k on k.account_id = a.id
 where a.ledger_id = :ledger_id
   and (:account_ids::uuid[] is null or a.id = any (:account_ids::uuid[]))
 order by a.code;

-- name: read_accounts_of_set
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
