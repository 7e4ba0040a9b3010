/**
 * Summing: the stretches of each log that are over are summed up in the background, so that what the books said at an earlier place
 * of the log can be read without going through all that was posted. Nothing waits for it: what was not summed yet is read as it is.
 * What is summed never changes, so it needs no lock; of two processes that sum the same stretch, the second writes nothing.
 */
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import { token } from '../../../kernel/token';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { nextStretch, type Stretch, type StretchSizes } from '../domain/stretch';
import type { StretchStore } from './ports';

export interface Summing {
  start(): void;
  /** Finishes the stretch in hand. */
  stop(): Promise<void>;
}

export interface SummingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: StretchStore;
  readonly sizes: StretchSizes;
  readonly log: Log;
}

/** How long a stretch is. Tests have shorter ones. */
export const STRETCH_SIZES = token<StretchSizes>('StretchSizes');

/** A ledger that posts 2,000 a second is through with a stretch in that time. */
const lookMs = 30_000;

export const createSumming = (dependencies: SummingDependencies): Summing => {
  const { store, sizes, log } = dependencies;
  /** Up to where each ledger was found to be summed. */
  const summed = new Map<LedgerId, bigint>();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const sumAll = async (): Promise<void> => {
    for (const { ledgerId, lastSequence } of await store.ledgersOfEvents(sizes.events)) {
      if (lastSequence - (summed.get(ledgerId) ?? 0n) < sizes.events) continue;
      // One ledger's trouble is not another's.
      try {
        await sumLedger(dependencies, ledgerId, lastSequence, () => isRunning);
        if (!isRunning) return;
        summed.set(ledgerId, lastSequence - (lastSequence % sizes.events));
      } catch (error) {
        log.warn({ error, ledgerId }, 'summing what a log says failed and will be tried again');
      }
    }
  };

  const look = async (): Promise<void> => {
    try {
      await sumAll();
    } catch (error) {
      log.warn({ error }, 'looking for logs to sum failed and will be tried again');
    }
    if (isRunning) timer = setTimeout(() => void (round = look()), lookMs);
  };

  return {
    start: () => {
      isRunning = true;
      round = look();
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await round;
    },
  };
};

/** Sums what is over of a ledger whose log has come that far. */
export const sumLedger = async (
  { unitOfWork, store, sizes }: Omit<SummingDependencies, 'log'>,
  ledgerId: LedgerId,
  head: bigint,
  mayGoOn: () => boolean = () => true,
): Promise<void> => {
  let known = await store.stretches(ledgerId);
  for (let next = nextStretch(known, head, sizes); next && mayGoOn(); next = nextStretch(known, head, sizes)) {
    const stretch = next;
    const startedAt = performance.now();
    const outcome = await unitOfWork.run<'summed already', Stretch>({ ledgerIds: [ledgerId] }, async (tx) => {
      const written = await store.sum(tx, ledgerId, stretch, known);
      return written ? ok(written) : refuse('summed already' as const);
    });
    known = refused(outcome) ? await store.stretches(ledgerId) : [...known, outcome.right];
    // Half of the time at the most, so that others have the other half.
    await pause(performance.now() - startedAt);
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
