/**
 * Sums the complete stretches of each log in the background, so that the books at an earlier sequence of the log can be read without
 * reading all postings. Reads do not need the sums: postings that are not summed yet are read one by one. A summed stretch never changes,
 * so no lock is needed. If two processes sum the same stretch, the second one writes nothing.
 */
import type { Background, Loop } from '../../../kernel/running/background';
import type { ProcessTime } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import { token } from '../../../kernel/token';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { nextStretch, type Stretch, type StretchSizes } from '../domain/stretch';
import type { StretchStore } from './ports';

export interface SummingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: StretchStore;
  readonly sizes: StretchSizes;
  readonly clock: ProcessTime;
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly log: Log;
}

/** The numbers of events in the stretches. Tests use shorter stretches. */
export const STRETCH_SIZES = token<StretchSizes>('StretchSizes');

/**
 * The interval at which a process looks for complete stretches. At 2,000 transactions per second, a ledger completes a stretch in about
 * this time.
 */
const lookMs = 30_000;

export const createSumming = (dependencies: SummingDependencies): Loop => {
  const { store, sizes, background, log } = dependencies;
  /** The sequence of the last summed event, by ledger. */
  const summed = new Map<LedgerId, bigint>();

  /** Sums the stretches of all ledgers; returns true if there was nothing to sum. */
  const sumAll = async (mayGoOn: () => boolean): Promise<boolean> => {
    let isIdle = true;
    for (const { ledgerId, lastSequence } of await store.ledgersOfEvents(sizes.events)) {
      if (lastSequence - (summed.get(ledgerId) ?? 0n) < sizes.events) continue;
      // An error in one ledger does not stop the others.
      try {
        const hasSummed = await sumLedger(dependencies, ledgerId, lastSequence, mayGoOn);
        if (!mayGoOn()) return false;
        summed.set(ledgerId, lastSequence - (lastSequence % sizes.events));
        if (!hasSummed) continue;
        isIdle = false;
        background.done('sums', ledgerId);
      } catch (error) {
        isIdle = false;
        log.warn({ error, ledgerId }, 'summing what a log says failed and will be tried again');
      }
    }
    return isIdle;
  };

  return background.loop({
    name: 'sums',
    complaint: 'looking for logs to sum failed and will be tried again',
    afterFaultMs: lookMs,
    round: async (mayGoOn) => ({ isIdle: await sumAll(mayGoOn), pauseMs: lookMs }),
  });
};

/** Sums the complete stretches of a ledger whose log ends at `head`; returns true if there were any. */
export const sumLedger = async (
  { unitOfWork, store, sizes, clock }: Omit<SummingDependencies, 'log' | 'background'>,
  ledgerId: LedgerId,
  head: bigint,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> => {
  let hasSummed = false;
  let known = await store.stretches(ledgerId);
  for (let next = nextStretch(known, head, sizes); next && mayGoOn(); next = nextStretch(known, head, sizes)) {
    const stretch = next;
    const startedAt = clock.elapsed();
    const outcome = await unitOfWork.run<'summed already', Stretch>({ ledgerIds: [ledgerId] }, async (tx) => {
      const written = await store.sum(tx, ledgerId, stretch, known);
      return written ? ok(written) : refuse('summed already' as const);
    });
    known = refused(outcome) ? await store.stretches(ledgerId) : [...known, outcome.right];
    hasSummed = true;
    // Pauses for as long as summing took, so that summing takes at most half of the time.
    await clock.sleep(clock.elapsed() - startedAt);
  }
  return hasSummed;
};
