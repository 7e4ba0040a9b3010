/**
 * Creates large ledgers that an attacker could have written over minutes or months. The database's superuser writes them in seconds, with
 * triggers and foreign keys off, and writes only the rows that the attacks read. `ledger verify` would find faults in them.
 */
import { newId } from '../../../../src/kernel/ids';
import type { Owner } from './owner';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** An attacker's ledger while its data is prepared. */
export interface AttackedBooks {
  readonly ledgerId: string;
  readonly owner: Owner;
  /** Reads over HTTP with a key that has no rate limit. Throws if the request fails. */
  get<A>(path: string): Promise<A>;
  /** Returns the cursor of the next page; empty after the last one. */
  nextCursor(path: string): Promise<string>;
  post<A>(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<A>;
  /** Creates a person of the tenant who can sign in. */
  invite(name: string, role: string): Promise<Credentials>;
  /** The size of the prepared data as a share of its full size. A quick run uses less than 1. */
  readonly share: number;
}

const metadataBytes = 16_300;

/** Gives all entries or all accounts of the ledger as much metadata as they may have. Throws unless there are `count` rows. */
export const makeHeavy = async (
  { owner, ledgerId }: AttackedBooks,
  table: 'entries' | 'accounts',
  count: number,
): Promise<Record<string, never>> => {
  await owner.unguarded(async (query) => {
    const { rowCount } = await query(
      `update ${table} set metadata = json_build_object('filler', repeat('x', $2)) where ledger_id = $1`,
      [ledgerId, metadataBytes],
    );
    if (rowCount !== count) throw new Error(`${rowCount} of ${count} ${table} got their metadata`);
  });
  return {};
};

export const chartAccounts = 10_000;
const chartSets = 16;

/** Creates accounts that have sums on this many days of last year. They are members of the innermost of sixteen nested account sets. */
export const openChart = async (
  { owner, ledgerId, share }: AttackedBooks,
  days = 150,
): Promise<{ readonly outermostSetId: string }> => {
  const sets = Array.from({ length: chartSets }, () => newId<'account-set'>());
  await owner.unguarded(async (query) => {
    await query(insertAccounts, [ledgerId, chartAccounts]);
    await query(insertBalances, [ledgerId]);
    await query(insertDays, [ledgerId, days * share]);
    await query(insertSets, [ledgerId, sets]);
    await query(insertSetMembers, [ledgerId, sets]);
    await query(insertAccountMembers, [ledgerId, sets.at(-1)]);
  });
  return { outermostSetId: sets[0] ?? '' };
};

const insertAccounts = `
  insert into accounts (ledger_id, id, code, name, type, category, normal_balance, created_at, updated_at)
  select $1, gen_random_uuid(), 'A' || lpad(n::text, 6, '0'), 'Account ' || n, 'asset', 'customer', 'debit', now(), now()
    from generate_series(1, $2::integer) as n`;

const insertBalances = `
  insert into account_balances (ledger_id, account_id, layer)
  select $1, id, layer from accounts cross join unnest(array['settled', 'pending', 'encumbrance']) as layer
   where ledger_id = $1 and code like 'A______'
      on conflict do nothing`;

const insertDays = `
  insert into account_day_balances (ledger_id, account_id, layer, day, debits, credits, entry_count)
  select $1, id, 'settled', date '2025-01-01' + 2 * n, 1, 1, 2
    from accounts cross join generate_series(1, $2::integer) as n
   where ledger_id = $1 and code like 'A______'`;

const insertSets = `
  insert into account_sets (ledger_id, id, code, name, created_at, updated_at)
  select $1, id, 'S' || number, 'Set', now(), now() from unnest($2::uuid[]) with ordinality as s (id, number)`;

const insertSetMembers = `
  insert into account_set_members (ledger_id, account_set_id, member_id, child_set_id, created_at)
  select $1, outer_set.id, inner_set.id, inner_set.id, now()
    from unnest($2::uuid[]) with ordinality as outer_set (id, number)
    join unnest($2::uuid[]) with ordinality as inner_set (id, number) on inner_set.number = outer_set.number + 1`;

const insertAccountMembers = `
  insert into account_set_members (ledger_id, account_set_id, member_id, account_id, created_at)
  select $1, $2, id, id, now() from accounts where ledger_id = $1 and code like 'A______'`;

const thicketSets = 60;

/** Creates account sets in several levels. Each set contains all sets of the next level. */
export const openThicket = async ({
  owner,
  ledgerId,
}: AttackedBooks): Promise<{ readonly innermostSetId: string; readonly outermostSetId: string }> => {
  const levels = Array.from({ length: chartSets }, () =>
    Array.from({ length: thicketSets }, () => newId<'account-set'>()),
  );
  await owner.unguarded(async (query) => {
    await query(insertSets, [ledgerId, levels.flat()]);
    for (const [number, level] of levels.entries())
      await query(insertEachInEach, [ledgerId, level, levels[number + 1] ?? []]);
  });
  return { innermostSetId: levels.at(-1)?.[0] ?? '', outermostSetId: levels[0]?.[0] ?? '' };
};

const insertEachInEach = `
  insert into account_set_members (ledger_id, account_set_id, member_id, child_set_id, created_at)
  select $1, outer_set, inner_set, inner_set, now() from unnest($2::uuid[]) as outer_set cross join unnest($3::uuid[]) as inner_set`;

const historyDay = '2026-01-10';

/**
 * Creates this many transactions on one day. Each has `entriesEach` entries on the busy account, and as many on another account. The last
 * transaction is in the pending layer. The idle account has no entry.
 */
export const openHistory = async (
  { owner, ledgerId, share }: AttackedBooks,
  plan: { readonly transactions: number; readonly entriesEach: number },
): Promise<{ readonly busyAccountId: string; readonly idleAccountId: string }> => {
  const { entriesEach } = plan;
  const transactions = plan.transactions * share;
  return owner.unguarded(async (query) => {
    await query(insertAccounts, [ledgerId, 3]);
    await query(insertBalances, [ledgerId]);
    await query(insertTransactions, [ledgerId, transactions, 2 * entriesEach]);
    await query(insertEntries, [ledgerId, transactions, entriesEach]);
    for (const text of [addTotals, addDays]) await query(text, [ledgerId]);
    await query(insertMarks, [ledgerId, transactions, entriesEach]);
    await query(moveHead, [ledgerId, transactions]);
    const { rows } = await query<{ id: string }>(readAccounts, [ledgerId]);
    return { busyAccountId: rows[0]?.id ?? '', idleAccountId: rows[2]?.id ?? '' };
  });
};

const readAccounts = `select id from accounts where ledger_id = $1 and code like 'A______' order by code`;

const moveHead = 'update ledger_heads set last_transaction_sequence = $2 where ledger_id = $1';

const transactionId = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const layerOf = `case when n < $2::integer then 'settled' else 'pending' end`;

const insertTransactions = `
  insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, total_amount, entry_count,
                            accepted_by, accepted_at, status, sequence, posted_at, updated_at)
  select $1, ${transactionId('n')}, j.id, '${historyDay}', ${layerOf}, 'x', 1, $3::integer, 'abcdefghijkl', now(), 'posted', n, now(), now()
    from journals j cross join generate_series(1, $2::integer) as n
   where j.ledger_id = $1 and j.code = 'DEFAULT'`;

const insertEntries = `
  insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount, effective_date)
  select $1, n, 2 * e + a.place, gen_random_uuid(), ${transactionId('n')}, a.id, ${layerOf},
         case a.place when 0 then 'debit' else 'credit' end, 1, '${historyDay}'
    from generate_series(1, $2::integer) as n cross join generate_series(0, $3::integer - 1) as e
   cross join (select id, row_number() over (order by code) - 1 as place from accounts
                where ledger_id = $1 and code like 'A______' order by code limit 2) a`;

const sums = `sum(case type when 'debit' then amount else 0 end) as debits,
              sum(case type when 'credit' then amount else 0 end) as credits, count(*) as entry_count`;

const addTotals = `
  update account_balances b set debits = e.debits, credits = e.credits, entry_count = e.entry_count
    from (select account_id, layer, ${sums} from entries where ledger_id = $1 group by account_id, layer) e
   where b.ledger_id = $1 and b.account_id = e.account_id and b.layer = e.layer`;

const addDays = `
  insert into account_day_balances (ledger_id, account_id, layer, day, debits, credits, entry_count)
  select $1, account_id, layer, effective_date, ${sums}
    from entries where ledger_id = $1 group by account_id, layer, effective_date`;

/** Inserts the intermediate sums that posting would have stored: the account's sums of the day so far, after every 500 entries. */
const insertMarks = `
  insert into account_day_marks (ledger_id, account_id, day, sequence, layer, debits, credits)
  select d.ledger_id, d.account_id, d.day, n, d.layer,
         case when d.layer = 'settled' and d.debits > 0 then n * $3::integer else 0 end,
         case when d.layer = 'settled' and d.credits > 0 then n * $3::integer else 0 end
    from account_day_balances d
   cross join generate_series(ceil(500.0 / $3)::integer, $2::integer - 1, ceil(500.0 / $3)::integer) as n
   where d.ledger_id = $1`;
