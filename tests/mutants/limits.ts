/** Bugs in limits, expiring holds and period locks. */
import type { Mutant } from './mutant';

const ledgering = 'src/modules/ledgering';

export const bugsOfLimits: readonly Mutant[] = [
  {
    bug: 'does not check balance limits when it posts',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: 'if (!account?.limits.enforced) return undefined;',
        to: 'if (!account?.limits.enforced || id) return undefined;',
      },
    ],
    caughtBy: { file: 'tests/faults/poison.test.ts', test: 'fails only the transaction with BALANCE_LIMIT_EXCEEDED' },
  },
  {
    bug: 'lets held money be spent',
    changes: [
      {
        file: `${ledgering}/domain/limits.ts`,
        from: `const countsHolds = limits.basis === 'available';`,
        to: 'const countsHolds = limits.basis === undefined;',
      },
    ],
    caughtBy: {
      file: 'tests/api/limits-available.test.ts',
      test: 'cannot be spent, but the rest can, to the last cent',
    },
  },
  {
    bug: 'checks a limit against the balance over all days',
    changes: [
      {
        file: `${ledgering}/domain/course.ts`,
        from: 'let balance = settledOn(total, course, day);',
        to: 'let balance = settledOn(total, [], day);',
      },
    ],
    caughtBy: { file: 'tests/api/limits-by-day.test.ts', test: 'cannot spend today money that arrives years later' },
  },
  {
    bug: 'lacks the trigger that checks limits on every day',
    changes: [
      {
        file: 'migrations/0019-limits-day-by-day.sql',
        from: `create trigger account_day_balances_tell_begun_days after insert on account_day_balances
  referencing new table as inserted for each statement execute function tell_changed_days();
`,
        to: '',
      },
    ],
    caughtBy: {
      file: 'tests/contract/limits-by-day.test.ts',
      test: 'the first posting on a day is judged by the balance of that day',
    },
  },
  {
    bug: 'lets every key override limits',
    changes: [
      {
        file: `${ledgering}/application/overriding.ts`,
        from: 'capabilities.has(overrideCapability);',
        to: 'capabilities.has(overrideCapability) || true;',
      },
    ],
    caughtBy: { file: 'tests/api/limits-overridden.test.ts', test: 'needs the capability limits:override' },
  },
  {
    bug: 'dates the release of an expired hold without regard to the day of expiry',
    changes: [
      {
        file: `${ledgering}/domain/hold.ts`,
        from: 'effectiveDate: laterOf(expiredOn, lastDayOf(hold)),',
        to: 'effectiveDate: lastDayOf(hold),',
      },
    ],
    caughtBy: { file: 'tests/api/holds-expiry.test.ts', test: 'the release is dated the day of expiry' },
  },
  {
    bug: 'locks days that are not over without being asked to',
    changes: [
      {
        file: `${ledgering}/application/period-locks.ts`,
        from: 'if (lockedUntil >= today && !includesOpenDays)',
        to: 'if (lockedUntil >= today && !includesOpenDays && false)',
      },
    ],
    caughtBy: { file: 'tests/api/period-locks.test.ts', test: 'is refused with PERIOD_NOT_OVER' },
  },
];
