-- What the database itself refuses, whoever asks. The guards' names are what `ledger verify` looks for.

-- Double entry: within a transaction and layer, debits equal credits.
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
declare
  culprit uuid;
begin
  select transaction_id into culprit
    from inserted
   group by ledger_id, transaction_id, layer
  having sum(case type when 'debit' then amount else -amount end) <> 0
   limit 1;
  if found then
    raise exception 'the entries of transaction % do not balance', culprit using errcode = 'LG001';
  end if;
  return null;
end $$;

create trigger entries_balance after insert on entries
  referencing new table as inserted for each statement execute function refuse_unbalanced_entries();

-- Entries exist only for posted work of their own ledger, under the sequence it was posted by, and on its accounts. The
-- look-ups go row by row into the primary key, whatever the planner thinks of the size of the table.
create function refuse_entries_of_nothing() returns trigger language plpgsql as $$
declare
  culprit uuid;
begin
  select i.account_id into culprit
    from (select distinct ledger_id, account_id from inserted) i
    left join lateral (select a.id from accounts a
                        where a.ledger_id = i.ledger_id and a.id = i.account_id offset 0) a on true
   where a.id is null
   limit 1;
  if found then
    raise exception 'an entry on account %, which the ledger does not have', culprit using errcode = 'LG005';
  end if;
  select i.transaction_id into culprit
    from (select distinct ledger_id, transaction_id, sequence from inserted) i
    left join lateral (select t.sequence from transactions t
                        where t.ledger_id = i.ledger_id and t.id = i.transaction_id offset 0) t on true
   where t.sequence is distinct from i.sequence
   limit 1;
  if found then
    raise exception 'transaction % is not posted under the sequence of its entries', culprit using errcode = 'LG005';
  end if;
  return null;
end $$;

create trigger entries_are_of_posted_work after insert on entries
  referencing new table as inserted for each statement execute function refuse_entries_of_nothing();

-- A transaction is in a journal of its own ledger.
create function refuse_transactions_of_nothing() returns trigger language plpgsql as $$
declare
  culprit uuid;
begin
  select i.journal_id into culprit
    from (select distinct ledger_id, journal_id from inserted) i
    left join lateral (select j.id from journals j
                        where j.ledger_id = i.ledger_id and j.id = i.journal_id offset 0) j on true
   where j.id is null
   limit 1;
  if found then
    raise exception 'a transaction in journal %, which the ledger does not have', culprit using errcode = 'LG005';
  end if;
  return null;
end $$;

create trigger transactions_are_in_a_journal after insert on transactions
  referencing new table as inserted for each statement execute function refuse_transactions_of_nothing();

-- An event about a transaction is about one of its own ledger.
create function refuse_events_of_nothing() returns trigger language plpgsql as $$
declare
  culprit uuid;
begin
  select i.transaction_id into culprit
    from inserted i
    left join lateral (select t.id from transactions t
                        where t.ledger_id = i.ledger_id and t.id = i.transaction_id offset 0) t on true
   where i.transaction_id is not null and t.id is null
   limit 1;
  if found then
    raise exception 'event about transaction %, which the ledger does not have', culprit using errcode = 'LG005';
  end if;
  return null;
end $$;

create trigger ledger_log_is_about_its_ledger after insert on ledger_log
  referencing new table as inserted for each statement execute function refuse_events_of_nothing();

-- A write that changes other rows than it planned was planned on something untrue: nothing of it may be committed.
create function refuse_unplanned(planned integer[], changed integer[]) returns void language plpgsql as $$
begin
  if planned is distinct from changed then
    raise exception '% rows changed instead of %', changed, planned using errcode = 'LG006';
  end if;
end $$;

-- A plan continues the log where it was made for it, and nowhere else.
create function refuse_other_head(is_there boolean) returns void language plpgsql as $$
begin
  if is_there is not true then
    raise exception 'the ledger does not stand where the plan begins' using errcode = 'LG007';
  end if;
end $$;

-- Written once: entries and the log.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: history is never rewritten', tg_op, tg_table_name using errcode = 'LG002';
end $$;

create trigger entries_are_written_once before update or delete on entries
  for each row execute function refuse_rewriting();
create trigger entries_are_never_truncated before truncate on entries
  for each statement execute function refuse_rewriting();
create trigger ledger_log_is_written_once before update or delete on ledger_log
  for each row execute function refuse_rewriting();
create trigger ledger_log_is_never_truncated before truncate on ledger_log
  for each statement execute function refuse_rewriting();
create trigger transactions_are_never_deleted before delete on transactions
  for each row execute function refuse_rewriting();
create trigger transactions_are_never_truncated before truncate on transactions
  for each statement execute function refuse_rewriting();
create trigger journals_are_never_deleted before delete on journals
  for each row execute function refuse_rewriting();
create trigger journals_are_never_truncated before truncate on journals
  for each statement execute function refuse_rewriting();
create trigger idempotency_keys_are_written_once before update or delete on idempotency_keys
  for each row execute function refuse_rewriting();
create trigger idempotency_keys_are_never_truncated before truncate on idempotency_keys
  for each statement execute function refuse_rewriting();

-- A transaction's intent never changes, and its status only moves forward.
create function refuse_transaction_change() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % may not change from % to % this way', old.id, old.status, new.status
    using errcode = 'LG003';
end $$;

create trigger transactions_are_immutable before update of
  ledger_id, id, journal_id, effective_date, layer, total_amount, entry_count, description, reference, metadata, attributes,
  transaction_code, correlation_id, correlation_type, correlation_source_id, transaction_code_version, idempotency_key,
  batch_id, reverses_transaction_id, string_operation_id, accepted_by, accepted_at on transactions
  for each row when (
    (old.ledger_id, old.id, old.journal_id, old.effective_date, old.layer, old.total_amount, old.entry_count)
      is distinct from
    (new.ledger_id, new.id, new.journal_id, new.effective_date, new.layer, new.total_amount, new.entry_count)
    or (old.description, old.reference, old.metadata::text, old.attributes::text, old.transaction_code)
      is distinct from
       (new.description, new.reference, new.metadata::text, new.attributes::text, new.transaction_code)
    or (old.correlation_id, old.correlation_type, old.correlation_source_id, old.transaction_code_version)
      is distinct from
       (new.correlation_id, new.correlation_type, new.correlation_source_id, new.transaction_code_version)
    or (old.idempotency_key, old.batch_id, old.reverses_transaction_id, old.string_operation_id, old.accepted_by,
       old.accepted_at)
      is distinct from
       (new.idempotency_key, new.batch_id, new.reverses_transaction_id, new.string_operation_id, new.accepted_by,
       new.accepted_at)
  ) execute function refuse_transaction_change();

create trigger transactions_only_move_forward before update on transactions
  for each row when (
    not (
      (old.status = 'pending' and new.status in ('posted', 'failed'))
      or (old.status = 'posted' and new.status in ('void', 'reversed')
          and old.sequence = new.sequence and old.posted_at = new.posted_at)
    )
  ) execute function refuse_transaction_change();

-- Every account has one balance row a layer from birth; the settled one knows whether limits bind it, so that the check
-- below costs nothing on all the others.
create function keep_balance_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_balances (ledger_id, account_id, layer, is_limited)
    select new.ledger_id, new.id, l, l = 'settled' and new.enforce_balance_limits
      from unnest(array['settled', 'pending', 'encumbrance']) as l;
  else
    update account_balances set is_limited = new.enforce_balance_limits
     where ledger_id = new.ledger_id and account_id = new.id and layer = 'settled';
  end if;
  return null;
end $$;

create trigger accounts_are_born_with_balances after insert on accounts
  for each row execute function keep_balance_rows();
create trigger accounts_arm_their_limits after update of enforce_balance_limits on accounts
  for each row when (old.enforce_balance_limits <> new.enforce_balance_limits) execute function keep_balance_rows();

-- Balance limits bound the settled balance after each posting.
create function refuse_balance_beyond_limits() returns trigger language plpgsql as $$
declare
  account record;
  balance numeric;
begin
  select a.code, a.normal_balance, a.min_balance, a.max_balance into account
    from accounts a
   where a.ledger_id = new.ledger_id and a.id = new.account_id and a.enforce_balance_limits;
  if not found then
    return null;
  end if;
  balance := case account.normal_balance when 'debit' then new.debits - new.credits else new.credits - new.debits end;
  if balance < account.min_balance or balance > account.max_balance then
    raise exception 'the settled balance of account % would pass its limits', account.code using errcode = 'LG004';
  end if;
  return null;
end $$;

create trigger account_balances_keep_limits after update of debits, credits on account_balances
  for each row when (
    new.is_limited and (old.debits, old.credits) is distinct from (new.debits, new.credits)
  ) execute function refuse_balance_beyond_limits();
