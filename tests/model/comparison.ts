/** Compares the answers of the service with the results of the naive ledger. */
import { idsOf } from '../support/requests';
import { correlationIds, days, expiries, references, today } from './commands';
import { expectToFit, something } from './fitting';
import type { LeanAnswer, LeanClient } from './lean-client';
import type { NaiveLedger } from './naive-ledger';
import { isRefused, layers, type Account, type Decimals, type Made, type Refused, type Transaction } from './records';

export interface Comparison {
  readonly api: LeanClient;
  readonly naive: NaiveLedger;
  readonly decimals: Decimals;
}

type Body = LeanAnswer['body'];

export const dataOf = ({ status, body }: LeanAnswer, accepted: number): Body => {
  if (status !== accepted) throw new Error(`expected ${accepted}, got ${status}: ${JSON.stringify(body)}`);
  return body.data;
};

export const sameTransaction = (comparison: Comparison, shown: Body, it: Transaction): void => {
  expectToFit(shown, transactionView(comparison, it));
  const ids = shown.entries.map(({ id }: { readonly id: string }) => id);
  // The ids of entries never change, so they must equal those that an earlier answer showed.
  expectToFit(ids, it.entry_ids.length > 0 ? it.entry_ids : ids);
  it.entry_ids = ids;
};

const debitsOf = (transactions: readonly Transaction[]): bigint =>
  transactions
    .flatMap(({ entries }) => entries)
    .reduce((sum, { type, units }) => (type === 'debit' ? sum + units : sum), 0n);

const holdView = ({ naive, decimals: { print } }: Comparison, it: Transaction): object | null => {
  const hold = naive.holdOf(it);
  if (!hold) return null;
  const [amount, settled_amount, released_amount, remaining_amount] = hold.amounts;
  return {
    ...{ state: hold.state, amount, settled_amount, released_amount, remaining_amount },
    excess_amount: print(0n),
    expires_at: hold.expires_at,
  };
};

const transactionView = (comparison: Comparison, it: Transaction): object => {
  const { print } = comparison.decimals;
  const undoing = comparison.naive.transactions.filter(({ undoes }) => undoes === it);
  const reversals = undoing.filter(({ correlation_type }) => correlation_type === 'reversal');
  return {
    id: it.id,
    status: it.status,
    sequence: it.sequence,
    layer: it.layer,
    effective_date: `${it.day}T00:00:00.000Z`,
    date: `${it.day}T00:00:00.000Z`,
    total_amount: print(debitsOf([it])),
    entry_count: it.entries.length,
    entries: it.entries.map(({ account, type, units }) => ({
      account_id: account.id,
      account_code: account.code,
      type,
      amount: print(units),
      layer: it.layer,
    })),
    journal_id: it.journal.id,
    correlation_id: it.correlation_id,
    correlation_type: it.correlation_type,
    correlation_source_id: it.correlation_source_id,
    idempotency_key: it.key,
    reference: it.reference,
    batch_id: it.batch?.id ?? null,
    posted_at: it.sequence === null ? null : something,
    reverses_transaction_id: it.correlation_type === 'reversal' ? it.undoes?.id : null,
    releases_transaction_id: it.correlation_type === 'release' ? it.undoes?.id : null,
    settles_transaction_id: it.settles?.id ?? null,
    extends_transaction_id: it.correlation_type === 'extension' ? it.undoes?.id : null,
    reversed_by_transaction_id: it.reversed_by?.id ?? null,
    reversed_amount: print(debitsOf(reversals)),
    reversal_ids: reversals.map(({ id }) => id),
    hold: holdView(comparison, it),
    void_reason: it.void_reason,
    failure: it.failure === null ? null : { code: it.failure, message: something },
  };
};

export const accountView = ({ naive, decimals: { print } }: Comparison, account: Account): object => ({
  ...account,
  balance: print(naive.settledBalance(account)),
});

/** Compares every account, including its settled balance. */
export const compareAccounts = async (comparison: Comparison): Promise<void> => {
  const byCode = comparison.naive.accounts.toSorted((one, other) => (one.code < other.code ? -1 : 1));
  const shown = dataOf(await comparison.api.get('/accounts'), 200);
  expectToFit(
    shown,
    byCode.map((account) => accountView(comparison, account)),
  );
};

export interface EntriesFilter {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly layer?: string;
}

const entriesOf = ({ naive }: Comparison, account: Account, filter: EntriesFilter): readonly object[] =>
  naive
    .listing(account)
    .filter(
      ({ day, layer }) =>
        day >= (filter.start_date ?? day) && day <= (filter.end_date ?? day) && layer === (filter.layer ?? layer),
    )
    .map((row) => ({
      transaction_id: row.id,
      account_id: account.id,
      account_code: account.code,
      type: row.type,
      amount: row.amount,
      layer: row.layer,
      effective_date: row.day,
      balance_after: row.balance_after,
      transaction: { reference: row.reference },
    }));

/** Compares the entries of an account, page by page to the end and all the way back. */
export const compareEntries = async (
  comparison: Comparison,
  account: Account,
  limit = 100,
  filter: EntriesFilter = {},
): Promise<void> => {
  const expected = entriesOf(comparison, account, filter);
  const path = `/accounts/${account.id}/entries?${new URLSearchParams({ limit: String(limit), ...filter }).toString()}`;
  const read = async (at: number, cursor: string | null): Promise<Body> => {
    const { status, body } = await comparison.api.get(cursor === null ? path : `${path}&cursor=${cursor}`);
    expectToFit(status, 200);
    expectToFit(body.data, expected.slice(at, at + limit));
    expectToFit(body.meta.account, { id: account.id, normal_balance: account.normal_balance });
    return body.meta.pagination.pagination;
  };
  let at = 0;
  let page = await read(at, null);
  for (; page.has_more; at += limit) page = await read(at + limit, page.next_cursor);
  expect(at + limit).toBeGreaterThanOrEqual(expected.length);
  for (; at > 0; at -= limit) page = await read(at - limit, page.previous_cursor);
  expect(page.previous_cursor).toBeNull();
};

export const compareBalances = async (
  comparison: Comparison,
  account: Account,
  asOf: string,
  layer?: (typeof layers)[number],
): Promise<void> => {
  const query = layer === undefined ? '' : `&layer=${layer}`;
  const shown = dataOf(
    await comparison.api.get(`/accounts/code/${account.code}/balance?as_of_date=${asOf}${query}`),
    200,
  );
  const heading = { account_id: account.id, normal_balance: account.normal_balance, as_of_date: asOf };
  expectToFit(shown, { ...heading, ...comparison.naive.balances(account, asOf, layer) });
};

const compareTransactions = async (
  comparison: Comparison,
  query: string,
  wanted: (it: Transaction) => boolean,
): Promise<void> => {
  const shown = await comparison.api.list(`/transactions${query}`);
  const expected = comparison.naive.transactions.filter(wanted).toReversed();
  expect({ query, ids: idsOf(shown) }).toEqual({ query, ids: idsOf(expected) });
  for (const [index, it] of expected.entries()) sameTransaction(comparison, shown[index], it);
};

/** Compares all transactions and the entries of every account. */
export const compareBooks = async (comparison: Comparison): Promise<void> => {
  await compareTransactions(comparison, '', () => true);
  for (const account of comparison.naive.accounts) await compareEntries(comparison, account);
};

/** Compares everything that can be read, with each filter. */
export const compareEverything = async (comparison: Comparison): Promise<void> => {
  await compareAccounts(comparison);
  await compareBooks(comparison);
  const { naive } = comparison;
  for (const [index, account] of naive.accounts.entries()) {
    const layer = layers[index % layers.length];
    await compareEntries(comparison, account, 4 + index, index % 2 === 0 ? {} : { start_date: days[index] ?? today });
    await compareEntries(comparison, account, 3 + index, { ...(layer ? { layer } : {}), end_date: today });
    await compareBalances(comparison, account, today);
    await compareBalances(comparison, account, days[index + 1] ?? today, layer);
    await compareTransactions(comparison, `?account_id=${account.id}`, ({ entries }) =>
      entries.some((entry) => entry.account === account),
    );
  }
  await compareBalancesNow(comparison, naive.accounts[0] as Account);
  await compareFilters(comparison);
  for (const id of [...correlationIds, ...naive.transactions.slice(0, 3).map((each) => each.id)])
    await compareCorrelation(comparison, id);
};

const compareFilters = async (comparison: Comparison): Promise<void> => {
  const list = (query: string, wanted: (it: Transaction) => boolean): Promise<void> =>
    compareTransactions(comparison, query, wanted);
  for (const status of ['pending', 'posted', 'failed', 'void', 'reversed'])
    await list(`?status=${status}`, (it) => it.status === status);
  for (const layer of layers) await list(`?layer=${layer}`, (it) => it.layer === layer);
  for (const reference of references) await list(`?reference=${reference}`, (it) => it.reference === reference);
  for (const journal of comparison.naive.journals)
    await list(`?journal_id=${journal.id}`, (it) => it.journal === journal);
  await list(`?from_date=${days[4]}&to_date=${today}`, ({ day }) => day >= days[4] && day <= today);
  for (const state of ['open', 'settled', 'released', 'expired'])
    await list(`?hold_state=${state}`, (it) => comparison.naive.holdOf(it)?.state === state);
  for (const before of expiries)
    await list(`?expires_before=${before}`, (it) => (comparison.naive.holdOf(it)?.expires_at ?? 'never') < before);
  const batches = new Set(comparison.naive.transactions.flatMap(({ batch }) => batch ?? []));
  for (const { id } of [...batches].slice(-2)) await list(`?batch_id=${id}`, ({ batch }) => batch?.id === id);
};

/** Without a date, the service returns the balances as of its own present day. */
const compareBalancesNow = async ({ api, naive }: Comparison, account: Account): Promise<void> => {
  const shown = dataOf(await api.get(`/accounts/code/${account.code}/balance`), 200);
  expectToFit(shown, naive.balances(account, shown.as_of_date));
};

/**
 * Compares all transactions of a correlation, including the root, whose id is the correlation's id. They are listed in posting order,
 * oldest first.
 */
const compareCorrelation = async (comparison: Comparison, id: string): Promise<void> => {
  const of = encodeURIComponent(id);
  await compareTransactions(comparison, `?correlation_id=${of}`, (it) => it.correlation_id === id || it.id === id);
  const shown = await comparison.api.list(`/transactions/correlation?correlation_id=${of}`);
  const expected = comparison.naive.correlated(id);
  expect({ id, ids: idsOf(shown) }).toEqual({ id, ids: idsOf(expected) });
};

/** Whether a batch itself made the transaction. An item of a refused batch that an earlier request made is shown as its replay. */
export const isNewIn = (batch: readonly (Made | Refused)[], { made, replayed }: Made): boolean =>
  !replayed || batch.some((one) => !isRefused(one) && !one.replayed && one.made === made);
