-- Witnesses co-sign checkpoints (LEDGER_WITNESSES). Each of their signatures is a line that follows the note of the checkpoint.
create table log_cosignatures (
  ledger_id    uuid not null,
  size         bigint not null check (size > 0),
  -- The verifier key of the witness.
  witness      text not null check (length(witness) between 1 and 1000),
  cosignature  text not null check (length(cosignature) between 1 and 2000)
);
-- For the tree that a witness co-signed last, which the next request to it begins with.
create index log_cosignatures_by_witness on log_cosignatures (ledger_id, witness, size);
alter table log_cosignatures add primary key (ledger_id, size, witness);

call keep_ledgers_apart('log_cosignatures');
grant select, insert on log_cosignatures to ledger_app;

create trigger log_cosignatures_are_written_once before update or delete on log_cosignatures
  for each row execute function refuse_rewriting();
create trigger log_cosignatures_are_never_truncated before truncate on log_cosignatures
  for each statement execute function refuse_rewriting();
