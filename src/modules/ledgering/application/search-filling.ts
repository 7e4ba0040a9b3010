/**
 * Fills the search index in the background: writes a filter for each complete block of 128 events of a log. A search reads events without a
 * filter one by one, so it misses none. A block never changes, so filling needs no lock: if two processes fill the same block, the second
 * one writes nothing.
 */
import type { Background, Loop } from '../../../kernel/running/background';
import type { ProcessTime } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refused } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { searchBlockEvents } from '../domain/search-terms';
import type { SearchStore, StretchStore } from './ports';

export interface SearchFillingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: SearchStore;
  readonly stretches: Pick<StretchStore, 'ledgersOfEvents'>;
  readonly clock: ProcessTime;
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly log: Log;
}

/**
 * The interval at which a process looks for new blocks. Even at 2,000 postings per second, a search can read all events that have no filter
 * yet.
 */
const lookMs = 5_000;
/** The maximum number of blocks that are filled in one transaction. */
const maxBlocksTogether = 8n;

export const createSearchFilling = (dependencies: SearchFillingDependencies): Loop => {
  const { stretches, background, log } = dependencies;
  /** The last sequence that a search filter covers, by ledger. */
  const filled = new Map<LedgerId, bigint>();

  /** Fills the blocks of all ledgers; returns true if there was nothing to fill. */
  const fillAll = async (mayGoOn: () => boolean): Promise<boolean> => {
    let isIdle = true;
    for (const { ledgerId, lastSequence } of await stretches.ledgersOfEvents(searchBlockEvents)) {
      if (lastSequence - (filled.get(ledgerId) ?? 0n) < searchBlockEvents) continue;
      // An error in one ledger does not stop the others.
      try {
        await fillLedger(dependencies, ledgerId, lastSequence, mayGoOn);
        if (!mayGoOn()) return false;
        filled.set(ledgerId, lastSequence - (lastSequence % searchBlockEvents));
        isIdle = false;
        background.done('search index', ledgerId);
      } catch (error) {
        isIdle = false;
        log.warn({ error, ledgerId }, 'filling the search index of a ledger failed and will be tried again');
      }
    }
    return isIdle;
  };

  return background.loop({
    name: 'search index',
    complaint: 'looking for logs to be indexed failed and will be tried again',
    afterFaultMs: lookMs,
    round: async (mayGoOn) => ({ isIdle: await fillAll(mayGoOn), pauseMs: lookMs }),
  });
};

/** Fills the complete blocks of a ledger whose log ends at `head`. Returns the last sequence that a filter now covers. */
export const fillLedger = async (
  { unitOfWork, store, clock }: Pick<SearchFillingDependencies, 'unitOfWork' | 'store' | 'clock'>,
  ledgerId: LedgerId,
  head: bigint,
  mayGoOn: () => boolean = () => true,
): Promise<bigint> => {
  let through = await store.filledThrough(ledgerId);
  while (head - through >= searchBlockEvents && mayGoOn()) {
    const after = through;
    const blocks = (head - after) / searchBlockEvents;
    const last = after + (blocks < maxBlocksTogether ? blocks : maxBlocksTogether) * searchBlockEvents;
    const startedAt = clock.elapsed();
    const outcome = await unitOfWork.run<never, bigint>({ ledgerIds: [ledgerId] }, async (tx) => {
      await store.fill(tx, ledgerId, after, last);
      return ok(last);
    });
    if (refused(outcome)) throw new Error('filling cannot be refused');
    through = outcome.right;
    // Pauses for as long as filling took, so that filling takes at most half of the time.
    if (head - through >= searchBlockEvents) await clock.sleep(clock.elapsed() - startedAt);
  }
  return through;
};
