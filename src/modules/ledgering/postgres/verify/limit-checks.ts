/**
 * Checks of balance limits: they apply to the right accounts, no balance exceeded them without permission, and the sums by which they are
 * checked are right.
 */
import { ledgerChecks } from './sql-check';

export const limitChecks = ledgerChecks(
  __filename,
  {
    'limits-are-armed': 'The settled balance of an account knows that limits bind it exactly when they do.',
    'limits-hold':
      'Nothing that was posted or voided under balance limits moved the balance that they bind beyond them, or further.',
    'limits-hold-on-every-day':
      'Nothing that was posted or voided under balance limits left the settled balance of any day beyond them, farther than before.',
    'limits-passed':
      'Accounts may be beyond a limit on some day: since before it was set, or because a request overrode it.',
    'overridden-limits-are-logged':
      'Limits that a transaction overrode are kept exactly where its event tells of them.',
    'months-equal-days': 'The months of an account’s limits agree with its days.',
    'expired-holds-end': 'Nothing is left of a hold that expired, and its release counts from the day of its end.',
  },
  ['limits-passed'],
);
