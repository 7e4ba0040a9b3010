/** The statements that write the chart, and read what its changes depend on. */
import { statement } from '../../../kernel/postgres/sql';

export const insertLedger = statement(
  'insert_ledger',
  `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                        created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
   on conflict (tenant_id, code) do nothing`,
);

export const readLedgerUse = statement(
  'read_ledger_use',
  `select l.*, exists (select from transactions where ledger_id = $1) as has_transactions,
          exists (select from accounts where ledger_id = $1 and num_nonnulls(min_balance, max_balance) > 0) as has_limits
     from ledgers l where l.id = $1`,
);

export const updateCurrency = statement(
  'update_currency',
  `update ledgers set currency = $2, currency_type = $3, storage_decimals = $4, display_decimals = $5, updated_at = $6
    where id = $1`,
);

export const insertHead = statement('insert_head', 'insert into ledger_heads (ledger_id, last_hash) values ($1, $2)');

export const insertJournal = statement(
  'insert_journal',
  `insert into journals (ledger_id, id, code, name, description, is_closed, metadata, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
   on conflict (ledger_id, code) do nothing`,
);

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

// Its balance rows are born with it (see the guards).
export const insertAccount = statement(
  'insert_account',
  `insert into accounts (ledger_id, id, code, name, type, category, normal_balance, parent_id, description, is_active,
                         is_system, metadata, enforce_balance_limits, min_balance, max_balance, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)`,
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

export const updateAccount = statement(
  'update_account',
  `update accounts
      set parent_id = $3, code = $4, name = $5, type = $6, normal_balance = $7, description = $8, is_active = $9,
          metadata = $10, enforce_balance_limits = $11, min_balance = $12, max_balance = $13, updated_at = $14
    where ledger_id = $1 and id = $2`,
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

export const updateJournal = statement(
  'update_journal',
  `update journals set code = $3, name = $4, description = $5, is_closed = $6, metadata = $7, updated_at = $8
    where ledger_id = $1 and id = $2
      and not exists (select from journals where ledger_id = $1 and code = $3 and id <> $2)`,
);

export const findPendingUpTo = statement(
  'find_pending_up_to',
  `select from posting_queue where ledger_id = $1 and (draft ->> 'day')::date <= $2 limit 1`,
);

export const insertPeriodLock = statement(
  'insert_period_lock',
  'insert into period_locks (ledger_id, id, locked_until, reason, created_at) values ($1, $2, $3, $4, $5)',
);

export const readPeriodLock = statement(
  'read_period_lock',
  'select * from period_locks where ledger_id = $1 and id = $2',
);

export const releasePeriodLock = statement(
  'release_period_lock',
  'update period_locks set released_at = $3, release_reason = $4 where ledger_id = $1 and id = $2',
);

export const insertSubject = statement(
  'insert_subject',
  `insert into ledger_log_subjects (ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id)
   values ($1, $2, $3, $4, $5, $6)`,
);
