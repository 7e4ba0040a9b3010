/** Tests details of lists, reports and charts: labels of axes, accepted suggestions, hidden releases, and grouped conversions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConversions } from '../src/web/pages/reports/conversions';
import { totalsQueryOf, withoutReleases } from '../src/web/pages/transactions/filters';
import { besideOf, comparisonIn } from '../src/web/parts/comparison-query';
import { acceptedSuggestion, offersQuery } from '../src/web/parts/accepted-suggestion';
import { dayCounts } from '../src/web/pages/overview/day-counts';
import { spanWithZero, ticksInShort } from '../src/web/parts/ticks';

describe('the axis of a chart', () => {
  test.each([
    [120, 360, 0],
    [0, 0, 0],
    [null, null, 0],
  ])('that shows %s to %s begins at zero', (low, high, bottom) => {
    const [first, last] = spanWithZero(low, high);
    expect(first).toBe(bottom);
    expect(last).toBeGreaterThan(high ?? 0);
  });

  test('ends at zero for losses, and contains zero for losses and profits', () => {
    const [lowest, zero] = spanWithZero(-50, -20);
    expect(zero).toBe(0);
    expect(lowest).toBeLessThan(-50);
    const [first, last] = spanWithZero(-50, 100);
    expect([first < -50, last > 100]).toEqual([true, true]);
  });
});

describe('postings per day', () => {
  const on = (...days: readonly string[]) => days.map((day) => ({ effective_date: `${day}T00:00:00Z` }));
  const span = { from: '2026-11-01', last: '2026-11-04' };

  test('are counted on each day if the whole list was read', () => {
    const counted = dayCounts(on('2026-11-04', '2026-11-02', '2026-11-02'), { ...span, isAll: true });
    expect(counted.map(({ count }) => count)).toEqual([0, 2, 0, 1]);
  });

  test('leave out a day that may have more transactions', () => {
    const counted = dayCounts(on('2026-11-04', '2026-11-02', '2026-11-02'), { ...span, isAll: false });
    expect(counted).toEqual([
      { day: '2026-11-03', count: 0 },
      { day: '2026-11-04', count: 1 },
    ]);
  });

  test('show the last day if the list is cut off within it', () => {
    expect(dayCounts(on('2026-11-04', '2026-11-04'), { ...span, isAll: false })).toEqual([
      { day: '2026-11-04', count: 2 },
    ]);
  });
});

describe('the ticks of a chart', () => {
  test.each<[readonly number[], readonly string[]]>([
    [
      [0, 500, 1_000, 1_500],
      ['0', '500', '1K', '1.5K'],
    ],
    [
      [0, 20_000, 40_000],
      ['0', '20K', '40K'],
    ],
    [
      [-1_250, 0, 1_250],
      ['−1.25K', '0', '1.25K'],
    ],
    [
      [1_000_000, 1_000_050],
      ['1,000,000', '1,000,050'],
    ],
    [
      [0.1, 0.2, 0.30000000000000004],
      ['0.1', '0.2', '0.3'],
    ],
    [[], []],
  ])('%j are labelled exactly', (values, labels) => {
    expect(ticksInShort(values)).toEqual(labels);
  });
});

describe('the suggestion that Tab or Enter accepts', () => {
  const host = { code: 'HOST-1' };
  const others = [{ code: 'HOST-2' }, { code: 'GUEST' }];

  test.each([
    ['the only one', { text: 'HOST', offers: [host], offeredFor: 'HOST', chosen: -1 }, host],
    ['the one that the arrows chose', { text: 'HO', offers: [...others, host], offeredFor: 'HO', chosen: 2 }, host],
    ['none of several', { text: 'HO', offers: [host, ...others], offeredFor: 'HO', chosen: -1 }, undefined],
    ['none if the text is a code', { text: 'HOST-1', offers: [host], offeredFor: 'HOST-1', chosen: -1 }, undefined],
    ['none for an earlier text', { text: 'HOST-9', offers: [host], offeredFor: 'HOST', chosen: -1 }, undefined],
    ['none without a text', { text: '', offers: [host], offeredFor: '', chosen: -1 }, undefined],
  ])('is %s', (_, given, taken) => {
    expect(acceptedSuggestion(given)).toBe(taken);
  });
});

test('a list may hide releases and expiries, and nothing else', () => {
  const rows = [{ releases_transaction_id: null }, { releases_transaction_id: 'hold' }];
  expect(withoutReleases(rows)).toEqual([rows[0]]);
});

test.each([
  [{ text: 'rent', sort: 'sequence' }, false, { text: 'rent' }],
  [{ text: 'rent', sort: 'sequence' }, true, { text: 'rent', origin: '-release,-expiry' }],
  [{ origin: 'release' }, true, { origin: 'release' }],
] as const)('the totals of %j, with releases hidden: %s, are requested with %j', (asked, hides, totals) => {
  expect(totalsQueryOf(asked, hides)).toEqual(totals);
});

describe('the clearing accounts of strings in a report', () => {
  const row = (code: string | null, name: string, balance: string, depth = 0) => ({
    ...{ account_id: code, code, name, balance, depth, debits: '0.00', credits: balance },
    ...{ is_subtotal: false, isHeading: false },
    columns: [balance, '1.00'].map((amount) => ({ balance: amount, change: null, change_percent: null })),
  });
  const rows = [
    row('CAPITAL', 'Capital', '100.00'),
    row('STR-1', 'Clearing of the string WALLET', '5.00'),
    row('STR-2', 'Clearing of the string FX', '-2.00'),
    row('RESERVES', 'Reserves', '7.00'),
  ];

  test('come last, with readable names and their sum', () => {
    const shown = withConversions(rows, ['2026-01', '2026-02']);
    expect(
      shown.map(({ name, code, balance, isHeading, is_subtotal: isSum }) => [name, code, isHeading || balance, isSum]),
    ).toEqual([
      ['Capital', 'CAPITAL', '100.00', false],
      ['Reserves', 'RESERVES', '7.00', false],
      ['Currency conversions', null, true, false],
      ['String WALLET', null, '5.00', false],
      ['String FX', null, '-2.00', false],
      ['Currency conversions', null, '3.00', true],
    ]);
    expect(shown.at(-1)?.columns).toEqual([
      { balance: '3.00', change: null, change_percent: null },
      { balance: '2.00', change: '-1.00', change_percent: '-33.33' },
    ]);
    expect(shown.map(({ account_id: id }) => id)).toEqual(['CAPITAL', 'RESERVES', null, 'STR-1', 'STR-2', null]);
  });

  test('add no rows if there are none', () => {
    const plain = [row('CAPITAL', 'Capital', '100.00')];
    expect(withConversions(plain, [])).toBe(plain);
  });
});

describe('the comparison columns of a report', () => {
  test.each<[string | undefined, object]>([
    [undefined, {}],
    ['', {}],
    ['quarter', { columns: 'quarter' }],
    ['prior_year', { compare: 'prior_year' }],
    ['prior_year,month,prior_period', { columns: 'month', compare: 'prior_period,prior_year' }],
    ['somebody typed this', { compare: 'somebody typed this' }],
    ['month,quarter,prior_year', { columns: 'month', compare: 'prior_year,quarter' }],
  ])('are requested as the address says: %j', (beside, asked) => {
    expect(comparisonIn(beside)).toEqual(asked);
  });

  test('are written to the address in a form that reads back', () => {
    for (const asked of [{}, { columns: 'month' }, { compare: 'prior_period,prior_year' }] as const)
      expect(comparisonIn(besideOf(asked) ?? undefined)).toEqual(asked);
    expect(besideOf({ columns: 'year', compare: 'prior_year' })).toBe('year,prior_year');
  });
});

describe('the style sheets', () => {
  const style = (name: string): string =>
    readFileSync(join(__dirname, '../../../packages/console/src/web', name), 'utf8').replace(/\s+/g, ' ');
  const printed = style('style/print.css').split('@media print {')[1] ?? '';

  test('print a total once, below its table, and both sides of a balance sheet below each other', () => {
    expect(printed).toContain('.table tfoot { display: table-row-group; }');
    expect(printed).toContain('.page, .stack, .two-sides { display: block; max-width: none; }');
  });

  test('wrap the texts of a log on a phone', () => {
    expect(style('style/base.css')).toContain(
      '@media (max-width: 44rem) { .nowrap-where-wide { white-space: normal; } }',
    );
    for (const page of ['activity', 'acts']) expect(style(`pages/${page}.tsx`)).not.toContain('class="nowrap"');
  });

  test('have compact rows', () => {
    expect(style('style/table.css')).toContain(
      ":root[data-density='compact'] .table :is(th, td) { padding-block: 0.2rem; }",
    );
    expect(style('parts/density.ts')).toContain("values: ['comfortable', 'compact'], attribute: 'density'");
  });
});

test('a field suggests only active accounts that are not groups', () => {
  expect(offersQuery('')).toEqual({ limit: 8, active: true, group: false });
  expect(offersQuery('till')).toEqual({ limit: 8, active: true, group: false, search: 'till' });
});
