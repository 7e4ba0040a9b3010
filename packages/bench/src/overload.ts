/**
 * Measures the goodput under overload. Transactions are sent at four times the peak rate that the same run measured, whether the earlier
 * ones were answered or not. The goodput is the number of accepted transactions divided by the time until all of them were posted. It is
 * compared with a peak rate that is measured in the same way.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { figuresOf, lostOf, runCrowd, type CrowdRun } from './crowd';
import { percentilesOf } from './percentiles';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface OverloadPlan {
  readonly peakPerSecond: number;
  readonly seconds: number;
  readonly seed: number;
}

const times = 4;
/**
 * The number of clients, each with its own connection. While all of them wait for responses, due requests are only counted and not sent.
 */
const maxOutstanding = 6_600;
/** A response after this time does not count, because a client would have given up. */
const lateMs = 5_000;
const accepted = 202;
const overloaded = 503;
const tooManyRequests = 429;

export const measureOverload = async (
  stage: Stage,
  tenantId: TenantId,
  { peakPerSecond, seconds, seed }: OverloadPlan,
): Promise<Section> => {
  const perSecond = peakPerSecond * times;
  const run = await runCrowd(stage, tenantId, {
    ...{ ledger: 'overload', maxOutstanding, perSecond, seconds, waitsEach: 0, seed },
  });
  const goodput = run.accepted / run.secondsUntilPosted;
  const acceptedMs = percentilesOf(run.acceptedMs);
  const refusedMs = percentilesOf(run.refusedMs);
  const inTime = [...run.acceptedMs, ...run.refusedMs].filter((ms) => ms <= lateMs).length;
  const lost = lostOf(run);
  return {
    title: `Overload: single transactions due at ${times} times the peak of ${wholeNumber(peakPerSecond)} per second`,
    tables: [
      {
        columns: ['', 'requests', 'per second'],
        rows: answersOf(run).map(([what, requests]) => [
          what,
          wholeNumber(requests),
          wholeNumber(requests / run.seconds),
        ]),
      },
    ],
    remarks: [
      ...(isReached(run, perSecond) ? [] : [remarkOnUnsent(run, peakPerSecond)]),
      `Accepted were answered after ${millisecondsText(acceptedMs.p50)} ms (p50), ${millisecondsText(acceptedMs.p99)} ms (p99), ${refusalsText(run)}; all that was accepted was posted ${run.secondsUntilPosted.toFixed(1)} s after the first was due.`,
      `Acknowledged and lost: ${lost}. Not acknowledged and there: ${run.counted.transactions - run.counted.posted}.`,
    ],
    judgements: [
      judge(`goodput, ${times} × peak due, ÷ peak`, goodput / peakPerSecond, goals.goodputUnderOverload),
      judge(`accepted, ${times} × peak due, p99`, acceptedMs.p99, goals.acceptedUnderOverload),
      judge('requests without an answer within 5 s', run.due - run.unsent - inTime, goals.answeredTooLate),
      judge('lost acknowledgements', lost, goals.lostAcknowledgements),
    ],
    figures: { overload: { ...figuresOf(run), peakPerSecond, goodput, lost, acceptedMs, refusedMs } },
  };
};

const refusalsText = ({ refusedMs }: CrowdRun): string => {
  if (refusedMs.length === 0) return 'nobody was refused';
  const { p50, p99 } = percentilesOf(refusedMs);
  return `refused after ${millisecondsText(p50)} ms (p50), ${millisecondsText(p99)} ms (p99)`;
};

const answersOf = ({ due, unsent, answers, accepted: good }: CrowdRun): readonly (readonly [string, number])[] => {
  const others = [...answers].filter(([status]) => ![accepted, overloaded, tooManyRequests].includes(status));
  return [
    ['due', due],
    ['not sent', unsent],
    ['202', good],
    ['503', answers.get(overloaded) ?? 0],
    ['429', answers.get(tooManyRequests) ?? 0],
    ['other', others.reduce((sum, [, count]) => sum + count, 0)],
  ];
};

/** If a smaller share of the due requests was sent, the number of clients was too low for the measurement. */
const reachedShare = 0.95;

const sentPerSecond = ({ due, unsent, seconds }: CrowdRun): number => (due - unsent) / seconds;

const isReached = (run: CrowdRun, perSecond: number): boolean => sentPerSecond(run) >= reachedShare * perSecond;

const remarkOnUnsent = (run: CrowdRun, peakPerSecond: number): string =>
  `Of ${times} times the peak only ${(sentPerSecond(run) / peakPerSecond).toFixed(1)} times, ${wholeNumber(sentPerSecond(run))} per second, was sent: all of the ${wholeNumber(maxOutstanding)} clients wait for an answer.`;
