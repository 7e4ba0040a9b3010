/** Sums over stretches of the log, by which is told what the books said at an earlier place of it. */
import { ledgerChecks } from './sql-check';

export const stretchChecks = ledgerChecks(__filename, {
  'stretches-follow-each-other':
    'The stretches of a level lie behind one another from the first event on, and say what had been posted by their end.',
  'stretches-equal-their-events':
    'What a stretch says of an account, layer and day is what its events posted, less what they voided or undid.',
  'stretches-equal-their-parts': 'What a stretch of stretches says is the sum of those within it.',
});
