/** Bugs that rely on a value that was read before the request waited. The value may have changed during the wait. */
import type { Mutant } from './mutant';

export const bugsOfFacts: readonly Mutant[] = [
  {
    bug: 'posts by a transaction code without checking that it is still active',
    changes: [
      {
        file: 'src/modules/ledgering/application/writing/accept.ts',
        from: 'requireFacts(prepared, reading.facts);',
        to: 'void requireFacts;',
      },
    ],
    caughtBy: { file: 'tests/api/codes-judged.test.ts', test: 'a transaction is refused' },
  },
  {
    bug: 'caches compiled templates by transaction code alone',
    changes: [
      {
        file: 'src/modules/catalog/application/compiled-templates.ts',
        from: '[ledgerId, id, version, currency, storageDecimals, displayDecimals].join',
        to: 'void [currency, storageDecimals, displayDecimals] ?? [ledgerId, id, version].join',
      },
    ],
    caughtBy: {
      file: 'tests/api/currency-judged.test.ts',
      test: 'a transaction code that was rendered before is rendered again in the ledger’s new decimals',
    },
  },
  {
    bug: 'trusts the decimals that were cached with an API key',
    changes: [
      {
        file: 'src/kernel/guess.ts',
        from: 'if (!isSameDenomination(guess, fact)) throw',
        to: 'if (guess !== guess) throw',
      },
    ],
    caughtBy: {
      file: 'tests/api/currency-judged.test.ts',
      test: 'a transaction sent to a process with outdated decimals is refused with 503, and nothing is written',
    },
  },
  {
    bug: 'moves value through a string that a ledger has left',
    changes: [
      {
        file: 'src/modules/ledgering/application/post-together.ts',
        from: 'operations.holdGuess(tx, { ...request.guess, ledgerIds })',
        to: 'Promise.resolve(void ledgerIds)',
      },
    ],
    caughtBy: { file: 'tests/api/strings-judged.test.ts', test: 'the target is no longer a member: nothing moves' },
  },
];
