/**
 * The statements of posting. Rows are looked up one by one in their primary keys (`lateral … offset 0`): a planner without
 * statistics would rather read the whole ledger.
 */
import { statement } from '../../../kernel/postgres/sql';
import { acceptedParameters, acceptedRows, transactionColumns } from './accepted-rows';
import { logged, loggedParameters } from './log';

/**
 * Takes the lease where the ledger stands at that event and hash, where nothing waits to be posted, and where the keys are not
 * in use; nowhere else. The keys' locks are taken as `readAcceptance` takes them.
 */
export const lockHeadAt = statement(
  'lock_head_at',
  `with head as (
     select last_sequence, last_hash from ledger_heads where ledger_id = $1 for no key update
   )
   select refuse_other_head(
            last_sequence = $2 and last_hash = $3
            and not exists (select from (select from posting_queue where ledger_id = $1 order by transaction_id limit 1) q)
            and not exists (select from unnest($4::text[]) as k (key)
                             where not pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || k.key, 0))))
     from head`,
);

export const lockHead = statement(
  'lock_head',
  `select last_sequence, last_transaction_sequence, last_hash
     from ledger_heads where ledger_id = $1 for no key update`,
);

// Oldest first. A batch that must post as one is claimed whole, even where it passes the limit.
export const claimPending = statement(
  'claim_pending',
  `with oldest as (
     select transaction_id, atomic_batch_id from posting_queue where ledger_id = $1 order by transaction_id limit $2
   )
   select transaction_id, atomic_batch_id from oldest
   union all
   select q.transaction_id, q.atomic_batch_id
     from (select distinct atomic_batch_id from oldest where atomic_batch_id is not null) b
    cross join lateral (select transaction_id, atomic_batch_id from posting_queue
                         where ledger_id = $1 and atomic_batch_id = b.atomic_batch_id
                           and transaction_id > (select transaction_id from oldest order by transaction_id desc limit 1)
                        offset 0) q
    order by transaction_id`,
);

export const readDrafts = statement(
  'read_drafts',
  'select transaction_id, draft from posting_queue where ledger_id = $1 and transaction_id = any ($2::uuid[])',
);

// Totals are read only where a limit binds them; everywhere else they are added to, unseen.
export const readPostingFacts = statement(
  'read_posting_facts',
  `select s.locked_until, s.closed, s.currency, s.storage_decimals, s.display_decimals, a.*
     from (select l.currency, l.storage_decimals, l.display_decimals,
                  (select max(locked_until) from period_locks where ledger_id = $1 and released_at is null) as locked_until,
                  array(select id from journals where ledger_id = $1 and id = any ($3::uuid[]) and is_closed) as closed
             from ledgers l where l.id = $1) s
     left join (
            select a.id, a.code, a.is_active, a.normal_balance, a.enforce_balance_limits, a.min_balance, a.max_balance,
                   b.debits, b.credits
              from unnest($2::uuid[]) as w (id)
             cross join lateral (select * from accounts where ledger_id = $1 and id = w.id offset 0) a
              left join lateral (
                     select debits, credits from account_balances
                      where a.enforce_balance_limits and ledger_id = $1 and account_id = a.id and layer = 'settled'
                     offset 0) b on true) a on true`,
);

/** Adds to totals, or takes away, by the five columns whose parameters begin at `first`. */
const changeTotals = (first: number): string =>
  `update account_balances b
        set debits = b.debits + c.debits, credits = b.credits + c.credits, entry_count = b.entry_count + c.entry_count
       from (select d.*, found.row
               from unnest($${first}::uuid[], $${first + 1}::layer[], $${first + 2}::numeric[], $${first + 3}::numeric[],
                           $${first + 4}::bigint[])
                    as d (account_id, layer, debits, credits, entry_count)
              cross join lateral (select ctid from account_balances
                                   where ledger_id = $1 and account_id = d.account_id and layer = d.layer
                                  offset 0) as found (row)) c
      where b.ctid = c.row and b.ledger_id = $1`;

/** Parts of a `with`, of 23 parameters that begin at `first`: what posted work adds to the books. */
const added = (first: number): string => {
  const $ = (index: number): string => `$${first + index}`;
  return `effects as (
     insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                          effective_date, description, metadata)
     select $1, e.*
       from unnest(${$(0)}::bigint[], ${$(1)}::smallint[], ${$(2)}::uuid[], ${$(3)}::uuid[], ${$(4)}::uuid[],
                   ${$(5)}::layer[], ${$(6)}::entry_type[], ${$(7)}::numeric[], ${$(8)}::date[], ${$(9)}::text[],
                   ${$(10)}::json[]) as e
     returning 1
   ), totals as (
     insert into account_balances as b (ledger_id, account_id, layer, debits, credits, entry_count, open_since)
     select $1, c.*
       from unnest(${$(11)}::uuid[], ${$(12)}::layer[], ${$(13)}::numeric[], ${$(14)}::numeric[], ${$(15)}::bigint[],
                   ${$(16)}::date[]) as c
     on conflict (ledger_id, account_id, layer) do update
        set debits = b.debits + excluded.debits,
            credits = b.credits + excluded.credits,
            entry_count = b.entry_count + excluded.entry_count,
            open_since = coalesce(b.open_since, excluded.open_since)
     returning b.open_since
   ), days as (
     insert into account_day_balances as d (ledger_id, account_id, layer, day, debits, credits, entry_count)
     select $1, c.*
       from unnest(${$(17)}::uuid[], ${$(18)}::layer[], ${$(19)}::date[], ${$(20)}::numeric[], ${$(21)}::numeric[],
                   ${$(22)}::integer[]) as c
     on conflict (ledger_id, account_id, layer, day) do update
        set debits = d.debits + excluded.debits,
            credits = d.credits + excluded.credits,
            entry_count = d.entry_count + excluded.entry_count
     returning d.account_id, d.layer, d.day, d.entry_count
   )`;
};

/**
 * Beside what `added` added: sums of what is over, where something is effective before the days of its account that are still
 * open, and marks within days of very many entries. Nearly always there is neither, and nothing is looked up for it.
 * `mostAdded` is the parameter that holds the most entries that a day is added.
 */
const summed = (first: number, mostAdded: number): string => {
  const [accounts, layers, days, debits, credits, counts] = [
    'uuid',
    'layer',
    'date',
    'numeric',
    'numeric',
    'integer',
  ].map((type, index) => `$${first + 17 + index}::${type}[]`);
  return `case when (select max(open_since) from totals) > any (${days})
               then add_to_sums($1, ${accounts}, ${layers}, ${days}, ${debits}, ${credits}, ${counts}) end,
          (select mark_places($1, array_agg(account_id), array_agg(layer), array_agg(day), array_agg(entry_count),
                              ${accounts}, ${layers}, ${days}, ${counts})
             from days where entry_count >= 500 and entry_count % 500 < $${mostAdded}::integer)`;
};

/**
 * The last part: what the parts changed, by their names, is compared with the counts of that parameter. PostgreSQL runs a part
 * before what reads it, and one that nothing reads at the very end: entries are counted so that marks find them.
 */
const asPlanned = (parts: readonly string[], parameter: number): string =>
  `select refuse_unplanned($${parameter}::integer[],
                          array[${parts.map((part) => `(select count(*) from ${part})`).join(', ')}]::integer[])`;

// Everything that a posted batch changes, in one statement: a batch of one costs a few round trips, not a dozen. What is
// looked up to be changed is counted, because rows that are not found mean that the plan was made of something untrue: the
// database refuses it.
export const writePosted = statement(
  'write_posted',
  `with ${added(2)}, statuses as (
     update transactions t
        set status = 'posted', sequence = p.sequence, log_sequence = p.log_sequence, posted_at = $28, updated_at = $28
       from (select d.*, found.row
               from unnest($25::uuid[], $26::bigint[], $27::bigint[]) as d (id, sequence, log_sequence)
              cross join lateral (select ctid from transactions
                                   where ledger_id = $1 and id = d.id and status = 'pending' offset 0) as found (row)) p
      where t.ctid = p.row and t.ledger_id = $1
     returning 1
   ), left_queue as (
     delete from posting_queue where ledger_id = $1 and transaction_id = any ($25::uuid[])
     returning 1
   ), ${logged(29)}
   ${asPlanned(['effects', 'statuses', 'left_queue', 'moved'], 29 + loggedParameters)},
          ${summed(2, 30 + loggedParameters)}`,
);

const decidedColumns = ['sequence bigint', 'log_sequence bigint', 'failure json', 'failed_draft json'];
const firstAdded = 2 + acceptedParameters + decidedColumns.length;

// The same for work that was not accepted before: its transactions are born decided.
export const writeAtOnce = statement(
  'write_at_once',
  `with ${acceptedRows(2, decidedColumns)}, written as (
     insert into transactions (ledger_id, ${transactionColumns},
                               status, sequence, posted_at, log_sequence, failure, failed_draft, updated_at)
     select $1, ${transactionColumns},
            case when failure is null then 'posted' else 'failed' end, sequence,
            case when sequence is not null then accepted_at end, log_sequence, failure, failed_draft, accepted_at
       from accepted
   ), ${added(firstAdded)}, ${logged(firstAdded + 23)}
   ${asPlanned(['effects', 'moved'], firstAdded + 23 + loggedParameters)},
          ${summed(firstAdded, firstAdded + 24 + loggedParameters)}`,
);

export const takeFromTotals = statement('take_from_totals', changeTotals(2));

// What is taken back was added before, so the rows of its days are there.
export const takeFromDays = statement(
  'take_from_days',
  `update account_day_balances b
      set debits = b.debits + c.debits, credits = b.credits + c.credits, entry_count = b.entry_count + c.entry_count
     from (select d.*, found.row
             from unnest($2::uuid[], $3::layer[], $4::date[], $5::numeric[], $6::numeric[], $7::integer[])
                  as d (account_id, layer, day, debits, credits, entry_count)
            cross join lateral (select ctid from account_day_balances
                                 where ledger_id = $1 and account_id = d.account_id and layer = d.layer and day = d.day
                                offset 0) as found (row)) c
    where b.ctid = c.row and b.ledger_id = $1`,
);

const rowOf = (status: string): string => `cross join lateral (select ctid from transactions
                           where ledger_id = $1 and id = d.id and status = '${status}' offset 0) as found (row)`;

// A failed transaction keeps what it wanted, so that it can still be shown.
export const markFailed = statement(
  'mark_failed',
  `update transactions t
      set status = 'failed', failure = f.failure, log_sequence = f.log_sequence, updated_at = $5,
          failed_draft = (select q.draft from posting_queue q where q.ledger_id = $1 and q.transaction_id = f.id)
     from (select d.*, found.row
             from unnest($2::uuid[], $3::json[], $4::bigint[]) as d (id, failure, log_sequence)
             ${rowOf('pending')}) f
    where t.ctid = f.row and t.ledger_id = $1`,
);

export const markUndone = statement(
  'mark_undone',
  `update transactions t
      set status = s.status, reversed_by_transaction_id = s.reversed_by, void_reason = s.void_reason, updated_at = $6
     from (select d.*, found.row
             from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[]) as d (id, status, reversed_by, void_reason)
             ${rowOf('posted')}) s
    where t.ctid = s.row and t.ledger_id = $1`,
);

export const leaveQueue = statement(
  'leave_queue',
  'delete from posting_queue where ledger_id = $1 and transaction_id = any ($2::uuid[])',
);

export const findPendingWork = statement(
  'find_pending_work',
  'select ledger_id from ledgers_with_pending_work() as w (ledger_id)',
);

export const readDecided = statement(
  'read_decided',
  `select t.id, t.status, t.journal_id, t.effective_date, t.layer, t.total_amount, t.correlation_id,
          t.reverses_transaction_id, t.string_operation_id, t.accepted_by,
          (select l.content_hash from ledger_log l where l.ledger_id = $1 and l.sequence = t.log_sequence) as content_hash,
          (select json_agg(json_build_object(
                    'id', e.id, 'accountId', e.account_id, 'layer', e.layer, 'type', e.type, 'amount', e.amount::text,
                    'description', e.description, 'metadata', e.metadata) order by e.position)
             from entries e where e.ledger_id = $1 and e.sequence = t.sequence) as entries
     from transactions t
    where t.ledger_id = $1 and t.id = $2`,
);
