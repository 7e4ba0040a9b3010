/** The ports that keep the words of transactions and their notes. A turn of the ledger writes them, and lists read them. */
import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Amendment, Note, NoteId, Worded } from '../domain/amendment';
import type { TransactionId } from '../domain/transaction';
import type { ReadScope } from './reader';

/** Its reads need the lock of the head, which makes the present words a fact. */
export interface WordsStore {
  /** The present words; undefined where the ledger has no such transaction. */
  readWords(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<Worded | undefined>;
  /** Keeps the words as the event of that sequence leaves them. */
  insertAmendment(tx: Tx, ledgerId: LedgerId, sequence: bigint, amendment: Amendment): Promise<void>;
  readNote(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId, noteId: NoteId): Promise<NoteRow | undefined>;
}

/** The event of the log that kept it. */
interface Logged {
  readonly sequence: bigint;
  readonly actor: string;
}
export type AmendmentRow = Amendment & Logged & { readonly reason: string };
export type NoteRow = Note & Logged;

/** Both lists are in the order of the log, and undefined where the ledger has no such transaction. */
export interface WordsReader {
  amendments(scope: ReadScope, transactionId: TransactionId, slice: Slice): Promise<Page<AmendmentRow> | undefined>;
  notes(scope: ReadScope, transactionId: TransactionId, slice: Slice): Promise<Page<NoteRow> | undefined>;
}

export const WORDS_STORE = token<WordsStore>('WordsStore');
export const WORDS_READER = token<WordsReader>('WordsReader');
