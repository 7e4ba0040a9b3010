/** The acts of one key or one person in the books of several ledgers. */
import type { ActsQuestion, Dated } from '../../../kernel/acts';
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { ActivityRow } from './reader';

/** `logId` is the ledger. */
export interface LedgerAct extends ActivityRow, Dated {}

export interface ActsReader {
  /** The nearest `limit + 1` acts behind the slice's position, in any order. */
  acts(ledgerIds: readonly LedgerId[], question: ActsQuestion, slice: Slice): Promise<readonly LedgerAct[]>;
}

export const ACTS_READER = token<ActsReader>('ActsReader');
