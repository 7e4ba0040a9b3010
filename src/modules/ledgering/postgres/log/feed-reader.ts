/** Reads the ledger's log as a feed, from PostgreSQL. */
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { textArray } from '../../../../kernel/postgres/sql-rows';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../../kernel/unit-of-work';
import {
  maxPageBytes,
  type FeedQuestion,
  type FeedReader,
  type ReadEvent,
  type ReadFeed,
  type UndoneByThen,
} from '../../application/feed-reader';
import type { TransactionRow } from '../../application/reader';
import type { EventType } from '../../domain/event';
import { genesisFormats } from '../../domain/formats';
import { readPage, rowsBeforeMoves, type PageRow } from './feed-page';
import { movedBy, readSums } from './feed-sums';
import { readTransactions } from '../transactions/transaction-rows';

/** The maximum number of events that one request reads, whatever its filter is. A page returns the sequence up to which it has read. */
const maxLookedAt = 5_000;

const undoneEvents: ReadonlySet<EventType> = new Set([
  ...(['transaction_reversed', 'transaction_reversed_in_part'] as const),
  ...(['hold_settled', 'hold_released', 'hold_expired', 'hold_extended'] as const),
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
    const { after, limit, maxBytes = maxPageBytes } = question;
    const isWhole =
      question.types === undefined && question.accountId === undefined && question.transactionId === undefined;
    const page = await readPage(rows, Math.min(maxBytes, maxPageBytes), (ids) => readNamed(tx, ledgerId, ids));
    const told = isWhole ? page.rows : await rowsBeforeMoves(tx, ledgerId, page.rows);
    const transactions = onlyOf(told, page.transactions);
    const last = told.at(-1);
    const isCut = told.length < rows.length || rows.length === limit;
    const through = last && isCut ? BigInt(last.sequence) : lookedThrough(after, head);
    const [contents, undone, moves, accountTexts, sums, hashes] = await Promise.all([
      readContents(tx, ledgerId, told),
      readUndone(tx, ledgerId, told),
      readMovedEnds(tx, ledgerId, told, transactions),
      readAccountTexts(tx, ledgerId, [...transactions.values()], after, through),
      readSums(tx, ledgerId, movedBy(told, transactions), head, isWhole),
      readHashes(tx, ledgerId, [after, through]),
    ]);
    const events = told.map((row): ReadEvent => {
      const transaction = row.transaction_id === null ? undefined : transactions.get(row.transaction_id);
      if (row.transaction_id !== null && !transaction) throw new Error(`event ${row.sequence} has no transaction`);
      return {
        sequence: BigInt(row.sequence),
        type: row.type,
        occurredAt: instantOf(row.occurred_at),
        actor: row.actor,
        reason: row.reason,
        hash: row.hash,
        hashBefore: row.hash_before ?? genesisFormats.hashOf(ledgerId),
        about: transaction
          ? {
              kind: 'transaction',
              row: transaction,
              undone: undone.get(row.sequence),
              move: moves.get(row.sequence) ?? null,
            }
          : { kind: 'text', text: contents.get(row.sequence) ?? '' },
      };
    });
    const [hashAfter, hashThrough] = hashes;
    return { events, through, hashAfter, hashThrough, accountTexts, ...sums };
  }
}

/**
 * Returns the sequence up to which the page has read. If the request begins after the last event, this is the requested sequence, so that
 * the cursor does not move back.
 */
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

/** Returns the hashes of the events with these sequences; 0 stands for genesis. Undefined beyond the end of the log. */
const readHashes = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequences: readonly [bigint, bigint],
): Promise<readonly (Buffer | undefined)[]> => {
  const found = new Map<bigint, Buffer>([[0n, genesisFormats.hashOf(ledgerId)]]);
  const asked = { ledger_id: ledgerId, sequences: plainArray(sequences.map(String)) };
  for (const { sequence, hash } of await fetchRows(tx, sql.read_hashes, asked)) found.set(BigInt(sequence), hash);
  return sequences.map((sequence) => found.get(sequence));
};

const readNamed = (tx: Tx, ledgerId: LedgerId, ids: readonly string[]): ReturnType<typeof readTransactions> => {
  const named = `unnest($2::uuid[]) with ordinality as w (id, place)
                 cross join lateral (select * from transactions where ledger_id = $1 and id = w.id offset 0) t`;
  return readTransactions(tx, ledgerId, named, 'order by w.place', [ledgerId, plainArray(ids)], 'posted');
};

const onlyOf = (
  told: readonly FeedRow[],
  transactions: ReadonlyMap<string, TransactionRow>,
): ReadonlyMap<string, TransactionRow> =>
  new Map(
    told.flatMap(({ transaction_id: id }) => {
      const transaction = id === null ? undefined : transactions.get(id);
      return transaction ? [[transaction.id, transaction] as const] : [];
    }),
  );

const readContents = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, string>> => {
  const sequences = rows.flatMap(({ transaction_id, sequence }) => (transaction_id === null ? [sequence] : []));
  if (sequences.length === 0) return new Map();
  const asked = { ledger_id: ledgerId, sequences: plainArray(sequences) };
  return new Map((await fetchRows(tx, sql.read_contents, asked)).map(({ sequence, content }) => [sequence, content]));
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
    found.map(({ sequence, reversed, released, settled, extended, added, reversal_ids }) => [
      sequence,
      {
        reversed: BigInt(reversed),
        settled: BigInt(settled),
        // The release of a settlement includes the settled part, so that part is subtracted from the released amount.
        released: BigInt(released) - BigInt(settled),
        extended: BigInt(extended),
        added: BigInt(added),
        reversalIds: reversal_ids,
      },
    ]),
  );
};

/** Returns, for each event about a hold with a changed expiry, the reason of the last event up to it that changed the expiry. */
const readMovedEnds = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly FeedRow[],
  transactions: ReadonlyMap<string, TransactionRow>,
): Promise<ReadonlyMap<string, string>> => {
  const moved = rows.filter(({ transaction_id: id }) => id !== null && transactions.get(id)?.hold?.isEndMoved);
  if (moved.length === 0) return new Map();
  const found = await fetchRows(tx, sql.read_moved_ends, {
    ledger_id: ledgerId,
    transaction_ids: plainArray(moved.map(({ transaction_id }) => transaction_id)),
    sequences: plainArray(moved.map(({ sequence }) => sequence)),
  });
  return new Map(found.map(({ sequence, reason }) => [sequence, reason]));
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

interface FeedRow extends PageRow {
  readonly account_id: string | null;
  readonly actor: string;
  readonly occurred_at: string;
  readonly hash: Buffer;
  readonly hash_before: Buffer | null;
}

interface UndoneRow {
  readonly sequence: string;
  readonly reversed: string;
  readonly released: string;
  readonly settled: string;
  readonly extended: string;
  readonly added: string;
  readonly reversal_ids: readonly string[];
}

const sql = loadStatements(__filename, {
  read_feed: parameters(
    ...(['ledger_id', 'after', 'looked_at', 'types', 'transaction_id', 'account_id', 'limit'] as const),
  ).rows<FeedRow>(),
  read_contents: parameters('ledger_id', 'sequences').rows<{ sequence: string; content: string }>(),
  read_hashes: parameters('ledger_id', 'sequences').rows<{ sequence: string; hash: Buffer }>(),
  read_feed_head: parameters('ledger_id').rows<{ last_sequence: string }>(),
  read_feed_heads: parameters('ledger_ids').rows<{ ledger_id: LedgerId; last_sequence: string }>(),
  read_undone_by_then: parameters('ledger_id', 'transaction_ids', 'sequences').rows<UndoneRow>(),
  read_moved_ends: parameters('ledger_id', 'transaction_ids', 'sequences').rows<{ sequence: string; reason: string }>(),
  read_account_texts: parameters('ledger_id', 'account_ids', 'after', 'through').rows<{
    account_id: string;
    sequence: string;
    content: string;
  }>(),
});
