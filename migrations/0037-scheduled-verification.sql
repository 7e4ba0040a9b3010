-- The verification of everything that a worker makes on a schedule (LEDGER_VERIFY_EVERY): which process has it in hand, and what the last
-- one found. One row for the installation; each process that may verify asks it whether its turn has come.
create table verification_schedule (
  is_single     boolean primary key default true check (is_single),
  -- The process that has it in hand, until its lease ends.
  holder        uuid not null,
  leased_until  timestamptz not null,
  -- When the one in hand began; null where none is.
  begun_at      timestamptz,
  -- The last one that ended.
  finished_at   timestamptz,
  result        text check (result in ('passed', 'failed', 'broken off')),
  ledgers       bigint not null default 0 check (ledgers >= 0),
  events        bigint not null default 0 check (events >= 0),
  findings      bigint not null default 0 check (findings >= 0),
  -- The first of them.
  named         jsonb not null default '[]',
  check ((finished_at is null) = (result is null))
);

grant select, insert, update on verification_schedule to ledger_app;
