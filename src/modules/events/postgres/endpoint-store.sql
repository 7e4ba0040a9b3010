-- name: read_endpoint_for_change
-- by: webhook_endpoints_pkey
select * from webhook_endpoints where ledger_id = :ledger_id and id = :id for update;

-- name: renew_endpoint
-- by: webhook_endpoints_pkey
update webhook_endpoints set version = version + 1, due_at = :at::timestamptz, updated_at = :at::timestamptz
 where ledger_id = :ledger_id and id = :id;

-- name: retry_now
-- by: webhook_deliveries_open
update webhook_deliveries set attempts = 0, next_attempt_at = :at::timestamptz
 where ledger_id = :ledger_id and endpoint_id = :id and state <> 'delivered';

-- name: forget_after
-- by: webhook_deliveries_pkey
delete from webhook_deliveries where ledger_id = :ledger_id and endpoint_id = :id and sequence > :sequence::bigint;

-- name: queue_deliveries
insert into webhook_deliveries as d (ledger_id, endpoint_id, sequence, id, type, state, attempts, next_attempt_at)
select :ledger_id, :endpoint_id, n.sequence, n.id, n.type, 'queued', 0, :at::timestamptz
  from unnest(:sequences::bigint[], :ids::uuid[], :types::text[]) as n (sequence, id, type)
on conflict (ledger_id, endpoint_id, sequence) do update set state = 'queued', attempts = 0, next_attempt_at = excluded.next_attempt_at;

-- name: find_endpoints_to_serve
-- Returns the due endpoints of a node. The function bypasses row-level security, and returns only ids and sequences.
-- by: ledger_heads_pkey
select d.* from (select count(*) as beside from ledger_heads where ledger_id = :beside) n
 cross join lateral endpoints_to_serve(:at::timestamptz, n.beside) d;

-- name: lease_endpoint
-- Succeeds if no other process has the lease. The process that has the lease may take it again, for example after a fault. A lease that
-- ends later than the longest possible one was written by a process with a wrong clock, and does not count.
-- by: webhook_endpoints_pkey
update webhook_endpoints set leased_by = :owner, leased_until = :until::timestamptz
 where ledger_id = :ledger_id and id = :id and is_active and paused_at is null
   and (due_at <= :at::timestamptz or waits_after is not null) and (leased_until <= :at::timestamptz or leased_until > :at::timestamptz + interval '10 minutes' or leased_by = :owner)
returning *;

-- name: read_open_deliveries
-- Returns the deliveries after the last sequence up to which everything was delivered, and the redeliveries before it.
-- by: webhook_deliveries_pkey, webhook_deliveries_open
select * from webhook_deliveries
 where ledger_id = :ledger_id and endpoint_id = :id and sequence > :through::bigint
 union all
(select * from webhook_deliveries
  where ledger_id = :ledger_id and endpoint_id = :id and state <> 'delivered' and sequence <= :through::bigint
  order by sequence limit 1000)
 order by sequence;

-- name: record_deliveries
-- Writes nothing if the endpoint was deleted meanwhile. Otherwise locks the endpoint, so that nobody deletes it before the commit.
-- by: webhook_endpoints_pkey
insert into webhook_deliveries as d (ledger_id, endpoint_id, sequence, id, type, state, attempts, status, answer, fault, milliseconds,
                                     last_attempt_at, next_attempt_at)
select :ledger_id, :endpoint_id, n.*
  from (select from webhook_endpoints where ledger_id = :ledger_id and id = :endpoint_id for key share) e
 cross join unnest(:sequences::bigint[], :ids::uuid[], :types::text[], :states::text[], :attempts::smallint[], :statuses::smallint[],
                   :answers::text[], :faults::text[], :milliseconds::integer[], :attempted::timestamptz[], :next::timestamptz[]) as n
on conflict (ledger_id, endpoint_id, sequence) do update
   set state = excluded.state, attempts = excluded.attempts, status = excluded.status, answer = excluded.answer, fault = excluded.fault,
       milliseconds = excluded.milliseconds, last_attempt_at = excluded.last_attempt_at, next_attempt_at = excluded.next_attempt_at;

-- name: record_endpoint
-- Writes the progress only if nobody changed the endpoint meanwhile: a client may have set the progress back.
-- by: webhook_endpoints_pkey
update webhook_endpoints
   set delivered_through = case when version = :version::bigint then :through::bigint else delivered_through end,
       has_queued = case when version = :version::bigint then :has_queued::boolean else has_queued end,
       paused_at = case when version = :version::bigint then :paused_at::timestamptz else paused_at end,
       pause_reason = case when version = :version::bigint then :pause_reason::text else pause_reason end,
       is_active = is_active and not (version = :version::bigint and :is_gone::boolean),
       due_at = case when version = :version::bigint then coalesce(:due_at::timestamptz, due_at) else due_at end,
       waits_after = case when version = :version::bigint and :due_at::timestamptz is not null then :waits_after::bigint else waits_after end,
       leased_by = case when :due_at::timestamptz is null then leased_by end,
       leased_until = coalesce(:leased_until::timestamptz, '-infinity')
 where ledger_id = :ledger_id and id = :endpoint_id and leased_by = :owner
returning version;

-- name: forget_unwanted
-- by: webhook_deliveries_open
delete from webhook_deliveries
 where ledger_id = :ledger_id and endpoint_id = :id and sequence = any(:sequences::bigint[]) and state <> 'delivered';

-- name: tidy_up_deliveries
-- by: webhook_deliveries_pkey
delete from webhook_deliveries
 where ledger_id = :ledger_id and endpoint_id = :id and sequence < :before::bigint and state = 'delivered';

-- name: read_endpoints_standing
-- Returns the delivery state of the ledgers of a node.
-- by: ledger_heads_pkey
select d.* from (select count(*) as beside from ledger_heads where ledger_id = :beside) n
 cross join lateral endpoints_standing(n.beside) d;
