/**
 * Tells what a business did, day by day, before any of it is in the books. It knows the balances that its deeds come to, so
 * that nobody spends what he has not: what is told here is never refused for want of money.
 */
import type { Layer } from '../../kernel/accounting';
import type { Day } from '../../kernel/time';
import { dayOfMonth, daysLater, daysOf, firstOfMonth, monthName } from './calendar';
import type { AccountPlan, Business, Deed, Entry, Expiry, PostingDeed } from './deeds';
import { createTill, type Till } from './till';
import { randomOf, type Random } from './random';

/** Which books: the same terms always give the same. */
export interface Terms {
  readonly profile: string;
  readonly seed: number;
  /** Calendar months, the last of which is that of `until`. */
  readonly months: number;
  /** The last day on which anything happens. */
  readonly until: Day;
}

export interface FinishedStory {
  readonly deeds: readonly Deed[];
  /** What the books must come to. */
  readonly till: Till;
}

/** A posting as a profile says it; what is left out is what most are. */
export interface Wording {
  /** Names its reference: `TOP-UP` gives `TOP-UP-000001`, `TOP-UP-000002`, … */
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
  /** The first day. */
  readonly first: Day;
  /** Months since the first one: what businesses grow by. */
  age(day: Day): number;
  /** Has something happen on a later day, before that day's usual work; never, where the books end earlier. */
  later(day: Day, days: number, happens: (day: Day) => void): void;
  open(ledger: string, account: AccountPlan): void;
  /** Answers its key, by which it is settled, reversed and voided. */
  post(ledger: string, day: Day, wording: Wording): string;
  settle(hold: string, day: Day, description: string, amount?: bigint, isFinal?: boolean): string;
  /** Ends a hold: by a release in the last days, which takes effect when it is made, and by a reversal of its day before that. */
  callOff(hold: string, day: Day, reason: string, amount?: bigint): void;
  reverse(of: string, day: Day, reason: string, amount?: bigint): void;
  voided(of: string, reason: string): void;
  move(day: Day, movement: Movement): void;
}

/** How a business goes on: what it does on its first day, and on every day. */
export interface Profile extends Business {
  begin(story: Story): { day(day: Day): void };
}

/** Months are closed on this day of the next one. */
const closingDay = 10;
/** What is called off so few days before the end is released, and what is called off earlier is reversed. */
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
