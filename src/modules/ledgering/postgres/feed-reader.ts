/** Reading the ledger's log as a feed from PostgreSQL. */
import type { EntryType, Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { instantOf, plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { textArray } from '../../../kernel/postgres/sql-rows';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Move, SumOfLayer } from '../application/balances-after';
import type { FeedQuestion, FeedReader, ReadEvent, ReadFeed, UndoneByThen } from '../application/feed-reader';
import type { TransactionRow } from '../application/reader';
import type { AccountId } from '../domain/account';
import type { EventType } from '../domain/event';
import { genesisFormats } from '../domain/formats';
import { coverOf } from '../domain/stretch';
import { readCoverOf, readSumsThen } from './known-sums';
import { readPostedThrough, readStretches } from './stretch-store';
import { readTransactions } from './transaction-rows';

/** Events that one question looks at, whatever it asks for: a page tells how far it came. */
const maxLookedAt = 5_000;

const undoneEvents: ReadonlySet<EventType> = new Set([
  ...(['transaction_reversed', 'transaction_reversed_in_part'] as const),
  ...(['hold_settled', 'hold_released', 'hold_expired'] as const),
]);

export class PostgresFeedReader implements FeedReader {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  read(ledgerId: LedgerId, question: FeedQuestion): Promise<ReadFeed | undefined> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      const [[found], rows] = await Promise.all([
        fetchRows(tx, sql.read_feed_head, { ledger_id: ledgerId }),
        readRows(tx, ledgerId, question),
      ]);
      if (!found) return undefined;
      const head = BigInt(found.last_sequence);
      return { head, ...(await this.tell(tx, ledgerId, question, rows, head)) };
    });
  }

  heads(ledgerIds: readonly LedgerId[]): Promise<ReadonlyMap<LedgerId, bigint>> {
    return this.unitOfWork.read({ ledgerIds, isForAll: true }, async (tx) => {
      const reading = fetchRows(tx, sql.read_feed_heads, { ledger_ids: plainArray(ledgerIds) });
      tx.last(reading);
      return new Map((await reading).map((row) => [row.ledger_id, BigInt(row.last_sequence)]));
    });
  }

  private async tell(
    tx: Tx,
    ledgerId: LedgerId,
    question: FeedQuestion,
    rows: readonly FeedRow[],
    head: bigint,
  ): Promise<Omit<ReadFeed, 'head'>> {
    const { after, limit } = question;
    const ids = [...new Set(rows.flatMap(({ transaction_id }) => transaction_id ?? []))];
    const transactions = await readAll(tx, ledgerId, ids);
    // A page ends before a transaction that would make it weigh too much.
    const missing = rows.findIndex(
      ({ transaction_id }) => transaction_id !== null && !transactions.has(transaction_id),
    );
    const told = missing < 0 ? rows : rows.slice(0, missing);
    const last = told.at(-1);
    const isCut = missing >= 0 || rows.length === limit;
    const through = last && isCut ? BigInt(last.sequence) : lookedThrough(after, head);
    const isWhole = question.types === undefined && question.accountId === undefined && question.transactionId === undefined;
    const [undone, accountTexts, sums] = await Promise.all([
      readUndone(tx, ledgerId, told),
      readAccountTexts(tx, ledgerId, [...transactions.values()], after, through),
      readSums(tx, ledgerId, told, transactions, head, isWhole),
    ]);
    const events = told.map((row): ReadEvent => {
      const transaction = row.transaction_id === null ? undefined : transactions.get(row.transaction_id);
      return {
        sequence: BigInt(row.sequence),
        type: row.type,
        occurredAt: instantOf(row.occurred_at),
        actor: row.actor,
        reason: row.reason,
        hash: row.hash,
        hashBefore: row.hash_before ?? genesisFormats.hashOf(ledgerId),
        about: transaction
          ? { kind: 'transaction', row: transaction, undone: undone.get(row.sequence) }
          : { kind: 'text', text: row.content ?? '' },
      };
    });
    return { events, through, accountTexts, ...sums };
  }
}

/** Who asks behind the last event has seen everything, and is not sent back. */
const lookedThrough = (after: bigint, head: bigint): bigint => {
  const lookedAt = after + BigInt(maxLookedAt);
  if (lookedAt < head) return lookedAt;
  return head > after ? head : after;
};

const readRows = (tx: Tx, ledgerId: LedgerId, question: FeedQuestion): Promise<readonly FeedRow[]> =>
  fetchRows(tx, sql.read_feed, {
    ledger_id: ledgerId,
    after: question.after.toString(),
    looked_at: maxLookedAt,
    types: question.types ? textArray([...question.types]) : null,
    transaction_id: question.transactionId ?? null,
    account_id: question.accountId ?? null,
    limit: question.limit,
  });

const readAll = async (
  tx: Tx,
  ledgerId: LedgerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TransactionRow>> => {
  if (ids.length === 0) return new Map();
  const named = `unnest($2::uuid[]) with ordinality as w (id, place)
                 cross join lateral (select * from transactions where ledger_id = $1 and id = w.id offset 0) t`;
  const { rows } = await readTransactions(tx, ledgerId, named, 'order by w.place', [ledgerId, plainArray(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
};

const readUndone = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, UndoneByThen>> => {
  const undone = rows.filter(({ type }) => undoneEvents.has(type));
  if (undone.length === 0) return new Map();
  const found = await fetchRows(tx, sql.read_undone_by_then, {
    ledger_id: ledgerId,
    transaction_ids: plainArray(undone.map(({ transaction_id }) => transaction_id)),
    sequences: plainArray(undone.map(({ sequence }) => sequence)),
  });
  return new Map(
    found.map(({ sequence, reversed, released, settled, reversal_ids }) => [
      sequence,
      {
        reversed: BigInt(reversed),
        settled: BigInt(settled),
        // A settlement takes off its layer what it settles too.
        released: BigInt(released) - BigInt(settled),
        reversalIds: reversal_ids,
      },
    ]),
  );
};

const readAccountTexts = async (
  tx: Tx,
  ledgerId: LedgerId,
  transactions: readonly TransactionRow[],
  after: bigint,
  through: bigint,
): Promise<ReadFeed['accountTexts']> => {
  const accountIds = [...new Set(transactions.flatMap(({ entries }) => entries.map(({ accountId }) => accountId)))];
  const texts = new Map<string, { sequence: bigint; text: string }[]>();
  if (accountIds.length === 0) return texts;
  const range = { after: after.toString(), through: through.toString() };
  for (const { account_id, sequence, content } of await fetchRows(tx, sql.read_account_texts, {
    ...{ ledger_id: ledgerId, account_ids: plainArray(accountIds), ...range },
  })) {
    const kept = texts.get(account_id);
    const text = { sequence: BigInt(sequence), text: content };
    if (kept) kept.push(text);
    else texts.set(account_id, [text]);
  }
  return texts;
};

/** The page's own transactions are all that moved their accounts, where nothing was left out of it. */
const readSums = async (
  tx: Tx,
  ledgerId: LedgerId,
  told: readonly FeedRow[],
  transactions: ReadonlyMap<string, TransactionRow>,
  head: bigint,
  isWhole: boolean,
): Promise<Pick<ReadFeed, 'opening' | 'moves'>> => {
  const about = told.flatMap((row) => {
    const transaction = transactions.get(row.transaction_id ?? '');
    return transaction && row.type !== 'transaction_failed' ? [{ row, transaction }] : [];
  });
  const [first, last] = [about[0], about.at(-1)];
  if (!first || !last) return { opening: [], moves: [] };
  const entries = about.flatMap(({ transaction }) => transaction.entries);
  const accountIds = [...new Set(entries.map(({ accountId }) => accountId as AccountId))];
  const layers = [...new Set(entries.map(({ layer }) => layer))];
  const before = BigInt(first.row.sequence) - 1n;
  const [opening, moves] = await Promise.all([
    readOpening(tx, ledgerId, before, head, accountIds, layers),
    isWhole
      ? about.flatMap(({ row: { sequence, type }, transaction }) =>
          movesBooks.has(type)
            ? [{ sequence: BigInt(sequence), isVoid: type === 'transaction_voided', entries: transaction.entries }]
            : [],
        )
      : readMoves(tx, ledgerId, before, last.row.sequence, accountIds),
  ]);
  return { opening, moves };
};

const movesBooks: ReadonlySet<EventType> = new Set(['transaction_posted', 'transaction_voided']);

/**
 * From the nearer of two places where sums are known: the ends of the stretches of the log, and its end as it is now, where the balances
 * stand. What lies between is read, so that a page costs at most half a stretch, and next to nothing near the end.
 */
const readOpening = async (
  tx: Tx,
  ledgerId: LedgerId,
  before: bigint,
  head: bigint,
  accountIds: readonly AccountId[],
  layers: readonly Layer[],
): Promise<readonly SumOfLayer[]> => {
  if (before === 0n) return [];
  const known = await readStretches(tx, ledgerId);
  const cover = coverOf(known, before);
  if (cover.rest.through - cover.rest.after < head - before) {
    const asked = { accountIds, layers, days: ['infinity'] } as const;
    return readSumsThen(tx, await readCoverOf(tx, ledgerId, known, cover), asked);
  }
  const rows = await fetchRows(tx, sql.read_sums_before_the_end, {
    ...{ ledger_id: ledgerId, account_ids: plainArray(accountIds), layers: plainArray(layers) },
    ...{ after: String(before), transactions_after: String(await readPostedThrough(tx, ledgerId, before, known)) },
  });
  return rows.map(({ account_id, layer, debits, credits }) => ({
    ...{ accountId: account_id, layer, debits: BigInt(debits), credits: BigInt(credits) },
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
  return rows.map(({ sequence, is_void, account_id, layer, type, amount }) => ({
    ...{ sequence: BigInt(sequence), isVoid: is_void },
    entries: [{ accountId: account_id, layer, type, amount: BigInt(amount) as Minor }],
  }));
};

interface FeedRow {
  readonly sequence: string;
  readonly type: EventType;
  readonly transaction_id: string | null;
  readonly account_id: string | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly occurred_at: string;
  readonly hash: Buffer;
  readonly hash_before: Buffer | null;
  readonly content: string | null;
}

interface UndoneRow {
  readonly sequence: string;
  readonly reversed: string;
  readonly released: string;
  readonly settled: string;
  readonly reversal_ids: readonly string[];
}

interface SumRow {
  readonly account_id: AccountId;
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
}

interface MoveRow {
  readonly sequence: string;
  readonly is_void: boolean;
  readonly account_id: AccountId;
  readonly layer: Layer;
  readonly type: EntryType;
  readonly amount: string;
}

const sql = loadStatements(__filename, {
  read_sums_before_the_end: parameters(
    ...(['ledger_id', 'account_ids', 'layers', 'after', 'transactions_after'] as const),
  ).rows<SumRow>(),
  read_moves: parameters('ledger_id', 'after', 'through', 'account_ids').rows<MoveRow>(),
  read_feed: parameters(
    ...(['ledger_id', 'after', 'looked_at', 'types', 'transaction_id', 'account_id', 'limit'] as const),
  ).rows<FeedRow>(),
  read_feed_head: parameters('ledger_id').rows<{ last_sequence: string }>(),
  read_feed_heads: parameters('ledger_ids').rows<{ ledger_id: LedgerId; last_sequence: string }>(),
  read_undone_by_then: parameters('ledger_id', 'transaction_ids', 'sequences').rows<UndoneRow>(),
  read_account_texts: parameters('ledger_id', 'account_ids', 'after', 'through').rows<{
    account_id: string;
    sequence: string;
    content: string;
  }>(),
});
