-- Two facts of the whole installation are told in its log: how each scheduled verification ended, and when a new epoch of the logs began.

-- Receivers of events compare it: a restore gives a new one, because the logs go on from an earlier event then.
alter table installation add column log_epoch uuid not null default gen_random_uuid();
grant update (log_epoch) on installation to ledger_app;

create function tell_of_installation() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_table_name = 'installation' then
    insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
    values (nobody, 'log_epoch.begun', coalesce(nullif(current_setting('ledger.actor', true), ''), 'command line'), 'log_epoch',
            new.log_epoch::text, jsonb_build_object('id', new.log_epoch, 'former', old.log_epoch)::text);
  else
    -- Findings are left out: they may name amounts, and the log keeps what it is told for ever.
    insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
    values (nobody, 'verification.' || replace(new.result, ' ', '_'), 'schedule', 'verification', new.holder::text,
            jsonb_build_object('result', new.result, 'ledgers', new.ledgers, 'events', new.events, 'findings', new.findings,
                               'checks', (select coalesce(jsonb_agg(distinct one ->> 'check'), '[]') from jsonb_array_elements(new.named) as n (one)),
                               'finished_at', new.finished_at)::text);
  end if;
  return null;
end $$;
revoke all on function tell_of_installation() from public;

create trigger epochs_are_told after update of log_epoch on installation for each row
  when (new.log_epoch is distinct from old.log_epoch) execute function tell_of_installation();
create trigger verifications_are_told after update of finished_at on verification_schedule for each row
  when (new.finished_at is distinct from old.finished_at) execute function tell_of_installation();
