/** Tests that days have no time zone: the page shows the day in the books, wherever the reader is. */
import {
  ago,
  daysLater,
  firstOfMonth,
  firstOfYear,
  formatDay,
  formatMoment,
  isCompleteDay,
  isDay,
} from '../src/web/parts/day';

test.each([
  ['2026-01-31', '31 Jan 2026'],
  ['2024-02-29T00:00:00.000Z', '29 Feb 2024'],
  ['never', 'never'],
])('%s is shown as %s', (day, shown) => {
  expect(formatDay(day)).toBe(shown);
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('a day whose year is still being typed is not complete', () => {
  const typed = ['', '0002-03-01', '0020-03-01', '0202-03-01', '2026-03-01'];
  expect(typed.map(isCompleteDay)).toEqual([false, false, false, false, true]);
});

test('days are counted through months, years and leap days', () => {
  expect(daysLater('2024-02-28', 1)).toBe('2024-02-29');
  expect(daysLater('2026-01-01', -1)).toBe('2025-12-31');
  expect(firstOfMonth('2026-07-19')).toBe('2026-07-01');
  expect(firstOfYear('2026-07-19')).toBe('2026-01-01');
});

test('a moment is shown in the time zone of the reader', () => {
  expect(formatMoment('2026-03-01T23:30:05.000Z', 'Europe/Zurich')).toBe('2 Mar 2026, 00:30:05');
});

test.each([
  [30, 'just now'],
  [59 * 60, '59 min ago'],
  [3 * 3600, '3 h ago'],
  [26 * 3600, '1 day ago'],
  [-5, 'just now'],
])('a moment %i seconds ago is shown as %s', (seconds, said) => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(ago(new Date(now - seconds * 1000).toISOString(), now)).toBe(said);
});
