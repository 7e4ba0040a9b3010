/**
 * The measured styles of posting and their targets: the table "Targets" of the design, as data. A target is a ratio of two figures of the
 * same run, so that it applies to slow and fast machines alike.
 */
export const contestants = [
  'textbook spread',
  'single spread',
  'code spread',
  'mixed spread',
  'batch spread',
  'textbook hot',
  'single hot',
  'batch hot',
] as const;
export type Contestant = (typeof contestants)[number];

/**
 * How the accounts of a transaction are chosen. `spread`: any two accounts. `hot`: one account that every transaction contains, and any
 * other.
 */
export type Spreading = 'spread' | 'hot';
/**
 * `single` posts one transaction per request, and `batch` a hundred. `code` posts the transactions of `single` through a transaction code.
 * `mixed` adds settlements to `single`: each connection posts a hold as one of twenty transactions, and settles it after the twentieth.
 * `textbook` posts to the textbook ledger.
 */
export type Style = 'textbook' | 'single' | 'code' | 'mixed' | 'batch';

/** There is one settlement for this many postings: 5 %. */
export const postingsPerSettlement = 20;

export const spreadingOf = (contestant: Contestant): Spreading => contestant.split(' ')[1] as Spreading;
export const styleOf = (contestant: Contestant): Style => contestant.split(' ')[0] as Style;

/**
 * The number of connections, and of postings in each request. The textbook ledger is called directly in PostgreSQL, the service over HTTP.
 */
export const loads: Readonly<Record<Style, { readonly connections: number; readonly postingsPerRequest: number }>> = {
  textbook: { connections: 16, postingsPerRequest: 1 },
  single: { connections: 64, postingsPerRequest: 1 },
  code: { connections: 64, postingsPerRequest: 1 },
  mixed: { connections: 64, postingsPerRequest: 1 },
  batch: { connections: 8, postingsPerRequest: 100 },
};

export const accountsPerLedger = 10_000;

export type Unit = '×' | 'ms' | 's' | 'MB' | '';

/** The target of a figure. `mustHold` is the value that the figure must reach today, and `next` is the value planned for later. */
export interface Goal {
  readonly bound: 'at least' | 'at most';
  readonly unit: Unit;
  readonly mustHold: number;
  readonly next?: number;
}

export interface WriteGoal extends Goal {
  readonly of: Contestant;
  readonly against: Contestant;
}

const ratio = { bound: 'at least', unit: '×' } as const;

export const writeGoals: readonly WriteGoal[] = [
  { of: 'single spread', against: 'textbook spread', ...ratio, mustHold: 1.6, next: 2 },
  { of: 'single hot', against: 'textbook hot', ...ratio, mustHold: 3.5, next: 5 },
  { of: 'single hot', against: 'single spread', ...ratio, mustHold: 0.9 },
  // At a rate of 0.77, a posting costs 1.3 times as much as the same posting without a transaction code.
  { of: 'code spread', against: 'single spread', ...ratio, mustHold: 0.77 },
  { of: 'mixed spread', against: 'single spread', ...ratio, mustHold: 0.85, next: 0.95 },
  { of: 'batch spread', against: 'textbook spread', ...ratio, mustHold: 4, next: 5 },
  { of: 'batch hot', against: 'textbook hot', ...ratio, mustHold: 10, next: 14 },
];

export const goals = {
  postedAtHalfLoad: { bound: 'at most', unit: 'ms', mustHold: 20, next: 15 },
  goodputUnderOverload: { ...ratio, mustHold: 0.8, next: 0.9 },
  acceptedUnderOverload: { bound: 'at most', unit: 'ms', mustHold: 2_000, next: 1_000 },
  answeredTooLate: { bound: 'at most', unit: '', mustHold: 0 },
  lostAcknowledgements: { bound: 'at most', unit: '', mustHold: 0 },
  serviceMemory: { bound: 'at most', unit: 'MB', mustHold: 230, next: 200 },
  readOfAccount: { bound: 'at most', unit: 'ms', mustHold: 10 },
  readGrowth: { bound: 'at most', unit: '×', mustHold: 2, next: 1.3 },
  expiry: { bound: 'at most', unit: 'ms', mustHold: 10_000 },
  postedBesideExpiry: { bound: 'at most', unit: 'ms', mustHold: 250 },
  refusedBesideExpiry: { bound: 'at most', unit: '', mustHold: 0 },
  lookingForDueHolds: { bound: 'at most', unit: 'ms', mustHold: 5 },
  eventsPerSecond: { bound: 'at least', unit: '', mustHold: 5_000 },
  firstByteOfEvent: { bound: 'at most', unit: 'ms', mustHold: 100 },
  eventToAllStreams: { bound: 'at most', unit: 'ms', mustHold: 500 },
  slowerByEndpoint: { bound: 'at most', unit: '', mustHold: 2 },
  exportedPerSecond: { bound: 'at least', unit: '', mustHold: 20_000 },
  report: { bound: 'at most', unit: 'ms', mustHold: 150 },
  reportOfMonths: { bound: 'at most', unit: 'ms', mustHold: 600 },
  reportThen: { bound: 'at most', unit: 'ms', mustHold: 1_000 },
  victimSlower: { bound: 'at most', unit: '×', mustHold: 1 },
  victimRefused: { bound: 'at most', unit: '', mustHold: 0 },
  healthGap: { bound: 'at most', unit: 'ms', mustHold: 250 },
  attackedMemory: { bound: 'at most', unit: 'MB', mustHold: 400 },
  normalAfter: { bound: 'at most', unit: 'ms', mustHold: 2_000 },
  lastMillion: { ...ratio, mustHold: 0.8 },
  laterDays: { bound: 'at most', unit: '×', mustHold: 2 },
  backDated: { bound: 'at most', unit: 'ms', mustHold: 50 },
  imported: { bound: 'at most', unit: 's', mustHold: 60 },
  /** The peak memory with a large input divided by the peak memory with a small one. */
  steadyMemory: { bound: 'at most', unit: '×', mustHold: 1.5 },
  receipt: { bound: 'at most', unit: 'ms', mustHold: 10 },
  verifiedPerSecond: { bound: 'at least', unit: '', mustHold: 50_000 },
  search: { bound: 'at most', unit: 'ms', mustHold: 50 },
  foldedReport: { bound: 'at most', unit: 'ms', mustHold: 2_000 },
} as const satisfies Readonly<Record<string, Goal>>;
