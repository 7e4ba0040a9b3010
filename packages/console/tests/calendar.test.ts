/** Tests the calendar of period locks: which months are locked, and which day is proposed to be locked next. */
import { lockedThrough, lockedWithout, monthsOf, proposedDay, yearsOf } from '../src/web/pages/period-locks/calendar';

const lock = (id: string, until: string, releasedAt: string | null = null) => ({
  id,
  locked_until: until,
  released_at: releasedAt,
});
const locks = [lock('c', '2026-03-31', '2026-04-02T08:00:00Z'), lock('b', '2026-02-17'), lock('a', '2025-12-31')];

test('the latest unreleased lock decides which days are locked', () => {
  expect(lockedThrough(locks)).toBe('2026-02-17');
  expect(lockedThrough([])).toBeUndefined();
  expect(lockedWithout(locks, 'b')).toBe('2025-12-31');
  expect(lockedWithout(locks, 'a')).toBe('2026-02-17');
});

test('a month is closed, open, or closed in part', () => {
  const months = monthsOf(2026, '2026-02-14');
  expect(months.map(({ closed }) => closed)).toEqual([1, 0.5, ...Array<number>(10).fill(0)]);
  expect(months[1]).toMatchObject({ key: '2026-02', firstDay: '2026-02-01', lastDay: '2026-02-28' });
  expect(monthsOf(2024, undefined)[1]?.lastDay).toBe('2024-02-29');
});

test('a lock on the last day of a month closes it all', () => expect(monthsOf(2026, '2026-01-31')[0]?.closed).toBe(1));

test('the years cover today, the first day of the books and all locks, newest first', () => {
  expect(yearsOf(locks, '2026-05-05', '2026-01-01', 0)).toEqual([2026, 2025]);
  expect(yearsOf([], '2026-05-05', '2024-07-01', 1)).toEqual([2026, 2025, 2024, 2023]);
  expect(yearsOf([lock('d', '2027-01-31')], '2026-05-05', '2026-01-01', 0)).toEqual([2027, 2026]);
});

test.each([
  [undefined, '2026-01-10', '2025-12-31'],
  ['2025-11-30', '2026-01-10', '2025-12-31'],
  ['2025-12-31', '2026-01-10', '2026-01-31'],
  ['2026-01-15', '2026-01-20', '2026-01-31'],
  ['2024-01-31', '2024-02-29', '2024-02-29'],
])('with a lock through %s, the form proposes on %s to lock through %s', (through, today, day) =>
  expect(proposedDay(through, today)).toBe(day),
);
