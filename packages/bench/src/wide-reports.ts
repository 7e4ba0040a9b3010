/**
 * Measures the balance sheet of a chart that has many more accounts than a report can list. Most accounts are customers below a hundred
 * groups. The report shows two levels, and PostgreSQL adds up the accounts below them.
 */
import type { TenantId } from '../../../src/kernel/ids';
import { apiPath } from '../../../src/app/server';
import { daysOfHistory } from './history';
import { percentilesOf } from './percentiles';
import { seedLedger } from './postgres/seeded-ledger';
import { openReader } from './reading';
import { judge, millisecondsText, wholeNumber, type Section } from './report';
import type { Stage } from './stage';
import { goals } from './targets';

export interface WideReportPlan {
  readonly accounts: number;
  readonly transactions: number;
  readonly asks: number;
  readonly seed: number;
}

const groups = 100;
const warmUpAsks = 2;

export const measureWideReports = async (
  stage: Stage,
  tenantId: TenantId,
  { accounts, transactions, asks, seed }: WideReportPlan,
  say: (line: string) => void,
): Promise<Section> => {
  const startedAt = performance.now();
  const ledger = await seedLedger(stage.installation, tenantId, {
    ...{
      ledger: 'wide',
      transactions,
      entriesOfAccount: 1,
      seed,
      chart: { accounts, groups },
      activeAccounts: accounts - 1,
    },
    ...{ rememberedTransactions: new Set<number>(), rememberedEntries: new Set<number>() },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`filled ${wholeNumber(accounts)} accounts and ${wholeNumber(transactions)} transactions in ${seconds} s`);
  await stage.owner.vacuum();
  const ask = await openReader(stage, ledger.key);
  const reports = [
    { name: 'balance sheet, now', path: '/reports/balance-sheet?depth=2' },
    {
      name: 'as of a month ago',
      path: `/reports/balance-sheet?depth=2&as_of_date=${ledger.dayAt(daysOfHistory - 31)}`,
    },
    { name: 'trial balance, now', path: '/reports/trial-balance?depth=2' },
  ].map((report) => ({ ...report, ms: new Array<number>() }));
  for (let time = -warmUpAsks; time < asks; time++)
    for (const { path, ms } of reports) {
      const { body, milliseconds } = await ask({ path: `${apiPath}${path}` });
      if (!body.includes('"is_folded":true')) throw new Error(`this is no folded report: ${body.slice(0, 200)}`);
      if (time >= 0) ms.push(milliseconds);
    }
  const figures = reports.map(({ name, ms }) => ({ name, ms: percentilesOf(ms) }));
  return {
    title: `Reports over ${wholeNumber(accounts)} accounts at depth 2: ms until the last byte, ${asks} times each`,
    tables: [
      {
        columns: ['', 'p50', 'p99'],
        rows: figures.map(({ name, ms }) => [name, millisecondsText(ms.p50), millisecondsText(ms.p99)]),
      },
    ],
    remarks: [`The accounts are below ${groups} groups; ${wholeNumber(transactions)} transactions over ten years.`],
    judgements: [
      judge(`balance sheet over ${wholeNumber(accounts)} accounts`, figures[0]?.ms.p99 ?? NaN, goals.foldedReport),
    ],
    figures: { wideReports: figures },
  };
};
