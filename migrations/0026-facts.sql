-- Guess and fact: copies of what a ledger is follow it in the same commit.

-- Each API key knows how its ledger counts and where its days begin (decision 5). A key that is issued at the moment of a change waits for it.
create function follow_ledger() returns trigger language plpgsql as $$
begin
  select currency, storage_decimals, display_decimals, time_zone
    into new.currency, new.storage_decimals, new.display_decimals, new.time_zone
    from ledgers where id = new.ledger_id for share;
  return new;
end $$;

create trigger api_keys_follow_their_ledger before insert on api_keys
  for each row execute function follow_ledger();

create function lead_keys() returns trigger language plpgsql as $$
begin
  update api_keys
     set currency = new.currency, storage_decimals = new.storage_decimals, display_decimals = new.display_decimals,
         time_zone = new.time_zone
   where ledger_id = new.id;
  return null;
end $$;

create trigger ledgers_lead_their_keys after update on ledgers
  for each row when (
    (old.currency, old.storage_decimals, old.display_decimals, old.time_zone) is distinct from
    (new.currency, new.storage_decimals, new.display_decimals, new.time_zone)
  ) execute function lead_keys();

-- Whether a conversion or transfer may still go by what it was judged by: the string is active, both ledgers are members, and a stored
-- rate is the one that was read. Kept so until the transaction ends: the removal of a member locks the string first.
create function hold_string(judged uuid, members uuid[], rate_base text, rate_quote text, rate_set_at timestamptz) returns boolean
  language plpgsql as $$
begin
  perform from strings where id = judged and is_active for share;
  if not found
     or (select count(*) from string_members where string_id = judged and ledger_id = any (members)) < cardinality(members) then
    return false;
  end if;
  if rate_set_at is not null then
    perform from fx_rates where base = rate_base and quote = rate_quote and date_trunc('milliseconds', set_at) = rate_set_at for share;
    return found;
  end if;
  return true;
end $$;
