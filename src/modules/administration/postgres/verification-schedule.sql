-- name: take_verification
-- Takes the lease. If two processes do so at once, the second waits for the first one's row lock, and then finds the lease taken.
insert into verification_schedule (is_single, holder, leased_until, begun_at)
values (true, :holder, :until::timestamptz, :at::timestamptz)
on conflict (is_single) do update
   set holder = excluded.holder, leased_until = excluded.leased_until, begun_at = excluded.begun_at
 where (verification_schedule.leased_until <= :at::timestamptz
        -- A lease that ends more than a day from now was written by a process with a wrong clock, and does not count.
        or verification_schedule.leased_until > :at::timestamptz + interval '1 day')
   and (verification_schedule.finished_at is null or verification_schedule.finished_at <= :due::timestamptz)
returning true as is_taken;

-- name: renew_verification
-- by: verification_schedule_pkey
update verification_schedule set leased_until = :until::timestamptz where is_single = true and holder = :holder
returning true as is_held;

-- name: leave_verification
-- by: verification_schedule_pkey
update verification_schedule set leased_until = :at::timestamptz, begun_at = null where is_single = true and holder = :holder;

-- name: finish_verification
-- by: verification_schedule_pkey
update verification_schedule
   set leased_until = :at::timestamptz, begun_at = null, finished_at = :at::timestamptz, result = :result,
       ledgers = :ledgers::bigint, events = :events::bigint, findings = :findings::bigint, named = :named::jsonb
 where is_single = true and holder = :holder;

-- name: read_verification_schedule
-- by: verification_schedule_pkey
select begun_at, finished_at, result, ledgers, events, findings, named from verification_schedule where is_single = true;
