/** Bugs in a number that has a name, such as a balance: it is computed wrongly, or differently in two places. */
import type { Mutant } from './mutant';

const ledgering = 'src/modules/ledgering';

export const bugsOfMeaning: readonly Mutant[] = [
  {
    bug: 'includes later days in the balance of an account',
    changes: [
      {
        file: `${ledgering}/postgres/chart/chart-rows.sql`,
        from: 'day > :today::date) l',
        to: 'day > :today::date and false) l',
      },
    ],
    caughtBy: { file: 'tests/api/balances.test.ts', test: 'is as of today in UTC if no day is given' },
  },
  {
    bug: 'reports settled or released amounts as overdue',
    changes: [
      {
        file: `${ledgering}/postgres/sums/standing.sql`,
        from: `and position = e.position offset 0) u on true) d
 where a.ledger_id = :ledger_id and a.code = :code;`,
        to: `and position = e.position offset 0) u on false) d
 where a.ledger_id = :ledger_id and a.code = :code;`,
      },
    ],
    caughtBy: { file: 'tests/contract/readers.test.ts', test: 'return the rest of encumbrances and holds' },
  },
  {
    bug: 'does not verify limits on past days',
    changes: [
      {
        file: `${ledgering}/postgres/verify/limit-checks.sql`,
        from: 'where (settled < min_balance and moved < 0) or (settled > max_balance and moved > 0)',
        to: 'where (settled < min_balance and moved < 0 or settled > max_balance and moved > 0) and day >= current_date',
      },
    ],
    caughtBy: {
      file: 'tests/contract/verify-limits.test.ts',
      test: 'verify finds an account that exceeded a limit on a past day',
    },
  },
  {
    bug: 'demands a content type for an empty object',
    changes: [
      {
        file: 'src/kernel/http/body.ts',
        from: `bytes.length === 0 || (!headers['content-type'] && bytes.equals(emptyObject));`,
        to: `bytes.length === 0 || (!headers['content-type'] && bytes.length < 0);`,
      },
    ],
    caughtBy: {
      file: 'tests/api/optional-bodies.test.ts',
      test: 'settles, releases and voids the whole',
    },
  },
  {
    bug: 'does not wait for the outcome of a batch',
    changes: [
      {
        file: `${ledgering}/http/operations/batches.ts`,
        from: 'decisionsShown(bookkeeping, caller.ledgerId, made, waitSeconds);',
        to: 'decisionsShown(bookkeeping, caller.ledgerId, made, 0 * waitSeconds);',
      },
    ],
    caughtBy: { file: 'tests/api/batches-waited-for.test.ts', test: 'reports posted, failed and rejected items' },
  },
  {
    bug: 'settles a hold without its reference',
    changes: [
      {
        file: `${ledgering}/domain/hold.ts`,
        from: 'const reference = request.reference === undefined ? hold.reference : request.reference;',
        to: 'const reference = request.reference ?? null;',
      },
    ],
    caughtBy: {
      file: 'tests/api/undoing-inherits.test.ts',
      test: 'inherits the reference and attributes of its original',
    },
  },
  {
    bug: 'imports an extension as of today',
    changes: [
      {
        file: 'packages/import/src/operations.ts',
        from: 'transaction_id: transactionId, date: row.date, idempotency_key: key },',
        to: 'transaction_id: transactionId, idempotency_key: key },',
      },
    ],
    caughtBy: { file: 'tests/api/import-extensions.test.ts', test: 'an imported extension raises the hold on its day' },
  },
];
