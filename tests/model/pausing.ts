/**
 * A poster that skips the ledgers which a test names, as if another process held their lease and did nothing. It can also release holds as
 * if the time were later.
 */
import type { LedgerId } from '../../src/kernel/ids';
import { unobserved } from '../../src/kernel/observations';
import { UNIT_OF_WORK } from '../../src/kernel/postgres/tokens';
import { Busy } from '../../src/kernel/refusal';
import type { TestLedger } from '../support/ledger';
import { replace } from '../../src/kernel/token';
import { ATTRIBUTES, type Attributes } from '../../src/modules/attributes';
import { POSTING_STORE, type DueHold } from '../../src/modules/ledgering/application/ports';
import type { PendingTransaction } from '../../src/modules/ledgering/domain/transaction';
import { expireDue } from '../../src/modules/ledgering/application/posting/expiry';
import { TURNS } from '../../src/modules/ledgering/application/turn';
import { PostgresPostingStore } from '../../src/modules/ledgering/postgres/posting/posting-store';

/** Ledgers that are not posted to until the test removes them from this set and wakes the poster. */
export const pausedLedgers = new Set<LedgerId>();

/** In these ledgers, the holds that expire by the given time are due, instead of those that expire by the present time. */
const dueUntil = new Map<LedgerId, Date>();

class PausingPostingStore extends PostgresPostingStore {
  override async claimPending(
    ...claim: Parameters<PostgresPostingStore['claimPending']>
  ): Promise<readonly PendingTransaction[]> {
    const [, ledgerId] = claim;
    return pausedLedgers.has(ledgerId) ? [] : super.claimPending(...claim);
  }

  override async oldestPending(...oldest: Parameters<PostgresPostingStore['oldestPending']>) {
    const [, ledgerId] = oldest;
    return pausedLedgers.has(ledgerId) ? [] : super.oldestPending(...oldest);
  }

  override async writeAtOnce(...write: Parameters<PostgresPostingStore['writeAtOnce']>): Promise<void> {
    const [, ledgerId, , { undone }] = write;
    // The poster never posts reversals or releases, so these are not paused.
    if (pausedLedgers.has(ledgerId) && undone.length === 0) throw new Busy('This ledger is paused.');
    await super.writeAtOnce(...write);
  }

  override async readDueHolds(...read: Parameters<PostgresPostingStore['readDueHolds']>): Promise<readonly DueHold[]> {
    const [tx, ledgerId, due, limit] = read;
    return super.readDueHolds(tx, ledgerId, dueUntil.get(ledgerId) ?? due, limit);
  }

  override async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return (await super.ledgersWithPendingWork()).filter((ledgerId) => !pausedLedgers.has(ledgerId));
  }
}

export const pausing = replace(POSTING_STORE, [UNIT_OF_WORK], (unitOfWork) => new PausingPostingStore(unitOfWork));

/** Releases the holds of a ledger that expire by `until`. */
export const expireUntil = async ({ app }: TestLedger, ledgerId: LedgerId, until: string): Promise<void> => {
  dueUntil.set(ledgerId, new Date(until));
  const attributes = app.container.get<Attributes>(ATTRIBUTES);
  const surroundings = { attributes, background: app.background, observations: unobserved };
  await expireDue({ ...app.container.get(TURNS), ...surroundings }, ledgerId);
  dueUntil.delete(ledgerId);
};
