/** What of writing the chart is no single row of an entity: what a change depends on, and what touches more than one table. */
import { statement } from '../../../kernel/postgres/sql';

export const readLedgerUse = statement(
  'read_ledger_use',
  `select l.*, exists (select from transactions where ledger_id = $1) as has_transactions,
          exists (select from accounts where ledger_id = $1 and num_nonnulls(min_balance, max_balance) > 0) as has_limits
     from ledgers l where l.id = $1`,
);

export const insertHead = statement('insert_head', 'insert into ledger_heads (ledger_id, last_hash) values ($1, $2)');

export const readOpeningFacts = statement(
  'read_opening_facts',
  `with recursive above(id, parent_id) as (
     select id, parent_id from accounts where ledger_id = $1 and code = $3::text
     union all
     select p.id, p.parent_id
       from above
      cross join lateral (select id, parent_id from accounts where ledger_id = $1 and id = above.parent_id offset 0) p
   )
   select exists (select from accounts where ledger_id = $1 and code = $2::text) as code_taken,
          (select id from accounts where ledger_id = $1 and code = $3::text) as parent_id,
          (select count(*)::integer from above) as depth_above`,
);

// A parent that is the account itself or stands below it would close a circle; what stands below the account counts only
// when it moves. Entries that were voided are entries too.
export const readChangeFacts = statement(
  'read_change_facts',
  `with recursive above(id, parent_id) as (
     select id, parent_id from accounts where ledger_id = $1 and id = $4::uuid
     union
     select p.id, p.parent_id
       from above
      cross join lateral (select id, parent_id from accounts where ledger_id = $1 and id = above.parent_id offset 0) p
   ), below(id, depth) as (
     select $2::uuid, 1 where $4::uuid is not null
     union all
     select c.id, below.depth + 1
       from below
      cross join lateral (select id from accounts where ledger_id = $1 and parent_id = below.id offset 0) c
   )
   select exists (select from accounts where ledger_id = $1 and code = $3::text and id <> $2::uuid) as code_taken,
          exists (select from above where id = $4::uuid) as parent_exists,
          exists (select from above where id = $2::uuid) as parent_is_below,
          (select count(*)::integer from above) as depth_above,
          (select coalesce(max(depth), 0) from below) as depth_below,
          exists (select from entries where ledger_id = $1 and account_id = $2::uuid) as has_entries`,
);

// Pending work names its accounts inside its draft; there is little of it, and it is gone within a second.
export const readAccountUse = statement(
  'read_account_use',
  `select case
            when exists (select from entries where ledger_id = $1 and account_id = $2::uuid) then 'it has entries'
            when exists (select from posting_queue q
                          cross join lateral json_array_elements(q.draft -> 'entries') e
                          where q.ledger_id = $1 and e ->> 'accountId' = $2::uuid::text)
              then 'pending transactions name it'
            when exists (select from accounts where ledger_id = $1 and parent_id = $2::uuid) then 'it has children'
            when exists (select from account_set_members where ledger_id = $1 and member_id = $2::uuid)
              then 'it is in an account set'
          end as used_by`,
);

// Its balance rows go with it; its code and name stay, for the failed transactions that name it.
export const deleteAccount = statement(
  'delete_account',
  `with gone as (
     delete from accounts where ledger_id = $1 and id = $2 returning id, code, name
   )
   insert into deleted_accounts (ledger_id, id, code, name, deleted_at) select $1, id, code, name, $3 from gone`,
);

export const findPendingUpTo = statement(
  'find_pending_up_to',
  `select from posting_queue where ledger_id = $1 and (draft ->> 'day')::date <= $2 limit 1`,
);

export const insertSubject = statement(
  'insert_subject',
  `insert into ledger_log_subjects (ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id)
   values ($1, $2, $3, $4, $5, $6)`,
);
