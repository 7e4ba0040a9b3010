/** Tests the months of the overview: the twelve months up to the as-of date, with the figures of two reports. */
import { firstMonthTo, monthsOf, pointsOf } from '../src/web/pages/overview/months';

test.each([
  ['2026-01-15', '2025-02-01'],
  ['2026-11-30', '2025-12-01'],
  ['2026-12-31', '2026-01-01'],
])('the months to %s begin on %s', (last, first) => {
  expect(firstMonthTo(last)).toBe(first);
});

test('a month has the revenue of one report and the cash of the other', () => {
  const months = monthsOf(
    [
      { label: '2026-01', to: '2026-01-31', totals: { revenue: '10.00' } },
      { label: '2026-02', to: '2026-02-10', totals: { revenue: '-2.50' } },
      { label: '2026-03', to: '2026-03-31', totals: { revenue: '1.00' } },
    ],
    [
      { label: '2026-02', to: '2026-02-10', totals: { closing_cash: '7.50' } },
      { label: '2026-01', to: '2026-01-31', totals: { closing_cash: '5.00' } },
    ],
  );
  expect(months).toEqual([
    { label: '2026-01', to: '2026-01-31', revenue: '10.00', cash: '5.00' },
    { label: '2026-02', to: '2026-02-10', revenue: '-2.50', cash: '7.50' },
  ]);
  expect(pointsOf(months, 'revenue').map(({ value }) => value)).toEqual([10, -2.5]);
  expect(pointsOf(months, 'cash').map(({ at }) => new Date(at * 1000).toISOString().slice(0, 10))).toEqual([
    ...['2026-01-01', '2026-02-01'],
  ]);
});
