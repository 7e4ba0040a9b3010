/** The use cases that a caller may run on its ledger's books. Only ledgering's own routes call them. */
import { token } from '../../../kernel/token';
import type { Accepting } from './writing/accept';
import type { AccountSets } from './account-sets';
import type { Accounts } from './accounts';
import type { Journals } from './journals';
import type { PeriodLocks } from './period-locks';
import type { Awaiting } from './posting/decisions';
import type { Perform } from './operations/operation';
import type { Amending } from './amending';
import type { Close } from './closing';
import type { Extend } from './extend';
import type { Void } from './void';

export interface Bookkeeping extends Awaiting, Amending {
  readonly accounts: Accounts;
  readonly accountSets: AccountSets;
  readonly journals: Journals;
  readonly periodLocks: PeriodLocks;
  /** Stores transactions durably. Posts them at once if no earlier work of the ledger is pending; otherwise the poster posts them. */
  accept: Accepting['accept'];
  /** Settles, releases and reverses transactions at once. Also posts transactions of a mixed batch or of a dry run. */
  perform: Perform;
  void: Void;
  /** Sweeps the balance of an account and deactivates it. */
  close: Close;
  /** Raises open holds and changes their expiry. */
  extend: Extend;
}

export const BOOKKEEPING = token<Bookkeeping>('Bookkeeping');
