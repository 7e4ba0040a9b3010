/** Clients who do not wait for each other, on a ledger of their own, and what became of what they sent. */
import type { TenantId } from '../kernel/ids';
import type { OpenLoad, OpenLoopSetup, OpenRun } from './load/open-loop';
import { startProcess } from './load/process';
import { openBooks } from './postgres/books';
import type { PostedCount } from './postgres/owner';
import type { Stage } from './stage';

export interface CrowdPlan extends OpenLoad {
  /** The code of the ledger that is opened for it. */
  readonly ledger: string;
  readonly maxOutstanding: number;
  readonly seed: number;
}

export interface CrowdRun extends OpenRun {
  /** From the first request until everything that was accepted is posted. */
  readonly secondsUntilPosted: number;
  readonly accepted: number;
  readonly counted: PostedCount;
}

export const runCrowd = async (stage: Stage, tenantId: TenantId, plan: CrowdPlan): Promise<CrowdRun> => {
  const { service, installation, owner } = stage;
  const { ledgerId, key } = await openBooks(installation, tenantId, plan.ledger);
  const setup: OpenLoopSetup = {
    target: { host: service.host, port: service.port, key },
    maxOutstanding: plan.maxOutstanding,
    seed: plan.seed,
    day: new Date().toISOString().slice(0, 10),
  };
  const crowd = await startProcess<OpenLoad, OpenRun>(require.resolve('./load/open-loop'), setup);
  stage.defer(crowd.stop);
  const startedAt = performance.now();
  const run = await crowd.ask({ perSecond: plan.perSecond, seconds: plan.seconds, waitsEach: plan.waitsEach });
  const accepted = run.acceptedIds.length;
  await owner.untilPosted(ledgerId, accepted);
  const secondsUntilPosted = (performance.now() - startedAt) / 1000;
  await crowd.stop();
  return { ...run, secondsUntilPosted, accepted, counted: await owner.countPosted(ledgerId, run.acceptedIds) };
};

/** Acknowledged, and not posted exactly once: of each id one transaction must be there. */
export const lostOf = ({ acceptedIds, counted }: CrowdRun): number => acceptedIds.length - counted.posted;

/** The figures of a run without the thousands of single ones behind them. */
export const figuresOf = ({
  acceptedIds: _ids,
  acceptedMs: _accepted,
  postedMs: _posted,
  answers,
  ...figures
}: CrowdRun): object => ({
  ...figures,
  answers: Object.fromEntries(answers),
});
