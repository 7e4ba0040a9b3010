/** Reads transactions back as the drafts that were accepted, each with its stored hash. */
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { RecordedDraft } from '../../application/books-reader';
import type { Draft, DraftEntry } from '../../domain/transaction';
import type { QueuedDraft } from '../posting/written-columns';

/**
 * Reads a chunk of the transactions that were posted or failed by events after the event `after`. If the caller knows their posting
 * sequences, the entries are requested in the same packet.
 */
export const readDecided = async (
  tx: Tx,
  ledgerId: LedgerId,
  { after, limit, sequences }: { readonly after: string; readonly limit: number; readonly sequences?: Sequences },
): Promise<readonly KeyedDraft[]> => {
  const reading = fetchRows(tx, sql.verify_decided, { ledger_id: ledgerId, after, limit });
  const posted = (sequences ?? (await reading).map(({ sequence }) => sequence)).filter((one) => one !== null);
  const [rows, entries] = await Promise.all([
    reading,
    fetchRows(tx, sql.verify_entries, { ledger_id: ledgerId, sequences: plainArray(posted) }),
  ]);
  const bySequence = new Map<string, DraftEntry[]>();
  for (const entry of entries) {
    const together = bySequence.get(entry.sequence);
    if (together) together.push(fromEntryRow(entry));
    else bySequence.set(entry.sequence, [fromEntryRow(entry)]);
  }
  return rows.map((row) =>
    fromDraftRow(row, row.sequence === null ? intendedEntries(row.kept) : (bySequence.get(row.sequence) ?? [])),
  );
};

/** Reads a chunk of the transactions in the queue, after the transaction `after`. */
export const readPending = async (
  tx: Tx,
  ledgerId: LedgerId,
  after: string,
  limit: number,
): Promise<readonly KeyedDraft[]> =>
  (await fetchRows(tx, sql.verify_pending, { ledger_id: ledgerId, after, limit })).map((row) =>
    fromDraftRow(row, intendedEntries(row.kept)),
  );

/** The posting sequences of the transactions of a chunk; null for a failed transaction. */
type Sequences = readonly (string | null)[];

export interface KeyedDraft {
  /** The key of this draft. The next chunk begins after the key of the last draft. */
  readonly key: string;
  readonly recorded: RecordedDraft;
}

interface RecordedDraftRow extends Pick<Draft, 'layer' | 'description' | 'reference' | 'metadata' | 'attributes'> {
  readonly key: string;
  readonly id: Draft['id'];
  /** The stored content hash in hex; null if it is missing. */
  readonly kept_hash: string | null;
  /** The fingerprint of the request in hex; null if it had no idempotency key. */
  readonly fingerprint: string | null;
  readonly journal_id: Draft['journalId'];
  readonly effective_date: Draft['effectiveDate'];
  readonly total_amount: string;
  readonly entry_count: number;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: Draft['correlationSourceId'];
  readonly idempotency_key: string | null;
  readonly transaction_code: string | null;
  readonly transaction_code_version: number | null;
  readonly batch_id: Draft['batchId'];
  readonly undoes_transaction_id: Draft['undoesTransactionId'];
  readonly settles_transaction_id: Draft['settlesTransactionId'];
  readonly expires_at: string | null;
  readonly string_operation_id: Draft['stringOperationId'];
  readonly accepted_by: string;
  readonly accepted_at: string;
  readonly sequence: string | null;
  /** The stored draft of a pending or failed transaction, which has no entries in the books; null for all others. */
  readonly kept: Partial<QueuedDraft> | null;
}

const fromDraftRow = (row: RecordedDraftRow, entries: readonly DraftEntry[] | undefined): KeyedDraft => ({
  key: row.key,
  recorded: {
    id: row.id,
    entryCount: row.entry_count,
    contentHash: Buffer.from(row.kept_hash ?? '', 'hex'),
    fingerprint: row.fingerprint === null ? null : Buffer.from(row.fingerprint, 'hex'),
    draft: entries && {
      id: row.id,
      journalId: row.journal_id,
      effectiveDate: row.effective_date,
      layer: row.layer,
      description: row.description,
      reference: row.reference,
      totalAmount: BigInt(row.total_amount) as Minor,
      correlationId: row.correlation_id,
      correlationType: row.correlation_type,
      correlationSourceId: row.correlation_source_id,
      idempotencyKey: row.idempotency_key,
      metadata: row.metadata,
      attributes: row.attributes,
      transactionCode: row.transaction_code,
      transactionCodeVersion: row.transaction_code_version,
      batchId: row.batch_id,
      undoesTransactionId: row.undoes_transaction_id,
      settlesTransactionId: row.settles_transaction_id,
      expiresAt: row.expires_at === null ? null : instantOf(row.expires_at),
      stringOperationId: row.string_operation_id,
      acceptedBy: row.accepted_by,
      acceptedAt: instantOf(row.accepted_at),
      entries,
    },
  },
});

interface RecordedEntryRow extends Pick<DraftEntry, 'id' | 'layer' | 'type' | 'description' | 'metadata'> {
  readonly sequence: string;
  readonly account_id: DraftEntry['accountId'];
  readonly amount: string;
}

const fromEntryRow = ({
  id,
  account_id,
  layer,
  type,
  amount,
  description,
  metadata,
}: RecordedEntryRow): DraftEntry => ({
  id,
  accountId: account_id,
  layer,
  type,
  amount: BigInt(amount) as Minor,
  description,
  metadata,
});

/** Reads the entries of a stored draft; undefined if its JSON does not have the expected form, because someone overwrote it. */
const intendedEntries = (kept: Partial<QueuedDraft> | null): readonly DraftEntry[] | undefined =>
  Array.isArray(kept?.entries) && kept.entries.every(isQueuedEntry)
    ? kept.entries.map((entry) => ({ ...entry, amount: BigInt(entry.amount) as Minor }))
    : undefined;

const isQueuedEntry = (entry: Partial<QueuedDraft['entries'][number]> | null): boolean =>
  [entry?.id, entry?.accountId, entry?.layer, entry?.type, entry?.description ?? ''].every(
    (text) => typeof text === 'string',
  ) && /^\d+$/.test(entry?.amount ?? '');

const sql = loadStatements(__filename, {
  verify_decided: parameters('ledger_id', 'after', 'limit').rows<RecordedDraftRow>(),
  verify_pending: parameters('ledger_id', 'after', 'limit').rows<RecordedDraftRow>(),
  verify_entries: parameters('ledger_id', 'sequences').rows<RecordedEntryRow>(),
});
