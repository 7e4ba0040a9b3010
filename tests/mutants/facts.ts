/** Bugs that rely on a value that was read before the request waited. The value may have changed during the wait. */
import type { Mutant } from './mutant';

export const bugsOfFacts: readonly Mutant[] = [
  {
    bug: 'trusts the transaction code that was expanded',
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
    bug: 'keeps compiled templates by their code alone',
    changes: [
      {
        file: 'src/modules/catalog/application/compiled-templates.ts',
        from: '[ledgerId, id, version, currency, storageDecimals, displayDecimals].join',
        to: 'void [currency, storageDecimals, displayDecimals] ?? [ledgerId, id, version].join',
      },
    ],
    caughtBy: {
      file: 'tests/api/currency-judged.test.ts',
      test: 'a code that was rendered before is rendered anew, in the ledger’s own decimals',
    },
  },
  {
    bug: 'trusts the decimals that a key had',
    changes: [
      {
        file: 'src/kernel/guess.ts',
        from: 'if (!isSameDenomination(guess, fact)) throw',
        to: 'if (guess !== guess) throw',
      },
    ],
    caughtBy: {
      file: 'tests/api/currency-judged.test.ts',
      test: 'a transaction of a process that still counts otherwise is told to come again, and nothing is written',
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
