/** A poster that can be told to leave a ledger alone, as if another process held its lease and did nothing. */
import type { LedgerId } from '../../src/kernel/ids';
import { UNIT_OF_WORK } from '../../src/kernel/postgres/tokens';
import { Busy } from '../../src/kernel/refusal';
import { replace } from '../../src/kernel/token';
import { POSTING_STORE } from '../../src/modules/ledgering/application/ports';
import type { PendingTransaction } from '../../src/modules/ledgering/domain/transaction';
import { PostgresPostingStore } from '../../src/modules/ledgering/postgres/posting-store';

/** Ledgers in which nothing is posted until they are taken out again, and the poster is woken. */
export const pausedLedgers = new Set<LedgerId>();

class PausingPostingStore extends PostgresPostingStore {
  override async claimPending(
    ...claim: Parameters<PostgresPostingStore['claimPending']>
  ): Promise<readonly PendingTransaction[]> {
    const [, ledgerId] = claim;
    return pausedLedgers.has(ledgerId) ? [] : super.claimPending(...claim);
  }

  override async writeAtOnce(...write: Parameters<PostgresPostingStore['writeAtOnce']>): Promise<void> {
    if (pausedLedgers.has(write[1])) throw new Busy('This ledger is paused.');
    return super.writeAtOnce(...write);
  }

  override async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return (await super.ledgersWithPendingWork()).filter((ledgerId) => !pausedLedgers.has(ledgerId));
  }
}

export const pausing = replace(POSTING_STORE, [UNIT_OF_WORK], (unitOfWork) => new PausingPostingStore(unitOfWork));
