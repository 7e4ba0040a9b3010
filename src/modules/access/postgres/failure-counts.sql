-- name: count_failure
-- Counts an attempt. It begins a new window if there is none, if the stored window is over, or if all attempts in it have been removed. The
-- statement takes one subject: if ledgers are on many nodes, an insertion from a select cannot use values after `on conflict`, and
-- `returning` may only compute with immutable functions.
insert into sign_in_failures as f (subject, window_start, count)
values (:subject::text, :at::timestamptz, 1)
on conflict (subject) do update
   set count = case when f.count > 0 and f.window_start > :over_before::timestamptz then f.count + 1 else 1 end,
       window_start = case when f.count > 0 and f.window_start > :over_before::timestamptz then f.window_start
                           else excluded.window_start end
returning subject, window_start, count;

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
