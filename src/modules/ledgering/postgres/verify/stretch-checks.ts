/** Checks of the sums over stretches of the log, from which the books at an earlier sequence are computed. */
import { ledgerChecks } from './sql-check';

export const stretchChecks = ledgerChecks(__filename, {
  'stretches-follow-each-other':
    'The stretches of a level follow one another without a gap from the first event, and each has the sequence of the last transaction that was posted by its end.',
  'stretches-equal-their-events':
    'A stretch has, for each account, layer and day, the amounts that its events posted, less those that they voided or undid.',
  'stretches-equal-their-parts': 'A stretch of stretches is the sum of the stretches within it.',
});
