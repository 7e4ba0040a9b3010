-- A posting to accounts without limits aggregated the days that it changed, and looked at them one by one, before the guard learned that no
-- limit binds any of them. Now the guard first asks which of the accounts are limited, with one look at their balances, and aggregates only
-- the days of those. The rest is as in 0019.
create or replace function tell_changed_days() returns trigger language plpgsql as $$
declare
  ledger uuid;
  accounts uuid[];
  layers layer[];
  on_days date[];
  moved numeric[];
begin
  if tg_op = 'INSERT' then
    for ledger, accounts in
      select ledger_id, array_agg(account_id) from inserted where layer <> 'encumbrance' group by ledger_id
    loop
      accounts := array(select account_id from account_balances
                         where ledger_id = ledger and account_id = any (accounts) and layer = 'settled' and is_limited);
      continue when accounts = '{}';
      select array_agg(account_id), array_agg(layer), array_agg(day), array_agg(debits - credits) into accounts, layers, on_days, moved
        from inserted
       where ledger_id = ledger and layer <> 'encumbrance' and account_id = any (accounts);
      perform keep_days_of_limited(ledger, accounts, layers, on_days, moved);
    end loop;
  else
    for ledger, accounts in
      select ledger_id, array_agg(account_id) from updated where layer <> 'encumbrance' group by ledger_id
    loop
      accounts := array(select account_id from account_balances
                         where ledger_id = ledger and account_id = any (accounts) and layer = 'settled' and is_limited);
      continue when accounts = '{}';
      select array_agg(i.account_id), array_agg(i.layer), array_agg(i.day), array_agg(i.debits - i.credits - o.debits + o.credits)
        into accounts, layers, on_days, moved
        from updated i
        join outdated o on o.ledger_id = i.ledger_id and o.account_id = i.account_id and o.layer = i.layer and o.day = i.day
       where i.ledger_id = ledger and i.layer <> 'encumbrance' and i.account_id = any (accounts);
      perform keep_days_of_limited(ledger, accounts, layers, on_days, moved);
    end loop;
  end if;
  return null;
end $$;

-- Tells the guard which days of these accounts changed. All of them are limited.
create or replace function keep_days_of_limited(ledger uuid, accounts uuid[], layers layer[], on_days date[], moved numeric[]) returns void
  language plpgsql as $$
declare
  account uuid;
  days date[];
  changes numeric[];
  pending_day date;
begin
  for account, days, changes, pending_day in
    select n.account_id, array_agg(n.day order by n.day) filter (where n.layer = 'settled'),
           array_agg(n.change order by n.day) filter (where n.layer = 'settled'), max(n.day) filter (where n.layer = 'pending')
      from unnest(accounts, layers, on_days, moved) as n (account_id, layer, day, change)
     group by n.account_id
  loop
    perform keep_changed_days(ledger, account, days, changes, pending_day);
  end loop;
end $$;
