/** Reads what an open database transaction has written: for dry runs, and for answers that must not show later changes. */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountId } from '../domain/account';
import type { TransactionId } from '../domain/transaction';
import type { TransactionRow } from './reader';

/** Totals of an account and layer up to a day, read in an open transaction. */
export interface StandingTotals {
  readonly accountId: AccountId;
  readonly accountCode: string;
  readonly normalBalance: NormalBalance;
  readonly layer: Layer;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Reads what was written in `tx`, before any other transaction can see it. */
export interface RehearsalReader {
  /** In the order of `ids`. */
  transactions(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly TransactionRow[]>;
  /** The totals of all layers of these accounts, up to the end of the day. */
  totals(tx: Tx, ledgerId: LedgerId, accountIds: readonly AccountId[], asOf: Day): Promise<readonly StandingTotals[]>;
}

export const REHEARSAL_READER = token<RehearsalReader>('RehearsalReader');
