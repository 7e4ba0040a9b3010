/** A transaction of the store. Only code that has the transaction can write; it is never passed outside of the module that opened it. */
import type { Asking } from './asking';
import type { LedgerId, TenantId } from './ids';
import type { Outcome } from './refusal';

declare const open: unique symbol;
export interface Tx {
  readonly [open]: true;
  /**
   * Names the last statement of the transaction, which may travel together with the commit; if the store refuses the statement, nothing is
   * committed. The caller need not await a named write. A read must be named in the same turn of the event loop in which it is sent;
   * otherwise the commit travels separately.
   */
  last(statement: Promise<unknown>): void;
}

/** The rows that a transaction may see and write; the store enforces this limit. */
export interface Scope {
  readonly ledgerIds: readonly LedgerId[];
  readonly tenantId?: TenantId;
  /** How long a write waits for a lock of another transaction before it throws `Busy`; 2 s if absent. */
  readonly lockTimeoutMs?: number;
  /**
   * True for a scan that serves all waiting requests of the process, one scan at a time. The scan belongs to no tenant, so that no tenant
   * can delay it.
   */
  readonly isForAll?: true;
  /** The actor in the log of the tenant: an operator or the public part of a key; the command line if absent. */
  readonly actor?: string | undefined;
  /** The HTTP request that a read serves: if the client no longer waits for the answer, the read does not begin. */
  readonly asking?: Pick<Asking, 'isGone'> | undefined;
}

export interface UnitOfWork {
  /**
   * True if a transaction is expensive regardless of its content: work should then wait briefly so that more of it
   * shares one transaction.
   */
  readonly isCostly: boolean;
  /**
   * Runs `work` in one transaction: an answer commits it, a refusal or an exception rolls it back. After a serialization failure or a
   * deadlock the whole work runs again, a limited number of times.
   */
  run<R, A>(scope: Scope, work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>>;
}

/** Awaits `first`, then the answer to `asked`, which was sent after `first`. If both fail, the error of `first` is thrown. */
export const behind = async <A>(first: Promise<void> | undefined, asked: Promise<A>): Promise<A> => {
  asked.catch(() => undefined);
  await first;
  return asked;
};
