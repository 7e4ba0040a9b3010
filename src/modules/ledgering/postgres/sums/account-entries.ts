/** Reads the entries of an account by its index, with the running balance of each entry, and the sums of all of them. */
import { layers, signedBalance, type Layer } from '../../../../kernel/accounting';
import type { Minor } from '../../../../kernel/money';
import { firstSlice, pageOf, type Page } from '../../../../kernel/page';
import { plainArray, queryShape } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { Unavailable } from '../../../../kernel/refusal';
import type {
  AccountEntryFilter,
  AccountEntryRow,
  AccountHeading,
  ReadScope,
  SelectionTotals,
} from '../../application/reader';
import type { AccountId } from '../../domain/account';
import type { Reads } from '../fresh-reads';
import { readHeading, toHeading } from '../chart/heading';
import {
  among,
  entryColumns,
  isNarrowed,
  narrowed,
  ofAccount,
  orderOf,
  placeOf,
  walk,
  type EntriesAsked,
  type EntrySqlRow,
  type EntriesRead,
} from '../lists/narrowed-entries';
import { readPresentWords } from '../transactions/present-words';
import { heavyBounds, lightBounds, type Bounds } from '../lists/selected';

interface ListedEntries {
  readonly account: AccountHeading;
  readonly page: Page<AccountEntryRow>;
}

export const listEntries = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  asked: EntriesAsked,
): Promise<ListedEntries | undefined> => {
  const { accountId, filter, slice } = asked;
  const within = (isHeavy: boolean): Promise<ListedEntries | undefined | 'too far'> =>
    reads.read(
      { ledgerIds: [ledgerId], asking },
      async (tx) => {
        const reading = { ...asked, tx, ledgerId };
        const [[account], rows] = await Promise.all([
          fetchRows(tx, readHeading, { ledger_id: ledgerId, account_id: accountId }),
          isNarrowed(filter) ? narrowed(reading, isHeavy) : plain(reading),
        ]);
        if (!account) return undefined;
        if (!rows) return 'too far';
        const heading = toHeading(account);
        const page = pageOf(rows, slice, placeOf);
        return { account: heading, page: { ...page, items: await shown(reading, heading, page.items) } };
      },
      isHeavy ? 'heavy' : 'light',
    );
  const sought = await within(false);
  const found = sought === 'too far' ? await within(true) : sought;
  if (found === 'too far')
    throw new Unavailable('The list read two million entries. Filter by days, a layer or rarer words.');
  return found;
};

const plain = (reading: EntriesRead): Promise<readonly EntrySqlRow[]> => {
  const where = ofAccount(reading);
  const order = orderOf(where, reading);
  const limit = `${where.bind(reading.slice.limit + 1)}::bigint`;
  return queryShape<EntrySqlRow>(
    reading.tx,
    // The join looks rows up one by one (`lateral … offset 0`), because without statistics the planner would otherwise read the whole
    // ledger.
    `select ${entryColumns}, t.reference, t.description
       from entries e cross join lateral (select reference, description from transactions
                                           where ledger_id = $1 and id = e.transaction_id and status <> 'void' offset 0) t
      where e.ledger_id = $1 ${where.text} order by ${order} limit ${limit}`,
    where.values,
  );
};

/** Adds to each row the present texts of its transaction, and the running balance of the entry's layer. */
const shown = async (
  reading: EntriesRead,
  { normalBalance }: AccountHeading,
  rows: readonly EntrySqlRow[],
): Promise<readonly AccountEntryRow[]> => {
  const { tx, ledgerId, filter } = reading;
  const transactionIds = [...new Set(rows.map(({ transaction_id }) => transaction_id))];
  const [words, balances] = await Promise.all([
    readPresentWords(tx, ledgerId, transactionIds),
    isNarrowed(filter) ? balancesBehindEach(reading, rows) : balancesBehind(reading, rows),
  ]);
  return rows.map((row, index) => {
    const { debits, credits } = balances[index] as Balance;
    const { reference, description } = words.get(row.transaction_id) ?? row;
    return {
      id: row.id,
      transactionId: row.transaction_id,
      type: row.type,
      amount: BigInt(row.amount) as Minor,
      layer: row.layer,
      effectiveDate: row.effective_date,
      sequence: BigInt(row.sequence),
      position: row.position,
      balanceAfter: signedBalance(normalBalance, debits, credits),
      reference,
      description,
    };
  });
};

interface Balance {
  readonly debits: bigint;
  readonly credits: bigint;
}

type Balances = ReadonlyMap<Layer, Balance>;

/** Reads the balance of each layer before each of these rows. */
const balancesBefore = async (
  { tx, ledgerId, accountId }: EntriesRead,
  rows: readonly EntrySqlRow[],
): Promise<readonly Balances[]> => {
  if (rows.length === 0) return [];
  const found = rows.map(() => new Map<Layer, Balance>());
  const read = await fetchRows(tx, sql.read_balances_before, {
    ...{ ledger_id: ledgerId, account_id: accountId },
    days: plainArray(rows.map(({ effective_date }) => effective_date)),
    sequences: plainArray(rows.map(({ sequence }) => sequence)),
    positions: plainArray(rows.map(({ position }) => position)),
  });
  for (const { place, layer, debits, credits } of read)
    found[Number(place) - 1]?.set(layer, { debits: BigInt(debits), credits: BigInt(credits) });
  return found;
};

/** Returns the balance of the row's layer including the row. */
const behind = (before: Balances, { layer, type, amount }: EntrySqlRow): Balance => {
  const { debits, credits } = before.get(layer) ?? { debits: 0n, credits: 0n };
  return type === 'debit'
    ? { debits: debits + BigInt(amount), credits }
    : { debits, credits: credits + BigInt(amount) };
};

/**
 * Computes the running balances of rows that do not follow one another, because a filter left out rows between them: each row is computed
 * separately.
 */
const balancesBehindEach = async (reading: EntriesRead, rows: readonly EntrySqlRow[]): Promise<readonly Balance[]> => {
  const before = await balancesBefore(reading, rows);
  return rows.map((row, index) => behind(before[index] as Balances, row));
};

/**
 * Computes the running balances of rows that follow one another: the balances before the oldest row are read, and then each row is added.
 */
const balancesBehind = async (reading: EntriesRead, rows: readonly EntrySqlRow[]): Promise<readonly Balance[]> => {
  const oldestFirst = reading.isOldestFirst ? rows : rows.toReversed();
  const running = new Map((await balancesBefore(reading, oldestFirst.slice(0, 1)))[0]);
  const found = oldestFirst.map((row) => {
    const now = behind(running, row);
    running.set(row.layer, now);
    return now;
  });
  return reading.isOldestFirst ? found : found.toReversed();
};

/** Sums all entries of the list: from sums of days, or entry by entry. Undefined if the list has too many entries. */
export const totalsOfEntries = async (
  reads: Reads,
  { ledgerId, asking }: ReadScope,
  accountId: AccountId,
  filter: AccountEntryFilter,
): Promise<SelectionTotals | undefined> => {
  const within = (bounds: Bounds, weight: 'light' | 'heavy'): Promise<SelectionTotals | undefined> =>
    reads.read(
      { ledgerIds: [ledgerId], asking },
      async (tx) => {
        const reading = { accountId, filter, slice: firstSlice(1), isOldestFirst: true, tx, ledgerId };
        if (!isNarrowed(filter)) return sumsOfDays(reading);
        const rows = (await walk(reading, Infinity, bounds.led)) ?? (await among(reading, bounds));
        return rows && summed(rows);
      },
      weight,
    );
  return (await within(lightBounds, 'light')) ?? within(heavyBounds, 'heavy');
};

const sumsOfDays = async ({ tx, ledgerId, accountId, filter }: EntriesRead): Promise<SelectionTotals> => {
  const [found] = await fetchRows(tx, sql.read_entry_totals, {
    ledger_id: ledgerId,
    account_id: accountId,
    layers: plainArray(filter.layer === undefined ? layers : [filter.layer]),
    first_day: filter.startDate ?? '-infinity',
    last_day: filter.endDate ?? 'infinity',
  });
  if (!found) throw new Error('sums have a row');
  return { count: Number(found.count), debits: BigInt(found.debits), credits: BigInt(found.credits) };
};

const summed = (rows: readonly EntrySqlRow[]): SelectionTotals => {
  let [debits, credits] = [0n, 0n];
  for (const { type, amount } of rows)
    if (type === 'debit') debits += BigInt(amount);
    else credits += BigInt(amount);
  return { count: rows.length, debits, credits };
};

const sql = loadStatements(__filename, {
  read_balances_before: parameters('ledger_id', 'account_id', 'days', 'sequences', 'positions').rows<{
    readonly place: string;
    readonly layer: Layer;
    readonly debits: string;
    readonly credits: string;
  }>(),
  read_entry_totals: parameters('ledger_id', 'account_id', 'layers', 'first_day', 'last_day').rows<{
    readonly count: string;
    readonly debits: string;
    readonly credits: string;
  }>(),
});
