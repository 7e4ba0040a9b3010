/** Tests the generator of ledger histories. The benchmark's figures are only meaningful if the history matches its description. */
import {
  daysOfHistory,
  measuredAccount,
  occurrencesOf,
  transactionsPerCorrelation,
  type Occurrence,
} from '../src/history';

const plan = { transactions: 10_000, entriesOfAccount: 1_000, seed: 7 };

const historyOf = (given: typeof plan): readonly Occurrence[] => {
  const occurrenceAt = occurrencesOf(given);
  return Array.from({ length: given.transactions }, (_, number) => occurrenceAt(number));
};

describe('the history of a filled ledger', () => {
  const history = historyOf(plan);

  test.each([
    ['a tenth of the transactions', plan],
    ['half of the transactions', { ...plan, entriesOfAccount: 5_000 }],
  ])('moves the measured account exactly as often as planned: %s', (_, given) => {
    const moving = historyOf(given).filter(
      ({ debited, credited }) => debited === measuredAccount || credited === measuredAccount,
    );
    expect(moving).toHaveLength(given.entriesOfAccount);
  });

  test('never debits and credits the same account', () => {
    expect(history.filter(({ debited, credited }) => debited === credited)).toEqual([]);
  });

  test('covers all its days in ascending order', () => {
    const days = history.map(({ day }) => day);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    expect([days[0], days.at(-1)]).toEqual([0, daysOfHistory - 1]);
    expect(new Set(days).size).toBe(daysOfHistory);
  });

  test('gives every correlation the same number of transactions', () => {
    const sizes = new Map<number, number>();
    for (const { correlation } of history)
      if (correlation !== undefined) sizes.set(correlation, (sizes.get(correlation) ?? 0) + 1);
    expect([...sizes.values()]).toEqual(Array.from({ length: 5 }, () => transactionsPerCorrelation));
  });

  test('is the same for the same seed and differs for another seed', () => {
    expect(historyOf(plan)).toEqual(history);
    expect(historyOf({ ...plan, seed: 8 })).not.toEqual(history);
  });
});
