/** The remaining amounts of entries after reversals, releases and extensions. */
import type { Account, Entry, Side, Transaction } from './records';

export const isWritten = ({ status }: Transaction): boolean => status === 'posted' || status === 'reversed';

export const whatIsLeft = (transactions: readonly Transaction[]) => ({
  /** The remaining amount of one entry. */
  leftOf: (entry: Entry): bigint => {
    let left = entry.units;
    for (const { undoes, status, entries } of transactions)
      if (undoes && status === 'posted')
        for (const { against, adds, units } of entries)
          if (against === entry) left -= units;
          else if (adds === entry) left += units;
    return left;
  },
  /** The remaining pending amounts of an account on one side: all holds, and all transactions that reduced or raised them, in one pass. */
  heldOf: (account: Account, side: Side): bigint => {
    let held = 0n;
    for (const it of transactions) {
      const { layer, undoes, entries } = it;
      if (layer !== 'pending' || !isWritten(undoes ?? it) || (undoes && it.status !== 'posted')) continue;
      for (const { against, adds, units, ...own } of entries) {
        const of = against ?? adds ?? own;
        if (of.account === account && of.type === side) held += against ? -units : units;
      }
    }
    return held;
  },
});
