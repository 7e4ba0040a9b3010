-- A ledger with a test clock is for tests of programs that use it: its time is ahead of the real time by so many milliseconds. Null:
-- the ledger keeps the real time, as books do, and always will.
alter table ledgers add column test_clock_ms double precision
  check (test_clock_ms >= 0 and test_clock_ms = floor(test_clock_ms));

-- What a process that starts reads of them all.
create index ledgers_with_test_clock on ledgers (id) where test_clock_ms is not null;

-- Time goes on, and no books change over to a time of their own.
create function refuse_another_clock() returns trigger language plpgsql as $$
begin
  raise exception 'the clock of ledger % cannot change so', new.code using errcode = 'LG012';
end $$;

create trigger ledgers_keep_their_clock before update on ledgers
  for each row when (
    old.test_clock_ms is distinct from new.test_clock_ms
    and (old.test_clock_ms is null or new.test_clock_ms is null or new.test_clock_ms < old.test_clock_ms)
  ) execute function refuse_another_clock();
