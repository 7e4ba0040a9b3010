/** Pseudo-random numbers from a seed. Equal seeds give equal numbers, so that a run can be repeated. */
export type Random = (below: number) => number;

/** Mulberry32. It takes only a few instructions for each number, so it hardly slows down the load generator. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

const hotAccount = 0;

/** Draws the numbers of two different accounts. The first is debited, the second credited. */
export const drawAccounts = (
  random: Random,
  accounts: number,
  spreading: 'spread' | 'hot',
): readonly [number, number] => {
  const one = spreading === 'hot' ? hotAccount : random(accounts);
  const other = (one + 1 + random(accounts - 1)) % accounts;
  return random(2) === 0 ? [one, other] : [other, one];
};

/** Draws an amount from 0.01 to 9999.99, in hundredths. */
export const drawCents = (random: Random): number => 1 + random(999_999);
