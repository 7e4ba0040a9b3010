/** Tests the first and the last day of the periods that pages offer. */
import { stretchesTo } from '../src/web/parts/stretches';

const of = (last: string, yearStart: string): Readonly<Record<string, string>> =>
  Object.fromEntries(stretchesTo(last, yearStart).map(({ name, from, to }) => [name, `${from}…${to}`]));

test('the offered periods end on the given day or before it', () => {
  expect(of('2026-02-10', '01-01')).toEqual({
    'This month': '2026-02-01…2026-02-10',
    'Last month': '2026-01-01…2026-01-31',
    'Last quarter': '2025-10-01…2025-12-31',
    '90 days': '2025-11-13…2026-02-10',
    'Year to date': '2026-01-01…2026-02-10',
    'Last year': '2025-01-01…2025-12-31',
    All: '1900-01-01…2026-02-10',
  });
});

test.each([
  ['2026-04-05', '04-06', '2025-04-06…2026-04-05', '2024-04-06…2025-04-05'],
  ['2026-04-06', '04-06', '2026-04-06…2026-04-06', '2025-04-06…2026-04-05'],
  ['2026-12-31', '07-01', '2026-07-01…2026-12-31', '2025-07-01…2026-06-30'],
])('on %s the fiscal year from %s is %s, and the last one %s', (last, yearStart, days, before) => {
  const stretches = of(last, yearStart);
  expect([stretches['Fiscal year'], stretches['Last fiscal year']]).toEqual([days, before]);
});

test('the last quarter before a day in December is the third', () => {
  expect(of('2026-12-31', '01-01')['Last quarter']).toBe('2026-07-01…2026-09-30');
});
