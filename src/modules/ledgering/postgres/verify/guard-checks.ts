/**
 * Checks that the database refuses forbidden changes by the service and by the owner of the tables: its guards must be those that the
 * migrations create.
 */
import type { GuardKind } from '../../../../kernel/postgres/guard-list';
import { differencesOfGuards, type GuardDifference } from '../../../../kernel/postgres/guards';
import { asking } from '../../../../kernel/postgres/sql';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';

export const judgeGuards = async (tx: Tx): Promise<readonly CheckResult[]> => {
  const differences = await differencesOfGuards(asking(tx));
  return Object.entries(promises).map(([name, promise]) => {
    const own = differences.filter((difference) => checkOf(difference) === name);
    return {
      check: { name, promise },
      total: own.length,
      named: own.slice(0, maxNamedBreaches).map(({ where, detail }) => ({ where, detail })),
    };
  });
};

type GuardCheck = keyof typeof promises;

const promises = {
  'tables-stand': 'Each table, column and type is as the migrations made it, and no table inherits from another.',
  'constraints-stand':
    'Each constraint and index that the migrations made is there as they made it, validated and enforced, and there is no other constraint.',
  'triggers-stand':
    'Each trigger that the migrations made is there, is enabled and fires as they defined it, and there is no other trigger or rule.',
  'functions-stand':
    'Each function has the body and the owner that the migrations gave it, and no other function hides one of them.',
  'ledgers-are-isolated':
    'Row-level security and its policies are as the migrations made them, so a transaction sees only the ledgers that it names.',
  'role-is-bound':
    'The role of the service is not a superuser, cannot bypass policies or triggers, and is a member of no other role.',
  'role-cannot-rewrite': 'Every role that may write has the rights that the migrations granted, and no others.',
};

const checks: Readonly<Record<GuardKind, GuardCheck>> = {
  ...{ table: 'tables-stand', column: 'tables-stand', type: 'tables-stand', heir: 'tables-stand' },
  ...{ constraint: 'constraints-stand', index: 'constraints-stand' },
  ...{ trigger: 'triggers-stand', 'internal trigger': 'triggers-stand', rule: 'triggers-stand' },
  ...{ 'event trigger': 'triggers-stand', function: 'functions-stand', operator: 'functions-stand' },
  ...{ cast: 'functions-stand', shadow: 'functions-stand', policy: 'ledgers-are-isolated' },
  ...{ grant: 'role-cannot-rewrite', role: 'role-is-bound' },
};

const checkOf = ({ kind, facts }: GuardDifference): GuardCheck => {
  if (kind !== 'table') return checks[kind];
  if (facts.includes('row-level security')) return 'ledgers-are-isolated';
  return facts.includes('owner') ? 'role-cannot-rewrite' : 'tables-stand';
};
