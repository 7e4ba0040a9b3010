-- name: read_changed_accounts
-- Reads the accounts that were created, changed or deleted after a sequence of the log, with their texts at that sequence; the text is null
-- if the account did not exist.
-- by: ledger_log_of_account, ledger_log_of_rare_type, ledger_log_subjects_pkey
select c.account_id, s.content
  from (select distinct account_id from ledger_log
         where ledger_id = :ledger_id and type <> 'transaction_posted' and sequence > :sequence::bigint
           and type in ('account_created', 'account_updated', 'account_closed', 'account_deleted')
           and (:account_ids::uuid[] is null or account_id in (select unnest(:account_ids::uuid[])))) c
  left join lateral (select sequence, type from ledger_log
                      where ledger_id = :ledger_id and account_id = c.account_id and sequence <= :sequence::bigint
                      order by sequence desc limit 1) l on true
  left join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence and l.type <> 'account_deleted' offset 0) s on true;

-- name: read_changed_sets
-- Reads the account sets that were created, changed or deleted after a sequence of the log, with their texts at that sequence; the text is
-- null if the set did not exist.
-- by: ledger_log_of_rare_type, ledger_log_pkey, ledger_log_subjects_of_set, ledger_log_subjects_pkey
select c.account_set_id, l.content
  from (select distinct s.account_set_id
          from (select sequence from ledger_log
                 where ledger_id = :ledger_id and type <> 'transaction_posted' and sequence > :sequence::bigint
                   and type in ('account_set_created', 'account_set_updated', 'account_set_deleted') offset 0) e
         cross join lateral (select account_set_id from ledger_log_subjects
                              where ledger_id = :ledger_id and sequence = e.sequence offset 0) s) c
  left join lateral (select s.content, e.type
                       from ledger_log_subjects s
                      cross join lateral (select type from ledger_log
                                           where ledger_id = :ledger_id and sequence = s.sequence offset 0) e
                      where s.ledger_id = :ledger_id and s.account_set_id = c.account_set_id and s.member_id is null
                        and s.sequence <= :sequence::bigint
                      order by s.sequence desc limit 1) l on l.type <> 'account_set_deleted';

-- name: read_members_then
-- Reads the members of sets at a sequence of the log. A set has a member if the last event about the membership, up to that sequence, added
-- it. A set that was deleted up to that sequence has no members, although the log has no event about the removal of each member.
-- by: ledger_log_pkey, ledger_log_subjects_of_set
select distinct on (w.id, s.member_id) w.id as account_set_id, s.member_id, s.content, e.type
  from (select id from unnest(:account_set_ids::uuid[]) as w (id)
         where not exists (select from ledger_log_subjects s
                            cross join lateral (select type from ledger_log
                                                 where ledger_id = :ledger_id and sequence = s.sequence offset 0) e
                            where s.ledger_id = :ledger_id and s.account_set_id = w.id and s.member_id is null
                              and s.sequence <= :sequence::bigint and e.type = 'account_set_deleted')) w
 cross join lateral (select sequence, member_id, content from ledger_log_subjects
                      where ledger_id = :ledger_id and account_set_id = w.id and account_set_id is not null
                        and sequence <= :sequence::bigint and member_id is not null offset 0) s
 cross join lateral (select type from ledger_log where ledger_id = :ledger_id and sequence = s.sequence offset 0) e
 order by w.id, s.member_id, s.sequence desc;

-- name: read_account_named
-- Reads the account that has this code now.
-- by: accounts_ledger_id_code_key
select * from accounts where ledger_id = :ledger_id and code = :code;

-- name: read_set_named
-- Reads the account set that has this code now.
-- by: account_sets_ledger_id_code_key
select id from account_sets where ledger_id = :ledger_id and code = :code;

-- name: read_set
-- by: account_sets_pkey
select * from account_sets where ledger_id = :ledger_id and id = :account_set_id;
