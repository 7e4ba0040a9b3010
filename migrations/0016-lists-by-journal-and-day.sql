-- The list of transactions by a journal and by days, however many others are newer. Neither column ever changes, so posting
-- later stays a HOT update.
--
-- Both are of what is never null, and say so: the planner may take them only where the journal or the day is named. Otherwise
-- it takes them, in a database that is still small, for transactions by their ids, and reads the whole ledger for each.

-- The list's filter by journal, in its order.
create index transactions_of_journal on transactions (ledger_id, journal_id, id) where journal_id is not null;
-- The list's filters by days: which days there are, and the newest transactions of each.
create index transactions_by_day on transactions (ledger_id, effective_date, id) where effective_date is not null;
