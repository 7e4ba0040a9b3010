/** Bugs in extending holds, and in the balances as of a day. */
import type { Mutant } from './mutant';

const ledgering = 'src/modules/ledgering';

export const bugsOfHolds: readonly Mutant[] = [
  {
    bug: 'shows the balances of today in the dry run of a later day',
    changes: [
      {
        file: `${ledgering}/application/rehearsal.ts`,
        from: 'days.map(({ day }) => day)).reduce(laterOf, today);',
        to: 'days.map(({ day }) => day)).reduce(() => today, today);',
      },
    ],
    caughtBy: { file: 'tests/api/dry-run-days.test.ts', test: 'its own day for a transaction of a later day' },
  },
  {
    bug: 'includes later days in the balances of an event',
    changes: [
      {
        file: `${ledgering}/application/balances-after.ts`,
        from: 'if (day > until) continue;',
        to: 'if (day > until && day < until) continue;',
      },
    ],
    caughtBy: {
      file: 'tests/contract/feed-balances.test.ts',
      test: 'balances of events are the sums of the entries so far',
    },
  },
  {
    bug: 'computes an earlier available balance from the highest day instead of the lowest',
    changes: [
      {
        file: `${ledgering}/postgres/sums/known-balances.ts`,
        from: '(isDebit ? BigInt(lowest) : -BigInt(highest))',
        to: '(isDebit ? BigInt(highest) : -BigInt(lowest))',
      },
    ],
    caughtBy: { file: 'tests/contract/known-totals.test.ts', test: 'totals as known at a sequence never change' },
  },
  {
    bug: 'lets an extension exceed limits',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: `const isEnding = undoes !== null && undoes.kind !== 'extension';`,
        to: 'const isEnding = undoes !== null;',
      },
    ],
    caughtBy: { file: 'tests/api/holds-extended.test.ts', test: 'may reach the balance limit, but not exceed it' },
  },
  {
    bug: 'reports the former expiry of an extended hold as its new one',
    changes: [
      {
        file: `${ledgering}/domain/extension.ts`,
        from: 'after: endOf(after) };',
        to: 'after: endOf(before) };',
      },
    ],
    caughtBy: {
      file: 'tests/api/holds-extended.test.ts',
      test: 'show the amount and expiry before and after each extension',
    },
  },
  {
    bug: 'lets a hold end on a day before its extension',
    changes: [
      {
        file: `${ledgering}/domain/undoing.ts`,
        from: 'extendedOn === null ? effectiveDate : laterOf(effectiveDate, extendedOn);',
        to: 'extendedOn === null ? effectiveDate : effectiveDate;',
      },
    ],
    caughtBy: { file: 'tests/api/holds-extended.test.ts', test: 'cannot be settled on a day before it was raised' },
  },
  {
    bug: 'lacks the trigger that lets only an extension add to an entry',
    changes: [
      {
        file: 'migrations/0027-extended-holds.sql',
        from: `create trigger entries_undone_are_added_to_by_extensions after update on entries_undone
  referencing old table as before new table as written for each statement execute function refuse_adding_by_nothing();
`,
        to: '',
      },
    ],
    caughtBy: { file: 'tests/contract/last-resort.test.ts', test: 'to undo less of an entry than before' },
  },
];
