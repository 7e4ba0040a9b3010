/**
 * The ports that store and read the texts of transactions (description, reference, metadata) and their notes. A turn of the ledger writes
 * them, and lists read them.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Amendment, Note, NoteId, Worded } from '../domain/amendment';
import type { TransactionId } from '../domain/transaction';
import type { ReadScope } from './reader';

/** Stores the texts of transactions. The caller must hold the lock of the ledger's head, so that no other writer changes the texts. */
export interface WordsStore {
  /** Reads the present texts; undefined if the ledger has no such transaction. */
  readWords(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<Worded | undefined>;
  /** Stores the texts after the amendment that the event with the given sequence records. */
  insertAmendment(tx: Tx, ledgerId: LedgerId, sequence: bigint, amendment: Amendment): Promise<void>;
  readNote(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId, noteId: NoteId): Promise<NoteRow | undefined>;
}

/** The sequence and the actor of the event that recorded an amendment or a note. */
interface Logged {
  readonly sequence: bigint;
  readonly actor: string;
}
export type AmendmentRow = Amendment & Logged & { readonly reason: string };
export type NoteRow = Note & Logged;

/** Reads the amendments and the notes of a transaction, each in the order of the log; undefined if the ledger has no such transaction. */
export interface WordsReader {
  amendments(scope: ReadScope, transactionId: TransactionId, slice: Slice): Promise<Page<AmendmentRow> | undefined>;
  notes(scope: ReadScope, transactionId: TransactionId, slice: Slice): Promise<Page<NoteRow> | undefined>;
}

export const WORDS_STORE = token<WordsStore>('WordsStore');
export const WORDS_READER = token<WordsReader>('WordsReader');
