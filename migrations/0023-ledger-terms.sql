-- What is judged without the lock of a head stays as it is until it has committed.

-- The terms of a ledger: how it counts, and the states of its transaction codes. Acceptance without the lock of the head keeps them as they
-- are, together with other acceptances, until it has committed. A change of them takes the head, behind which nothing else is posted, and
-- then the terms alone. No transaction waits for a head while it holds terms.
create function hold_ledger_terms(ledger uuid, alone boolean) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('terms ' || ledger, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('terms ' || ledger, 0));
  end if;
end $$;
