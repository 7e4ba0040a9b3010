/** A transaction of the store. Only code that holds one can write; it never leaves the module that opened it. */
import type { Asking } from './asking';
import type { LedgerId, TenantId } from './ids';
import type { Outcome } from './refusal';

declare const open: unique symbol;
export interface Tx {
  readonly [open]: true;
  /**
   * Names the last statement of the transaction, which may travel together with the commit; where the store refuses the
   * statement, nothing is committed. A write that is named need not be awaited; a read must be named in the turn of the
   * event loop in which it is asked, or it travels alone.
   */
  last(statement: Promise<unknown>): void;
}

/** The rows that a transaction may see and write; the store enforces it. */
export interface Scope {
  readonly ledgerIds: readonly LedgerId[];
  readonly tenantId?: TenantId;
  /** How long a write waits for a lock of another transaction before it is `Busy`; 2 s where it is left out. */
  readonly lockTimeoutMs?: number;
  /** A look for everybody who waits, one at a time: no tenant's own, so that none can hold it up for the others. */
  readonly isForAll?: true;
  /** Who acts, as the log of the tenant names it: an operator, the public part of a key; the command line where nobody is said. */
  readonly actor?: string | undefined;
  /** The request that a read is for; what nobody waits for any more does not begin. */
  readonly asking?: Pick<Asking, 'isGone'> | undefined;
}

export interface UnitOfWork {
  /** Whether a transaction costs much, whatever it holds: then work had better wait a little for company. */
  readonly isCostly: boolean;
  /**
   * Runs `work` in one transaction: an answer commits, a refusal or a throw rolls back.
   * A serialization failure or a deadlock runs the whole work again, a bounded number of times.
   */
  run<R, A>(scope: Scope, work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}

/** What is asked behind another statement fails where that one does, and it is that one's fault that is told. */
export const behind = async <A>(first: Promise<void> | undefined, asked: Promise<A>): Promise<A> => {
  asked.catch(() => undefined);
  await first;
  return asked;
};
