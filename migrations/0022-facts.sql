-- Guess and fact: what is read before a write is compared, or kept as it is, in the transaction that writes.

-- The terms of a ledger: how it counts, and the states of its transaction codes. Acceptance without the lock of the head keeps them as they
-- are, together with others, until it has committed. Whoever changes them holds the head, behind which nothing else is posted, and then the
-- terms alone. Nobody waits for a head while holding terms.
create function hold_ledger_terms(ledger uuid, alone boolean) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('terms ' || ledger, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('terms ' || ledger, 0));
  end if;
end $$;
