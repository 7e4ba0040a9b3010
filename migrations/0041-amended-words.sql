-- The words of a transaction (description, reference, metadata) may be amended, and notes may be attached to it. Each is an event of the
-- ledger's log, `transaction_amended` or `transaction_noted`, whose text stands in `ledger_log_subjects` as that of an event about the chart
-- does: the row of the transaction, its hash and its entries never change. Posting writes none of this.
--
-- The words as each amendment left them, for reading and searching: the last row of a transaction has its present words.
create table transaction_amendments (
  ledger_id       uuid not null,
  transaction_id  uuid not null,
  -- The event that amended it.
  sequence        bigint not null,
  description     text not null,
  reference       text,
  metadata        json,
  amended_at      timestamptz not null,
  foreign key (ledger_id, transaction_id) references transactions (ledger_id, id),
  foreign key (ledger_id, sequence) references ledger_log (ledger_id, sequence),
  -- The present words of a transaction.
  primary key (ledger_id, transaction_id, sequence)
);

-- The list of transactions by a reference that was amended.
create index transaction_amendments_of_reference on transaction_amendments (ledger_id, reference, transaction_id)
  where reference is not null;

call keep_ledgers_apart('transaction_amendments');
grant select, insert on transaction_amendments to ledger_app;

create trigger transaction_amendments_are_written_once before update or delete on transaction_amendments
  for each row execute function refuse_rewriting();
create trigger transaction_amendments_are_never_truncated before truncate on transaction_amendments
  for each statement execute function refuse_rewriting();
