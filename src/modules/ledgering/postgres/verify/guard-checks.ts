/** Whether the database still refuses what it must refuse, the service and the owner alike. */
import { applicationRole as role } from '../../../../kernel/postgres/session';
import { fetchRows, loadStatements } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { declaredGuards } from './declared-guards';
import { breachQuery, judged, type BreachRow } from './sql-check';

export const judgeGuards = async (tx: Tx): Promise<readonly CheckResult[]> => {
  const { triggers, questions, plane, references } = declaredGuards();
  const max_named = maxNamedBreaches;
  return [
    named(
      'triggers-stand',
      await fetchRows(tx, sql['triggers-stand'], {
        max_named,
        names: triggers.map(({ name }) => name),
        tables: triggers.map(({ table }) => table),
        functions: triggers.map((trigger) => trigger.function),
        bodies: triggers.map(({ body }) => body),
      }),
    ),
    named(
      'questions-stand',
      await fetchRows(tx, sql['questions-stand'], {
        max_named,
        names: questions.map(({ name }) => name),
        takes: questions.map(({ takes }) => takes),
        answers: questions.map(({ answers }) => answers),
        questions: questions.map(({ question }) => question),
      }),
    ),
    named('nothing-is-disabled', await fetchRows(tx, sql['nothing-is-disabled'], { max_named, plane })),
    named(
      'foreign-keys-stand',
      await fetchRows(tx, sql['foreign-keys-stand'], {
        max_named,
        sources: references.map(({ source }) => source),
        columns: references.map(({ columns }) => columns),
        targets: references.map(({ target }) => target),
      }),
    ),
    named('foreign-keys-stay-inside', await fetchRows(tx, sql['foreign-keys-stay-inside'], { max_named, plane })),
    named('ledgers-are-isolated', await fetchRows(tx, sql['ledgers-are-isolated'], { max_named, plane, role })),
    named('role-is-bound', await fetchRows(tx, sql['role-is-bound'], { max_named, role })),
    named('role-cannot-rewrite', await fetchRows(tx, sql['role-cannot-rewrite'], { max_named, plane, role })),
  ];
};

const promises = {
  'triggers-stand': 'Each trigger that the migrations made is there, is enabled, and runs what they wrote.',
  'questions-stand': 'Each question that a trigger asks of other tables is there, and asks what the migrations wrote.',
  'nothing-is-disabled': 'No trigger of the ledger plane is disabled, those behind foreign keys included.',
  'foreign-keys-stand':
    'Each foreign key of the ledger plane that the migrations made is there, validated and enforced.',
  'foreign-keys-stay-inside': 'No foreign key of the ledger plane leads from one ledger to another.',
  'ledgers-are-isolated':
    'Row-level security is enabled and forced on each table of the ledger plane, and only its own policy lets anybody in.',
  'role-is-bound':
    'The role that the service works as is no superuser, passes by no policy, and is a member of no other role.',
  'role-cannot-rewrite':
    'The role that the service works as may not change, delete or truncate what is written once, and owns no table.',
};

const named = (name: keyof typeof promises, rows: readonly BreachRow[]): CheckResult =>
  judged({ name, promise: promises[name] }, rows);

const sql = loadStatements(__filename, {
  'triggers-stand': breachQuery('names', 'tables', 'functions', 'bodies'),
  'questions-stand': breachQuery('names', 'takes', 'answers', 'questions'),
  'nothing-is-disabled': breachQuery('plane'),
  'foreign-keys-stand': breachQuery('sources', 'columns', 'targets'),
  'foreign-keys-stay-inside': breachQuery('plane'),
  'ledgers-are-isolated': breachQuery('plane', 'role'),
  'role-is-bound': breachQuery('role'),
  'role-cannot-rewrite': breachQuery('plane', 'role'),
});
