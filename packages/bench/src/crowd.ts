/** Sends requests to one ledger as many independent clients would, and counts the outcomes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerId, TenantId } from '../../../src/kernel/ids';
import type { OpenLoad, OpenLoopSetup, OpenRun } from './load/open-loop';
import { startProcess } from './load/process';
import { openBooks, type BenchBooks } from './postgres/books';
import type { Owner, PostedCount } from './postgres/owner';
import type { Stage } from './stage';

export interface CrowdPlan extends OpenLoad {
  /** The code of a ledger that is opened for the run, or a ledger that already exists. */
  readonly ledger: string | BooksInUse;
  /** Called when everything is ready. The first request is sent once the returned promise resolves. */
  readonly begins?: () => Promise<void>;
  readonly maxOutstanding: number;
  readonly seed: number;
}

/** A ledger to which other processes post during the run. */
export interface BooksInUse extends Pick<BenchBooks, 'ledgerId' | 'key'> {
  /** The number of transactions that other processes have posted to the ledger at the end of the run. */
  readonly postedByOthers: number;
}

export interface CrowdRun extends OpenRun {
  /** The seconds from the first request until all accepted transactions are posted. */
  readonly secondsUntilPosted: number;
  readonly accepted: number;
  readonly counted: PostedCount;
}

export const runCrowd = async (stage: Stage, tenantId: TenantId, plan: CrowdPlan): Promise<CrowdRun> => {
  const { service, installation, owner } = stage;
  const { ledgerId, key, postedByOthers } =
    typeof plan.ledger === 'string'
      ? { ...(await openBooks(installation, tenantId, plan.ledger)), postedByOthers: 0 }
      : plan.ledger;
  const setup: OpenLoopSetup = {
    target: { host: service.host, port: service.port, key },
    maxOutstanding: plan.maxOutstanding,
    seed: plan.seed,
    day: new Date().toISOString().slice(0, 10),
  };
  const crowd = await startProcess<OpenLoad, OpenRun>(require.resolve('./load/open-loop'), setup);
  stage.defer(crowd.stop);
  await plan.begins?.();
  const startedAt = performance.now();
  const lastPosted = watchPosted(owner, ledgerId);
  const run = await crowd.ask({ perSecond: plan.perSecond, seconds: plan.seconds, waitsEach: plan.waitsEach });
  const accepted = run.acceptedIds.length;
  await owner.untilPosted(ledgerId, postedByOthers + accepted);
  const secondsUntilPosted = ((await lastPosted()) - startedAt) / 1000;
  await crowd.stop();
  return { ...run, secondsUntilPosted, accepted, counted: await owner.countPosted(ledgerId, run.acceptedIds) };
};

const lookEveryMs = 20;

/**
 * Polls the ledger's head, which moves with every posting. The returned function resolves to the time of the last move. It is called only
 * after all responses have arrived and the head has stopped moving.
 */
const watchPosted = (owner: Owner, ledgerId: LedgerId): (() => Promise<number>) => {
  let isWanted = true;
  const watching = (async (): Promise<number> => {
    let movedAt = performance.now();
    for (let before = 0; ;) {
      const isLast = !isWanted;
      const now = await owner.posted(ledgerId);
      if (now > before) movedAt = performance.now();
      if (isLast) return movedAt;
      before = now;
      await delay(lookEveryMs);
    }
  })();
  // The caller awaits `watching` only later. If polling fails before that, this handler prevents an unhandled rejection.
  watching.catch(() => undefined);
  return () => {
    isWanted = false;
    return watching;
  };
};

/** The number of accepted transactions that are not posted. It must be zero. */
export const lostOf = ({ acceptedIds, counted }: CrowdRun): number => acceptedIds.length - counted.posted;

/** The figures of a run without the individual latencies. */
export const figuresOf = ({
  acceptedIds: _ids,
  acceptedMs: _accepted,
  refusedMs: _refused,
  postedMs: _posted,
  answers,
  ...figures
}: CrowdRun): object => ({
  ...figures,
  answers: Object.fromEntries(answers),
});
