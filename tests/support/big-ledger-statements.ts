/** The statements that fill a big ledger. They first generate its transactions, and the events that decide them, in temporary tables. */
import type { LedgerId } from '../../src/kernel/ids';

/** The number of transactions with a rare value, in ledgers of any size. It is more than one page holds. */
export const rareOnes = 40;
/** A big ledger has one account, journal, set, lock and code for every 20 transactions. */
export const transactionsAnAccount = 20;
/** The newest 1/25 of the transactions still wait to be posted. */
export const transactionsAWaitingOne = 25;
export const firstDay = '2016-01-01';
export const days = 3_650;
/** A day after all transactions. */
export const lastDay = '2026-01-15';

/** $1 is the ledger and $2 the number of its accounts, except in the statements that generate transactions and events. */
export const statementsOf = (
  ledgerId: LedgerId,
  transactions: number,
  accounts: number,
): readonly (readonly [text: string, values: readonly unknown[]])[] => [
  [makeIds, []],
  ...[
    insertAccounts,
    insertJournals,
    insertSets,
    insertMembers,
    insertCodes,
    insertLocks,
    insertEndpoints,
    insertDeliveries,
  ].map((text) => [text, [ledgerId, accounts]] as const),
  [dropDrawn, []],
  [drawTransactions(transactions, accounts), []],
  [drawEvents(ledgerId), []],
  ['analyze drawn', []],
  ['analyze events', []],
  ...[
    acceptTransactions,
    indexAttributes,
    useKeys,
    queueDrafts,
    decideTransactions,
    settleTransactions,
    insertEntries,
    undoEntries,
    addToTotals,
    addToDays,
    appendEvents,
    appendSubjects,
    moveHead,
  ].map((text) => [text, [ledgerId]] as const),
];

/** Writes a hash as the tables store it: the number of the format in one byte, then 32 bytes. */
const kept = (text: string): string => `'\\x01'::bytea || sha256(${text})`;

const makeIds = `
create or replace function pg_temp.id_of(kind integer, number bigint) returns uuid language sql immutable as
$$ select (lpad(to_hex(kind), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$`;

const numberedCode = (letter: string): string => `'${letter}' || lpad(n::text, 8, '0')`;

const insertAccounts = `
insert into accounts (ledger_id, id, code, name, type, category, normal_balance, parent_id, is_active, created_at, updated_at)
select $1, pg_temp.id_of(1, n), case n when 1 then 'HOT' when 2 then 'RARE' else ${numberedCode('A')} end, 'Account ' || n,
       case when n % 2 = 0 then 'asset' else 'liability' end, 'customer', case when n % 2 = 0 then 'debit' else 'credit' end,
       case when n > 2 then pg_temp.id_of(1, 2) end, n % 10 <> 0, now(), now()
  from generate_series(1, $2::integer) as n`;

const insertJournals = `
insert into journals (ledger_id, id, code, name, created_at, updated_at)
select $1, pg_temp.id_of(2, n), ${numberedCode('C')}, 'Journal ' || n, now(), now()
  from generate_series(2, $2::integer) as n`;

const insertSets = `
insert into account_sets (ledger_id, id, code, name, created_at, updated_at)
select $1, pg_temp.id_of(2, n), ${numberedCode('C')}, 'Set ' || n, now(), now()
  from generate_series(1, $2::integer) as n`;

const insertMembers = `
insert into account_set_members (ledger_id, account_set_id, member_id, account_id, created_at)
select $1, pg_temp.id_of(2, s), pg_temp.id_of(1, n), pg_temp.id_of(1, n), now()
  from (select 1 as s, n from generate_series(1, $2::integer) as n
        union all
        select 2, n from generate_series(1, 20) as n) m`;

const insertCodes = `
insert into trancodes (ledger_id, id, code, name, status, entries_template, created_at, updated_at)
select $1, pg_temp.id_of(2, n), ${numberedCode('C')}, 'Code ' || n, 'active', '[]', now(), now()
  from generate_series(1, $2::integer) as n`;

// Locks on days before the first transaction. Each lock replaces the one before it.
const insertLocks = `
insert into period_locks (ledger_id, id, locked_until, reason, created_at, released_at, release_reason)
select $1, pg_temp.id_of(2, n), date '${firstDay}' - 1 - ($2::integer - n) % 1000, 'closed', now(),
       case when n < $2::integer then now() end, case when n < $2::integer then 'replaced' end
  from generate_series(1, $2::integer) as n`;

const dropDrawn = 'drop table if exists drawn, events';

// A reversal has the entries of the transaction before it with the sides swapped. Out of every 25 transactions one is reversed, one is void
// and one has failed. The newest 1/25 of the transactions still wait to be posted.
const drawTransactions = (transactions: number, accounts: number): string => `
create temp table drawn as
select d.n, d.status, d.reverses,
       case when d.what % (${transactions} / ${rareOnes}) = 1 then 'encumbrance' when d.what % 10 = 0 then 'pending' else 'settled' end as layer,
       date '${firstDay}' + (d.n::bigint * (${days} - 1) / ${transactions})::integer as day,
       case when d.what % (${transactions} / ${rareOnes}) = 3 then 2 else 3 + d.what % (${accounts} - 2) end as account,
       1 + d.what % 7 as amount,
       case when d.status in ('posted', 'void', 'reversed')
            then row_number() over (partition by d.status in ('posted', 'void', 'reversed') order by d.n) end as sequence
  from (select n,
               case when n > ${transactions} - ${transactions} / ${transactionsAWaitingOne} then 'pending' when n % 25 = 20 then 'reversed' when n % 25 = 22 then 'void'
                    when n % 25 = 23 then 'failed' else 'posted' end as status,
               n % 25 = 21 and n <= ${transactions} - ${transactions} / ${transactionsAWaitingOne} as reverses,
               case when n % 25 = 21 and n <= ${transactions} - ${transactions} / ${transactionsAWaitingOne} then n - 1 else n end as what
          from generate_series(1, ${transactions}) as n) d`;

// The events about accounts and locks come first. Then each transaction in order has the event of its decision, followed at once by the
// event of the void or reversal, if there is one. At regular intervals an event renames the hot account.
const drawEvents = (ledgerId: LedgerId): string => `
create temp table events as
select row_number() over (order by e.n, e.place) as sequence, e.*
  from (select 0 as n, row_number() over (order by id) as place, 'account_created' as type, null::uuid as transaction_id,
               id as account_id, null::uuid as period_lock_id from accounts where ledger_id = '${ledgerId}'
        union all
        select 0, 1000000000 + row_number() over (order by id), 'period_locked', null, null, id from period_locks where ledger_id = '${ledgerId}'
        union all
        select n, 1, case status when 'failed' then 'transaction_failed' else 'transaction_posted' end, pg_temp.id_of(0, n), null, null
          from drawn where status <> 'pending'
        union all
        select n, 2, 'transaction_voided', pg_temp.id_of(0, n), null, null from drawn where status = 'void'
        union all
        select n, 2, 'transaction_reversed', pg_temp.id_of(0, n - 1), null, null from drawn where reverses
        union all
        select n, 3, 'account_updated', null, pg_temp.id_of(1, 1), null from drawn where n % ${transactionsAnAccount} = 0) e`;

const acceptTransactions = `
insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, reference, total_amount, entry_count,
                          correlation_id, correlation_type, expires_at, idempotency_key, attributes, batch_id,
                          undoes_transaction_id, accepted_by, accepted_at, status, updated_at)
select $1, pg_temp.id_of(0, n), pg_temp.id_of(2, case when n % (count(*) over () / ${rareOnes}) = 5 then 2 else 1 end),
       day, layer, 'x', case when n % (count(*) over () / ${rareOnes}) = 7 then 'RARE' else 'R' || n end, amount, 2,
       case when n % 2 = 0 then 'common' else pg_temp.id_of(0, 22)::text end, case when reverses then 'reversal' end,
       case when layer <> 'settled' and n % 3 = 0 and not reverses then day + interval '5 years' end, 'key-' || n,
       json_build_object('common', 'c' || n % 2,
                         'rare', case when n % (count(*) over () / ${rareOnes}) = 0 then 'yes' else 'no' end),
       pg_temp.id_of(3, n / 100), case when reverses then pg_temp.id_of(0, n - 1) end, 'abcdefghijkl', now(), 'pending', now()
  from drawn order by n`;

const indexAttributes = `
insert into transaction_attributes (ledger_id, key, value, transaction_id)
select $1, a.key, a.value, t.id from transactions t cross join json_each_text(t.attributes) as a where t.ledger_id = $1`;

const useKeys = `
insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
select $1, 'key-' || n, 'post', ${kept('n::text::bytea')}, pg_temp.id_of(0, n) from drawn`;

const leg = (position: number, account: string, type: string): string =>
  `json_build_object('id', pg_temp.id_of(4, 2 * n + ${position}), 'accountId', pg_temp.id_of(1, ${account}),
                     'type', '${type}', 'layer', layer, 'amount', amount::text)`;
const draft = `json_build_object('journal', pg_temp.id_of(2, 1), 'day', day, 'by', 'abcdefghijkl', 'hash', repeat('00', 33), 'format', 1,
                                 'entries', json_build_array(${leg(0, '1', 'debit')}, ${leg(1, 'account', 'credit')}))`;

const queueDrafts = `
insert into posting_queue (ledger_id, transaction_id, draft)
select $1, pg_temp.id_of(0, n), ${draft} from drawn where status = 'pending'`;

const decideTransactions = `
update transactions t
   set status = case d.status when 'failed' then 'failed' else 'posted' end, log_sequence = d.log_sequence,
       sequence = d.sequence, posted_at = case when d.sequence is not null then now() end,
       failure = case d.status when 'failed' then '{"code":"X","message":"x"}'::json end, failed_draft = d.draft
  from (select f.n, f.status, f.sequence, f.draft, e.sequence as log_sequence
          from (select n, status, sequence, case status when 'failed' then ${draft} end as draft from drawn) f
          join events e on e.n = f.n and e.place = 1 and e.transaction_id is not null) d
 where t.ledger_id = $1 and t.id = pg_temp.id_of(0, d.n)`;

const settleTransactions = `
update transactions t
   set status = d.status, void_reason = case d.status when 'void' then 'x' end,
       undone_by_transaction_id = case d.status when 'reversed' then pg_temp.id_of(0, d.n + 1) end,
       reversed_amount = case d.status when 'reversed' then t.total_amount end
  from drawn d
 where t.ledger_id = $1 and t.id = pg_temp.id_of(0, d.n) and d.status in ('void', 'reversed')`;

const legs = `select d.*, p as position, case p when 0 then 1 else d.account end as leg,
       case when (p = 0) <> d.reverses then 'debit' else 'credit' end as type
  from drawn d cross join generate_series(0, 1) as p where d.sequence is not null`;

const insertEntries = `
insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount, effective_date)
select $1, sequence, position, pg_temp.id_of(4, 2 * n + position), pg_temp.id_of(0, n), pg_temp.id_of(1, leg), layer, type,
       amount, day
  from (${legs}) l order by n, position`;

const undoEntries = `
insert into entries_undone (ledger_id, sequence, position, amount)
select $1, sequence, position, amount from (${legs}) l where status = 'reversed' order by n, position`;

// Void transactions count in no sum.
const sums = (by: string): string => `select pg_temp.id_of(1, leg) as account_id, ${by},
       sum(case type when 'debit' then amount else 0 end) as debits,
       sum(case type when 'credit' then amount else 0 end) as credits, count(*) as entry_count
  from (${legs}) l where status <> 'void' group by leg, ${by}`;

const addToTotals = `
update account_balances b set debits = s.debits, credits = s.credits, entry_count = s.entry_count
  from (${sums('layer')}) s
 where b.ledger_id = $1 and b.account_id = s.account_id and b.layer = s.layer`;

const addToDays = `
insert into account_day_balances (ledger_id, account_id, layer, day, debits, credits, entry_count)
select $1, account_id, layer, day, debits, credits, entry_count from (${sums('layer, day')}) s order by day, account_id`;

const appendEvents = `
insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, occurred_at, content_hash, hash)
select $1, sequence, type, transaction_id, account_id, 'abcdefghijkl', now(), ${kept("'x'")}, ${kept('sequence::text::bytea')}
  from events order by sequence`;

const insertEndpoints = `
insert into webhook_endpoints (ledger_id, id, url, is_active, max_in_flight, secret, delivered_through, due_at, leased_until,
                               created_by, created_at, updated_at)
select $1, pg_temp.id_of(2, n), 'https://webhooks.example/', false, 1, 'sealed', 0, now(), now(), 'a test', now(), now()
  from generate_series(1, $2::bigint) n`;

/** Deliveries to the first endpoint. */
const insertDeliveries = `
insert into webhook_deliveries (ledger_id, endpoint_id, sequence, id, type, state, attempts, next_attempt_at)
select $1, pg_temp.id_of(2, 1), n, pg_temp.id_of(5, n), 'account.created', d.state, 1, case when d.state = 'failing' then now() end
  from generate_series(1, $2::bigint * ${transactionsAnAccount}) n
 cross join lateral (select case when n % ($2::bigint * ${transactionsAnAccount} / ${rareOnes}) = 0 then 'failing' else 'delivered' end as state) d`;

const appendSubjects = `
insert into ledger_log_subjects (ledger_id, sequence, period_lock_id, content)
select $1, sequence, period_lock_id, 'x' from events where period_lock_id is not null`;

const moveHead = `
update ledger_heads
   set last_sequence = (select max(sequence) from events), last_transaction_sequence = (select max(sequence) from drawn)
 where ledger_id = $1`;
