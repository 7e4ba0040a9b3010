/** Random choices that a seed repeats. */
import { randomInt } from 'node:crypto';

export interface Random {
  /** A fraction from 0 up to 1. */
  next(): number;
  pick<T>(items: readonly T[]): T;
}

/** The seed that an environment variable names, so that a run can be repeated; otherwise a new one below the limit. */
export const seedOf = (variable: string, below = 1_000_000): number =>
  Number(process.env[variable] ?? randomInt(below));

/** The number of random rounds: `make test` plays a quarter of them, and `make proof` all. */
export const rounds = (all: number): number =>
  process.env['LEDGER_TEST_RANDOM'] === 'full' ? all : Math.ceil(all / 4);

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
