/**
 * Measures whether posting slows down as a ledger grows. It posts batches over HTTP to one ledger, in three parts of the same size (a
 * million transactions each in the full form), and compares the rate of the third part with that of the first.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerId, TenantId } from '../../../src/kernel/ids';
import { startDriver, type Driver } from './load/driver';
import type { GeneratorSetup } from './load/generator';
import { openBooks } from './postgres/books';
import { judge, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface GrowthPlan {
  /** The number of transactions of each of the three parts. */
  readonly part: number;
  /** The report shows the throughput for every `step` transactions. `part` must be a multiple of it. */
  readonly step: number;
  /** After this many seconds the part stops without a judgement, because the machine is too slow for it. */
  readonly maxSeconds: number;
  readonly seed: number;
}

interface Step {
  /** The number of transactions in the ledger at the end of the step. */
  readonly transactions: number;
  readonly perSecond: number;
}

const parts = 3;
/** The duration of a warm-up on another ledger, so that cold caches do not slow down the first part. */
const warmUpSeconds = 5;
const lookEveryMs = 20;

export const measureGrowth = async (
  stage: Stage,
  tenantId: TenantId,
  plan: GrowthPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const { owner } = stage;
  const warmUp = await startPosting(stage, tenantId, 'growth-warm-up', plan.seed + 1);
  await warmUp.driver.drive({ seconds: warmUpSeconds });
  await warmUp.driver.stop();
  const { ledgerId, driver } = await startPosting(stage, tenantId, 'growth', plan.seed);
  const wanted = parts * plan.part;
  const driving = driver.drive({ seconds: plan.maxSeconds, postings: wanted });
  // Never resolves, and rejects if the driver fails. The loop below then ends with the error of the driver.
  const failure = driving.then(() => new Promise<never>(() => undefined));

  const steps: Step[] = [];
  let last = { transactions: 0, at: performance.now() };
  const deadline = last.at + plan.maxSeconds * 1000;
  while (last.transactions < wanted && performance.now() < deadline) {
    await Promise.race([delay(lookEveryMs), failure]);
    const now = { transactions: await owner.posted(ledgerId), at: performance.now() };
    if (now.transactions < (steps.length + 1) * plan.step) continue;
    const perSecond = (now.transactions - last.transactions) / ((now.at - last.at) / 1000);
    steps.push({ transactions: now.transactions, perSecond });
    say(`${wholeNumber(now.transactions)} posted: ${wholeNumber(perSecond)} per second`);
    last = now;
  }
  const { postings } = await driving;
  await driver.stop();
  await owner.untilPosted(ledgerId, postings);
  await owner.checkPosted(ledgerId, postings);
  return describe(plan, steps);
};

const startPosting = async (
  { installation, service, defer }: Stage,
  tenantId: TenantId,
  ledger: string,
  seed: number,
): Promise<{ readonly ledgerId: LedgerId; readonly driver: Driver }> => {
  const { ledgerId, key } = await openBooks(installation, tenantId, ledger);
  const setup: GeneratorSetup = {
    target: { host: service.host, port: service.port, key },
    style: 'batch',
    spreading: 'spread',
    seed,
    day: new Date().toISOString().slice(0, 10),
  };
  const driver = await startDriver(require.resolve('./load/generator'), setup);
  defer(driver.stop);
  return { ledgerId, driver };
};

const describe = ({ part, step, maxSeconds }: GrowthPlan, steps: readonly Step[]): Section => {
  const inPart = part / step;
  const isComplete = steps.length >= parts * inPart;
  // All steps have about the same number of transactions, so the mean rate is the harmonic mean of their rates.
  const perSecondOf = (index: number): number => {
    const within = steps.slice(index * inPart, (index + 1) * inPart);
    return within.length / within.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0);
  };
  const name = `${wholeNumber(part)} transactions`;
  return {
    title: `Growth: transactions per second, in batches into one ledger, ${wholeNumber(step)} after ${wholeNumber(step)}`,
    tables: [
      {
        columns: ['posted', 'per second'],
        rows: steps.map(({ transactions, perSecond }) => [wholeNumber(transactions), wholeNumber(perSecond)]),
      },
    ],
    remarks: isComplete
      ? [`First ${name}: ${wholeNumber(perSecondOf(0))} per second; third: ${wholeNumber(perSecondOf(parts - 1))}.`]
      : [`Not judged: after ${maxSeconds} s there were only ${wholeNumber(steps.at(-1)?.transactions ?? 0)}.`],
    judgements: isComplete
      ? [judge(`third ÷ first ${name} of a ledger`, perSecondOf(parts - 1) / perSecondOf(0), goals.lastMillion)]
      : [],
    figures: { growth: steps },
  };
};
