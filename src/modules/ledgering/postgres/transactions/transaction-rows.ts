/**
 * Reads transactions in the form in which reads return them: the row with its entries, which come from the draft if the transaction is not
 * posted.
 */
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { maxPageBytes } from '../../../../kernel/page';
import { instantOf, plainArray, queryText } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { EntryRow, TransactionRow } from '../../application/reader';
import { standingOf, type HoldStanding } from '../../domain/hold';
import type { HoldState } from '../../domain/transaction';
import { intendedEntries, toEntry, type AccountName, type DraftSqlRow, type EntrySqlRow } from './entry-rows';
import { readPresentWords, type PresentWords } from './present-words';

/**
 * Reads transactions. `from` must name `transactions t`, and `rest` is appended to `where t.ledger_id = $1`. If entries and drafts reach
 * the limit of a page in bytes, the result ends before the last row, and `isCut` is true. `words` selects the present texts, or the texts
 * with which the transactions were posted.
 */
export const readTransactions = async (
  tx: Tx,
  ledgerId: LedgerId,
  from: string,
  rest: string,
  values: readonly unknown[],
  words: 'present' | 'posted' = 'present',
): Promise<{ readonly rows: readonly TransactionRow[]; readonly isCut: boolean }> => {
  const rows = await queryText<SqlRow>(tx, `select ${columns} from ${from} where t.ledger_id = $1 ${rest}`, values);
  const entries = new Map<string, readonly EntryRow[]>();
  let read = 0;
  for (let bytes = 0, count = 0; read < rows.length && bytes < maxPageBytes && count < maxPageEntries;) {
    const together = rows.slice(read, read + countTogether(rows, read, (row) => row.entry_count));
    const maxBytes = maxPageBytes - bytes;
    bytes += await readPosted(tx, ledgerId, together, maxBytes, entries);
    bytes += await readIntended(tx, ledgerId, together, maxBytes, entries);
    const unread = together.findIndex(({ id }) => !entries.has(id));
    const complete = unread < 0 ? together : together.slice(0, Math.max(1, unread));
    for (const row of complete) count += row.entry_count;
    read += complete.length;
  }
  const kept = rows.slice(0, read);
  const [reversals, amended] = await Promise.all([
    readReversals(tx, ledgerId, kept),
    words === 'present'
      ? readPresentWords(
          tx,
          ledgerId,
          kept.map(({ id }) => id),
        )
      : new Map<string, PresentWords>(),
  ]);
  return {
    rows: kept.map((row) => ({
      ...toTransaction(row, entries.get(row.id) ?? [], reversals.get(row.id) ?? []),
      ...amended.get(row.id),
    })),
    isCut: read < rows.length,
  };
};

// All columns except the draft of a failed transaction. A draft may be large, so it is read together with the entries.
const columns = [
  ...['id', 'journal_id', 'effective_date', 'layer', 'description', 'reference', 'total_amount', 'entry_count'],
  ...['correlation_id', 'correlation_type', 'correlation_source_id', 'idempotency_key', 'metadata', 'attributes'],
  ...['transaction_code', 'transaction_code_version', 'batch_id', 'undoes_transaction_id', 'settles_transaction_id'],
  ...['expires_at', 'string_operation_id'],
  ...['accepted_by', 'accepted_at', 'status', 'sequence', 'posted_at', 'failure', 'void_reason'],
  ...['undone_by_transaction_id', 'reversed_amount', 'settled_amount', 'excess_amount'],
  ...['released_amount', 'extended_amount', 'hold_state', 'ends_at', 'end_moved', 'updated_at'],
]
  .map((column) => `t.${column}`)
  .join(', ');

/**
 * The maximum number of entries in a page. A page of a list has at most a hundred transactions of a hundred entries; a page of events may
 * have a thousand transactions.
 */
const maxPageEntries = 10_000;

/** The number of entries that are read at a time. All entries of a page of ordinary transactions are read at once. */
const maxEntriesTogether = 400;

/** Returns how many rows, from `from` on, together have at most this many entries; at least one. */
export const countTogether = <R>(
  rows: readonly R[],
  from: number,
  entriesOf: (row: R) => number,
  most = maxEntriesTogether,
): number => {
  let entries = 0;
  for (let at = from; at < rows.length; at++) {
    entries += entriesOf(rows[at] as R);
    if (entries > Math.min(most, maxEntriesTogether)) return Math.max(1, at - from);
  }
  return rows.length - from;
};

/** Reads the entries of posted transactions into `entries`, up to a limit in bytes. Returns the number of bytes of their texts. */
const readPosted = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly SqlRow[],
  maxBytes: number,
  entries: Map<string, readonly EntryRow[]>,
): Promise<number> => {
  const sequences = rows.flatMap(({ sequence }) => (sequence === null ? [] : [sequence]));
  if (sequences.length === 0) return 0;
  const bySequence = new Map<string, EntryRow[]>();
  let bytes = 0;
  for (const entry of await fetchRows(tx, sql.read_entries, {
    ledger_id: ledgerId,
    sequences: plainArray(sequences),
    max_bytes: maxBytes,
  })) {
    const together = bySequence.get(entry.sequence);
    if (together) together.push(toEntry(entry));
    else bySequence.set(entry.sequence, [toEntry(entry)]);
    bytes += entry.weight;
  }
  for (const { id, sequence } of rows) {
    const read = sequence === null ? undefined : bySequence.get(sequence);
    if (read) entries.set(id, read);
  }
  return bytes;
};

/**
 * Reads the entries of pending and failed transactions from their drafts into `entries`, up to a limit in bytes. Returns the number of
 * bytes of their texts.
 */
const readIntended = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly SqlRow[],
  maxBytes: number,
  entries: Map<string, readonly EntryRow[]>,
): Promise<number> => {
  const ids = rows.flatMap(({ id, sequence }) => (sequence === null ? [id] : []));
  if (ids.length === 0) return 0;
  const drafts = await fetchRows(tx, sql.read_drafts_of, {
    ledger_id: ledgerId,
    transaction_ids: plainArray(ids),
    max_bytes: maxBytes,
  });
  const accountIds = new Set(drafts.flatMap(({ draft }) => draft?.entries.map(({ accountId }) => accountId) ?? []));
  const accounts = await fetchRows(tx, sql.read_account_names, {
    ledger_id: ledgerId,
    account_ids: plainArray([...accountIds]),
  });
  const names = new Map(accounts.map((account) => [account.id, account]));
  for (const { id, draft } of drafts) entries.set(id, intendedEntries(draft, names));
  return drafts.reduce((bytes, { weight }) => bytes + weight, 0);
};

/**
 * Returns the reversals of each transaction that its row takes into account; a further reversal may have been posted since the row was
 * read.
 */
const readReversals = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly SqlRow[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const reversed = rows.filter(({ reversed_amount }) => reversed_amount !== null);
  if (reversed.length === 0) return new Map();
  const reversals = await fetchRows(tx, sql.read_reversals, {
    ledger_id: ledgerId,
    transaction_ids: plainArray(reversed.map(({ id }) => id)),
    last_ids: plainArray(reversed.map(({ undone_by_transaction_id: last }) => last)),
  });
  return new Map(reversals.map(({ reversed: id, ids }) => [id, ids]));
};

interface SqlRow {
  readonly id: string;
  readonly journal_id: string;
  readonly effective_date: Day;
  readonly layer: TransactionRow['layer'];
  readonly description: string;
  readonly reference: string | null;
  readonly total_amount: string;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly idempotency_key: string | null;
  readonly metadata: TransactionRow['metadata'];
  readonly attributes: TransactionRow['attributes'];
  readonly transaction_code: string | null;
  readonly transaction_code_version: number | null;
  readonly batch_id: string | null;
  readonly undoes_transaction_id: string | null;
  readonly settles_transaction_id: string | null;
  readonly expires_at: string | null;
  readonly string_operation_id: string | null;
  readonly accepted_by: string;
  readonly accepted_at: string;
  readonly status: TransactionRow['status'];
  readonly sequence: string | null;
  readonly posted_at: string | null;
  readonly failure: TransactionRow['failure'];
  readonly void_reason: string | null;
  readonly undone_by_transaction_id: string | null;
  readonly reversed_amount: string | null;
  readonly settled_amount: string | null;
  readonly excess_amount: string | null;
  readonly released_amount: string | null;
  readonly extended_amount: string | null;
  readonly hold_state: HoldState | null;
  readonly ends_at: string | null;
  readonly end_moved: boolean | null;
  readonly updated_at: string;
  readonly entry_count: number;
}

const toTransaction = (row: SqlRow, entries: readonly EntryRow[], reversalIds: readonly string[]): TransactionRow => ({
  id: row.id as TransactionRow['id'],
  journalId: row.journal_id as TransactionRow['journalId'],
  effectiveDate: row.effective_date,
  layer: row.layer,
  description: row.description,
  reference: row.reference,
  totalAmount: BigInt(row.total_amount) as Minor,
  correlationId: row.correlation_id,
  correlationType: row.correlation_type,
  correlationSourceId: row.correlation_source_id as TransactionRow['correlationSourceId'],
  idempotencyKey: row.idempotency_key,
  metadata: row.metadata,
  attributes: row.attributes,
  transactionCode: row.transaction_code,
  transactionCodeVersion: row.transaction_code_version,
  batchId: row.batch_id as TransactionRow['batchId'],
  undoesTransactionId: row.undoes_transaction_id as TransactionRow['undoesTransactionId'],
  settlesTransactionId: row.settles_transaction_id as TransactionRow['settlesTransactionId'],
  expiresAt: row.expires_at === null ? null : instantOf(row.expires_at),
  stringOperationId: row.string_operation_id as TransactionRow['stringOperationId'],
  acceptedBy: row.accepted_by,
  acceptedAt: instantOf(row.accepted_at),
  status: row.status,
  sequence: row.sequence === null ? null : BigInt(row.sequence),
  postedAt: row.posted_at === null ? null : instantOf(row.posted_at),
  failure: row.failure,
  voidReason: row.void_reason,
  amendedAt: null,
  reversedAmount: BigInt(row.reversed_amount ?? 0) as Minor,
  hold: row.hold_state === null ? null : toHold(row, row.hold_state),
  reversalIds,
  updatedAt: instantOf(row.updated_at),
  entries,
});

const toHold = (row: SqlRow, state: HoldState): HoldStanding =>
  standingOf(
    state,
    BigInt(row.total_amount) as Minor,
    {
      reversed: BigInt(row.reversed_amount ?? 0),
      settled: BigInt(row.settled_amount ?? 0),
      excess: BigInt(row.excess_amount ?? 0),
      released: BigInt(row.released_amount ?? 0),
      extended: BigInt(row.extended_amount ?? 0),
    },
    { expiresAt: row.ends_at === null ? null : instantOf(row.ends_at), isEndMoved: row.end_moved ?? false },
  );

const sql = loadStatements(__filename, {
  read_entries: parameters('ledger_id', 'sequences', 'max_bytes').rows<EntrySqlRow>(),
  read_drafts_of: parameters('ledger_id', 'transaction_ids', 'max_bytes').rows<DraftSqlRow>(),
  read_reversals: parameters('ledger_id', 'transaction_ids', 'last_ids').rows<{
    readonly reversed: string;
    readonly ids: readonly string[];
  }>(),
  read_account_names: parameters('ledger_id', 'account_ids').rows<AccountName>(),
});
