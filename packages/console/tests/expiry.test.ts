/** Tests the description of a hold's expiry in words. */
import { byExpiry, expiryOf } from '../src/web/pages/holds/expiry';

const now = Date.parse('2026-03-01T12:00:00Z');

test.each([
  ['2026-03-01T12:00:00Z', 'over', 'over'],
  ['2026-03-01T12:00:30Z', 'soon', 'in 1 min'],
  ['2026-03-01T12:59:59Z', 'soon', 'in 59 min'],
  ['2026-03-02T11:59:59Z', 'soon', 'in 23 h'],
  ['2026-03-02T12:00:00Z', 'later', 'in 1 day'],
  ['2026-03-31T12:00:00Z', 'later', 'in 30 days'],
])('the expiry %s has the tone %s and the text %s', (expiresAt, tone, text) => {
  expect(expiryOf(expiresAt, now)).toEqual({ tone, text });
});

test('holds are sorted by expiry, and those without one are last', () => {
  const [never, late, early] = [null, '2026-03-05T00:00:00Z', '2026-03-04T00:00:00Z'].map((at) => ({
    hold: { expires_at: at },
  }));
  expect([never, late, early, never].toSorted((one, other) => byExpiry(one!, other!))).toEqual([
    early,
    late,
    never,
    never,
  ]);
});
