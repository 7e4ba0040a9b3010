-- Webhooks: where events of a ledger are sent, and what became of it. What is sent stands in the ledger's log; nothing is written
-- here when something is posted.

create table webhook_endpoints (
  ledger_id          uuid not null,
  id                 uuid not null,
  url                text not null check (char_length(url) between 1 and 2048),
  description        text check (char_length(description) <= 500),
  -- Names of events, separated by commas; null where all are wanted.
  types              text,
  is_active          boolean not null,
  -- Requests at a time. One keeps the order of the log.
  max_in_flight      smallint not null check (max_in_flight between 1 and 32),
  -- What signs, sealed by a key that the database does not know; the former one signs as well until then.
  secret             text not null,
  former_secret      text,
  former_until       timestamptz,
  -- Everything up to it was delivered, or not wanted.
  delivered_through  bigint not null check (delivered_through >= 0),
  -- Whether something that was delivered before is to be delivered again.
  has_queued         boolean not null default false,
  -- Before that there is nothing to do: what failed is tried again then.
  due_at             timestamptz not null,
  -- But for events behind this one, which what failed does not hold up; null where it does.
  waits_after        bigint,
  paused_at          timestamptz,
  pause_reason       text check ((pause_reason is null) = (paused_at is null)),
  -- The process that delivers, as long as nobody else may.
  leased_by          text,
  leased_until       timestamptz not null,
  -- Grows with each change by a client: who delivers begins anew then.
  version            bigint not null default 1,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  -- The endpoints of a ledger in the order in which they were made.
  primary key (ledger_id, id),
  check ((former_secret is null) = (former_until is null))
) with (fillfactor = 70);

call keep_ledgers_apart('webhook_endpoints');
grant select, insert, update, delete on webhook_endpoints to ledger_app;

-- One row for each event that was sent to an endpoint, or is to be sent again; what is old is taken away.
create table webhook_deliveries (
  ledger_id        uuid not null,
  endpoint_id      uuid not null,
  -- Of the event.
  sequence         bigint not null,
  id               uuid not null,
  type             text not null,
  state            text not null check (state in ('delivered', 'failing', 'queued')),
  attempts         smallint not null check (attempts >= 0),
  -- Of the last attempt: the status and the beginning of the answer, or why there was none.
  status           smallint,
  answer           text,
  fault            text,
  milliseconds     integer,
  last_attempt_at  timestamptz,
  -- When it is tried again.
  next_attempt_at  timestamptz check ((next_attempt_at is null) = (state = 'delivered')),
  foreign key (ledger_id, endpoint_id) references webhook_endpoints (ledger_id, id) on delete cascade
);

-- What is to be tried again, or once more; the list of those.
create index webhook_deliveries_open on webhook_deliveries (ledger_id, endpoint_id, sequence) where state <> 'delivered';
-- A delivery by its own id.
create unique index webhook_deliveries_by_id on webhook_deliveries (ledger_id, endpoint_id, id);
-- The deliveries of an endpoint in the order of their events.
alter table webhook_deliveries add primary key (ledger_id, endpoint_id, sequence);

call keep_ledgers_apart('webhook_deliveries');
grant select, insert, update, delete on webhook_deliveries to ledger_app;

-- Who delivers must find out to which endpoints, without seeing any of them: ids, and how far each came.
do $$
begin
  execute format('create policy endpoints_for_discovery on webhook_endpoints for select to %I using (true)', current_user);
end $$;

-- Those of this node that nobody delivers to, and that have something to do as far as time goes: behind `delivered_through`, or, while
-- what failed waits for its time, behind what was sent.
create function endpoints_to_serve(at timestamptz, beside bigint)
  returns table (ledger_id uuid, id uuid, delivered_through bigint, has_queued boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
begin
  for part in select parts_here('webhook_endpoints') loop
    return query execute format('select ledger_id, id, case when due_at <= $1 then delivered_through else waits_after end,
                                        has_queued and due_at <= $1 from %s
                                  where is_active and paused_at is null and (due_at <= $1 or waits_after is not null)
                                    and leased_until <= $1', part)
      using at;
  end loop;
end $$;

revoke all on function endpoints_to_serve(timestamptz, bigint) from public;
grant execute on function endpoints_to_serve(timestamptz, bigint) to ledger_app;

-- How the ledgers of this node are served, for those who watch the service: how far the slowest active endpoint came, and how many of
-- them are paused.
create function endpoints_standing(beside bigint) returns table (ledger_id uuid, delivered_through bigint, paused bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
begin
  for part in select parts_here('webhook_endpoints') loop
    return query execute format('select ledger_id, min(delivered_through) filter (where paused_at is null),
                                        count(*) filter (where paused_at is not null)
                                   from %s where is_active group by ledger_id', part);
  end loop;
end $$;

revoke all on function endpoints_standing(bigint) from public;
grant execute on function endpoints_standing(bigint) to ledger_app;
