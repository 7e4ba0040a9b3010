-- A use of an attribute was counted whenever a posted transaction was updated that nothing had undone, so a change of a hold's expiry alone
-- counted its attributes again. A use is counted now where a transaction becomes posted, and what was counted is counted anew.
create function count_attribute_use_of_posted() returns trigger language plpgsql as $$
declare
  used record;
begin
  for used in
    select p.ledger_id, k.key, count(*) as times
      from changed p
     cross join lateral json_object_keys(p.attributes) as k (key)
     where p.status = 'posted' and p.undone_by_transaction_id is null and p.attributes is not null
       and p.id = any (array(select id from former where status <> 'posted'))
     group by p.ledger_id, k.key
  loop
    insert into attribute_usage as u (ledger_id, key, posted) values (used.ledger_id, used.key, used.times)
    on conflict (ledger_id, key) do update set posted = u.posted + excluded.posted;
  end loop;
  return null;
end $$;

drop trigger transactions_count_attribute_use on transactions;
create trigger transactions_count_attribute_use after update on transactions
  referencing old table as former new table as changed for each statement execute function count_attribute_use_of_posted();

-- All ledgers at once, which the policy that keeps them apart allows nobody.
alter table transactions no force row level security;
alter table attribute_usage no force row level security;
update attribute_usage u set posted = p.posted
  from (select t.ledger_id, k.key, count(*) as posted
          from transactions t
         cross join lateral json_object_keys(t.attributes) as k (key)
         where t.attributes is not null and t.sequence is not null
           and t.ledger_id in (select ledger_id from transactions where end_moved)
         group by t.ledger_id, k.key) p
 where u.ledger_id = p.ledger_id and u.key = p.key and u.posted <> p.posted;
alter table transactions force row level security;
alter table attribute_usage force row level security;
