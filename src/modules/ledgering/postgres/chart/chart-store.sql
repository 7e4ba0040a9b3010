-- name: insert_head
insert into ledger_heads (ledger_id, last_hash) values (:ledger_id, :last_hash);

-- name: read_ledger_row
-- Reads only the ledger's row: it is in the control plane, which may be on a different node than the ledger.
-- by: ledgers_pkey
select * from ledgers where id = :ledger_id;

-- name: read_ledger_use
-- Reads the facts that forbid a different currency: whether the ledger has transactions, and whether accounts have limits, which are
-- amounts in minor units.
-- by: accounts_pkey, ledger_heads_pkey, transactions_pkey
select exists (select from transactions where ledger_id = :ledger_id) as has_transactions,
       exists (select from accounts
                where ledger_id = :ledger_id and num_nonnulls(min_balance, max_balance) > 0) as has_limits
  from ledger_heads
 where ledger_id = :ledger_id;

-- name: read_opening_facts
-- Reads the facts that decide whether an account can be opened.
-- by: accounts_ledger_id_code_key, accounts_pkey
with recursive above(id, parent_id) as (
  select id, parent_id from accounts where ledger_id = :ledger_id and code = :parent_code::text
  union all
  select p.id, p.parent_id
    from above
   cross join lateral (select id, parent_id from accounts
                        where ledger_id = :ledger_id and id = above.parent_id offset 0) p
)
select exists (select from accounts where ledger_id = :ledger_id and code = :code::text) as code_taken,
       (select id from accounts where ledger_id = :ledger_id and code = :parent_code::text) as parent_id,
       (select count(*)::integer from above) as depth_above;

-- name: read_change_facts
-- Reads the facts on which a change to an account depends. A parent that is the account itself or a descendant would make a cycle. The
-- depth below the account is read only if its parent changes. Entries of void transactions count, and so do pending transactions, because
-- they will have entries.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_ledger_id_code_key, accounts_of_parent, accounts_pkey
-- by: entries_of_account, entries_of_rare_layer, posting_queue_pkey, transactions_of_hold_state
with recursive above(id, parent_id) as (
  select id, parent_id from accounts where ledger_id = :ledger_id and id = :parent_id::uuid
  union
  select p.id, p.parent_id
    from above
   cross join lateral (select id, parent_id from accounts
                        where ledger_id = :ledger_id and id = above.parent_id offset 0) p
), below(id, depth) as (
  select :account_id::uuid, 1 where :parent_id::uuid is not null
  union all
  select c.id, below.depth + 1
    from below
   cross join lateral (select id from accounts where ledger_id = :ledger_id and parent_id = below.id offset 0) c
)
select exists (select from accounts
                where ledger_id = :ledger_id and code = :code::text and id <> :account_id::uuid) as code_taken,
       exists (select from above where id = :parent_id::uuid) as parent_exists,
       exists (select from above where id = :account_id::uuid) as parent_is_below,
       (select count(*)::integer from above) as depth_above,
       (select coalesce(max(depth), 0) from below) as depth_below,
       exists (select from entries where ledger_id = :ledger_id and account_id = :account_id::uuid) as has_entries,
       exists (select from posting_queue q
                cross join lateral json_array_elements(q.draft -> 'entries') e
                where q.ledger_id = :ledger_id and e ->> 'accountId' = :account_id::uuid::text) as is_awaited,
       exists (select from accounts where ledger_id = :ledger_id and parent_id = :account_id::uuid and is_active) as has_active_children,
       (select debits - credits from account_balances
         where ledger_id = :ledger_id and account_id = :account_id::uuid and layer = 'settled') as settled,
       (select day from account_day_balances
         where ledger_id = :ledger_id and account_id = :account_id::uuid and layer = 'settled' and entry_count > 0
         order by day desc limit 1) as last_settled_day,
       array(select n.layer
               from account_balances b
              cross join lateral (values ('settled', b.layer = 'settled' and b.debits <> b.credits),
                                         ('pending', b.layer = 'settled' and (b.held_debits > 0 or b.held_credits > 0)),
                                         -- Open encumbrances on both sides may cancel each other.
                                         ('encumbrance', b.layer = 'encumbrance' and exists (
                                           select from (select transaction_id from entries
                                                         where ledger_id = :ledger_id and account_id = :account_id::uuid
                                                           and layer = 'encumbrance' and layer <> 'settled' offset 0) e
                                            cross join lateral (select from transactions
                                                                 where ledger_id = :ledger_id and id = e.transaction_id
                                                                   and hold_state = 'open' offset 0) t))) n (layer, is_left)
              where b.ledger_id = :ledger_id and b.account_id = :account_id::uuid and n.is_left
              order by n.layer desc) as layers_left;

-- name: read_account_use
-- Reads whether anything uses an account. Only the drafts of pending transactions name their accounts; such transactions are few, because
-- they are usually posted within a second.
-- by: account_set_members_by_member, accounts_of_parent, entries_of_account, posting_queue_pkey
select case
         when exists (select from entries where ledger_id = :ledger_id and account_id = :account_id::uuid)
           then 'it has entries'
         when exists (select from posting_queue q
                       cross join lateral json_array_elements(q.draft -> 'entries') e
                       where q.ledger_id = :ledger_id and e ->> 'accountId' = :account_id::uuid::text)
           then 'pending transactions name it'
         when exists (select from accounts where ledger_id = :ledger_id and parent_id = :account_id::uuid)
           then 'it has children'
         when exists (select from account_set_members where ledger_id = :ledger_id and member_id = :account_id::uuid)
           then 'it is in an account set'
       end as used_by;

-- name: remember_account
-- Keeps the code and the name of a deleted account for failed transactions that name it.
-- by: accounts_pkey
insert into deleted_accounts (ledger_id, id, code, name, deleted_at)
select ledger_id, id, code, name, :deleted_at from accounts where ledger_id = :ledger_id and id = :account_id;

-- name: delete_account
-- Deletes the account; its balance rows are deleted with it.
-- by: accounts_pkey
delete from accounts where ledger_id = :ledger_id and id = :account_id;

-- name: find_pending_up_to
-- Returns a row if a pending transaction is effective on or before the day.
-- by: posting_queue_pkey
select from posting_queue where ledger_id = :ledger_id and (draft ->> 'day')::date <= :day limit 1;

-- name: insert_subjects
-- Inserts the subjects and the stored texts of events.
insert into ledger_log_subjects (ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id, trancode_id,
                                 string_operation_id, content)
values (:ledger_id, :sequence::bigint, :journal_id::uuid, :period_lock_id::uuid, :account_set_id::uuid, :member_id::uuid,
        :trancode_id::uuid, :string_operation_id::uuid, :content::text);
