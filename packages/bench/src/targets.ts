/**
 * The measured writes and their goals: the table "Targets" of the design, as data. A goal is a ratio of two figures of the same run, so
 * that it applies to slow and fast machines alike.
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

/** The choice of accounts. `spread`: any two. `hot`: one account that is in every transaction, and any other. */
export type Spreading = 'spread' | 'hot';
/**
 * `code` posts the same single transactions through a transaction code. `mixed` adds settlements: each connection posts a hold as one of
 * twenty transactions, and settles it after the last of them.
 */
export type Style = 'textbook' | 'single' | 'code' | 'mixed' | 'batch';

/** One settlement for this many postings: 5 %. */
export const postingsPerSettlement = 20;

export const spreadingOf = (contestant: Contestant): Spreading => contestant.split(' ')[1] as Spreading;
export const styleOf = (contestant: Contestant): Style => contestant.split(' ')[0] as Style;

/** The connections, and the postings in each request. The textbook talks directly to PostgreSQL, the others to the service over HTTP. */
export const loads: Readonly<Record<Style, { readonly connections: number; readonly postingsPerRequest: number }>> = {
  textbook: { connections: 16, postingsPerRequest: 1 },
  single: { connections: 64, postingsPerRequest: 1 },
  code: { connections: 64, postingsPerRequest: 1 },
  mixed: { connections: 64, postingsPerRequest: 1 },
  batch: { connections: 8, postingsPerRequest: 100 },
};

export const accountsPerLedger = 10_000;

export type Unit = '×' | 'ms' | 's' | 'MB' | '';

/** The goal of a figure: the bound that must hold, and the one that is planned next. */
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
  // The ratio 0.77 means at most 1.3 times the cost of the same posting by entries.
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
  /** The peak memory of a long run divided by that of a short one. */
  steadyMemory: { bound: 'at most', unit: '×', mustHold: 1.5 },
  receipt: { bound: 'at most', unit: 'ms', mustHold: 10 },
  verifiedPerSecond: { bound: 'at least', unit: '', mustHold: 50_000 },
  search: { bound: 'at most', unit: 'ms', mustHold: 50 },
  foldedReport: { bound: 'at most', unit: 'ms', mustHold: 2_000 },
} as const satisfies Readonly<Record<string, Goal>>;
