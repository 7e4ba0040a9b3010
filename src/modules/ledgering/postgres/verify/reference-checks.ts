/** Checks references: the foreign keys of the ledger plane, row by row, and the references that guards enforce without a foreign key. */
import type { LedgerId } from '../../../../kernel/ids';
import { queryText } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters, unprepared } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { judged, type BreachRow } from './sql-check';

interface ReferenceRow {
  readonly source: string;
  readonly target: string;
  readonly key: readonly string[];
  readonly source_columns: readonly string[];
  readonly target_columns: readonly string[];
}

/** Checks all references with one SQL statement. It is built here, because the references are read from the schema. */
export const judgeReferences = async (tx: Tx, ledgerId: LedgerId): Promise<CheckResult> => {
  const references = [...(await fetchRows(tx, sql.read_references, {})), ...guardedReferences];
  const rows = await queryText<BreachRow>(
    tx,
    `select place, detail, count(*) over () as total
       from (${references.map(danglingRows).join('\n union all ')} offset 0) as judged (place, detail)
      where detail is not null
      limit ${maxNamedBreaches}`,
    [ledgerId],
  );
  return judged({ name: 'references', promise: 'Each row that is referred to exists, in the same ledger.' }, rows);
};

/** The references that guards enforce when rows are written. Tables that grow with traffic have no foreign keys to each other. */
const guardedReferences: readonly ReferenceRow[] = (
  [
    ['entries', ['sequence', 'position'], 'account_id', 'accounts'],
    ['transactions', ['id'], 'journal_id', 'journals'],
    ['transactions', ['id'], 'correlation_source_id', 'transactions'],
    ['transactions', ['id'], 'undoes_transaction_id', 'transactions'],
    ['transactions', ['id'], 'settles_transaction_id', 'transactions'],
    ['transactions', ['id'], 'undone_by_transaction_id', 'transactions'],
    ['posting_queue', ['transaction_id'], 'transaction_id', 'transactions'],
    ['transaction_attributes', ['key', 'value', 'transaction_id'], 'transaction_id', 'transactions'],
  ] as const
).map(([source, key, column, target]) => ({
  ...{ source, target, key },
  source_columns: ['ledger_id', column],
  target_columns: ['ledger_id', 'id'],
}));

const danglingRows = ({ source, target, key, source_columns, target_columns }: ReferenceRow): string => {
  const [, ...columns] = source_columns;
  const isGiven = columns.map((column) => `s.${column} is not null`).join(' and ');
  const matches = source_columns.map((column, index) => `t.${target_columns[index]} = s.${column}`).join(' and ');
  return `select concat_ws(' ', '${source}', ${['null', ...key.map((column) => `s.${column}`)].join(', ')}),
                 concat_ws(' ', 'refers to nothing in ${target} by ${columns.join(' and ')}', ${columns.map((column) => `s.${column}`).join(', ')})
            from ${source} s
           where s.ledger_id = $1 and ${isGiven} and not exists (select from ${target} t where ${matches})`;
};

const sql = loadStatements(__filename, { read_references: unprepared(parameters().rows<ReferenceRow>()) });
