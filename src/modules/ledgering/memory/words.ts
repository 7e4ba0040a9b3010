/**
 * Stores and reads the texts and notes of transactions in memory: their history from the log,
 * and the present texts.
 */
import type { LedgerId } from '../../../kernel/ids';
import { keep } from '../../../kernel/memory/kept';
import type { Page, Slice } from '../../../kernel/page';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ReadScope } from '../application/reader';
import type { AmendmentRow, NoteRow, WordsReader, WordsStore } from '../application/words-reader';
import type { Amendment, NoteId, Worded } from '../domain/amendment';
import { readRecorded } from '../domain/formats/reading';
import type { TransactionId } from '../domain/transaction';
import { booksOf, type BooksByLedger, type LedgerBooks } from './ledger-books';
import { byNumber, inOrder, MemoryReader, pageIn } from './reading';

export class MemoryWordsStore implements WordsStore {
  constructor(private readonly books: BooksByLedger) {}

  async readWords(_: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<Worded | undefined> {
    const { transactions, amended } = booksOf(this.books, ledgerId);
    const kept = transactions.get(transactionId);
    if (!kept) return undefined;
    const { description, reference, metadata } = amended.get(transactionId)?.after ?? kept.acceptance.draft;
    return { status: kept.status, words: { description, reference, metadata } };
  }

  async insertAmendment(tx: Tx, ledgerId: LedgerId, _: bigint, amendment: Amendment): Promise<void> {
    keep(tx, booksOf(this.books, ledgerId).amended, amendment.transactionId, amendment);
  }

  async readNote(_: Tx, ledgerId: LedgerId, transactionId: TransactionId, id: NoteId): Promise<NoteRow | undefined> {
    return notesOf(booksOf(this.books, ledgerId), transactionId).find((note) => note.id === id);
  }
}

export class MemoryWordsReader extends MemoryReader implements WordsReader {
  amendments(scope: ReadScope, id: TransactionId, slice: Slice): Promise<Page<AmendmentRow> | undefined> {
    return this.list(scope, id, slice, amendmentsOf);
  }

  notes(scope: ReadScope, id: TransactionId, slice: Slice): Promise<Page<NoteRow> | undefined> {
    return this.list(scope, id, slice, notesOf);
  }

  private list<Row extends { readonly sequence: bigint }>(
    { ledgerId }: ReadScope,
    id: TransactionId,
    slice: Slice,
    rowsOf: (books: LedgerBooks, id: TransactionId) => readonly Row[],
  ): Promise<Page<Row> | undefined> {
    return this.inLedger(ledgerId, (books) =>
      books.transactions.has(id)
        ? pageIn(rowsOf(books, id), slice, ({ sequence }) => [sequence.toString()], inOrder(byNumber))
        : undefined,
    );
  }
}

const amendmentsOf = ({ log }: LedgerBooks, id: TransactionId): readonly AmendmentRow[] =>
  [...log.values()].flatMap(({ event, content }) => {
    if (event.type !== 'transaction_amended' || event.transactionId !== id) return [];
    const recorded = readRecorded(content ?? '');
    const { sequence, actor, reason } = event;
    return recorded.kind === 'amendment' ? [{ ...recorded.amendment, sequence, actor, reason: reason ?? '' }] : [];
  });

const notesOf = ({ log }: LedgerBooks, id: TransactionId): readonly NoteRow[] =>
  [...log.values()].flatMap(({ event, content }) => {
    if (event.type !== 'transaction_noted' || event.transactionId !== id) return [];
    const recorded = readRecorded(content ?? '');
    return recorded.kind === 'note' ? [{ ...recorded.note, sequence: event.sequence, actor: event.actor }] : [];
  });
