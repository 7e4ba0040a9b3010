/**
 * Measures the latency of posting when the service is half busy. Requests are sent at half the peak rate that the same run measured,
 * whether the earlier ones were answered or not. One in four requests waits until its transaction is posted. The judged figure is the time
 * from the moment when such a request was due to its response `posted`. It includes network and acceptance, which the target leaves out.
 * The times in the database (`posted_at` less `accepted_at`) leave out commits, so they are not judged.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { figuresOf, runCrowd } from './crowd';
import { percentilesOf } from './percentiles';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface HalfLoadPlan {
  readonly peakPerSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

const share = 0.5;
const waitsEach = 4;
/** The maximum number of unanswered requests: the requests of half a second. If the limit is reached, the service is no longer half busy. */
const maxOutstanding = 1_000;
const accepted = 202;

export const measureHalfLoad = async (
  stage: Stage,
  tenantId: TenantId,
  { peakPerSecond, seconds, seed }: HalfLoadPlan,
): Promise<Section> => {
  const perSecond = peakPerSecond * share;
  const run = await runCrowd(stage, tenantId, {
    ...{ ledger: 'half-load', maxOutstanding, perSecond, seconds, waitsEach, seed },
  });
  const others = [...run.answers].filter(([status]) => status !== accepted);
  if (run.unsent > 0 || others.length > 0 || run.counted.transactions !== run.due || run.counted.posted !== run.due)
    throw new Error(`at half load all should be posted, and this came: ${JSON.stringify(figuresOf(run))}`);
  const answered = percentilesOf(run.acceptedMs);
  const posted = percentilesOf(run.postedMs);
  return {
    title: `Half load: ${wholeNumber(run.due / run.seconds)} single transactions per second, ms since each was due`,
    tables: [
      {
        columns: ['', 'requests', 'p50 ms', 'p99 ms'],
        rows: [
          ['until accepted', wholeNumber(run.acceptedMs.length), ...[answered.p50, answered.p99].map(millisecondsText)],
          ['until posted', wholeNumber(run.postedMs.length), ...[posted.p50, posted.p99].map(millisecondsText)],
        ],
      },
    ],
    remarks: [],
    judgements: [judge('posted at half load, p99', posted.p99, goals.postedAtHalfLoad)],
    figures: { halfLoad: { ...figuresOf(run), acceptedMs: answered, postedMs: posted } },
  };
};
