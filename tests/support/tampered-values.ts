/** The columns of the tables that `verify` reads, and different values for them (tampering.ts). */
import type { Client } from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** The columns that statements write, except generated ones. */
export const columnsOf = async (owner: Client, table: string): Promise<readonly string[]> => {
  const { rows } = await owner.query<{ column: string }>(
    `select attname as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ column }) => column);
};

/**
 * Whether a row may have the value of another row of its ledger without any wrong answer: the day from which on the sums of an account are
 * open may be any earlier one without entries in between, and a transaction of an older version has no decimals. The ledger itself is not a
 * value.
 */
export const isFreeWithin = (table: string, column: string): boolean =>
  ['account_balances.open_since', 'transactions.storage_decimals'].includes(`${table}.${column}`) ||
  column === 'ledger_id';

/** The columns whose values tell what kind of row it is: flags, enumerations, and texts with the names of such. */
export const tellingColumnsOf = async (owner: Client, table: string): Promise<readonly string[]> => {
  const { rows } = await owner.query<{ column: string }>(
    `select a.attname as column from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and (t.typtype = 'e' or t.typname = 'bool' or a.attname in ('type', 'operation', 'correlation_type'))`,
    [table],
  );
  return rows.map(({ column }) => column);
};

/**
 * SQL expressions for different values of the column. A `ledger_id` becomes that of the other ledger, so that `verify` still reads the row.
 */
export const otherValues = async (owner: Client, table: string, column: string): Promise<readonly string[]> => {
  if (column === 'ledger_id') return [`(select id from ledgers where id <> t.ledger_id order by id limit 1)`];
  const { rows } = await owner.query<{ type: string }>(
    `select format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attname = $2`,
    [table, column],
  );
  const type = rows[0]?.type ?? '';
  const values = valuesByType[type];
  if (!values) throw new Error(`no other value is known for the type ${type} of ${table}.${column}`);
  return values.map((value) => value.replaceAll('it', `t.${column}`));
};

const number = ['coalesce(it, 0) + 1', 'it - 1', 'it + 500'];
const oneOf = (...labels: string[]): readonly string[] => labels.map((label) => `'${label}'`);

const valuesByType: Readonly<Record<string, readonly string[]>> = {
  uuid: ['gen_random_uuid()'],
  text: [`coalesce(it, '') || 'x'`, ...oneOf('post', 'transfer', 'transaction_posted')],
  numeric: number,
  bigint: number,
  integer: number,
  smallint: number,
  boolean: ['not it'],
  date: ['it + 1'],
  'timestamp with time zone': [`coalesce(it, now()) + interval '1 second'`],
  bytea: [`substring(it for 1) || sha256(it)`],
  json: [`'{"changed": true}'`],
  layer: oneOf('settled', 'pending', 'encumbrance'),
  entry_type: oneOf('debit', 'credit'),
  account_type: oneOf('asset', 'equity', 'liability'),
  account_category: oneOf('system', 'customer'),
  trancode_status: oneOf('active', 'deprecated'),
  transaction_status: oneOf('posted', 'void', 'reversed', 'pending', 'failed'),
};

/** The tables of which a row is copied, each with the columns in which the copy differs and the SQL expressions for their values. */
export const copies: readonly (readonly [table: string, differing: Readonly<Record<string, string>>])[] = [
  ['accounts', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['account_balances', { account_id: 'gen_random_uuid()' }],
  ['account_day_balances', { day: 't.day + 1000' }],
  ['account_period_balances', { first_day: 't.first_day + 1000' }],
  ['account_day_undone', { day: 't.day + 1000' }],
  ['journals', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['period_locks', { id: 'gen_random_uuid()' }],
  ['transactions', { id: 'gen_random_uuid()', undoes_transaction_id: 'null' }],
  ['posting_queue', { transaction_id: 'gen_random_uuid()' }],
  ['entries_undone', { position: 't.position + 50' }],
  ['entries', { sequence: 't.sequence + 1000', id: 'gen_random_uuid()' }],
  ['entries', { position: 't.position + 50', id: 'gen_random_uuid()' }],
  ['idempotency_keys', { key: `'copied-key'` }],
  [
    'idempotency_keys',
    {
      key: `'key-of-a-transfer'`,
      operation: `'transfer'`,
      ledger_id: '(select ledger_id from string_operations order by id limit 1)',
      made_id: '(select id from string_operations order by id limit 1)',
    },
  ],
  ['keys_of_events', { sequence: 't.sequence + 1000' }],
  ['ledger_log', { sequence: 't.sequence + 1000' }],
  ['ledger_log_subjects', { sequence: 't.sequence + 1000' }],
  ['string_operations', { id: 'gen_random_uuid()' }],
  ['trancodes', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['transaction_attributes', { value: `'copied'` }],
  ['attribute_usage', { key: `'copied'` }],
  ['transaction_correlations', { log_sequence: 't.log_sequence + 1000' }],
];
