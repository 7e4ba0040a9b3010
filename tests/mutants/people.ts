/** Bugs that write without checking again that the password is still the one that was verified. */
import type { Mutant } from './mutant';

export const bugsOfPeople: readonly Mutant[] = [
  {
    bug: 'begins a session with a password that was changed during the sign-in',
    changes: [
      {
        file: 'src/modules/access/postgres/session-store.ts',
        from: 'if (!operator?.isActive || operator.passwordHash !== judgedBy)',
        to: 'if (!operator?.isActive)',
      },
    ],
    caughtBy: {
      file: 'tests/contract/people-judged.test.ts',
      test: 'a sign-in that overlaps a new password leaves no session',
    },
  },
  {
    bug: 'overwrites a password that a link has set in the meantime',
    changes: [
      {
        file: 'src/modules/access/postgres/operator-store.ts',
        from: 'if ((await lockOperator(em, operatorId))?.passwordHash !== former) return nothing;\n      if ((await em.count(SessionSchema, { id, operatorId, endedAt: null })) === 0) return nothing;',
        to: 'await lockOperator(em, operatorId);',
      },
    ],
    caughtBy: {
      file: 'tests/contract/people-judged.test.ts',
      test: 'a new password that overlaps a recovery by a link is refused, and the recovered one stays valid',
    },
  },
];
