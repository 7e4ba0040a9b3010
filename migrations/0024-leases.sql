-- A lease lasts for half a minute. One that ends much later was written under a clock that was wrong, and is none: before, such an endpoint
-- was served by nobody until the clock came there. The rest is as it was (0010).
create or replace function endpoints_to_serve(at timestamptz, beside bigint)
  returns table (ledger_id uuid, id uuid, delivered_through bigint, has_queued boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
begin
  for part in select parts_here('webhook_endpoints') loop
    return query execute format('select ledger_id, id, case when due_at <= $1 then delivered_through else waits_after end,
                                        has_queued and due_at <= $1 from %s
                                  where is_active and paused_at is null and (due_at <= $1 or waits_after is not null)
                                    and (leased_until <= $1 or leased_until > $1 + interval ''10 minutes'')', part)
      using at;
  end loop;
end $$;
