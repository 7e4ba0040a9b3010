/**
 * Amendments and notes of transactions in PostgreSQL. The log has their texts; the present texts of amended transactions are stored too.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../../kernel/page';
import { membersText } from '../../../../kernel/formats';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { ReadScope } from '../../application/reader';
import type { AmendmentRow, NoteRow, WordsReader, WordsStore } from '../../application/words-reader';
import type { Amendment, NoteId, Worded } from '../../domain/amendment';
import type { EventType } from '../../domain/event';
import { readRecorded } from '../../domain/formats/reading';
import type { TransactionId } from '../../domain/transaction';
import type { Reads } from '../fresh-reads';

export class PostgresWordsStore implements WordsStore {
  async readWords(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<Worded | undefined> {
    const [row] = await fetchRows(tx, sql.read_worded, { ledger_id: ledgerId, transaction_id: transactionId });
    if (!row) return undefined;
    const { status, ...words } = row;
    return { status, words };
  }

  async insertAmendment(
    tx: Tx,
    ledgerId: LedgerId,
    sequence: bigint,
    { transactionId, after, amendedAt }: Amendment,
  ): Promise<void> {
    await changeRows(tx, sql.insert_amendment, {
      ...{ ledger_id: ledgerId, transaction_id: transactionId, sequence: String(sequence) },
      ...{ description: after.description, reference: after.reference },
      metadata: after.metadata && JSON.stringify(after.metadata),
      amended_at: amendedAt.toISOString(),
    });
  }

  async readNote(
    tx: Tx,
    ledgerId: LedgerId,
    transactionId: TransactionId,
    noteId: NoteId,
  ): Promise<NoteRow | undefined> {
    const beginning = membersText(['note', '1', noteId]);
    const [row] = await fetchRows(tx, sql.read_note, { ledger_id: ledgerId, transaction_id: transactionId, beginning });
    return row && toNote({ ...row, reason: null });
  }
}

export class PostgresWordsReader implements WordsReader {
  constructor(private readonly reads: Reads) {}

  amendments(scope: ReadScope, id: TransactionId, slice: Slice): Promise<Page<AmendmentRow> | undefined> {
    return this.list(scope, id, 'transaction_amended', slice, toAmendment);
  }

  notes(scope: ReadScope, id: TransactionId, slice: Slice): Promise<Page<NoteRow> | undefined> {
    return this.list(scope, id, 'transaction_noted', slice, toNote);
  }

  private list<Row extends { readonly sequence: bigint }>(
    { ledgerId, asking }: ReadScope,
    transactionId: TransactionId,
    type: EventType,
    { from, direction, limit }: Slice,
    toRow: (kept: KeptRow) => Row,
  ): Promise<Page<Row> | undefined> {
    const isForward = direction === 'forward';
    const named = { ledger_id: ledgerId, transaction_id: transactionId };
    const asked = { ...named, type, place: from?.[0] ?? (isForward ? '0' : lastPlace), limit: limit + 1 };
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const [found, rows] = await Promise.all([
        fetchRows(tx, sql.find_worded, named),
        fetchRows(tx, isForward ? sql.read_kept_forward : sql.read_kept_backward, asked),
      ]);
      if (found.length === 0) return undefined;
      const slice = { direction, limit, ...(from ? { from } : {}) };
      return pageOf(rows.map(toRow), slice, ({ sequence }) => [sequence.toString()]);
    });
  }
}

/** The largest possible sequence of an event. */
const lastPlace = '9223372036854775807';

interface KeptRow {
  readonly sequence: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly content: string;
}

const toAmendment = ({ sequence, actor, reason, content }: KeptRow): AmendmentRow => {
  const recorded = readRecorded(content);
  if (recorded.kind !== 'amendment') throw new Error(`event ${sequence} has the text of something else`);
  return { ...recorded.amendment, sequence: BigInt(sequence), actor, reason: reason ?? '' };
};

const toNote = ({ sequence, actor, content }: KeptRow): NoteRow => {
  const recorded = readRecorded(content);
  if (recorded.kind !== 'note') throw new Error(`event ${sequence} has the text of something else`);
  return { ...recorded.note, sequence: BigInt(sequence), actor };
};

const listed = parameters('ledger_id', 'transaction_id', 'type', 'place', 'limit').rows<KeptRow>();

const sql = loadStatements(__filename, {
  read_worded: parameters('ledger_id', 'transaction_id').rows<Worded['words'] & Pick<Worded, 'status'>>(),
  insert_amendment: parameters(
    ...(['ledger_id', 'transaction_id', 'sequence', 'description', 'reference', 'metadata', 'amended_at'] as const),
  ),
  find_worded: parameters('ledger_id', 'transaction_id').rows<object>(),
  read_note: parameters('ledger_id', 'transaction_id', 'beginning').rows<Omit<KeptRow, 'reason'>>(),
  read_kept_forward: listed,
  read_kept_backward: listed,
});
