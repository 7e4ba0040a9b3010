/** Transaction codes in PostgreSQL. Every statement names its ledger; templates are json, written and read as they are. */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { execute, instantOf, plainArray, query, queryText, statement } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { CodeState, TransactionCodeStore } from '../application/ports';
import type {
  JsonObject,
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from '../domain/transaction-code';

export class PostgresTransactionCodeStore implements TransactionCodeStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean> {
    return (await query(tx, selectHolder, [ledgerId, code])).length > 0;
  }

  async add(tx: Tx, transactionCode: TransactionCode): Promise<boolean> {
    return (await execute(tx, insertTransactionCode, toRow(transactionCode))) === 1;
  }

  async lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [row] = await query<Row>(tx, lockTransactionCode, [ledgerId, id]);
    return row && fromRow(row);
  }

  async saveStatus(tx: Tx, { ledgerId, id, status, updatedAt }: TransactionCode): Promise<void> {
    await execute(tx, updateStatus, [ledgerId, id, status, updatedAt]);
  }

  async read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [found] = await this.readAll(ledgerId, [id]);
    return found;
  }

  async readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) =>
      (await query<Row>(tx, selectByIds, [ledgerId, plainArray(ids)])).map(fromRow),
    );
  }

  async states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => {
      const states = query<StateRow>(tx, selectStates, [ledgerId, codes]);
      tx.last(states);
      return states;
    });
  }

  async list(
    ledgerId: LedgerId,
    { status, search }: TransactionCodeFilter,
    slice: Slice,
  ): Promise<Page<TransactionCode>> {
    const { text, values } = listStatement(ledgerId, status, search, slice);
    const rows = await this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => queryText<Row>(tx, text, values));
    return pageOf(rows.map(fromRow), slice, ({ code }) => [code]);
  }
}

type StateRow = { id: TransactionCodeId; code: string; version: number; status: TransactionCodeStatus };

interface Row {
  readonly ledger_id: LedgerId;
  readonly id: TransactionCodeId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: TransactionCodeStatus;
  readonly version: number;
  readonly params_schema: JsonObject | null;
  readonly entries_template: TransactionCode['entriesTemplate'];
  readonly attributes_template: JsonObject | null;
  readonly validation_rules: TransactionCode['validationRules'];
  readonly metadata: JsonObject | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns =
  'ledger_id, id, code, name, description, status, version, params_schema, entries_template, attributes_template, validation_rules, metadata, created_at, updated_at';

const toRow = (of: TransactionCode): readonly unknown[] => [
  of.ledgerId,
  of.id,
  of.code,
  of.name,
  of.description,
  of.status,
  of.version,
  of.paramsSchema && JSON.stringify(of.paramsSchema),
  JSON.stringify(of.entriesTemplate),
  of.attributesTemplate && JSON.stringify(of.attributesTemplate),
  of.validationRules && JSON.stringify(of.validationRules),
  of.metadata && JSON.stringify(of.metadata),
  of.createdAt,
  of.updatedAt,
];

const fromRow = (row: Row): TransactionCode => ({
  id: row.id,
  ledgerId: row.ledger_id,
  code: row.code,
  name: row.name,
  description: row.description,
  status: row.status,
  version: row.version,
  paramsSchema: row.params_schema,
  entriesTemplate: row.entries_template,
  attributesTemplate: row.attributes_template,
  validationRules: row.validation_rules,
  metadata: row.metadata,
  createdAt: instantOf(row.created_at),
  updatedAt: instantOf(row.updated_at),
});

const selectHolder = statement('trancode-holds', 'select 1 from trancodes where ledger_id = $1 and code = $2');

// A code that another transaction is about to insert is waited for; the loser inserts nothing.
const insertTransactionCode = statement(
  'trancode-insert',
  `insert into trancodes (${columns})
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
   on conflict (ledger_id, code) do nothing`,
);

// Locks one row, which no other statement here locks together with a second one.
const lockTransactionCode = statement(
  'trancode-lock',
  `select ${columns} from trancodes where ledger_id = $1 and id = $2 for no key update`,
);

const updateStatus = statement(
  'trancode-status',
  'update trancodes set status = $3, updated_at = $4 where ledger_id = $1 and id = $2',
);

const selectByIds = statement(
  'trancodes-by-ids',
  `select ${columns} from trancodes where ledger_id = $1 and id = any ($2::uuid[])`,
);

const selectStates = statement(
  'trancode-states',
  'select id, code, version, status from trancodes where ledger_id = $1 and code = any ($2::text[])',
);

/** The list in the order of its unique index, forward or backward. */
const listStatement = (
  ledgerId: LedgerId,
  status: TransactionCodeStatus | undefined,
  search: string | undefined,
  { from, direction, limit }: Slice,
): { readonly text: string; readonly values: readonly unknown[] } => {
  const values: unknown[] = [ledgerId];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['ledger_id = $1'];
  if (status !== undefined) conditions.push(`status = ${bound(status)}`);
  if (search !== undefined) {
    // `%`, `_` and `\` mean themselves.
    const pattern = bound(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(code ilike ${pattern} or name ilike ${pattern} or description ilike ${pattern})`);
  }
  const [beyond, order] = direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
  if (from) conditions.push(`code ${beyond} ${bound(from[0])}`);
  return {
    text: `select ${columns} from trancodes where ${conditions.join(' and ')} order by code ${order} limit ${limit + 1}`,
    values,
  };
};
