/** The writers of this process, one a ledger: `accept` keeps them, and who writes between their groups finds them here. */
import type { LedgerId } from '../../../../kernel/ids';
import { token } from '../../../../kernel/token';
import type { LedgerWriter } from './ledger-writer';

export interface Writers {
  /** Undefined where nothing was accepted of the ledger lately. */
  find(ledgerId: LedgerId): Pick<LedgerWriter, 'knownNow' | 'writeBetween'> | undefined;
  /** Where they are kept. */
  keptIn(find: Writers['find']): void;
}

export const WRITERS = token<Writers>('Writers');

export const createWriters = (): Writers => {
  let kept: Writers['find'] = () => undefined;
  return {
    find: (ledgerId) => kept(ledgerId),
    keptIn: (find) => {
      kept = find;
    },
  };
};
