-- What is rare among much of something else has to be found without reading all of it. Work of the settled layer, which is
-- nearly all of it, has no row in either index and pays for neither.

-- The list of transactions by another layer, in its order.
create index transactions_of_rare_layer on transactions (ledger_id, layer, id) where layer <> 'settled';
-- The entries listing of an account by another layer, in its order.
create index entries_of_rare_layer on entries (ledger_id, account_id, layer, effective_date, sequence, position)
  where layer <> 'settled';
