/** Transaction codes in PostgreSQL. One is written as an entity; what locks it, lists it or reads many is SQL. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere, rowReader } from '../../../kernel/postgres/entities';
import { entitiesOf } from '../../../kernel/postgres/orm';
import { plainArray, query, queryText, statement } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { CodeState, TransactionCodeStore } from '../application/ports';
import type {
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from '../domain/transaction-code';
import { TransactionCodeSchema } from './schema';

export class PostgresTransactionCodeStore implements TransactionCodeStore {
  constructor(
    private readonly unitOfWork: PostgresUnitOfWork,
    private readonly orm: MikroORM,
  ) {}

  async holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean> {
    return (await query(tx, selectHolder, [ledgerId, code])).length > 0;
  }

  async add(tx: Tx, transactionCode: TransactionCode): Promise<boolean> {
    const em = entitiesOf(this.orm, tx);
    return insertUnlessThere(em, TransactionCodeSchema, transactionCode, ['ledgerId', 'code']);
  }

  async lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [row] = await query(tx, lockTransactionCode, [ledgerId, id]);
    return row && fromRow(row);
  }

  async saveStatus(tx: Tx, { ledgerId, id, status, updatedAt }: TransactionCode): Promise<void> {
    await entitiesOf(this.orm, tx).nativeUpdate(TransactionCodeSchema, { ledgerId, id }, { status, updatedAt });
  }

  async read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [found] = await this.readAll(ledgerId, [id]);
    return found;
  }

  async readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) =>
      (await query(tx, selectByIds, [ledgerId, plainArray(ids)])).map(fromRow),
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
    const rows = await this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => queryText(tx, text, values));
    return pageOf(rows.map(fromRow), slice, ({ code }) => [code]);
  }
}

type StateRow = { id: TransactionCodeId; code: string; version: number; status: TransactionCodeStatus };

const fromRow = rowReader(TransactionCodeSchema);

const selectHolder = statement('trancode-holds', 'select 1 from trancodes where ledger_id = $1 and code = $2');

// Locks one row, which no other statement here locks together with a second one.
const lockTransactionCode = statement(
  'trancode-lock',
  `select * from trancodes where ledger_id = $1 and id = $2 for no key update`,
);

const selectByIds = statement(
  'trancodes-by-ids',
  `select * from trancodes where ledger_id = $1 and id = any ($2::uuid[])`,
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
    text: `select * from trancodes where ${conditions.join(' and ')} order by code ${order} limit ${limit + 1}`,
    values,
  };
};
