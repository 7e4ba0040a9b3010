/** What a caller may do to the books of its ledger: the use cases that ledgering's own routes drive, and nobody else. */
import type { LedgerId } from '../../../kernel/ids';
import { token } from '../../../kernel/token';
import type { Accept } from './writing/accept';
import type { AccountSets } from './account-sets';
import type { Accounts } from './accounts';
import type { Journals } from './journals';
import type { PeriodLocks } from './period-locks';
import type { Decision } from './reader';
import type { Reverse } from './reverse';
import type { Void } from './void';

export interface Bookkeeping {
  readonly accounts: Accounts;
  readonly accountSets: AccountSets;
  readonly journals: Journals;
  readonly periodLocks: PeriodLocks;
  /** Makes transactions durable, and posts them with that where nothing waits before them; else the poster does. */
  accept: Accept;
  reverse: Reverse;
  void: Void;
  /** Waits until the transaction is posted or failed, `seconds` at the most; undefined where it still is not. */
  awaitDecision(ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined>;
}

export const BOOKKEEPING = token<Bookkeeping>('Bookkeeping');
