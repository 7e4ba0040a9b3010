-- Sums of all accounts beside each other, year by year and month by month, for reports over a whole chart: what all of them came
-- to as of a day is a few ranges of this index instead of two looks for each account. It grows when a month of an account is
-- summed, or something is added to one that was; a posting of today writes nothing to it.
-- All rows have `debits >= 0`: who says so asks for this index, so that a question about one account never takes it.
create index account_period_balances_of_all on account_period_balances (ledger_id, layer, span, first_day, account_id)
  include (debits, credits) where span <> 'third' and debits >= 0;
