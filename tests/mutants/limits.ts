/** Bugs in limits, expiring holds and period locks. */
import type { Mutant } from './mutant';

const ledgering = 'src/modules/ledgering';

export const bugsOfLimits: readonly Mutant[] = [
  {
    bug: 'does not look at balance limits while it posts',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: 'if (!account?.limits.enforced) return undefined;',
        to: 'if (!account?.limits.enforced || id) return undefined;',
      },
    ],
    caughtBy: { file: 'tests/faults/poison.test.ts', test: 'fails BALANCE_LIMIT_EXCEEDED alone' },
  },
  {
    bug: 'lets be spent what is held',
    changes: [
      {
        file: `${ledgering}/domain/limits.ts`,
        from: `const countsHolds = limits.basis === 'available';`,
        to: 'const countsHolds = limits.basis === undefined;',
      },
    ],
    caughtBy: {
      file: 'tests/api/limits-available.test.ts',
      test: 'cannot be spent, and what is left can, to the last cent',
    },
  },
  {
    bug: 'judges a limit by the money of all days',
    changes: [
      {
        file: `${ledgering}/domain/course.ts`,
        from: 'let balance = settledOn(total, course, day);',
        to: 'let balance = settledOn(total, [], day);',
      },
    ],
    caughtBy: { file: 'tests/api/limits-by-day.test.ts', test: 'does not spend today what comes years ahead' },
  },
  {
    bug: 'forgets in the database that limits hold on every day',
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
      test: 'a posting that begins a day is judged by the days',
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
    bug: 'dates the release of an expired hold by its own day alone',
    changes: [
      {
        file: `${ledgering}/domain/hold.ts`,
        from: 'effectiveDate: laterOf(expiredOn, lastDayOf(hold)),',
        to: 'effectiveDate: lastDayOf(hold),',
      },
    ],
    caughtBy: { file: 'tests/api/holds-expiry.test.ts', test: 'it is dated the day on which it expired' },
  },
  {
    bug: 'locks days that are not over without a word',
    changes: [
      {
        file: `${ledgering}/application/period-locks.ts`,
        from: 'if (lockedUntil >= today && !includesOpenDays)',
        to: 'if (lockedUntil >= today && !includesOpenDays && false)',
      },
    ],
    caughtBy: { file: 'tests/api/period-locks.test.ts', test: 'is refused by name' },
  },
];
