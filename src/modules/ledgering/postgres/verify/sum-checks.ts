/** Checks of sums over time: thirds of months, months and years, and the marks within a day that has very many entries. */
import { ledgerChecks } from './sql-check';

export const sumChecks = ledgerChecks(__filename, {
  'open-periods':
    'The entries of an account and layer that are not summed yet begin with a third of a month, no later than its latest entries.',
  'period-balances-equal-days':
    'The balance of each account and layer for a third of a month, a month or a year that is over is the sum of its days.',
  'day-marks-equal-entries': 'A mark within a day has the sum of the day’s entries of the layer up to it.',
});
