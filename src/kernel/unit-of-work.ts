/** A transaction of the store. Whoever holds one may write; it never leaves the module that asked for it. */
import type { LedgerId, TenantId } from './ids';
import type { Outcome } from './refusal';

declare const open: unique symbol;
export interface Tx {
  readonly [open]: true;
  /**
   * Names the last statement of the transaction. It may travel together with the commit, which does not happen where the
   * store refuses it. A write that is named so need not be waited for; a read that is to travel so is named at once.
   */
  last(statement: Promise<unknown>): void;
}

/** The rows a transaction may see and write; the store itself enforces it. */
export interface Scope {
  readonly ledgerIds: readonly LedgerId[];
  readonly tenantId?: TenantId;
  /** How long a write waits for a lock that another holds, before it is `Busy`: where nothing is said, 2 s. */
  readonly lockTimeoutMs?: number;
}

export interface UnitOfWork {
  /**
   * Runs `work` in one transaction: an answer commits, a refusal or a throw rolls back.
   * A serialization failure or a deadlock runs the whole work again, a bounded number of times.
   */
  run<R, A>(scope: Scope, work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}
