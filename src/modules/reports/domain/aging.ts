/**
 * Ageing divides the open part of a balance by age. Entries that raise the balance of an item are open until entries that lower it use them
 * up, the oldest first; an item is a hold, or all entries with one value of an attribute, or the whole account. An entry that lowers a
 * balance of zero is itself open, with a negative amount: a payment in advance. So the open parts add up to the balance.
 */
import type { AccountType } from '../../../kernel/accounting';
import { daysBetween, type Day } from '../../../kernel/time';
import { balanceOf, type Turned } from './section';

/** The buckets by days past the due day. The first bucket has items that are not yet due or are due on the day itself. */
export const agingBuckets = ['not_due', 'days_1_to_30', 'days_31_to_60', 'days_61_to_90', 'days_over_90'] as const;
export type AgingBucket = (typeof agingBuckets)[number];
const daysABucket = 30;

export interface ItemDay extends Turned {
  readonly accountId: string;
  readonly holdId: string | null;
  readonly value: string | null;
  readonly day: Day;
}

/** Open amounts by age, in minor units, positive on the side (debit or credit) on which accounts of the type grow. */
export type Aged = Readonly<Record<AgingBucket, bigint>>;

export const nothingAged: Aged = {
  not_due: 0n,
  days_1_to_30: 0n,
  days_31_to_60: 0n,
  days_61_to_90: 0n,
  days_over_90: 0n,
};

export const openOf = (aged: Aged): bigint => agingBuckets.reduce((sum, bucket) => sum + aged[bucket], 0n);

export const addedAges = (one: Aged, other: Aged): Aged => {
  const sum: Record<AgingBucket, bigint> = { ...one };
  for (const bucket of agingBuckets) sum[bucket] += other[bucket];
  return sum;
};

/** Returns the bucket of an item of `day` that is due `terms` days later, as seen on the day `asOf`. */
export const bucketOf = (day: Day, terms: number, asOf: Day): AgingBucket => {
  const late = daysBetween(day, asOf) - terms;
  if (late <= 0) return 'not_due';
  return agingBuckets[Math.min(Math.ceil(late / daysABucket), agingBuckets.length - 1)] as AgingBucket;
};

/** Returns the ages of one account for each value of the attribute, sorted by value; entries without a value come first. */
export const agesOf = (
  type: AccountType,
  days: readonly ItemDay[],
  terms: number,
  asOf: Day,
): ReadonlyMap<string | null, Aged> => {
  const items = new Map<string, ItemDay[]>();
  for (const one of days) {
    const key = JSON.stringify([one.holdId, one.value]);
    const item = items.get(key);
    if (item) item.push(one);
    else items.set(key, [one]);
  }
  const ages = new Map<string | null, Aged>();
  for (const item of items.values()) {
    const value = item[0]?.value ?? null;
    let aged = ages.get(value) ?? nothingAged;
    for (const { day, units } of openParts(type, item)) {
      const bucket = bucketOf(day, terms, asOf);
      aged = { ...aged, [bucket]: aged[bucket] + units };
    }
    ages.set(value, aged);
  }
  return new Map([...ages].sort(([one], [other]) => byValue(one, other)));
};

const byValue = (one: string | null, other: string | null): number => {
  if (one === other) return 0;
  return one === null || (other !== null && one < other) ? -1 : 1;
};

interface OpenPart {
  readonly day: Day;
  readonly units: bigint;
}

/** Matches entries first in, first out. All parts that remain open have the same sign. */
const openParts = (type: AccountType, item: readonly ItemDay[]): readonly OpenPart[] => {
  const open: OpenPart[] = [];
  let first = 0;
  for (const one of item.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    let units = balanceOf(type, one);
    for (let oldest = open[first]; oldest && units !== 0n && oldest.units > 0n !== units > 0n; oldest = open[first]) {
      const left = oldest.units + units;
      const isUsedUp = left === 0n || left > 0n !== oldest.units > 0n;
      units = isUsedUp ? left : 0n;
      if (isUsedUp) first++;
      else open[first] = { day: oldest.day, units: left };
    }
    if (units !== 0n) open.push({ day: one.day, units });
  }
  return open.slice(first);
};
