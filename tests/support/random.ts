/** Random choices that a seed makes repeatable. */
import { randomInt } from 'node:crypto';

export interface Random {
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  pick<T>(items: readonly T[]): T;
}

/** The seed in an environment variable, to repeat a run; otherwise a random one below the limit. */
export const seedOf = (variable: string, below = 1_000_000): number =>
  Number(process.env[variable] ?? randomInt(below));

/**
 * The number of random rounds: `make test` runs a quarter of them, and `make proof` all. A file whose rounds are expensive passes a larger
 * divisor than four.
 */
export const rounds = (all: number, divisor = 4): number =>
  process.env['LEDGER_TEST_RANDOM'] === 'full' ? all : Math.ceil(all / divisor);

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number] };
};
