/**
 * Measures reports over ten thousand accounts and ten years: the trial balance as of days in all these years, and the trial balance at
 * sequences all over the log. Every account has entries throughout, so the number of stored sums is the largest possible.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { apiPath } from '../../../src/app/server';
import { bytesOf } from './exports';
import { daysOfHistory } from './history';
import { percentilesOf, type Percentiles } from './percentiles';
import { seedLedger, type SeededLedger } from './postgres/seeded-ledger';
import { openReader, untilDone } from './reading';
import { judge, millisecondsText, wholeNumber, type Judgement, type Section } from './report';
import type { Stage } from './stage';
import { accountsPerLedger, goals } from './targets';
import { peakBytesOf } from './usage';

export interface ReportPlan {
  readonly transactions: number;
  /** The number of requests for each report. */
  readonly asks: number;
  readonly seed: number;
}

interface Asked {
  readonly name: string;
  readonly ms: Percentiles;
}

const twelveMonths = 'trial balance, twelve months beside it';

const summedWithinMs = 180_000;
const warmUpAsks = 3;
/**
 * The ranges of the log for which the service stores sums: the number of events in the smallest range, and the number of ranges in a range
 * of the next level. They must equal the numbers in the domain (`ledgering/domain/stretch`).
 */
const stretchEvents = 65_536;
const stretchesInOne = 8;

export const measureReports = async (
  stage: Stage,
  tenantId: TenantId,
  { transactions, asks, seed }: ReportPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const ledger = await seedLedger(stage.installation, tenantId, {
    ...{ ledger: 'reports', transactions, entriesOfAccount: Math.ceil(transactions / 100), seed },
    activeAccounts: accountsPerLedger - 1,
    rememberedTransactions: new Set(),
    rememberedEntries: new Set(),
  });
  const summedSeconds = await untilSummed(stage, ledger);
  say(
    `filled ${wholeNumber(transactions)} transactions; their stretches were summed ${summedSeconds.toFixed(1)} s later`,
  );
  await stage.owner.vacuum();
  const ask = await openReader(stage, ledger.key);
  const head = await stage.owner.lastEvent(ledger.ledgerId);
  // Returns days or sequences in a scattered order.
  const dayOf = (time: number): string => ledger.dayAt((time * 997) % daysOfHistory);
  const placeOf = (time: number): number => 1 + ((time * 7_919 * 131) % head);
  const trialBalance = `${apiPath}/reports/trial-balance`;
  const reports: readonly { readonly name: string; path(time: number): string }[] = [
    { name: 'trial balance, now', path: () => trialBalance },
    { name: 'as of any day', path: (time) => `${trialBalance}?as_of_date=${dayOf(time)}` },
    { name: 'at any sequence', path: (time) => `${trialBalance}?known_at_sequence=${placeOf(time)}` },
    {
      name: 'at any sequence, as of any day',
      path: (time) => `${trialBalance}?known_at_sequence=${placeOf(time)}&as_of_date=${dayOf(time)}`,
    },
    {
      name: twelveMonths,
      path: (time) => `${trialBalance}?as_of_date=${dayOf(time).slice(0, 4)}-12-31&columns=month`,
    },
    {
      name: 'income statement of a year',
      path: (time) => `${apiPath}/reports/income-statement?from=${dayOf(time)}&to=${ledger.dayAt(daysOfHistory - 1)}`,
    },
  ];
  const taken = reports.map(({ name, path }) => ({ name, path, ms: new Array<number>() }));
  for (let time = -warmUpAsks; time < asks; time++)
    for (const { path, ms } of taken) {
      const { body, milliseconds } = await ask({ path: path(Math.abs(time)) });
      if (!body.includes('"known_at"')) throw new Error(`this is no report: ${body.slice(0, 200)}`);
      if (time >= 0) ms.push(milliseconds);
    }
  const figures = taken.map(({ name, ms }): Asked => ({ name, ms: percentilesOf(ms) }));
  const streamed = await streamLedger(stage, ledger);
  const kept = await stage.owner.storage();
  const bytesOf = (name: string): number =>
    kept.filter(({ table }) => table === name).reduce((sum, { bytes }) => sum + bytes, 0);
  const ofMonths = figures.filter(({ name }) => name === twelveMonths);
  const plain = figures.filter((figure) => !ofMonths.includes(figure));
  const of = (isThen: boolean): readonly Asked[] => plain.filter(({ name }) => name.includes('sequence') === isThen);
  const worst = (some: readonly Asked[]): number => Math.max(...some.map(({ ms }) => ms.p99));
  return {
    title: `Reports over ${wholeNumber(accountsPerLedger)} accounts: ms until the last byte, ${asks} times each`,
    tables: [
      {
        columns: ['', 'p50', 'p99'],
        rows: figures.map(({ name, ms }) => [name, millisecondsText(ms.p50), millisecondsText(ms.p99)]),
      },
    ],
    remarks: [
      `${wholeNumber(transactions)} transactions over ten years, between any two accounts on any day.`,
      streamed.remark,
      `Sums of stretches take ${megabytes(bytesOf('stretch_balances'))} MB beside ${megabytes(bytesOf('entries'))} MB of entries.`,
    ],
    judgements: [
      judge('trial balance, p99', worst(of(false)), goals.report),
      judge('the same at an old sequence, p99', worst(of(true)), goals.reportThen),
      judge('with twelve months beside it, p99', worst(ofMonths), goals.reportOfMonths),
      ...streamed.judgements,
    ],
    figures: { reports: figures, stretchBytes: bytesOf('stretch_balances'), entryBytes: bytesOf('entries') },
  };
};

/** Reads the general ledger of one year and of all years, and compares the memory that the service uses for each. */
const streamLedger = async (
  stage: Stage,
  ledger: SeededLedger,
): Promise<{ readonly remark: string; readonly judgements: readonly Judgement[] }> => {
  const read = async (
    from: number,
  ): Promise<{ readonly bytes: number; readonly seconds: number; readonly peak: number }> => {
    const startedAt = performance.now();
    const days = `from=${ledger.dayAt(from)}&to=${ledger.dayAt(daysOfHistory - 1)}`;
    const bytes = await bytesOf(stage, `${apiPath}/reports/general-ledger?format=csv&${days}`, ledger.key);
    const seconds = (performance.now() - startedAt) / 1000;
    return { bytes, seconds, peak: peakBytesOf(stage.service.pid) ?? NaN };
  };
  const ofYear = await read(daysOfHistory - daysOfYear);
  const whole = await read(0);
  return {
    remark: `The general ledger of ten years takes ${whole.seconds.toFixed(1)} s and ${megabytes(whole.bytes)} MB as CSV; the service holds at most ${megabytes(whole.peak)} MB, and ${megabytes(ofYear.peak)} MB for one year.`,
    judgements: Number.isNaN(whole.peak)
      ? []
      : [judge('memory of a general ledger of ten years ÷ of one', whole.peak / ofYear.peak, goals.steadyMemory)],
  };
};

const daysOfYear = 365;

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

/**
 * Waits until the service has stored the sums of every complete range of the log, on every level. The service does so at intervals. Returns
 * the seconds waited.
 */
export const untilSummed = async ({ owner }: Stage, { ledgerId }: SeededLedger): Promise<number> => {
  const head = await owner.lastEvent(ledgerId);
  let wanted = 0;
  for (let events = stretchEvents; events <= head; events *= stretchesInOne) wanted += Math.floor(head / events);
  const isSummed = async (): Promise<boolean> => (await owner.stretches(ledgerId)) >= wanted;
  return untilDone(isSummed, summedWithinMs, 'the service does not sum the log');
};
