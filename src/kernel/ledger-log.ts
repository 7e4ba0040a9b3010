/**
 * The log of a ledger, for records of other modules: such a module writes what happened to a record in the same
 * transaction as the record itself. Ledgering binds the writer of the log; the module that keeps the record binds how
 * its events are read and verified.
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
  /** The record after the event: its text is kept, and the hash of the text is part of the chain. */
  readonly content: Content;
}

export interface LogTurn {
  readonly tx: Tx;
  /** The time of everything that happens in this turn. */
  readonly now: Date;
  append(happening: Happening): Promise<void>;
  /** Returns the ledger's currency and decimals, read in this turn and so not a guess. */
  denomination(): Promise<Denomination>;
}

export interface LedgerLog {
  /**
   * Runs `work` in one transaction that locks the head of the ledger first, so that nothing else is decided meanwhile.
   * A write that was planned ahead of it finds that the head has moved. Throws `Busy` if others write for too long.
   */
  inTurn<R, A>(ledgerId: LedgerId, work: (turn: LogTurn) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}

/** A record as it is kept, with what the log states about it. */
export interface LoggedThing {
  readonly id: string;
  /** False if the record is older than its events: then it may have none. */
  readonly isLogged: boolean;
  /** Returns whether the hash matches the present content of the record. */
  isContent(hash: Buffer): boolean;
}

export interface LoggedThings {
  /** Returns the content of an event, from the text that was kept. */
  tell(ledgerId: LedgerId, text: string): { readonly id: string; readonly data: object };
  /** Returns the records whose ids follow `after`, sorted by id. */
  kept(tx: Tx, ledgerId: LedgerId, after: string, limit: number): Promise<readonly LoggedThing[]>;
}

export const LEDGER_LOG = token<LedgerLog>('LedgerLog');
export const LOGGED_TRANSACTION_CODES = token<LoggedThings>('LoggedTransactionCodes');
