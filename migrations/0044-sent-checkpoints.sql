-- Checkpoints are also sent to a receiver outside (LEDGER_CHECKPOINT_URL). The size of the last one that it
-- took stands beside the tree of each log, so that after a restart, or after a time without it, no more is sent than the last of each log.
alter table log_trees add column sent_size bigint not null default 0 check (sent_size >= 0);

-- `ledger doctor` counts, as the owner, the logs whose last checkpoint was not taken, and since when.
do $$
begin
  execute format('create policy log_trees_for_counting on log_trees for select to %I using (true)', current_user);
  execute format('create policy log_checkpoints_for_counting on log_checkpoints for select to %I using (true)', current_user);
end $$;
