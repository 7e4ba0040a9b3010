-- name: read_ledger
-- by: ledgers_pkey
select * from ledgers where id = :ledger_id;

-- name: read_ledger_of_tenant
-- Reads a ledger by its id, if it belongs to the tenant.
-- by: ledgers_pkey
select * from (select * from ledgers where id = :ledger_id offset 0) l where tenant_id = :tenant_id;

-- name: read_ledger_by_code
-- Reads a ledger of a tenant by its code.
-- by: ledgers_tenant_id_code_key
select * from ledgers where tenant_id = :tenant_id and code = :code;

-- name: read_ledgers
-- by: ledgers_pkey
select * from ledgers where id = any (:ledger_ids::uuid[]) order by code;

-- name: read_test_clocks
-- Reads how far the test clocks of ledgers are ahead.
-- by: ledgers_with_test_clock
select id, test_clock_ms from ledgers where test_clock_ms is not null;

-- name: find_ledgers
-- Finds ledgers for operators. No index finds a code across all tenants, because operators rarely search for one.
select *
  from ledgers
 where (:tenant_id::uuid is null or tenant_id = :tenant_id) and (:code::text is null or code = :code)
 order by code, id
 limit :limit;

-- name: read_accounts_named
-- Reads accounts of one ledger by their codes. No statement of the ledger plane may read two ledgers.
-- by: account_balances_pkey, accounts_ledger_id_code_key
select a.*, b.debits, b.credits
  from accounts a
 cross join lateral (select debits, credits from account_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' offset 0) b
 where a.ledger_id = :ledger_id and a.code = any (:codes::text[]);

-- name: read_journal
-- by: journals_pkey
select * from journals where ledger_id = :ledger_id and id = :journal_id;
