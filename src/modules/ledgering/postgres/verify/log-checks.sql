-- Each statement returns the rows that violate the check of the same name. log-checks.ts describes each check.

-- name: head-agrees
-- Finds heads that are not at the last event of the log and the last posted transaction.
select place, detail, count(*) over () as total
from (
  select 'head',
         case
           when h.ledger_id is null then 'is missing'
           when h.last_sequence <> l.last then format('has event %s as the last one, but the last one is %s', h.last_sequence, l.last)
           when h.last_transaction_sequence <> t.last
             then format('has transaction %s as the last one, but the last one is %s', h.last_transaction_sequence, t.last)
         end
    from (select coalesce(max(sequence), 0) as last from ledger_log where ledger_id = :ledger_id) l
   cross join (select coalesce(max(sequence), 0) as last from transactions where ledger_id = :ledger_id) t
    left join ledger_heads h on h.ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: events-are-dense
-- Finds gaps in the sequences of events.
select place, detail, count(*) over () as total
from (
  select format('event %s', sequence),
         case when sequence <> before + 1 then format('follows event %s', before) end
    from (select sequence, lag(sequence, 1, 0::bigint) over (order by sequence) as before
            from ledger_log where ledger_id = :ledger_id) l
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: transactions-are-dense
-- Finds gaps in the posting sequences, and transactions that the log has in a different order.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', id),
         case
           when sequence <> before + 1 then format('has sequence %s and follows %s', sequence, before)
           when log_sequence <= logged_before
             then format('was posted by event %s, its predecessor by %s', log_sequence, logged_before)
         end
    from (select id, sequence, log_sequence,
                 lag(sequence, 1, 0::bigint) over in_order as before,
                 lag(log_sequence, 1, 0::bigint) over in_order as logged_before
            from transactions
           where ledger_id = :ledger_id and sequence is not null
          window in_order as (order by sequence)) t
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: decisions-are-logged
-- Finds decided transactions that the log does not record by exactly one event with the same content.
select place, detail, count(*) over () as total
from (
  select case when t.id is null then format('transaction %s, event %s', l.transaction_id, l.sequence)
              else format('transaction %s, event %s', t.id, t.log_sequence) end,
         case
           when t.id is null then 'the transaction does not exist, or names another event as the one that decided it'
           when l.sequence is null then format('is %s, but no event of the log decided it', t.status)
           when l.transaction_id is distinct from t.id
             then format('the event is about transaction %s', l.transaction_id)
           when l.type <> case when t.status = 'failed' then 'transaction_failed' else 'transaction_posted' end
             then format('is %s, the event says %s', t.status, l.type)
           -- The check overridden-limits-are-logged compares the reason of an event whose posting overrode limits.
           when (t.accepted_by, t.failure ->> 'code') is distinct from
                (l.actor, case when t.status = 'failed' or l.reason not like 'limits overridden: %' then l.reason end)
             then format('was decided for %s, reason %s; the event says %s, reason %s',
                         t.accepted_by, t.failure ->> 'code', l.actor, l.reason)
           when l.occurred_at <> case when t.status = 'failed' then t.updated_at else t.posted_at end
             then format('was posted at %s, changed at %s; the event says %s', t.posted_at, t.updated_at, l.occurred_at)
           when t.status = 'failed' and
                (t.failed_draft ->> 'journal', t.failed_draft ->> 'day',
                 t.failed_draft ->> 'by', t.failed_draft ->> 'hash')
                is distinct from (t.journal_id::text, t.effective_date::text, t.accepted_by,
                                  encode(l.content_hash, 'hex'))
             then 'its stored draft has another journal, day, sender or hash'
         end
    from (select * from ledger_log
           where ledger_id = :ledger_id and type in ('transaction_posted', 'transaction_failed')) l
    full join (select * from transactions where ledger_id = :ledger_id and status <> 'pending') t
      on t.log_sequence = l.sequence
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: undoing-is-logged
-- Finds voids, reversals, releases and settlements that the log does not record correctly.
select place, detail, count(*) over () as total
from (
  select format('transaction %s, event %s', coalesce(t.id, l.transaction_id), l.sequence),
         case
           when t.id is null then format('the event says %s, the transaction does not', l.type)
           when l.sequence is null then format('is %s, but no event of the log made it so', t.status)
           when count(*) over (partition by t.id) > 1 then format('became %s more than once', t.status)
           when t.updated_at <> l.occurred_at then format('became %s at %s', t.status, t.updated_at)
           -- The event of a void that overrode limits lists them after the reason.
           when t.void_reason is distinct from
                case when starts_with(l.reason, concat(t.void_reason || '; ', 'limits overridden: ')) then t.void_reason else l.reason end
             then format('became void for this reason: %s', coalesce(t.void_reason, 'none'))
           when l.content_hash is distinct from (select p.content_hash from ledger_log p
                                                  where p.ledger_id = :ledger_id and p.sequence = t.log_sequence)
             then 'the event is not about the transaction that was posted'
         end
    from (select * from ledger_log where ledger_id = :ledger_id and type = 'transaction_voided') l
    full join (select * from transactions where ledger_id = :ledger_id and status = 'void') t on t.id = l.transaction_id
  union all
  -- One event posts an undoing transaction, and the next event records the effect on the original: the last undoing reversed it; or an
  -- amount of the hold was settled, released or expired; or the hold was raised. For a settlement, the event after that posts the settled
  -- part. An event that changes only the expiry of a hold has no posting before it; its content is the posted hold.
  select format('transaction %s, event %s', coalesce(r.undone_id, l.transaction_id), l.sequence),
         case
           when r.id is null then format('the event says %s, but the event before it undoes nothing', l.type)
           when l.sequence is null then format('is undone by %s, but no event of the log says so', r.id)
           when l.transaction_id is distinct from r.undone_id
             then format('the event before it undoes transaction %s', r.undone_id)
           when l.content_hash is distinct from r.content_hash then 'the event is not about the transaction that undoes it'
           when l.type <> case when r.correlation_type = 'extension' then 'hold_extended'
                               when r.correlation_type = 'release' and r.settles then 'hold_settled'
                               when r.correlation_type = 'release' and r.accepted_by = 'expiry' then 'hold_expired'
                               when r.correlation_type = 'release' then 'hold_released'
                               when r.is_last and r.status = 'reversed' then 'transaction_reversed'
                               else 'transaction_reversed_in_part' end
             then format('is %s, the event says %s', r.status, l.type)
           when r.is_last and r.updated_at <> greatest(l.occurred_at, r.extended_at) then format('was undone at %s', r.updated_at)
           when r.is_last and r.expired_at is distinct from case l.type when 'hold_expired' then l.occurred_at end
             then format('expired at %s, the event says %s', coalesce(r.expired_at::text, 'no time'), l.type)
         end
    from (select * from ledger_log
           where ledger_id = :ledger_id
             and type in ('transaction_reversed', 'transaction_reversed_in_part', 'hold_settled', 'hold_released',
                          'hold_expired', 'hold_extended')
             and (type <> 'hold_extended'
                  or content_hash is distinct from (select p.content_hash from transactions h
                                                      join ledger_log p on p.ledger_id = :ledger_id and p.sequence = h.log_sequence
                                                     where h.ledger_id = :ledger_id and h.id = ledger_log.transaction_id))) l
    full join (select d.id, d.log_sequence, d.undoes_transaction_id as undone_id, t.status, t.updated_at, t.expired_at,
                      p.content_hash, d.accepted_by, d.correlation_type, d.id = t.undone_by_transaction_id as is_last,
                      (select max(x.occurred_at) from ledger_log x
                        where x.ledger_id = :ledger_id and x.transaction_id = t.id and x.type = 'hold_extended') as extended_at,
                      s.settles_transaction_id = t.id as settles
                 from transactions d
                 left join transactions t on t.ledger_id = :ledger_id and t.id = d.undoes_transaction_id
                 left join ledger_log p on p.ledger_id = :ledger_id and p.sequence = d.log_sequence
                 left join ledger_log n on n.ledger_id = :ledger_id and n.sequence = d.log_sequence + 2
                                       and n.type = 'transaction_posted'
                 left join transactions s on s.ledger_id = :ledger_id and s.id = n.transaction_id
                where d.ledger_id = :ledger_id and d.undoes_transaction_id is not null) r
      on r.log_sequence = l.sequence - 1
  union all
  -- The reason of the last event that changed the expiry of a hold contains the present expiry.
  select format('transaction %s', coalesce(t.id, l.transaction_id)),
         case
           when l.transaction_id is null then 'its expiry was changed, but no event of the log says so'
           when not coalesce(t.end_moved, false) then 'an event of the log changed its expiry, but it still has the original one'
           when t.moved_end is distinct from nullif(substring(l.reason from '^expires at (.+), not '), 'no time')::timestamptz
             then format('expires at %s, but the log says %s', coalesce(t.moved_end::text, 'no time'), l.reason)
         end
    from (select distinct on (transaction_id) transaction_id, reason from ledger_log
           where ledger_id = :ledger_id and type = 'hold_extended' and reason is not null
           order by transaction_id, sequence desc) l
    full join (select * from transactions where ledger_id = :ledger_id and (end_moved or moved_end is not null)) t on t.id = l.transaction_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: chart-is-logged
-- Finds accounts, journals and period locks that the log does not record, or that no longer exist although no event deleted them, and
-- deleted accounts that are remembered wrongly.
select place, detail, count(*) over () as total
from (
  with last_event as (
    select distinct on (account_id) account_id, type
      from ledger_log
     where ledger_id = :ledger_id and account_id is not null
     order by account_id, sequence desc
  )
  select format('account %s', coalesce(a.id, l.account_id)),
         case
           when l.account_id is null then 'exists, but the log has no event of it'
           when a.id is null and l.type <> 'account_deleted' then 'is missing, but the log did not record its deletion'
           when a.id is not null and l.type = 'account_deleted' then 'exists, but the log recorded its deletion'
         end
    from (select id from accounts where ledger_id = :ledger_id) a
    full join last_event l on l.account_id = a.id
  union all
  -- The names of deleted accounts are those of the events that deleted them. A text counts UTF-16 code units.
  select format('account %s', coalesce(d.id, l.account_id)),
         case
           when l.account_id is null then 'is remembered as deleted, but the log did not record its deletion'
           when d.id is null then 'is gone, and nothing remembers its name'
           when d.deleted_at <> l.occurred_at then format('is remembered as deleted at %s, event %s says %s', d.deleted_at, l.sequence, l.occurred_at)
           when not starts_with(s.content, concat('7:account;1:1;36:', d.id, ';', length(d.code), ':', d.code, ';',
                  length(d.name) + length(regexp_replace(d.name, '[^\U00010000-\U0010FFFF]', '', 'g')), ':', d.name, ';'))
             then format('is remembered with another code or name than in event %s', l.sequence)
         end
    from (select * from deleted_accounts where ledger_id = :ledger_id) d
    full join (select account_id, sequence, occurred_at from ledger_log
                where ledger_id = :ledger_id and type = 'account_deleted') l on l.account_id = d.id
    left join ledger_log_subjects s on s.ledger_id = :ledger_id and s.sequence = l.sequence
  union all
  select format('journals besides %s', default_code),
         case when held <> logged then format('there are %s, the log created %s', held, logged) end
    from (select 'DEFAULT' as default_code,
                 (select count(*) from journals where ledger_id = :ledger_id and code <> 'DEFAULT') as held,
                 (select count(*) from ledger_log
                   where ledger_id = :ledger_id and type = 'journal_created') as logged) j
  union all
  select 'journal DEFAULT', 'is missing'
   where not exists (select from journals where ledger_id = :ledger_id and code = 'DEFAULT')
  union all
  select 'period locks',
         case
           when (held, released) <> (locked, unlocked)
             then format('there are %s, %s of them released; the log locked %s and released %s',
                         held, released, locked, unlocked)
         end
    from (select count(*) as held, count(released_at) as released from period_locks where ledger_id = :ledger_id) p
   cross join (select count(*) filter (where type = 'period_locked') as locked,
                      count(*) filter (where type = 'period_released') as unlocked
                 from ledger_log where ledger_id = :ledger_id and type in ('period_locked', 'period_released')) l
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: members-are-logged
-- Finds memberships that differ from those that follow from the events of the log. When a set is deleted, it leaves the sets that contain
-- it, without an event for each of them.
select place, detail, count(*) over () as total
from (
  with told as (
    select distinct on (s.account_set_id, s.member_id) s.account_set_id, s.member_id, l.sequence, l.type, l.occurred_at,
           exists (select from ledger_log_subjects d join ledger_log e on e.ledger_id = :ledger_id and e.sequence = d.sequence
                    where d.ledger_id = :ledger_id and d.account_set_id in (s.account_set_id, s.member_id) and d.member_id is null
                      and e.type = 'account_set_deleted') as is_deleted
      from ledger_log_subjects s
      join ledger_log l on l.ledger_id = :ledger_id and l.sequence = s.sequence
     where s.ledger_id = :ledger_id and s.member_id is not null
     order by s.account_set_id, s.member_id, s.sequence desc
  )
  select format('account set %s, member %s', coalesce(m.account_set_id, t.account_set_id), coalesce(m.member_id, t.member_id)),
         case
           when t.sequence is null then 'is a member, but the log did not add it'
           when m.member_id is null and t.type = 'account_set_member_added' and not t.is_deleted
             then format('is not a member, and event %s added it', t.sequence)
           when m.member_id is not null and t.type = 'account_set_member_removed'
             then format('is a member, and event %s removed it', t.sequence)
           when m.member_id is not null and t.is_deleted then 'is a member, and the log deleted one of the two sets'
           when m.created_at <> t.occurred_at then format('is a member since %s, event %s says %s', m.created_at, t.sequence, t.occurred_at)
         end
    from (select * from account_set_members where ledger_id = :ledger_id) m
    full join told t on t.account_set_id = m.account_set_id and t.member_id = m.member_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: contents-are-kept
-- Finds events whose stored text is missing, has a different hash, or is about a different subject.
select place, detail, count(*) over () as total
from (
  -- A text begins with its kind, the number of its format in one digit, and the ids. Each member is preceded by its length. The text of a
  -- note has the note's own id, 40 characters with its length, before the id of the transaction.
  select format('event %s', coalesce(l.sequence, s.sequence)),
         case
           when l.sequence is null then 'has a stored text, but is not an event about the chart, an amendment or a note'
           when s.sequence is null then 'its text is missing'
           when l.kind is null then 'its type is unknown'
           when substr(l.content_hash, 2) <> sha256(convert_to(s.content, 'UTF8')) then 'its text does not match its hash'
           when s.kind is distinct from case when l.kind not in ('account', 'amendment', 'note') then l.kind end
                or l.account_id is null = (l.kind = 'account')
                or not starts_with(s.content, format('%s:%s;', length(l.kind), l.kind))
                or not starts_with(substr(s.content, l.id_at), format('36:%s;', coalesce(l.account_id, l.transaction_id, s.id)))
                or s.member_id is not null and not (s.content ~ format('^[^;]*;[^;]*;[^;]*;[^;]*;36:%s;', s.member_id))
             then 'its text is about something else'
         end
    from (select *, length(format('%s:%s;1:1;', length(kind), kind)) + case kind when 'note' then 41 else 1 end as id_at
            from (select sequence, account_id, transaction_id, content_hash,
                 case when type = 'transaction_amended' then 'amendment'
                      when type = 'transaction_noted' then 'note'
                      when starts_with(type, 'account_set_member_') then 'account set member'
                      when starts_with(type, 'account_set_') then 'account set'
                      when starts_with(type, 'account_') then 'account'
                      when starts_with(type, 'journal_') then 'journal'
                      when starts_with(type, 'period_') then 'period lock'
                      when starts_with(type, 'trancode_') then 'transaction code'
                      when starts_with(type, 'string_operation_') then 'string operation' end as kind
            from ledger_log
           where ledger_id = :ledger_id
             and (transaction_id is null or type in ('transaction_amended', 'transaction_noted'))) e) l
    full join (select sequence, content, member_id, coalesce(journal_id, period_lock_id, account_set_id, trancode_id,
                                                                string_operation_id) as id,
                      case when member_id is not null then 'account set member' when account_set_id is not null then 'account set'
                           when period_lock_id is not null then 'period lock' when journal_id is not null then 'journal'
                           when trancode_id is not null then 'transaction code'
                           when string_operation_id is not null then 'string operation' end as kind
                 from ledger_log_subjects where ledger_id = :ledger_id) s on s.sequence = l.sequence
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: correlations-are-listed
-- Finds transactions whose place in their correlation is missing or wrong.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', coalesce(t.id, c.transaction_id)),
         case
           when c.transaction_id is null then 'is missing in the listing of its correlation'
           when t.id is null then format('is listed in correlation %s at event %s', c.correlation_id, c.log_sequence)
         end
    from (select id, correlation_id, log_sequence from transactions
           where ledger_id = :ledger_id and correlation_id is not null and log_sequence is not null) t
    full join (select * from transaction_correlations where ledger_id = :ledger_id) c
      on c.transaction_id = t.id and c.correlation_id = t.correlation_id and c.log_sequence = t.log_sequence
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
