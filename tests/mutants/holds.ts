/** Bugs in extending holds, and in the balances as of a day. */
import type { Mutant } from './mutant';

const ledgering = 'src/modules/ledgering';

export const bugsOfHolds: readonly Mutant[] = [
  {
    bug: 'shows today in the dry run of a later day',
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
    bug: 'tells the money of later days in an event',
    changes: [
      {
        file: `${ledgering}/application/balances-after.ts`,
        from: 'if (day > until) continue;',
        to: 'if (day > until && day < until) continue;',
      },
    ],
    caughtBy: { file: 'tests/contract/feed-balances.test.ts', test: 'they are what the entries before add up to' },
  },
  {
    bug: 'knows what could be spent by the highest day',
    changes: [
      {
        file: `${ledgering}/postgres/sums/known-balances.ts`,
        from: '(isDebit ? BigInt(lowest) : -BigInt(highest))',
        to: '(isDebit ? BigInt(highest) : -BigInt(lowest))',
      },
    ],
    caughtBy: { file: 'tests/contract/known-totals.test.ts', test: 'totals at a place of the log' },
  },
  {
    bug: 'lets an extension pass limits',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: `const isEnding = undoes !== null && undoes.kind !== 'extension';`,
        to: 'const isEnding = undoes !== null;',
      },
    ],
    caughtBy: { file: 'tests/api/holds-extended.test.ts', test: 'is raised as far as limits allow, and no farther' },
  },
  {
    bug: 'tells the end of a hold as it was before it was moved',
    changes: [
      {
        file: `${ledgering}/domain/extension.ts`,
        from: 'after: endOf(after) };',
        to: 'after: endOf(before) };',
      },
    ],
    caughtBy: { file: 'tests/api/holds-extended.test.ts', test: 'say what was before and what is' },
  },
  {
    bug: 'lets a hold end on a day before it was raised',
    changes: [
      {
        file: `${ledgering}/domain/undoing.ts`,
        from: 'extendedOn === null ? effectiveDate : laterOf(effectiveDate, extendedOn);',
        to: 'extendedOn === null ? effectiveDate : effectiveDate;',
      },
    ],
    caughtBy: { file: 'tests/api/holds-extended.test.ts', test: 'is not ended on a day before the one' },
  },
  {
    bug: 'forgets in the database that only an extension adds to an entry',
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
