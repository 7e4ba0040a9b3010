-- name: read_present_words
-- Reads the last amendment of each of these transactions. If the ledger has no amendments, a single lookup finds that out for all of them.
-- by: transaction_amendments_pkey
select w.id, a.description, a.reference, a.metadata, a.amended_at
  from unnest(:transaction_ids::uuid[]) as w (id)
 cross join lateral (select description, reference, metadata, amended_at from transaction_amendments
                      where (select exists (select from transaction_amendments where ledger_id = :ledger_id))
                        and ledger_id = :ledger_id and transaction_id = w.id
                      order by sequence desc limit 1) a;
