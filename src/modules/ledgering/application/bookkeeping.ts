/** What a caller may do to the books of its ledger: the use cases that ledgering's own routes drive, and nobody else. */
import type { LedgerId } from '../../../kernel/ids';
import { token } from '../../../kernel/token';
import type { Accept } from './writing/accept';
import type { AccountSets } from './account-sets';
import type { Accounts } from './accounts';
import type { Journals } from './journals';
import type { PeriodLocks } from './period-locks';
import type { Decision } from './reader';
import type { Perform } from './operations/operation';
import type { Void } from './void';

export interface Bookkeeping {
  readonly accounts: Accounts;
  readonly accountSets: AccountSets;
  readonly journals: Journals;
  readonly periodLocks: PeriodLocks;
  /** Makes transactions durable, and posts them with that where nothing waits before them; else the poster does. */
  accept: Accept;
  /** Settles and releases holds, reverses, and posts among that or as a dry run, at once. */
  perform: Perform;
  void: Void;
  /** Waits until the transaction is posted or failed, `seconds` at the most; undefined where it still is not. */
  awaitDecision(ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined>;
  /** The same of several, `seconds` at most for all of them; those that are not decided by then are left out. */
  awaitDecisions(
    ledgerId: LedgerId,
    transactionIds: readonly string[],
    seconds: number,
  ): Promise<ReadonlyMap<string, Decision>>;
}

export const BOOKKEEPING = token<Bookkeeping>('Bookkeeping');
