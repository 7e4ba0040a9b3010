/**
 * Checks of balance limits: they apply to the right accounts, no balance exceeded them without permission, and the sums by which they are
 * checked are right.
 */
import { ledgerChecks } from './sql-check';

export const limitChecks = ledgerChecks(
  __filename,
  {
    'limits-are-armed':
      'The settled balance of an account is marked as limited exactly if limits are enforced on the account.',
    'limits-hold':
      'No posting or void under enforced balance limits moved a balance beyond a limit, or further beyond one.',
    'limits-hold-on-every-day':
      'No posting or void under enforced balance limits moved the settled balance of any day beyond a limit, or further beyond one.',
    'limits-passed':
      'Accounts whose balance is beyond a limit on some day: because the limit was set later, or because a request overrode it.',
    'overridden-limits-are-logged':
      'The limits that a transaction overrode are stored exactly if its event names them.',
    'months-equal-days': 'The months of an account’s limits agree with its days.',
    'expired-holds-end':
      'An expired hold has no remaining amount, and its release is effective on the day of the expiry.',
  },
  ['limits-passed'],
);
