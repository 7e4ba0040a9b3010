-- The list of transactions by a journal and by days, however many others are newer. Neither column ever changes, so posting
-- later stays a HOT update.

-- The list's filter by journal, in its order.
create index transactions_of_journal on transactions (ledger_id, journal_id, id);
-- The list's filters by days: which days there are, and the newest transactions of each.
create index transactions_by_day on transactions (ledger_id, effective_date, id);
