-- In how many decimals the amounts of a transaction were read when it was accepted: `ledger verify` compares it with the ledger. Null where it
-- is older than this column.
alter table transactions add column storage_decimals smallint check (storage_decimals between 0 and 18);
