/** The index of attributes in PostgreSQL: adds older transactions, and finds transactions by attribute. */
import type { LedgerId, TenantId } from '../../../../kernel/ids';
import { fetchRows, changeRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AttributeIndexStore } from '../../application/ports';
import type { Conditions, Lead } from './conditions';

export class PostgresAttributeIndex implements AttributeIndexStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async ledgersOfTenant(tenantId: TenantId): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, sql.ledgers_of_tenant, { tenant_id: tenantId })).map(({ id }) => id),
    );
  }

  async indexBatch(
    tx: Tx,
    ledgerId: LedgerId,
    key: string,
    round: number,
    limit: number,
  ): Promise<'begun' | 'more' | 'done' | 'busy'> {
    const backfill = { ledger_id: ledgerId, key, round };
    const [progress] = await fetchRows(tx, sql.read_backfill, backfill);
    if (!progress) return (await changeRows(tx, sql.begin_backfill, backfill)) === 1 ? 'begun' : 'busy';
    if (progress.is_done) return 'done';
    const [locked] = await fetchRows(tx, sql.lock_backfill, backfill);
    if (!locked) return 'busy';
    const batch = { ledger_id: ledgerId, key, position: locked.position, limit };
    const [, [after]] = await Promise.all([
      changeRows(tx, sql.index_batch, batch),
      fetchRows(tx, sql.advance_backfill, batch),
    ]);
    return after?.is_done ? 'done' : 'more';
  }
}

const sql = loadStatements(__filename, {
  ledgers_of_tenant: parameters('tenant_id').rows<{ id: LedgerId }>(),
  begin_backfill: parameters('ledger_id', 'key', 'round'),
  read_backfill: parameters('ledger_id', 'key', 'round').rows<{ is_done: boolean }>(),
  lock_backfill: parameters('ledger_id', 'key', 'round').rows<{ position: string }>(),
  index_batch: parameters('ledger_id', 'key', 'position', 'limit'),
  advance_backfill: parameters('ledger_id', 'key', 'position', 'limit').rows<{ is_done: boolean }>(),
});

type Attribute = readonly [key: string, value: string];

/**
 * The filter by an attribute, as a leading filter (the filter whose index finds the transactions of a list). It finds the transactions with
 * the attribute, in the order of the list.
 */
export const withAttribute = (attribute: Attribute): Lead => ({
  isOrdered: true,
  ranges: (where) => [
    { table: 'transaction_attributes', id: 'transaction_id', condition: isAttribute(where, attribute) },
  ],
});

/** Returns the condition that a row of `transactions t` has the attribute. It needs one lookup in the index. */
export const hasAttribute = (where: Conditions, attribute: Attribute): string =>
  `(select true from transaction_attributes
     where ledger_id = $1 and ${isAttribute(where, attribute)} and transaction_id = t.id)`;

const isAttribute = (where: Conditions, [key, value]: Attribute): string =>
  `key = ${where.bind(key)}::text and value = ${where.bind(value)}::text`;
