/**
 * What is measured of writing, and what must come of it: the table "Targets" of the design, as data. A goal is a ratio of
 * two figures of the same run, so that it holds or fails on a slow machine as on a fast one.
 */
export const contestants = [
  'textbook spread',
  'single spread',
  'code spread',
  'batch spread',
  'textbook hot',
  'single hot',
  'batch hot',
] as const;
export type Contestant = (typeof contestants)[number];

/** How accounts are chosen: any two, or one and the same account in every transaction and any other beside it. */
export type Spreading = 'spread' | 'hot';
/** `code` posts the same single transactions through a transaction code. */
export type Style = 'textbook' | 'single' | 'code' | 'batch';

export const spreadingOf = (contestant: Contestant): Spreading => contestant.split(' ')[1] as Spreading;
export const styleOf = (contestant: Contestant): Style => contestant.split(' ')[0] as Style;

/** Connections and postings a request: the textbook talks to PostgreSQL itself, the others to the service over HTTP. */
export const loads: Readonly<Record<Style, { readonly connections: number; readonly postingsPerRequest: number }>> = {
  textbook: { connections: 16, postingsPerRequest: 1 },
  single: { connections: 64, postingsPerRequest: 1 },
  code: { connections: 64, postingsPerRequest: 1 },
  batch: { connections: 8, postingsPerRequest: 100 },
};

export const accountsPerLedger = 10_000;

export interface Goal {
  readonly of: Contestant;
  readonly against: Contestant;
  /** The least `of ÷ against` may be. */
  readonly mustHold: number;
  /** Where the design wants to get to. */
  readonly next?: number;
}

export const writeGoals: readonly Goal[] = [
  { of: 'single spread', against: 'textbook spread', mustHold: 1, next: 1.5 },
  { of: 'single hot', against: 'textbook hot', mustHold: 2.5, next: 4 },
  { of: 'single hot', against: 'single spread', mustHold: 0.9 },
  // At most 1.3 times what the same posting costs by entries.
  { of: 'code spread', against: 'single spread', mustHold: 0.77 },
  { of: 'batch spread', against: 'textbook spread', mustHold: 2, next: 3 },
  { of: 'batch hot', against: 'textbook hot', mustHold: 4.5 },
];
