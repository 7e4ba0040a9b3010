/**
 * Tests the stories of the demo businesses before they are entered into the books: no account is overdrawn, whatever the seed and the
 * number of months.
 */
import { profileNames, profiles, tell } from '../src';
import type { Day } from '../../../src/kernel/time';

const ends = [
  [1, '2026-02-01'],
  [2, '2024-02-29'],
  [9, '2025-12-31'],
] as const;
const seeds = [0, 2, 3, 999_999_999];

describe.each(profileNames)('the story of a %s', (profile) => {
  test.each(ends)(
    'covers %d months until %s for every seed, reproducibly and without an overdraft',
    (months, until) => {
      for (const seed of seeds) {
        const terms = { profile, seed, months, until: until as Day };
        const { deeds, till } = tell(profiles[profile], terms);
        expect([seed, deeds.length > 20]).toEqual([seed, true]);
        expect(tell(profiles[profile], terms).deeds).toEqual(deeds);
        const below = [...till.balances()].flatMap(([ledger, balances]) =>
          [...balances]
            .filter(([code, balance]) => balance < 0n && code !== 'TAX-OWED')
            .map(([code]) => `${seed} ${ledger} ${code}`),
        );
        expect(below).toEqual([]);
      }
    },
  );

  test('differs for another seed', () => {
    const [one, other] = [1, 2].map((seed) =>
      tell(profiles[profile], { profile, seed, months: 1, until: '2026-02-20' as Day }),
    );
    expect(one?.till.balances()).not.toEqual(other?.till.balances());
  });

  test('has more than 1,900 transactions in a year, and no key twice', () => {
    const { deeds } = tell(profiles[profile], { profile, seed: 1, months: 12, until: '2025-12-31' as Day });
    // A settlement creates two transactions: it first releases the settled amount from the hold, and then posts it.
    const transactions = deeds.flatMap(({ kind }) =>
      kind === 'open' || kind === 'lock' ? [] : [kind === 'settle' ? 2 : 1],
    ).length;
    expect(transactions).toBeGreaterThan(1_900);
    expect(new Set(deeds.flatMap((deed) => ('key' in deed ? [deed.key] : []))).size).toBe(
      deeds.filter((deed) => 'key' in deed).length,
    );
  });
});
