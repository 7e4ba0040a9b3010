-- The accounts without a parent. A report over a million accounts shows them, and would read all accounts to find them.
create index accounts_at_top on accounts (ledger_id, code) where parent_id is null;
