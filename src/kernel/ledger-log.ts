/**
 * The log of a ledger, for records of other modules: such a module writes an event about a record in the same transaction as the record
 * itself. Ledgering binds the writer of the log; the module that keeps the record binds how its events are read and verified.
 */
import type { Content } from './formats';
import type { LedgerId } from './ids';
import type { Denomination } from './money';
import type { Outcome } from './refusal';
import { token } from './token';
import type { Tx } from './unit-of-work';

export interface Happening {
  readonly type: 'trancode_created' | 'trancode_deprecated';
  readonly trancodeId: string;
  readonly actor: string;
  /** The record as it is after the event. Its text is kept, and the hash chain of the log contains the hash of the text. */
  readonly content: Content;
}

export interface LogTurn {
  readonly tx: Tx;
  /** The time of all events of this transaction. */
  readonly now: Date;
  append(happening: Happening): Promise<void>;
  /** Returns the ledger's currency and decimals, read in this transaction and not from a cache. */
  denomination(): Promise<Denomination>;
}

export interface LedgerLog {
  /**
   * Runs `work` in one transaction that first locks the head of the ledger, so that no other transaction writes to the ledger meanwhile.
   * Postings that were planned before the lock are planned again, because the head has moved. Throws `Busy` if other writers hold the lock
   * for too long.
   */
  inTurn<R, A>(ledgerId: LedgerId, work: (turn: LogTurn) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}

/** A stored record, to be compared with its events in the log. */
export interface LoggedThing {
  readonly id: string;
  /** False if the record was created before this kind of record had events: the log may then have no event about it. */
  readonly isLogged: boolean;
  /** Returns whether the hash is that of the record's present content. */
  isContent(hash: Buffer): boolean;
}

export interface LoggedThings {
  /** Returns the content of an event, parsed from its kept text. */
  tell(ledgerId: LedgerId, text: string): { readonly id: string; readonly data: object };
  /** Returns the records whose ids follow `after`, sorted by id. */
  kept(tx: Tx, ledgerId: LedgerId, after: string, limit: number): Promise<readonly LoggedThing[]>;
}

export const LEDGER_LOG = token<LedgerLog>('LedgerLog');
export const LOGGED_TRANSACTION_CODES = token<LoggedThings>('LoggedTransactionCodes');
