/** Durations of ISO 8601, and the calendar rules for months and years. */
import { after, parseDuration } from '../../../src/kernel/duration';

test.each([
  ['P1M', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['P1M', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['P1Y', '2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
  ['P13M', '2026-12-15T23:59:59.999Z', '2028-01-15T23:59:59.999Z'],
  ['P1Y2M3W4DT5H6M7S', '2026-01-01T00:00:00.000Z', '2027-03-26T05:06:07.000Z'],
  ['PT36H', '2026-02-28T18:00:00.000Z', '2026-03-02T06:00:00.000Z'],
  ['P0D', '2026-01-15T10:00:00.000Z', '2026-01-15T10:00:00.000Z'],
])('%s after %s is %s', (text, from, to) => {
  const duration = parseDuration(text);
  expect(duration && after(new Date(from), duration).toISOString()).toBe(to);
});

test.each(['', 'P', 'PT', '1M', 'P1', 'P-1M', 'P1.5D', 'PT1D', 'P1D1M', 'P100000D', 'p1m', ' P1M'])(
  '%j is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
