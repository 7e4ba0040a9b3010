/**
 * Bugs in deciding why a posting failed: a transaction fails because of a fault of the system, or a group whose commit is in doubt is run
 * again.
 */
import type { Mutant } from './mutant';

export const bugsOfJudging: readonly Mutant[] = [
  {
    bug: 'fails transactions because of faults of the system',
    changes: [
      {
        file: 'src/modules/ledgering/application/posting/poster.ts',
        from: 'if (!mayCondemn(error)) throw error;',
        to: 'if (isTransient(error) && !(error instanceof HouseFault)) throw error;',
      },
    ],
    caughtBy: {
      file: 'tests/contract/house-faults.test.ts',
      test: 'fails no transaction because of a fault of the system',
    },
  },
  {
    bug: 'treats the process of every posting attempt as dead',
    changes: [
      {
        file: 'src/modules/ledgering/application/posting/quarantine.ts',
        from: 'absences.stateOf(attempt.owner, present.has(attempt.owner))',
        to: 'absences.stateOf(attempt.owner, false)',
      },
    ],
    caughtBy: { file: 'tests/unit/ledgering/quarantine.test.ts', test: 'six processes that start together' },
  },
  {
    bug: 'forgets that a commit was in doubt',
    changes: [
      {
        file: 'src/kernel/running/group-commit.ts',
        from: 'if (!answers?.every(isClear)) throw doubt;',
        to: 'if (!answers?.every(isClear)) return run(items);',
      },
    ],
    caughtBy: { file: 'tests/contract/house-faults.test.ts', test: 'stays in doubt if its commit is in doubt' },
  },
];
