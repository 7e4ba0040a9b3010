-- name: count_failures
-- A window begins with its first failure: what was counted and taken back began none. In the order of the subjects, so that two
-- who count the same do so one after the other, and never each waits for the other.
insert into sign_in_failures as f (subject, window_start, count)
select s.subject, :at::timestamptz, 1 from unnest(:subjects::text[]) as s (subject) order by s.subject
on conflict (subject) do update
   set count = case when f.count > 0 and f.window_start > :over_before::timestamptz then f.count + 1 else 1 end,
       window_start = case when f.count > 0 and f.window_start > :over_before::timestamptz then f.window_start
                           else excluded.window_start end
returning subject, window_start::text, count;

-- name: take_back_failures
-- by: sign_in_failures_pkey
update sign_in_failures f set count = f.count - 1
  from (select subject from sign_in_failures where subject = any(:subjects::text[]) and count > 0 order by subject for update) s
 where f.subject = s.subject;

-- name: forget_failures
-- by: sign_in_failures_by_window, sign_in_failures_pkey
delete from sign_in_failures
 where subject = any(array(select subject from sign_in_failures where window_start <= :over_before::timestamptz
                            order by window_start limit 100 for update skip locked));
