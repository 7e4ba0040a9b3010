/**
 * Makes older transactions searchable by a key that was turned on later: in the background, batch by batch, each in a
 * transaction of its own that also writes down how far it got, so that a crash costs one batch at the most. What is
 * accepted meanwhile goes into the index by itself; where both see the same transaction, the primary key keeps one row.
 */
import type { LedgerId } from '../../../kernel/ids';
import { ok, refused } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { Attributes, KeyToIndex } from '../../attributes';
import type { AttributeIndexStore } from './ports';

export interface AttributeIndexer {
  start(): void;
  /** Finishes the batch in hand. */
  stop(): Promise<void>;
}

export interface AttributeIndexerDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: AttributeIndexStore;
  readonly attributes: Attributes;
  readonly log: Log;
}

/** Some 10 ms of work. */
export const maxBatchTransactions = 1_000;
/** After so many batches another key has its turn. */
const maxBatchesInTurn = 200;
const pollMs = 1_000;
const busyPollMs = 50;

export const createAttributeIndexer = (dependencies: AttributeIndexerDependencies): AttributeIndexer => {
  const { attributes, log } = dependencies;
  let running = false;
  let round: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let woken = false;

  const goOn = (): void => {
    if (!running || round) return;
    clearTimeout(timer);
    woken = false;
    round = indexOnce().then((waitMs) => {
      round = undefined;
      if (running) timer = setTimeout(goOn, woken ? 0 : waitMs);
    });
  };

  /** Gives every key that wants it one turn; when to look again. */
  const indexOnce = async (): Promise<number> => {
    try {
      let waitMs = pollMs;
      for (const key of await attributes.keysToIndex()) {
        if (!running) break;
        if (await takeTurn(dependencies, key, () => running)) await attributes.finishIndex(key);
        else waitMs = busyPollMs;
      }
      return waitMs;
    } catch (error) {
      log.warn({ error }, 'indexing older transactions failed and will be tried again');
      return pollMs;
    }
  };

  attributes.onKeyToIndex(() => {
    woken = true;
    goOn();
  });
  return {
    start: () => {
      running = true;
      goOn();
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await round;
    },
  };
};

/** True when every ledger of the tenant is gone through. Ledgers that are opened later have nothing older. */
const takeTurn = async (
  dependencies: AttributeIndexerDependencies,
  key: KeyToIndex,
  mayGoOn: () => boolean,
): Promise<boolean> => {
  let left = maxBatchesInTurn;
  let isDone = true;
  for (const ledgerId of await dependencies.store.ledgersOfTenant(key.tenantId)) {
    let progress: Progress = 'begun';
    while (progress === 'begun' || progress === 'more') {
      if (left-- <= 0 || !mayGoOn()) return false;
      const startedAtMs = performance.now();
      progress = await indexBatch(dependencies, ledgerId, key);
      // Half of the time at the most, so that accepting and posting have the other half.
      if (progress === 'more') await pause(performance.now() - startedAtMs);
    }
    if (progress === 'busy') isDone = false;
  }
  return isDone;
};

type Progress = Awaited<ReturnType<AttributeIndexStore['indexBatch']>>;

const indexBatch = async (
  { unitOfWork, store }: AttributeIndexerDependencies,
  ledgerId: LedgerId,
  { key, round }: KeyToIndex,
): Promise<Progress> => {
  const outcome = await unitOfWork.run<never, Progress>({ ledgerIds: [ledgerId] }, async (tx) =>
    ok(await store.indexBatch(tx, ledgerId, key, round, maxBatchTransactions)),
  );
  if (refused(outcome)) throw new Error('a batch cannot be refused');
  return outcome.right;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
