/** References: each foreign key of the ledger plane, followed row by row, as if the database had never looked; and what guards look after. */
import { queryText } from '../../../../kernel/postgres/sql';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { SqlCheck } from './sql-check';

interface ReferenceRow {
  readonly source: string;
  readonly target: string;
  readonly key: readonly string[];
  readonly source_columns: readonly string[];
  readonly target_columns: readonly string[];
}

/** One check that follows all of them: the schema says which there are. */
export const referenceCheck = async (tx: Tx): Promise<SqlCheck> => {
  const references = [...(await queryText<ReferenceRow>(tx, readReferences, [])), ...guardedReferences];
  return {
    name: 'references',
    promise: 'What a row refers to is there, and in the same ledger.',
    text: references.map(danglingRows).join('\n union all '),
  };
};

/** Guards look after these where they are written: tables that traffic grows have no foreign keys among each other. */
const guardedReferences: readonly ReferenceRow[] = (
  [
    ['entries', ['sequence', 'position'], 'account_id', 'accounts'],
    ['transactions', ['id'], 'journal_id', 'journals'],
    ['transactions', ['id'], 'correlation_source_id', 'transactions'],
    ['transactions', ['id'], 'reverses_transaction_id', 'transactions'],
    ['transactions', ['id'], 'reversed_by_transaction_id', 'transactions'],
    ['posting_queue', ['transaction_id'], 'transaction_id', 'transactions'],
    ['transaction_attributes', ['key', 'value', 'transaction_id'], 'transaction_id', 'transactions'],
  ] as const
).map(([source, key, column, target]) => ({
  ...{ source, target, key },
  source_columns: ['ledger_id', column],
  target_columns: ['ledger_id', 'id'],
}));

// Composite keys only: what refers to `ledgers` alone is the ledger that is being verified. Entries and events are many,
// and checks of their own follow them to their transactions.
const readReferences = `
  select source.relname as source, target.relname as target,
         (select array_agg(a.attname::text order by k.place)
            from pg_index i
           cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
           where i.indrelid = c.conrelid and i.indisprimary and a.attname <> 'ledger_id') as key,
         (select array_agg(a.attname::text order by k.place)
            from unnest(c.conkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as source_columns,
         (select array_agg(a.attname::text order by k.place)
            from unnest(c.confkey) with ordinality as k (number, place)
            join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as target_columns
    from pg_constraint c
    join pg_class source on source.oid = c.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_class target on target.oid = c.confrelid
   where c.contype = 'f'
     and (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) = 'ledger_id'
     and cardinality(c.conkey) > 1
     and not (source.relname in ('entries', 'ledger_log') and target.relname = 'transactions')
   order by source.relname, c.conname`;

const danglingRows = ({ source, target, key, source_columns, target_columns }: ReferenceRow): string => {
  const [, ...columns] = source_columns;
  const isGiven = columns.map((column) => `s.${column} is not null`).join(' and ');
  const matches = source_columns.map((column, index) => `t.${target_columns[index]} = s.${column}`).join(' and ');
  return `select concat_ws(' ', '${source}', ${['null', ...key.map((column) => `s.${column}`)].join(', ')}),
                 concat_ws(' ', 'refers to nothing in ${target} by ${columns.join(' and ')}', ${columns.map((column) => `s.${column}`).join(', ')})
            from ${source} s
           where s.ledger_id = $1 and ${isGiven} and not exists (select from ${target} t where ${matches})`;
};
