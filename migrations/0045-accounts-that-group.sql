-- Accounts that only group others: they take no entries, so that they have no balance and no limits of their own.
alter table accounts add column is_group boolean not null default false
  check (not is_group or category = 'system')
  check (not is_group or (not enforce_balance_limits and min_balance is null and max_balance is null));

-- The accounts on which a client posts no entries: those that group others, and clearing accounts. It takes the place of the index of
-- clearing accounts, so that the guard of entries still looks at one index.
create index accounts_without_entries_of_clients on accounts (ledger_id, id)
  where is_group or (code like 'STR-%' and is_system and type = 'equity');
drop index accounts_for_clearing;

-- An account that has entries, also of void transactions, does not become a group.
create function refuse_group_with_entries() returns trigger language plpgsql as $$
begin
  if exists (select from account_day_balances where ledger_id = new.ledger_id and account_id = new.id) then
    raise exception 'account % has entries, so it cannot only group others', new.code using errcode = 'LG013';
  end if;
  return new;
end $$;

create trigger accounts_with_entries_are_no_groups before update of is_group on accounts
  for each row when (new.is_group and not old.is_group) execute function refuse_group_with_entries();

-- As in 0006, and none of the entries is on an account that groups others.
drop function entries_stand;
call create_question('entries_stand', 'named uuid[], sequences bigint[], named_accounts uuid[]', 'boolean', $$
      $4 = array(select sequence from (select id, coalesce(sequence, 0) as sequence from {transactions}
                                        where ledger_id = $2 and id = any ($3) offset 0) t order by id)
  and (select count(*) from {account_balances} where ledger_id = $2 and account_id = any ($5) and layer = 'settled') = cardinality($5)
  and not exists (select from {accounts} where ledger_id = $2 and id = any ($5)
                     and (is_group or (code like 'STR-%' and is_system and type = 'equity')))$$);

create or replace function refuse_entries_of_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
  sequences bigint[];
  named_accounts uuid[];
  culprit uuid;
begin
  for ledger, named, sequences, named_accounts in
    select i.ledger_id, array_agg(i.transaction_id order by i.transaction_id), array_agg(i.sequence order by i.transaction_id),
           array(select distinct account_id from inserted where ledger_id = i.ledger_id)
      from (select distinct ledger_id, transaction_id, sequence from inserted) i group by i.ledger_id
  loop
    -- All at once, because nearly always all of it is as it should be.
    if entries_stand(tg_table_name, ledger, named, sequences, named_accounts) then
      continue;
    end if;
    select n.id into culprit
      from unnest(named, sequences) as n (id, sequence)
     where not exists (select from transactions t where t.ledger_id = ledger and t.id = n.id and t.sequence = n.sequence) limit 1;
    if found then
      raise exception 'transaction % is not posted under the sequence of its entries', culprit using errcode = 'LG005';
    end if;
    select n.id into culprit
      from unnest(named_accounts) as n (id)
     where not exists (select from accounts a where a.ledger_id = ledger and a.id = n.id) limit 1;
    if found then
      raise exception 'an entry on account %, which the ledger does not have', culprit using errcode = 'LG005';
    end if;
    select id into culprit from accounts where ledger_id = ledger and id = any (named_accounts) and is_group limit 1;
    if found then
      raise exception 'an entry on account %, which only groups others', culprit using errcode = 'LG013';
    end if;
    named_accounts := array(select id from accounts where ledger_id = ledger and id = any (named_accounts)
                               and code like 'STR-%' and is_system and type = 'equity');
    named := array(select distinct transaction_id from inserted
                    where ledger_id = ledger and account_id = any (named_accounts));
    select id into culprit
      from transactions
     where ledger_id = ledger and id = any (named) and num_nonnulls(string_operation_id, undoes_transaction_id) = 0 limit 1;
    if found then
      raise exception 'transaction % is of no string operation and has an entry on a clearing account', culprit
        using errcode = 'LG008';
    end if;
  end loop;
  return null;
end $$;
