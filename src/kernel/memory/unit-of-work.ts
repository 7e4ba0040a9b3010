/** Transactions without a database: one at a time, and what a refused or failed one wrote is taken back. */
import { refused, type Outcome } from '../refusal';
import type { Scope, Tx, UnitOfWork } from '../unit-of-work';

export interface MemoryTx extends Tx {
  /** Takes one write back; the last one comes first. */
  undo(write: () => void): void;
}

/** The transaction in memory that a store writes in: one that writes in such a transaction is swapped in together with its unit of work. */
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

  /** Between transactions, so that nothing is seen which may yet be taken back. */
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
