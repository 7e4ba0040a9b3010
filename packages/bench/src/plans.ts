/** The sizes of the benchmark's runs. Each run must end within its time limit, even on two slow cores. */
import type { ExpiryPlan } from './expiry';
import type { EventsPlan } from './events';
import type { ExportPlan } from './exports';
import type { GrowthPlan } from './growth';
import type { ImportsPlan } from './imports';
import type { LimitsPlan } from './limits';
import type { NeighboursPlan } from './neighbours/measure';
import type { ProofPlan } from './proof';
import type { ReadPlan } from './reads';
import type { ReportPlan } from './reports';
import type { SearchPlan } from './search';
import type { WideReportPlan } from './wide-reports';

type Sized<Plan> = Omit<Plan, 'seed'>;

export interface BenchPlan {
  /** The time limit of the run. After it the run is stopped. */
  readonly maxSeconds: number;
  readonly writes: { readonly rounds: number; readonly warmUpSeconds: number; readonly seconds: number };
  readonly halfLoadSeconds: number;
  readonly overloadSeconds: number;
  /** The plan for measuring reads; undefined: the run does not measure them. */
  readonly reads: Sized<ReadPlan> | undefined;
}

const small = { transactions: 10_000, entriesOfAccount: 1_000 };

export const fullPlan: BenchPlan = {
  maxSeconds: 600,
  writes: { rounds: 2, warmUpSeconds: 2, seconds: 10 },
  halfLoadSeconds: 5,
  overloadSeconds: 15,
  reads: { small, big: { transactions: 300_000, entriesOfAccount: 150_000 }, asks: 400 },
};

export const quickPlan: BenchPlan = {
  maxSeconds: 300,
  writes: { rounds: 1, warmUpSeconds: 1, seconds: 2.5 },
  halfLoadSeconds: 2,
  overloadSeconds: 2,
  reads: undefined,
};

/** The time limit for a part that runs alone. */
export const maxPartSeconds = 900;

export const readsAlone: Sized<ReadPlan> = {
  small,
  big: { transactions: 5_000_000, entriesOfAccount: 1_000_000 },
  asks: 300,
};
export const quickReadsAlone: Sized<ReadPlan> = {
  small: { transactions: 4_000, entriesOfAccount: 1_000 },
  big: { transactions: 40_000, entriesOfAccount: 10_000 },
  asks: 20,
};

export const growthAlone: Sized<GrowthPlan> = { part: 1_000_000, step: 100_000, maxSeconds: 780 };
export const quickGrowthAlone: Sized<GrowthPlan> = { part: 20_000, step: 5_000, maxSeconds: 60 };

export const expiryAlone: Sized<ExpiryPlan> = {
  holds: 100_000,
  due: 10_000,
  idleSeconds: 20,
  peakSeconds: 5,
  loadSeconds: 12,
};
export const quickExpiryAlone: Sized<ExpiryPlan> = {
  holds: 5_000,
  due: 1_000,
  idleSeconds: 3,
  peakSeconds: 2,
  loadSeconds: 4,
};

export const limitsAlone: LimitsPlan = {
  ...{ postings: 4_000, turns: 3, laterDays: 3_650, entries: 100_000, backDated: 1_000 },
};
export const quickLimitsAlone: LimitsPlan = {
  ...{ postings: 400, turns: 1, laterDays: 3_650, entries: 10_000, backDated: 100 },
};
export const importsAlone: ImportsPlan = { shortRows: 10_000, rows: 100_000 };
export const quickImportsAlone: ImportsPlan = { shortRows: 500, rows: 2_000 };
export const exportsAlone: Sized<ExportPlan> = { transactions: 1_000_000, entriesOfAccount: 200_000 };
export const quickExportsAlone: Sized<ExportPlan> = { transactions: 50_000, entriesOfAccount: 10_000 };
export const reportsAlone: Sized<ReportPlan> = { transactions: 1_000_000, asks: 100 };
export const quickReportsAlone: Sized<ReportPlan> = { transactions: 140_000, asks: 20 };
export const wideReportsAlone: Sized<WideReportPlan> = { accounts: 1_000_000, transactions: 100_000, asks: 20 };
export const quickWideReportsAlone: Sized<WideReportPlan> = { accounts: 110_000, transactions: 20_000, asks: 5 };
export const proofAlone: Sized<ProofPlan> = { transactions: 1_000_000, receipts: 1_000 };
export const quickProofAlone: Sized<ProofPlan> = { transactions: 20_000, receipts: 100 };
export const searchAlone: Sized<SearchPlan> = { transactions: 1_000_000, asks: 20 };
export const quickSearchAlone: Sized<SearchPlan> = { transactions: 20_000, asks: 10 };
export const eventsAlone: Sized<EventsPlan> = {
  ...{ transactions: 140_000, perSecond: 700, seconds: 5, streams: 500, rounds: 2 },
};
export const quickEventsAlone: Sized<EventsPlan> = {
  ...{ transactions: 70_000, perSecond: 300, seconds: 2, streams: 50, rounds: 1 },
};

/** The time limit for thirty attacks that run three times each. */
export const maxNeighboursSeconds = 3_600;
export const neighboursAlone: NeighboursPlan = {
  ...{ rounds: 3, quietSeconds: 20, attackSeconds: 20, aftermathSeconds: 3, share: 1 },
};
export const quickNeighboursAlone: NeighboursPlan = {
  ...{ rounds: 1, quietSeconds: 3, attackSeconds: 3, aftermathSeconds: 0.5, share: 0.1 },
};
