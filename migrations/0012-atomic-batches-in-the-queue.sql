-- The rest of a batch that posts as one, behind the oldest of the queue: without it a claim reads all that waits, and posting
-- is slower the more there is to post. Work that stands alone has no row in it.
create index posting_queue_of_atomic_batch on posting_queue (ledger_id, atomic_batch_id, transaction_id)
  where atomic_batch_id is not null;
