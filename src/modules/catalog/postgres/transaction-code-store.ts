/** Transaction codes in PostgreSQL. The ORM writes single codes; locks, lists and reads of several codes are SQL. */
import type { LedgerId } from '../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { insertUnlessThere, rowReader } from '../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../kernel/postgres/orm';
import { readUse } from '../../../kernel/postgres/quotas';
import { plainArray, queryText } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Principal } from '../../../kernel/principal';
import type { QuotaUse } from '../../../kernel/quotas';
import type { Tx } from '../../../kernel/unit-of-work';
import { comparable } from '../../../kernel/wording';
import type { CodeState, TransactionCodeStore } from '../application/ports';
import type {
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from '../domain/transaction-code';
import { TransactionCodeSchema, type KeptTransactionCode } from './schema';

export class PostgresTransactionCodeStore implements TransactionCodeStore {
  constructor(
    private readonly unitOfWork: PostgresUnitOfWork,
    private readonly orm: Orm,
  ) {}

  async holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean> {
    return (await fetchRows(tx, sql.find_transaction_code, { ledger_id: ledgerId, code })).length > 0;
  }

  async add(tx: Tx, transactionCode: TransactionCode): Promise<boolean> {
    const em = entitiesOf(this.orm, tx);
    return insertUnlessThere(em, TransactionCodeSchema, { ...transactionCode, isLogged: true }, ['ledgerId', 'code']);
  }

  readUse(tx: Tx, { tenantId, ledgerId }: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse> {
    const count = entitiesOf(this.orm, tx).count(TransactionCodeSchema, { ledgerId });
    return readUse(tx, tenantId, 'transaction_codes', count);
  }

  async lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [, [row]] = await Promise.all([
      fetchRows(tx, sql.hold_terms_alone, { ledger_id: ledgerId }),
      fetchRows(tx, sql.lock_transaction_code, { ledger_id: ledgerId, id }),
    ]);
    return row && fromRow(row);
  }

  async saveStatus(tx: Tx, { ledgerId, id, status, updatedAt }: TransactionCode): Promise<void> {
    await entitiesOf(this.orm, tx).nativeUpdate(TransactionCodeSchema, { ledgerId, id }, { status, updatedAt });
  }

  async keptBehind(tx: Tx, ledgerId: LedgerId, after: string, limit: number): Promise<readonly KeptTransactionCode[]> {
    const rows = await fetchRows(tx, sql.read_codes_behind, { ledger_id: ledgerId, after, limit });
    return rows.map(keptFromRow);
  }

  async read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined> {
    const [found] = await this.readAll(ledgerId, [id]);
    return found;
  }

  async readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) =>
      (await fetchRows(tx, sql.read_transaction_codes, { ledger_id: ledgerId, ids: plainArray(ids) })).map(fromRow),
    );
  }

  async states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => {
      const states = fetchRows(tx, sql.read_transaction_code_states, { ledger_id: ledgerId, codes });
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

const fromRow = rowReader(TransactionCodeSchema, 'isLogged');
const keptFromRow = rowReader(TransactionCodeSchema);

/** Lists codes in the order of the unique index, forward or backward. */
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
    // `%`, `_` and `\` in the search text are literal characters.
    const pattern = bound(`%${comparable(search).replace(/[\\%_]/g, '\\$&')}%`);
    conditions.push(
      `(code ilike ${pattern} or normalize(name) ilike ${pattern} or normalize(description) ilike ${pattern})`,
    );
  }
  const [beyond, order] = direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
  if (from) conditions.push(`code ${beyond} ${bound(from[0])}`);
  return {
    text: `select * from trancodes where ${conditions.join(' and ')} order by code ${order} limit ${limit + 1}`,
    values,
  };
};

const sql = loadStatements(__filename, {
  find_transaction_code: parameters('ledger_id', 'code').rows<object>(),
  hold_terms_alone: parameters('ledger_id'),
  lock_transaction_code: parameters('ledger_id', 'id').rows<object>(),
  read_transaction_codes: parameters('ledger_id', 'ids').rows<object>(),
  read_codes_behind: parameters('ledger_id', 'after', 'limit').rows<object>(),
  read_transaction_code_states: parameters('ledger_id', 'codes').rows<StateRow>(),
});
