/** Reads what a transaction of the database has written before it ends: for dry runs, and for answers that must name no later change. */
import type { Layer, NormalBalance } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AccountId } from '../domain/account';
import type { TransactionId } from '../domain/transaction';
import type { TransactionRow } from './reader';

/** Totals of an account and layer up to a day, in a transaction that is still open. */
export interface StandingTotals {
  readonly accountId: AccountId;
  readonly accountCode: string;
  readonly normalBalance: NormalBalance;
  readonly layer: Layer;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Reads what was written in `tx`, which nobody else can see. */
export interface RehearsalReader {
  /** In the order of the ids. */
  transactions(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly TransactionRow[]>;
  /** All layers of these accounts, up to the end of the day. */
  totals(tx: Tx, ledgerId: LedgerId, accountIds: readonly AccountId[], asOf: Day): Promise<readonly StandingTotals[]>;
}

export const REHEARSAL_READER = token<RehearsalReader>('RehearsalReader');
