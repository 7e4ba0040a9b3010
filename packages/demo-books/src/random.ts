/** Random choices from a seed: equal seeds give equal choices, at any time and on any platform. */
import { createHash } from 'node:crypto';

export interface Random {
  /** Returns an integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number;
  /** Returns true with a probability of `percent` percent. */
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  /**
   * Returns an amount in hundredths. `min` and `max` are in whole units. Small amounts are more frequent, and many end like prices, in .99
   * or .50.
   */
  cents(min: number, max: number): bigint;
}

/** Returns the generator of a story. A different seed or name gives different choices. */
export const randomOf = (seed: number, name: string): Random => {
  let state = createHash('sha256').update(`${name} ${seed}`).digest().readUInt32LE(0);
  /** Returns 32 random bits (mulberry32). */
  const bits = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const whole: Random['whole'] = (min, max) => min + (bits() % (max - min + 1));
  const pick: Random['pick'] = (items) => items[whole(0, items.length - 1)] as (typeof items)[number];
  return {
    whole,
    pick,
    chance: (percent) => whole(1, 100) <= percent,
    cents: (min, max) => {
      const major = Math.min(whole(min, max - 1), whole(min, max - 1));
      return BigInt(major) * 100n + BigInt(pick([0, 0, 50, 90, 95, 99, 99, whole(0, 99)]));
    },
  };
};

/**
 * Returns a share of an amount, rounded half to even as transaction codes round. With the default `parts`, `rate` is in hundredths of a
 * percent: 150 is 1.5 percent.
 */
export const shareOf = (amount: bigint, rate: number, parts = 10_000n): bigint => {
  const exact = amount * BigInt(rate);
  const [whole, rest] = [exact / parts, exact % parts];
  return rest * 2n > parts || (rest * 2n === parts && whole % 2n === 1n) ? whole + 1n : whole;
};

/** Prints an amount as a decimal string with this many decimals, as rates and the parameters of transaction codes require. */
export const decimal = (units: bigint, decimals = 2): string => {
  const scale = 10n ** BigInt(decimals);
  return `${units / scale}.${(units % scale).toString().padStart(decimals, '0')}`;
};
