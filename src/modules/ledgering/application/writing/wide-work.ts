/**
 * Work of very many entries: a small body of transaction codes can ask for ten thousand. A tenant has one such group at a
 * time and pauses after each for twice as long as it took, so that most of the process is left to its neighbours. How much
 * a batch asks for is known once its codes are expanded; so while a tenant has wide work, few of its batches may wait.
 */
import type { ProcessTime } from '../../../../kernel/clock';
import { createFairLine } from '../../../../kernel/fair-line';
import { OverShare } from '../../../../kernel/refusal';

/** Ten times as many entries as a hundred transactions usually have. */
export const wideFromEntries = 2_000;

const limits = { places: 2, placesEach: 1, maxWaitMs: 5_000, maxWaitingEach: 16 };
const pauseTimes = 2;
const maxPauseMs = 1_000;
/** Batches that a tenant may have under way while one of them is wide. */
const maxBatchesBeside = 3;

export interface WideWork {
  /** A batch of whatever width. Throws `OverShare` where its tenant has wide work and enough that waits. */
  batch<A>(tenantId: string, work: () => Promise<A>): Promise<A>;
  /** For a batch whose turn has come: throws `OverShare` where wide work became known while too many waited. */
  requireRoom(tenantId: string): void;
  /** Runs wide work whose preparation began when the clock had elapsed by `startedAt`. */
  inTurn<A>(tenantId: string, startedAt: number, work: () => Promise<A>): Promise<A>;
}

export const createWideWork = (clock: ProcessTime): WideWork => {
  const line = createFairLine(limits, undefined, clock);
  const batches = new Map<string, number>();
  const wide = new Map<string, number>();
  const change = (counts: Map<string, number>, tenantId: string, by: 1 | -1): void => {
    const count = (counts.get(tenantId) ?? 0) + by;
    if (count > 0) counts.set(tenantId, count);
    else counts.delete(tenantId);
  };
  const requireAtMost = (others: number, tenantId: string): void => {
    if (wide.has(tenantId) && (batches.get(tenantId) ?? 0) > others)
      throw new OverShare('Batches of very many entries are under way.');
  };
  return {
    requireRoom: (tenantId) => requireAtMost(maxBatchesBeside, tenantId),
    batch: async (tenantId, work) => {
      requireAtMost(maxBatchesBeside - 1, tenantId);
      change(batches, tenantId, 1);
      try {
        return await work();
      } finally {
        change(batches, tenantId, -1);
      }
    },
    inTurn: async (tenantId, startedAt, work) => {
      const preparedMs = clock.elapsed() - startedAt;
      change(wide, tenantId, 1);
      try {
        await line.enter(tenantId);
      } catch (fault) {
        change(wide, tenantId, -1);
        throw fault;
      }
      const enteredAt = clock.elapsed();
      try {
        return await work();
      } finally {
        const pauseMs = Math.min(maxPauseMs, pauseTimes * (preparedMs + clock.elapsed() - enteredAt));
        clock.deadline(pauseMs, () => {
          change(wide, tenantId, -1);
          line.leave(tenantId);
        });
      }
    },
  };
};
