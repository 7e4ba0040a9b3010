-- The acts of one key or one person, newest first: in the books, and in the log of a tenant.

-- Events of one moment are few, and sorted by ledger and sequence as they are read. Without these columns rows of the same moment share
-- one entry of the index, which posting pays for: 14 bytes an event of a batch, 66 of one that is posted alone.
create index ledger_log_by_actor on ledger_log (actor, occurred_at);
create index tenant_log_by_actor on tenant_log (tenant_id, actor, occurred_at, sequence);
