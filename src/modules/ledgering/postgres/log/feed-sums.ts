/**
 * Reads the sums of a feed page's accounts before the page, and the entries that changed them within the page (application/balances-after).
 */
import type { EntryType, Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { Move, ReadFeed, SumOfDay } from '../../application/feed-reader';
import type { TransactionRow } from '../../application/reader';
import type { AccountId } from '../../domain/account';
import type { EventType } from '../../domain/event';
import { coverOf } from '../../domain/stretch';
import { readCoverOf } from '../sums/known-sums';
import { readPostedThrough, readStretches } from '../sums/stretch-store';

/** An event of the page about a posted or voided transaction. */
interface Told {
  readonly row: TransactionEventRow;
  readonly transaction: TransactionRow;
}

interface TransactionEventRow {
  readonly sequence: string;
  readonly type: EventType;
  readonly transaction_id: string | null;
}

export const movedBy = (
  told: readonly TransactionEventRow[],
  transactions: ReadonlyMap<string, TransactionRow>,
): readonly Told[] =>
  told.flatMap((row) => {
    const transaction = transactions.get(row.transaction_id ?? '');
    return transaction && row.type !== 'transaction_failed' ? [{ row, transaction }] : [];
  });

/**
 * Reads the sums before the page, and the postings and voids within it. If the page leaves out no event (`isWhole`), only its own
 * transactions changed the balances, so no others are read.
 */
export const readSums = async (
  tx: Tx,
  ledgerId: LedgerId,
  about: readonly Told[],
  head: bigint,
  isWhole: boolean,
): Promise<Pick<ReadFeed, 'opening' | 'moves'>> => {
  const [first, last] = [about[0], about.at(-1)];
  if (!first || !last) return { opening: [], moves: [] };
  const places = placesOf(about);
  const accountIds = [...new Set(places.map(({ accountId }) => accountId))];
  const before = BigInt(first.row.sequence) - 1n;
  const [opening, moves] = await Promise.all([
    readOpening(tx, ledgerId, before, head, places),
    isWhole
      ? about.flatMap(({ row: { sequence, type }, transaction: { effectiveDate: day, entries } }) =>
          movesBooks.has(type)
            ? [{ sequence: BigInt(sequence), isVoid: type === 'transaction_voided', day, entries }]
            : [],
        )
      : readMoves(tx, ledgerId, before, last.row.sequence, accountIds),
  ]);
  return { opening, moves };
};

type Place = Pick<SumOfDay, 'accountId' | 'layer' | 'day'>;

/** Returns the accounts and layers of the transactions, each with the day up to which its balance is shown; without duplicates. */
const placesOf = (about: readonly Told[]): readonly Place[] => {
  const places = new Map<string, Place>();
  for (const { transaction } of about)
    for (const { accountId, layer } of transaction.entries) {
      const day = transaction.effectiveDate;
      places.set(accountId + layer + day, { accountId: accountId as AccountId, layer, day });
    }
  return [...places.values()];
};

const movesBooks: ReadonlySet<EventType> = new Set(['transaction_posted', 'transaction_voided']);

/**
 * Reads the sums before the page. It starts from known sums: those of the log's stretches, or those at the present end of the log,
 * whichever are nearer. The entries in between are added or subtracted, so a page costs at most half a stretch, and almost nothing near the
 * end of the log.
 */
const readOpening = async (
  tx: Tx,
  ledgerId: LedgerId,
  before: bigint,
  head: bigint,
  places: readonly Place[],
): Promise<readonly SumOfDay[]> => {
  if (before === 0n) return [];
  const known = await readStretches(tx, ledgerId);
  const cover = coverOf(known, before);
  const asked = {
    account_ids: plainArray(places.map(({ accountId }) => accountId)),
    layers: plainArray(places.map(({ layer }) => layer)),
    days: plainArray(places.map(({ day }) => day)),
  };
  const rows =
    cover.rest.through - cover.rest.after < head - before
      ? await fetchRows(tx, sql.read_sums_of_stretches, asked, await readCoverOf(tx, ledgerId, known, cover))
      : await fetchRows(tx, sql.read_sums_before_the_end, {
          ...{ ledger_id: ledgerId, ...asked },
          ...{
            after: String(before),
            transactions_after: String(await readPostedThrough(tx, ledgerId, before, known)),
          },
        });
  return rows.map(({ account_id, layer, day, debits, credits }) => ({
    ...{ accountId: account_id, layer, day, debits: BigInt(debits), credits: BigInt(credits) },
  }));
};

const readMoves = async (
  tx: Tx,
  ledgerId: LedgerId,
  after: bigint,
  through: string,
  accountIds: readonly AccountId[],
): Promise<readonly Move[]> => {
  const range = { after: String(after), through, account_ids: plainArray(accountIds) };
  const rows = await fetchRows(tx, sql.read_moves, { ledger_id: ledgerId, ...range });
  return rows.map(({ sequence, is_void, account_id, layer, effective_date, type, amount }) => ({
    ...{ sequence: BigInt(sequence), isVoid: is_void, day: effective_date },
    entries: [{ accountId: account_id, layer, type, amount: BigInt(amount) as Minor }],
  }));
};

interface SumRow {
  readonly account_id: AccountId;
  readonly layer: Layer;
  readonly day: Day;
  readonly debits: string;
  readonly credits: string;
}

interface MoveRow {
  readonly sequence: string;
  readonly is_void: boolean;
  readonly account_id: AccountId;
  readonly layer: Layer;
  readonly effective_date: Day;
  readonly type: EntryType;
  readonly amount: string;
}

const sql = loadStatements(__filename, {
  read_sums_before_the_end: parameters(
    ...(['ledger_id', 'account_ids', 'layers', 'days', 'after', 'transactions_after'] as const),
  ).rows<SumRow>(),
  read_sums_of_stretches: parameters(
    ...(['ledger_id', 'account_ids', 'layers', 'days', 'levels', 'throughs'] as const),
    ...(['after', 'through', 'transactions_after', 'transactions_through', 'sign'] as const),
  ).rows<SumRow>(),
  read_moves: parameters('ledger_id', 'after', 'through', 'account_ids').rows<MoveRow>(),
});
