/**
 * Indexes older transactions by an attribute key that became searchable after they were accepted. It runs in the background, in batches.
 * Each batch is one database transaction that also stores the progress, so a crash loses at most one batch. Transactions that are accepted
 * meanwhile are indexed when they are written; if a transaction is indexed twice, the primary key keeps one row.
 */
import type { Background, Loop } from '../../../kernel/running/background';
import type { ProcessTime } from '../../../kernel/clock';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refused } from '../../../kernel/refusal';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { Attributes, KeyToIndex } from '../../attributes';
import type { AttributeIndexStore } from './ports';

export interface AttributeIndexerDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: AttributeIndexStore;
  readonly attributes: Attributes;
  readonly clock: ProcessTime;
  readonly background: Pick<Background, 'loop' | 'done'>;
}

/** The number of transactions in a batch. A batch takes about 10 ms. */
export const maxBatchTransactions = 1_000;
/** The number of batches after which the next attribute key has its turn. */
const maxBatchesInTurn = 200;
const pollMs = 1_000;
const busyPollMs = 50;

export const createAttributeIndexer = (dependencies: AttributeIndexerDependencies): Loop => {
  const { attributes, background } = dependencies;
  const loop = background.loop({
    name: 'attribute index',
    complaint: 'indexing older transactions failed and will be tried again',
    afterFaultMs: pollMs,
    // Gives one turn to each attribute key that waits to be indexed.
    round: async (mayGoOn) => {
      let pauseMs = pollMs;
      const keys = await attributes.keysToIndex();
      for (const key of keys) {
        if (!mayGoOn()) break;
        if (await takeTurn(dependencies, key, mayGoOn)) {
          await attributes.finishIndex(key);
          background.done('attribute index', key.key);
        } else pauseMs = busyPollMs;
      }
      return { isIdle: keys.length === 0, pauseMs };
    },
  });
  attributes.onKeyToIndex(() => loop.wake());
  return loop;
};

/** Returns true when every ledger of the tenant is indexed by the key. A ledger that is opened later has no older transactions. */
const takeTurn = async (
  dependencies: AttributeIndexerDependencies,
  key: KeyToIndex,
  mayGoOn: () => boolean,
): Promise<boolean> => {
  const { clock } = dependencies;
  let left = maxBatchesInTurn;
  let isDone = true;
  for (const ledgerId of await dependencies.store.ledgersOfTenant(key.tenantId)) {
    let progress: Progress = 'begun';
    while (progress === 'begun' || progress === 'more') {
      if (left-- <= 0 || !mayGoOn()) return false;
      const startedAt = clock.elapsed();
      progress = await indexBatch(dependencies, ledgerId, key);
      // Pauses for as long as the batch took, so that indexing takes at most half of the time, and accepting and posting have the other
      // half.
      if (progress === 'more') await clock.sleep(clock.elapsed() - startedAt);
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
