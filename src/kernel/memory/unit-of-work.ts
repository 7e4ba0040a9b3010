/** Transactions without a database: they run one at a time. If a transaction is refused or fails, its writes are undone. */
import { refused, type Outcome } from '../refusal';
import type { Scope, Tx, UnitOfWork } from '../unit-of-work';

export interface MemoryTx extends Tx {
  /** Registers how to undo one write. The writes are undone in reverse order. */
  undo(write: () => void): void;
}

/**
 * Returns the in-memory transaction behind a `Tx`. Throws if the `Tx` belongs to a different unit of work: stores and unit of work must be
 * replaced together.
 */
export const inMemoryTx = (tx: Tx): MemoryTx => {
  if (!('undo' in tx))
    throw new Error(
      'a store in memory was asked in a transaction of PostgreSQL: replace the unit of work of its context too',
    );
  return tx as MemoryTx;
};

export class MemoryUnitOfWork implements UnitOfWork {
  readonly isCostly = false;

  private last: Promise<unknown> = Promise.resolve();

  run<R, A>(_: Scope, work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>> {
    return this.next(() => this.once(work));
  }

  /** A read runs between transactions, so that it never sees a write that may yet be undone. */
  read<A>(work: () => A | Promise<A>): Promise<A> {
    return this.next(async () => work());
  }

  private next<A>(work: () => Promise<A>): Promise<A> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async once<R, A>(work: (tx: Tx) => Promise<Outcome<R, A>>): Promise<Outcome<R, A>> {
    const undone: (() => void)[] = [];
    const rollBack = (): void => undone.reverse().forEach((write) => write());
    try {
      let lastStatement: Promise<unknown> | undefined;
      const outcome = await work({
        undo: (write: () => void) => undone.push(write),
        last: (write: Promise<unknown>) => {
          if (lastStatement) throw new Error('a transaction has one last statement');
          lastStatement = write;
        },
      } as unknown as MemoryTx);
      await lastStatement;
      if (refused(outcome)) rollBack();
      return outcome;
    } catch (error) {
      rollBack();
      throw error;
    }
  }
}
