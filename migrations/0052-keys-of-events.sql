-- An operation that makes no transaction (an amendment, a note, a close without a sweep, an extension that moves only the end of a hold) used
-- its idempotency key in one table alone, so `ledger verify` could not notice that the key was deleted or its fingerprint changed, and a retry
-- would have done the work again, or been refused. Such a key names its event now, and is written a second time by the event. Keys that were
-- used before have no event.
alter table idempotency_keys add column log_sequence bigint;

create table keys_of_events (
  ledger_id    uuid not null,
  -- The sequence of the event in the ledger's log.
  sequence     bigint not null,
  key          text not null,
  -- The fingerprint of the request, as in idempotency_keys.
  fingerprint  bytea not null check (octet_length(fingerprint) = 33),
  primary key (ledger_id, sequence)
);

call keep_ledgers_apart('keys_of_events');
grant select, insert on keys_of_events to ledger_app;

create trigger keys_of_events_are_written_once before update or delete on keys_of_events
  for each row execute function refuse_rewriting();
create trigger keys_of_events_are_never_truncated before truncate on keys_of_events
  for each statement execute function refuse_rewriting();
