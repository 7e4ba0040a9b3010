-- name: read_sums_before_the_end
-- Reads the sums of accounts up to days, as known at a sequence near the end of the log: the present sums, without entries that were posted
-- later and with entries that were voided later. The statement read_balance explains how sums of days are found.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_pkey, entries_pkey, ledger_log_of_rare_type
-- by: transactions_pkey
with wanted as materialized (
  select account_id, layer, day, until, near, first_day_of('month', near) as month, first_day_of('year', near) as year,
         current_date as today
    from (select account_id, layer, day, day + 1 as until, first_day_of('third', day + 1 + 5) as near
            from unnest(:account_ids::uuid[], :layers::text[], :days::date[]) as w (account_id, layer, day)) d
)
select account_id, layer, day, sum(debits) as debits, sum(credits) as credits
  from (select b.account_id, b.layer, b.day, now.debits, now.credits
          from (select w.*, b.debits, b.credits, until > open_since and (near > open_since or until > today) as is_late
                  from wanted w
                 cross join lateral (select debits, credits, open_since from account_balances
                                      where ledger_id = :ledger_id and account_id = w.account_id and layer = w.layer offset 0) b
                offset 0) b
         cross join lateral (
                select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                  from (select b.debits, b.credits where b.is_late
                        union all
                        select -p.debits, -p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.day >= b.until and b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.span = 'year' and p.first_day < b.year and not b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.span = 'month' and p.first_day >= b.year and p.first_day < b.month and not b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.span = 'third' and p.first_day >= b.month and p.first_day < b.near and not b.is_late
                        union all
                        select p.debits, p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.day >= b.near and p.day < b.until and b.near < b.until and not b.is_late
                        union all
                        select -p.debits, -p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                           and p.day >= b.until and p.day < b.near and b.near > b.until and not b.is_late) parts) now
        union all
        select w.account_id, w.layer, w.day,
               case c.type when 'debit' then c.amount else 0 end, case c.type when 'debit' then 0 else c.amount end
          from (select account_id, layer, effective_date, type, -amount as amount
                  from (select * from entries where ledger_id = :ledger_id and sequence > :transactions_after::bigint offset 0) behind
                union all
                select e.account_id, e.layer, e.effective_date, e.type, e.amount
                  from (select transaction_id from ledger_log
                         where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                           and sequence > :after::bigint offset 0) v
                 cross join lateral (select sequence from transactions where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
                 cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e) c
          join wanted w on w.account_id = c.account_id and w.layer = c.layer and w.day >= c.effective_date) parts
 group by account_id, layer, day;

-- name: read_sums_of_stretches
-- Reads the sums of accounts up to days, as known at a sequence near the end of a stretch: the sums of the stretches, plus the events that
-- they lack, or minus the events that they wrongly include (`sign`).
-- by: entries_pkey, ledger_log_of_rare_type, stretch_balances_pkey, transactions_pkey
with wanted as materialized (
  select * from unnest(:account_ids::uuid[], :layers::text[], :days::date[]) as w (account_id, layer, day)
)
select account_id, layer, day, sum(debits) as debits, sum(credits) as credits
  from (select w.account_id, w.layer, w.day, s.debits, s.credits
          from wanted w
         cross join unnest(:levels::smallint[], :throughs::bigint[]) as c (level, through)
         cross join lateral (select debits, credits from stretch_balances
                              where ledger_id = :ledger_id and level = c.level and through = c.through
                                and account_id = w.account_id and layer = w.layer and day <= w.day
                              order by day desc limit 1) s
        union all
        select w.account_id, w.layer, w.day, :sign::integer * case c.type when 'debit' then c.amount else 0 end,
               :sign::integer * case c.type when 'debit' then 0 else c.amount end
          from (select account_id, layer, effective_date, type, amount
                  from entries
                 where ledger_id = :ledger_id and sequence > :transactions_after::bigint and sequence <= :transactions_through::bigint
                union all
                select e.account_id, e.layer, e.effective_date, e.type, -e.amount
                  from (select transaction_id from ledger_log
                         where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                           and sequence > :after::bigint and sequence <= :through::bigint offset 0) v
                 cross join lateral (select sequence from transactions
                                      where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
                 cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e) c
          join wanted w on w.account_id = c.account_id and w.layer = c.layer and w.day >= c.effective_date) parts
 group by account_id, layer, day;

-- name: read_moves
-- Reads the postings and voids between two sequences that have an entry of these accounts.
-- by: entries_pkey, ledger_log_pkey, transactions_pkey
select l.sequence, l.type = 'transaction_voided' as is_void, e.account_id, e.layer, e.effective_date, e.type, e.amount
  from (select sequence, type, transaction_id from ledger_log
         where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
           and type in ('transaction_posted', 'transaction_voided') offset 0) l
 cross join lateral (select sequence from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t
 cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
 where e.account_id in (select unnest(:account_ids::uuid[]))
 order by l.sequence;
