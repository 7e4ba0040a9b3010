/** One writer for each ledger that is written to. Those in which nothing happened for longest are forgotten. */
import type { LedgerId } from '../../../../kernel/ids';
import { accountsAtOnce } from '../../domain/known-ledger';
import { LedgerWriter, type WriteDependencies } from './ledger-writer';

export interface Writers {
  use<A>(ledgerId: LedgerId, work: (writer: LedgerWriter) => Promise<A>): Promise<A>;
}

export interface WritersLimits {
  readonly maxLedgers: number;
  /** Known over all ledgers; beyond them everything that is known is forgotten. */
  readonly maxAccounts: number;
}

const usualLimits: WritersLimits = { maxLedgers: 10_000, maxAccounts: 40_000 };

export const createWriters = (
  dependencies: WriteDependencies,
  accept: ConstructorParameters<typeof LedgerWriter>[2],
  { maxLedgers, maxAccounts }: WritersLimits = usualLimits,
): Writers => {
  /** Those used last stand last. */
  const writers = new Map<LedgerId, { readonly writer: LedgerWriter; uses: number }>();
  let accounts = 0;
  const learned = (more: number): void => {
    accounts += more;
    // What is given back, while everything is forgotten, frees nothing else.
    if (more > 0 && accounts > maxAccounts) for (const { writer } of writers.values()) writer.forget();
  };
  const mayLearn = (): boolean => accounts + accountsAtOnce <= maxAccounts;
  const evictIdle = (): void => {
    for (const [ledgerId, { writer, uses }] of writers) {
      if (writers.size <= maxLedgers) return;
      if (uses > 0) continue;
      writer.forget();
      writers.delete(ledgerId);
    }
  };
  return {
    use: async (ledgerId, work) => {
      const used = writers.get(ledgerId) ?? {
        writer: new LedgerWriter(dependencies, ledgerId, accept, learned, mayLearn),
        uses: 0,
      };
      writers.delete(ledgerId);
      writers.set(ledgerId, used);
      if (writers.size > maxLedgers) evictIdle();
      used.uses += 1;
      try {
        return await work(used.writer);
      } finally {
        used.uses -= 1;
      }
    },
  };
};
