-- name: read_acceptance
-- Reads everything that a group of requests names. Tries to take the advisory lock of each idempotency key without waiting: if that fails,
-- a request with the key is still running. The unique key of idempotency_keys is the guarantee; the locks only make the refusal immediate.
-- Codes are searched as ranges in the order of their index, because before the first ANALYZE the planner would consider the primary key
-- equally good, and search all accounts of the ledger for each code. For an account with limits, the changes in its balance after the first
-- day are read by day. If the account keeps sums of months, they are read by month, except that the months in :months are read by day.
-- by: account_balances_pkey, account_day_balances_pkey, account_months_pkey, accounts_ledger_id_code_key, accounts_pkey, idempotency_keys_pkey
-- by: journals_ledger_id_code_key, journals_pkey, ledger_heads_pkey, period_locks_in_force, posting_queue_pkey
-- by: trancodes_ledger_id_code_key, transactions_pkey
select array(select k.key from unnest(:keys::text[]) as k (key)
              where not pg_try_advisory_xact_lock(hashtextextended(:ledger_id::uuid::text || k.key, 0))) as busy,
       (select json_agg(json_build_array(i.key, i.operation, encode(i.fingerprint, 'hex'), i.made_id, t.correlation_id,
                                         t.batch_id))
          from idempotency_keys i
          left join lateral (select correlation_id, batch_id from transactions
                              where ledger_id = :ledger_id and id = i.made_id offset 0) t on true
         where i.ledger_id = :ledger_id and i.key = any (:keys)) as used,
       (select json_agg(json_build_array(a.id, a.code, a.is_active, a.normal_balance, a.is_system, a.type, a.is_group,
                   case when a.enforce_balance_limits
                        then (select json_build_array(a.limit_basis, a.min_balance::text, a.max_balance::text,
                                                      b.debits::text, b.credits::text,
                                                      b.held_debits::text, b.held_credits::text,
                                                      (select json_agg(json_build_array(s.day, s.change::text, s.low::text, s.low_day, s.high::text, s.high_day) order by s.day)
                                                         from (select day, debits - credits as change, null::numeric as low, null::date as low_day, null::numeric as high,
                                                                      null::date as high_day
                                                                 from account_day_balances
                                                                where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' and day > :since::date and not b.keeps_months
                                                               union all
                                                               select d.day, d.change, null, null, null, null
                                                                 from unnest(:months::date[]) as n (month)
                                                                cross join lateral (select day, debits - credits as change from account_day_balances
                                                                                     where ledger_id = :ledger_id and account_id = a.id and layer = 'settled'
                                                                                       and day >= n.month and day < (n.month + interval '1 month')::date and day > :since::date offset 0) d
                                                                where b.keeps_months
                                                               union all
                                                               select month, change, low, low_day, high, high_day from account_months
                                                                where ledger_id = :ledger_id and account_id = a.id and month > :since::date and month <> all (:months::date[])
                                                                  and b.keeps_months) s))
                                from account_balances b
                               where b.ledger_id = :ledger_id and b.account_id = a.id and b.layer = 'settled') end))
          from (select a.* from unnest(:account_ids::uuid[]) as w (id)
                 cross join lateral (select * from accounts
                                      where ledger_id = :ledger_id and id = w.id offset 0) a
                union all
                select a.* from unnest(:account_codes::text[]) as w (code)
                 cross join lateral (select * from accounts
                                      where ledger_id = :ledger_id and code between w.code and w.code
                                      order by code limit 1) a) a) as accounts,
       (select json_agg(json_build_array(j.id, j.code, j.is_closed))
          from (select id, code, is_closed from journals
                 where ledger_id = :ledger_id and id = any (:journal_ids::uuid[])
                union
                select id, code, is_closed from journals
                 where ledger_id = :ledger_id and code = :default_journal_code) j) as journals,
       (select json_agg(json_build_array(t.id, t.correlation_id))
          from unnest(:correlation_source_ids::uuid[]) as w (id)
         cross join lateral (select * from transactions
                              where ledger_id = :ledger_id and id = w.id offset 0) t) as sources,
       (select json_agg(json_build_array(c.code, c.version, c.status = 'active'))
          from unnest(:transaction_codes::text[]) as w (code)
         cross join lateral (select code, version, status from trancodes
                              where ledger_id = :ledger_id and code = w.code offset 0) c) as codes,
       (select max(locked_until) from period_locks
         where ledger_id = :ledger_id and released_at is null) as locked_until,
       exists (select from (select from posting_queue where ledger_id = :ledger_id order by transaction_id limit 1) q)
         as has_backlog,
       h.last_sequence, h.last_transaction_sequence, h.last_hash
  from ledger_heads h where h.ledger_id = :ledger_id;

-- name: hold_terms
-- Locks the terms of the ledger, on which acceptances rely. The lock is taken in a function, because the `catalog` context takes the same
-- lock (migrations/0023-ledger-terms.sql).
select hold_ledger_terms(:ledger_id, :alone);

-- name: read_accounts
-- Reads a part of the chart in advance: accounts without limits. Posting to such accounts needs no totals.
-- by: accounts_pkey
select id, code, is_active, normal_balance, is_system, type, is_group
  from accounts
 where ledger_id = :ledger_id and id > :after::uuid and not enforce_balance_limits
 order by id
 limit :limit;

-- name: hold_attribute_rules
-- Locks the attribute rules of a tenant. Raises LG010 if their version is not :version. The function belongs to the `attributes` context
-- (migrations/0008-attributes.sql), whose tables ledgering may not use.
select hold_attribute_rules(:tenant_id, :version, :alone);

-- name: declare_attributes
-- Declares attribute keys that are used for the first time. The function belongs to the `attributes` context.
select declare_attributes(:tenant_id, :ids, :names, :at);
