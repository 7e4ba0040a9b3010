/** Reads the rows that an open database transaction has written: for dry runs, and for answers that must not show later changes. */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountId } from '../domain/account';
import type { TransactionId } from '../domain/transaction';
import type { TransactionRow } from './reader';

/** The totals of an account and layer up to a day, read in an open database transaction. */
export interface StandingTotals {
  readonly accountId: AccountId;
  readonly accountCode: string;
  readonly normalBalance: NormalBalance;
  readonly layer: Layer;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Reads the rows that were written in `tx`, before `tx` commits or is rolled back. */
export interface RehearsalReader {
  /** Returns the transactions in the order of `ids`. */
  transactions(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly TransactionRow[]>;
  /** Returns the totals of all layers of these accounts, up to the end of the day. */
  totals(tx: Tx, ledgerId: LedgerId, accountIds: readonly AccountId[], asOf: Day): Promise<readonly StandingTotals[]>;
}

export const REHEARSAL_READER = token<RehearsalReader>('RehearsalReader');
