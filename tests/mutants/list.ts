/**
 * Bugs that a developer could introduce, each as a change to our source with the test that must catch it. If you move the code that a
 * change names, update the change: one that matches nowhere or twice fails.
 */
import { bugsOfHolds } from './holds';
import { bugsOfFacts } from './facts';
import { bugsOfJudging } from './judging';
import { bugsOfLimits } from './limits';
import { bugsOfMeaning } from './meaning';
import type { Mutant } from './mutant';
import { bugsOfPeople } from './people';
import { bugsOfTime } from './time';

const ledgering = 'src/modules/ledgering';

export const mutants: readonly Mutant[] = [
  ...bugsOfHolds,
  ...bugsOfFacts,
  ...bugsOfJudging,
  ...bugsOfLimits,
  ...bugsOfMeaning,
  ...bugsOfPeople,
  ...bugsOfTime,
  {
    bug: 'commits without waiting for the disk',
    changes: [
      {
        file: 'src/kernel/postgres/unit-of-work.ts',
        from: `begin: 'begin',`,
        to: `begin: 'begin; set local synchronous_commit = off',`,
      },
    ],
    caughtBy: {
      file: 'tests/faults/durability.test.ts',
      test: 'survives if PostgreSQL is killed in the moment of the answer',
    },
  },
  {
    bug: 'answers before the commit',
    changes: [
      {
        file: 'src/kernel/postgres/unit-of-work.ts',
        from: 'else await commitAfter(pipeline, lastStatement, this.wire, { giveUp, end });',
        to: 'else if (lastStatement) void commitAfter(pipeline, lastStatement, this.wire, { giveUp, end }).catch(() => undefined); else await commitAfter(pipeline, lastStatement, this.wire, { giveUp, end });',
      },
    ],
    caughtBy: { file: 'tests/faults/durability.test.ts', test: 'is not sent if the commit is refused' },
  },
  {
    bug: 'checks an idempotency key and inserts it in two steps',
    changes: [
      {
        file: 'migrations/0005-transactions.sql',
        from: 'primary key (ledger_id, key)\n',
        to: 'check (key is not null)\n',
      },
      {
        file: `${ledgering}/postgres/posting/acceptance-store.sql`,
        from: 'where not pg_try_advisory_xact_lock(hashtextextended(:ledger_id::uuid::text || k.key, 0))',
        to: 'where false',
      },
    ],
    caughtBy: { file: 'tests/faults/idempotency-storm.test.ts', test: 'keys, each used by' },
  },
  {
    bug: 'replays the result of a key for any body',
    changes: [
      {
        file: `${ledgering}/domain/judging.ts`,
        from: 'use.operation === operation && fingerprint.matches(use.fingerprint)',
        to: 'use.operation === operation',
      },
    ],
    caughtBy: { file: 'tests/api/idempotency.test.ts', test: 'with another amount is refused: the key is taken' },
  },
  {
    bug: 'refuses a retry that spells an amount in another way',
    changes: [
      {
        file: `${ledgering}/domain/formats/version-2.ts`,
        from: 'memberText(plainAmount(amount)) +',
        to: 'memberText(amount) +',
      },
    ],
    caughtBy: { file: 'tests/api/idempotency.test.ts', test: 'with its amounts in another spelling is a replay too' },
  },
  {
    bug: 'posts optional entries with the amount zero',
    changes: [
      {
        file: 'src/modules/catalog/domain/expansion.ts',
        from: 'filled.right.filter(({ amount }) => amount !== 0n)',
        to: 'filled.right',
      },
    ],
    caughtBy: {
      file: 'tests/unit/catalog/optional-entries.test.ts',
      test: 'is left out when its amount is zero',
    },
  },
  {
    bug: 'rounds half to even where a template says half up',
    changes: [
      {
        file: 'src/modules/catalog/domain/exact.ts',
        from: 'half_up: Decimal.ROUND_HALF_UP',
        to: 'half_up: Decimal.ROUND_HALF_EVEN',
      },
    ],
    caughtBy: { file: 'tests/unit/catalog/exact.test.ts', test: 'round 2.5, -2.5, 2.1 and -2.1 half_up' },
  },
  {
    bug: 'finds accounts by code in all ledgers',
    changes: [
      {
        file: `${ledgering}/postgres/posting/acceptance-store.sql`,
        from: 'where ledger_id = :ledger_id and code between w.code and w.code',
        to: 'where code between w.code and w.code',
      },
    ],
    caughtBy: { file: 'tests/api/movements-together.test.ts', test: 'finds each account in its own ledger' },
  },
  {
    bug: 'commits one leg of a movement before it tries the other',
    changes: [
      {
        file: `${ledgering}/application/post-together.ts`,
        from: 'const transaction = await postLeg(dependencies, turn, caller, request, leg, operationId, stamped);',
        to: `const transaction = await postLeg(dependencies, turn, caller, request, leg, operationId, stamped);
          const { pipeline } = tx as never as { pipeline: { ask(statement: object): Promise<void> } };
          for (const text of ['commit', 'begin', \`set local ledger.scope = '{\${ledgerIds.join(',')}}'\`])
            await pipeline.ask({ text });`,
      },
    ],
    caughtBy: { file: 'tests/api/movements-together.test.ts', test: 'leaves no trace of the first leg' },
  },
  {
    bug: 'writes transactions that were judged by outdated attribute rules',
    changes: [
      {
        file: 'migrations/0008-attributes.sql',
        from: 'lock_attribute_rules(tenant, alone) <> judged_by',
        to: 'lock_attribute_rules(tenant, alone) < 0',
      },
    ],
    caughtBy: {
      file: 'tests/contract/attributes-holding.test.ts',
      test: 'refuses a write that was judged before a change',
    },
  },
  {
    bug: 'locks the heads of two ledgers in the order of the request',
    changes: [
      {
        file: `${ledgering}/application/turn.ts`,
        from: '[...ledgers].sort()',
        to: '[...ledgers]',
      },
    ],
    caughtBy: {
      file: 'tests/api/movements-together.test.ts',
      test: 'are locked in ledger order, not in the order of the movement',
    },
  },
  {
    bug: 'posts into a period that was locked after acceptance',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: 'if (facts.lockedUntil !== null && effectiveDate <= facts.lockedUntil)',
        to: 'if (facts.lockedUntil !== null && effectiveDate < effectiveDate)',
      },
    ],
    caughtBy: { file: 'tests/faults/poison.test.ts', test: 'fails only the transaction with PERIOD_LOCKED' },
  },
  {
    bug: 'posts the valid transactions of a failed atomic batch',
    changes: [
      {
        file: `${ledgering}/domain/posting.ts`,
        from: 'if (batchId !== null) groupOf.set(batchId, opened);',
        to: '',
      },
    ],
    caughtBy: {
      file: 'tests/api/batches-atomic.test.ts',
      test: 'fails as a whole if one transaction would exceed a limit',
    },
  },
  {
    bug: 'updates the totals of an account, but not those of the day',
    changes: [
      {
        file: `${ledgering}/domain/open-books.ts`,
        from: '        day.debits += change;\n',
        to: '',
      },
    ],
    caughtBy: { file: 'tests/api/balances.test.ts', test: 'includes a back-dated entry from its effective date on' },
  },
  {
    bug: 'lacks the trigger that enforces double entry',
    changes: [
      {
        file: 'migrations/0006-books.sql',
        from: `create trigger entries_balance after insert on entries
  referencing new table as inserted for each statement execute function refuse_unbalanced_entries();
`,
        to: '',
      },
    ],
    caughtBy: { file: 'tests/contract/last-resort.test.ts', test: 'entries that do not balance' },
  },
  {
    bug: 'accepts a cursor with a wrong signature',
    changes: [
      {
        file: 'src/kernel/page.ts',
        from: 'if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(secret, list, body))) return undefined;',
        to: 'timingSafeEqual(bytes.subarray(0, signatureBytes), bytes.subarray(0, signatureBytes));',
      },
    ],
    caughtBy: {
      file: 'tests/api/protocol-lists.test.ts',
      test: 'refuses a cursor with one character changed, left out or added',
    },
  },
  {
    bug: 'passes NUL to a store that cannot keep it',
    changes: [
      { file: 'src/kernel/http/scalar-codecs.ts', from: 'if (input.includes(nul)) return', to: 'if (false) return' },
    ],
    caughtBy: { file: 'tests/api/transactions-refusals.test.ts', test: 'if its description holds NUL' },
  },
  {
    bug: 'loses the rounding remainder of a partial refund',
    changes: [{ file: `${ledgering}/domain/shares.ts`, from: 'slice(0, Number(rest))', to: 'slice(0, 0)' }],
    caughtBy: {
      file: 'tests/unit/ledgering/undoing.test.ts',
      test: 'successive partial reversals balance in each layer',
    },
  },
  {
    bug: 'counts the excess of a settlement as part of the hold',
    changes: [{ file: `${ledgering}/domain/settling.ts`, from: 'total < held ? total : held', to: 'total' }],
    caughtBy: { file: 'tests/unit/ledgering/undoing.test.ts', test: 'more, in proportion' },
  },
  {
    bug: 'dates a reversal before its transaction',
    changes: [
      {
        file: `${ledgering}/domain/undoing.ts`,
        from: 'return date < earliest ?',
        to: 'return date < today && date > today ?',
      },
    ],
    caughtBy: { file: 'tests/unit/ledgering/undoing.test.ts', test: 'the day before it' },
  },
];
