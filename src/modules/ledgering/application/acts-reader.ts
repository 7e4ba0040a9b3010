/** Reads the acts of one API key or one operator in the books of several ledgers. */
import type { ActsQuestion, Dated } from '../../../kernel/acts';
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { ActivityRow } from './reader';

/** An act in a ledger's books. `logId` is the id of the ledger. */
export interface LedgerAct extends ActivityRow, Dated {}

export interface ActsReader {
  /** Returns at most `limit + 1` acts, in any order, that follow the slice's position in the slice's direction. */
  acts(ledgerIds: readonly LedgerId[], question: ActsQuestion, slice: Slice): Promise<readonly LedgerAct[]>;
}

export const ACTS_READER = token<ActsReader>('ActsReader');
