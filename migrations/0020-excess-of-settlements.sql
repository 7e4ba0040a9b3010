-- A settlement may settle more than was held. So much of its settlements is beyond a hold: its last settlement took all that was left.
alter table transactions add column excess_amount numeric(38, 0)
  check (excess_amount is null
         or (excess_amount > 0 and settled_amount is not null
             and coalesce(reversed_amount, 0) + settled_amount + coalesce(released_amount, 0) = total_amount));

-- Settlements are what is settled of a hold and what is settled beyond it. The rest is as it was (0005).
create or replace function refuse_undoing_by_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
  undoers uuid[];
  reversed_before numeric[];
  reversed_after numeric[];
  given_before numeric[];
  given_after numeric[];
  settled_before numeric[];
  settled_after numeric[];
  culprit text;
begin
  -- Posting undoes nothing.
  for ledger in select ledger_id from changed where undone_by_transaction_id is not null group by ledger_id loop
    select array_agg(id order by id), array_agg(undone_by_transaction_id order by id),
           array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id),
           array_agg(settled_amount + coalesce(excess_amount, 0) order by id)
      into named, undoers, reversed_after, given_after, settled_after
      from changed where ledger_id = ledger;
    select array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id),
           array_agg(settled_amount + coalesce(excess_amount, 0) order by id)
      into reversed_before, given_before, settled_before
      from before where ledger_id = ledger;
    culprit := find_undone_by_nothing(tg_table_name, ledger, named, undoers, reversed_before, reversed_after, given_before, given_after,
                                      settled_before, settled_after);
    if culprit is not null then
      raise exception '%', culprit using errcode = 'LG005';
    end if;
  end loop;
  return null;
end $$;
