/**
 * The log of a ledger, for what is not ledgering's own: another context writes what happened to a thing that it keeps in the same
 * transaction as the thing itself. Ledgering binds who writes; who keeps the thing binds how its events are read and proven.
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
  /** The thing as it is afterwards: its text is kept, and the hash of it is in the chain. */
  readonly content: Content;
}

export interface LogTurn {
  readonly tx: Tx;
  /** What happens in this turn happens at this time. */
  readonly now: Date;
  append(happening: Happening): Promise<void>;
  /** How the ledger counts: a fact in this turn. */
  denomination(): Promise<Denomination>;
}

export interface LedgerLog {
  /**
   * Runs `work` in one transaction, with the head of the ledger locked before anything else: nothing else is decided meanwhile. What
   * is planned ahead of it finds that the head has moved. Throws `Busy` where others write for too long.
   */
  inTurn<R, A>(ledgerId: LedgerId, work: (turn: LogTurn) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}

/** A thing as it is kept, beside what the log says of it. */
export interface LoggedThing {
  readonly id: string;
  /** False where it is older than its events: then there need be none. */
  readonly isLogged: boolean;
  /** Whether that is the hash of the thing as it is now. */
  isContent(hash: Buffer): boolean;
}

export interface LoggedThings {
  /** What an event tells, from the text that was kept of it. */
  tell(ledgerId: LedgerId, text: string): { readonly id: string; readonly data: object };
  /** By id, behind one. */
  kept(tx: Tx, ledgerId: LedgerId, after: string, limit: number): Promise<readonly LoggedThing[]>;
}

export const LEDGER_LOG = token<LedgerLog>('LedgerLog');
export const LOGGED_TRANSACTION_CODES = token<LoggedThings>('LoggedTransactionCodes');
