/**
 * Invents the deeds of a business day by day, before they are entered into the books. It computes the balances after each deed and spends
 * only money that exists, so that the ledger refuses no deed for lack of funds.
 */
import type { Layer } from '../../../src/kernel/accounting';
import type { Day } from '../../../src/kernel/time';
import { dayOfMonth, daysLater, daysOf, firstOfMonth, monthName } from './calendar';
import type { AccountPlan, Business, Deed, Entry, Expiry, PostingDeed } from './deeds';
import { createTill, type Till } from './till';
import { randomOf, type Random } from './random';

/** The parameters of a story. Equal terms always give equal books. */
export interface Terms {
  readonly profile: string;
  readonly seed: number;
  /** The number of calendar months. The last one is the month of `until`. */
  readonly months: number;
  /** The last day that has deeds. */
  readonly until: Day;
}

export interface FinishedStory {
  readonly deeds: readonly Deed[];
  /** The expected balances at the end of the story. */
  readonly till: Till;
}

/** The members of a posting that a profile sets. Undefined members get default values. */
export interface Wording {
  /** The prefix of the transaction's reference: `TOP-UP` gives `TOP-UP-000001`, `TOP-UP-000002`, … */
  readonly what: string;
  readonly description: string;
  readonly entries: readonly Entry[];
  readonly through?: PostingDeed['through'];
  readonly layer?: Layer;
  readonly expiry?: Expiry;
  readonly journal?: string;
  readonly correlation?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface Movement {
  readonly what: string;
  readonly from: readonly [ledger: string, account: string, amount: bigint];
  readonly to: readonly [ledger: string, account: string, amount: bigint];
  readonly rate?: string;
  readonly description: string;
}

export interface Story {
  readonly terms: Terms;
  readonly random: Random;
  readonly till: Pick<Till, 'settled' | 'spendable' | 'leftOf'>;
  /** The first day of the story. */
  readonly first: Day;
  /** Returns the number of months between the first month and the month of the day. A business does more as it gets older. */
  age(day: Day): number;
  /** Schedules an act for a later day, where it runs before the usual acts of that day. It is dropped if the books end before that day. */
  later(day: Day, days: number, happens: (day: Day) => void): void;
  open(ledger: string, account: AccountPlan): void;
  /** Posts a transaction. Returns its idempotency key, by which later deeds settle, reverse or void it. */
  post(ledger: string, day: Day, wording: Wording): string;
  settle(hold: string, day: Day, description: string, amount?: bigint, isFinal?: boolean): string;
  /**
   * Cancels a hold. Near the end of the books the hold is released without a date, so on the present day. Before that it is reversed
   * on `day`.
   */
  callOff(hold: string, day: Day, reason: string, amount?: bigint): void;
  reverse(of: string, day: Day, reason: string, amount?: bigint): void;
  voided(of: string, reason: string): void;
  move(day: Day, movement: Movement): void;
}

/** The definition of a demo business: its records, what it does on its first day, and what it does on every day. */
export interface Profile extends Business {
  begin(story: Story): { day(day: Day): void };
}

/** The day of the month on which the previous month is locked. */
const closingDay = 10;
/** A hold that is cancelled within this many days before the end of the books is released. An earlier one is reversed. */
const recentDays = 7;

export const tell = (profile: Profile, terms: Terms): FinishedStory => {
  const { profile: name, seed, months, until } = terms;
  const first = firstOfMonth(until, 1 - months);
  const deeds: Deed[] = [];
  const till = createTill(profile.ledgers);
  const ledgerOf = new Map<string, string>();
  const agenda = new Map<Day, ((day: Day) => void)[]>();
  const numbers = new Map<string, number>();

  const numberOf = (what: string): string => {
    const number = (numbers.get(what) ?? 0) + 1;
    numbers.set(what, number);
    return String(number).padStart(6, '0');
  };
  const keyFor = (what: string, ledger: string): string => {
    const key = `${name}-${seed}-${what.toLowerCase()}-${numberOf(`key ${what}`)}`;
    ledgerOf.set(key, ledger);
    return key;
  };
  const ledgerWith = (key: string): string => {
    const ledger = ledgerOf.get(key);
    if (ledger === undefined) throw new Error(`nothing was done under the key ${key}`);
    return ledger;
  };

  const story: Story = {
    terms,
    random: randomOf(seed, name),
    till,
    first,
    age: (day) =>
      (Number(day.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(first.slice(5, 7)),
    later: (day, days, happens) => {
      const on = daysLater(day, days);
      agenda.set(on, [...(agenda.get(on) ?? []), happens]);
    },
    open: (ledger, account) => {
      till.open(ledger, account);
      deeds.push({ kind: 'open', ledger, account });
    },
    post: (ledger, day, wording) => {
      const { what, description, entries, through = null, layer = 'settled', expiry = 'never' } = wording;
      const { journal = null, correlation = null, attributes = null } = wording;
      const key = keyFor(what, ledger);
      till.post(ledger, key, entries, layer);
      const reference = `${what}-${numberOf(what)}`;
      const more = { expiry, description, reference, journal, correlation, attributes, entries, through };
      deeds.push({ kind: 'post', key, ledger, day, layer, ...more });
      return key;
    },
    settle: (hold, day, description, amount, isFinal = true) => {
      const ledger = ledgerWith(hold);
      const key = keyFor('settlement', ledger);
      till.settle(ledger, hold, key, amount, isFinal);
      deeds.push({ kind: 'settle', key, ledger, of: hold, day, description, amount: amount ?? null, isFinal });
      return key;
    },
    callOff: (of, day, reason, amount) => {
      const ledger = ledgerWith(of);
      till.release(ledger, of, amount);
      const about = { key: keyFor('release', ledger), ledger, of, amount: amount ?? null, reason };
      deeds.push(
        day > daysLater(until, -recentDays) ? { kind: 'release', ...about } : { kind: 'reverse', day, ...about },
      );
    },
    reverse: (of, day, reason, amount) => {
      const ledger = ledgerWith(of);
      till.reverse(ledger, of, amount);
      deeds.push({ kind: 'reverse', key: keyFor('reversal', ledger), ledger, of, day, reason, amount: amount ?? null });
    },
    voided: (of, reason) => {
      const ledger = ledgerWith(of);
      till.reverse(ledger, of);
      deeds.push({ kind: 'void', ledger, of, reason });
    },
    move: (day, { what, from, to, rate = null, description }) => {
      till.move(from, to);
      deeds.push({
        kind: rate === null ? 'transfer' : 'convert',
        key: keyFor(what, from[0]),
        day,
        source: { ledger: from[0], account: from[1], amount: from[2] },
        target: { ledger: to[0], account: to[1], amount: to[2] },
        rate,
        reference: `${what}-${numberOf(what)}`,
        description,
      });
    },
  };

  const closeMonth = (day: Day): void => {
    const end = daysLater(firstOfMonth(day), -1);
    if (end < first) return;
    for (const { code: ledger } of profile.ledgers)
      deeds.push({ kind: 'lock', ledger, until: end, reason: `${monthName(end)} is closed` });
  };

  const business = profile.begin(story);
  for (const day of daysOf(first, until)) {
    if (dayOfMonth(day) === closingDay) closeMonth(day);
    for (const happens of agenda.get(day) ?? []) happens(day);
    business.day(day);
  }
  return { deeds, till };
};
