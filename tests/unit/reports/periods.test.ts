import {
  firstOfFiscalYear,
  januaryFirst,
  parseFiscalYearStart,
  type FiscalYearStart,
} from '../../../src/kernel/fiscal-year';
import type { Day } from '../../../src/kernel/time';
import { periodBefore, periodsOf, type Comparison, type Span } from '../../../src/modules/reports/domain/periods';

const day = (text: string): Day => text as Day;

test.each<[Span, from: string, to: string, periods: readonly string[], yearStart?: string]>([
  [
    'month',
    '2026-01-15',
    '2026-03-10',
    ['2026-01 2026-01-15…2026-01-31', '2026-02 2026-02-01…2026-02-28', '2026-03 2026-03-01…2026-03-10'],
  ],
  ['month', '2024-02-29', '2024-02-29', ['2024-02 2024-02-29…2024-02-29']],
  [
    'quarter',
    '2025-12-31',
    '2026-04-01',
    ['2025-Q4 2025-12-31…2025-12-31', '2026-Q1 2026-01-01…2026-03-31', '2026-Q2 2026-04-01…2026-04-01'],
  ],
  [
    'year',
    '2024-06-01',
    '2026-01-01',
    ['2024 2024-06-01…2024-12-31', '2025 2025-01-01…2025-12-31', '2026 2026-01-01…2026-01-01'],
  ],
  ['year', '9999-01-01', '9999-12-31', ['9999 9999-01-01…9999-12-31']],
  ['month', '0001-01-01', '0001-01-31', ['0001-01 0001-01-01…0001-01-31']],
  ['month', '2026-04-05', '2026-04-06', ['2026-04 2026-04-05…2026-04-06'], '04-06'],
  ['year', '2026-04-05', '2026-04-06', ['FY2026 2026-04-05…2026-04-05', 'FY2027 2026-04-06…2026-04-06'], '04-06'],
  [
    'quarter',
    '2025-12-31',
    '2026-04-01',
    ['FY2026-Q3 2025-12-31…2025-12-31', 'FY2026-Q4 2026-01-01…2026-03-31', 'FY2027-Q1 2026-04-01…2026-04-01'],
    '04-01',
  ],
  // The second quarter would begin on 30 February, which does not exist.
  [
    'quarter',
    '2026-02-27',
    '2026-02-28',
    ['FY2026-Q1 2026-02-27…2026-02-27', 'FY2026-Q2 2026-02-28…2026-02-28'],
    '11-30',
  ],
  ['year', '0001-01-01', '0001-07-01', ['FY0001 0001-01-01…0001-06-30', 'FY0002 0001-07-01…0001-07-01'], '07-01'],
  ['year', '9999-06-30', '9999-12-31', ['FY9999 9999-06-30…9999-06-30', 'FY10000 9999-07-01…9999-12-31'], '07-01'],
])('each %s from %s to %s', (span, from, to, periods, yearStart = januaryFirst) => {
  const found = periodsOf(span, { from: day(from), to: day(to) }, yearStart as FiscalYearStart);
  expect(found?.map((one) => `${one.label} ${one.from}…${one.to}`)).toEqual(periods);
});

test('a report has at most sixty periods', () => {
  expect(periodsOf('month', { from: day('2021-01-01'), to: day('2025-12-31') }, januaryFirst)).toHaveLength(60);
  expect(periodsOf('month', { from: day('2021-01-01'), to: day('2026-01-01') }, januaryFirst)).toBeUndefined();
  expect(periodsOf('year', { from: day('0001-01-01'), to: day('9999-12-31') }, januaryFirst)).toBeUndefined();
});

test.each<[Comparison, from: string | undefined, to: string, before: string | undefined]>([
  ['prior_period', '2026-02-01', '2026-02-28', '2026-01-01…2026-01-31'],
  ['prior_period', '2026-01-01', '2026-03-31', '2025-10-01…2025-12-31'],
  ['prior_period', '2024-01-01', '2024-12-31', '2023-01-01…2023-12-31'],
  ['prior_period', '2026-03-01', '2026-03-10', '2026-02-19…2026-02-28'],
  ['prior_period', '2026-03-10', '2026-03-10', '2026-03-09…2026-03-09'],
  // Whole months that begin within a month, such as a tax year: 2024 has a day more than the year after it.
  ['prior_period', '2024-04-06', '2025-04-05', '2023-04-06…2024-04-05'],
  ['prior_period', '2026-02-15', '2026-03-14', '2026-01-15…2026-02-14'],
  ['prior_period', '2026-02-15', '2026-03-15', '2026-01-17…2026-02-14'],
  ['prior_period', '2026-01-31', '2026-02-27', '2026-01-03…2026-01-30'],
  ['prior_period', undefined, '2026-03-31', 'the beginning…2026-02-28'],
  ['prior_period', undefined, '2026-03-30', 'the beginning…2026-02-28'],
  ['prior_period', undefined, '2026-03-15', 'the beginning…2026-02-15'],
  ['prior_year', '2024-02-29', '2024-02-29', '2023-02-28…2023-02-28'],
  // Only the last day follows the end of the month: the first day would leave out 28 February 2024.
  ['prior_year', '2025-02-28', '2025-04-15', '2024-02-28…2024-04-15'],
  ['prior_year', '2025-02-28', '2026-02-28', '2024-02-28…2025-02-28'],
  ['prior_year', '2025-01-15', '2025-02-28', '2024-01-15…2024-02-29'],
  ['prior_year', '2024-02-29', '2024-03-31', '2023-02-28…2023-03-31'],
  ['prior_year', undefined, '2025-02-28', 'the beginning…2024-02-29'],
  ['prior_year', '2026-01-01', '2026-06-30', '2025-01-01…2025-06-30'],
  ['prior_year', '0001-01-01', '0001-12-31', undefined],
  ['prior_period', '0001-01-01', '0001-01-31', undefined],
  ['prior_period', '0001-01-03', '0001-01-31', undefined],
])('%s of %s to %s', (comparison, from, to, before) => {
  const found = periodBefore(comparison, { from: from === undefined ? undefined : day(from), to: day(to) });
  expect(found && `${found.from ?? 'the beginning'}…${found.to}`).toBe(before);
});

test.each<[yearStart: string, of: string, first: string | undefined]>([
  ['01-01', '2026-06-30', '2026-01-01'],
  ['04-06', '2026-04-05', '2025-04-06'],
  ['04-06', '2026-04-06', '2026-04-06'],
  ['07-01', '0001-06-30', undefined],
])('with fiscal years from %s, the year of %s begins on %s', (yearStart, of, first) => {
  expect(firstOfFiscalYear(yearStart as FiscalYearStart, day(of))).toBe(first);
});

test.each(['02-29', '13-01', '04-31', '4-1', '2026-04-01', ''])('%j cannot begin a fiscal year', (text) => {
  expect(parseFiscalYearStart(text)).toBeUndefined();
});
