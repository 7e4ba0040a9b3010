/** The index of attributes in PostgreSQL: catching up with older transactions, and searching. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { execute, query, statement } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AttributeIndexStore } from '../application/ports';
import type { Conditions, Lead } from './conditions';

export class PostgresAttributeIndex implements AttributeIndexStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async ledgersOfTenant(tenantId: TenantId): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await query<{ id: LedgerId }>(tx, readLedgersOfTenant, [tenantId])).map(({ id }) => id),
    );
  }

  async indexBatch(
    tx: Tx,
    ledgerId: LedgerId,
    key: string,
    round: number,
    limit: number,
  ): Promise<'begun' | 'more' | 'done' | 'busy'> {
    const [progress] = await query<ProgressRow>(tx, readProgress, [ledgerId, key, round]);
    if (!progress) return (await execute(tx, beginBackfill, [ledgerId, key, round])) === 1 ? 'begun' : 'busy';
    if (progress.is_done) return 'done';
    if (!progress.may_read) return 'busy';
    const [locked] = await query<ProgressRow>(tx, lockProgress, [ledgerId, key, round]);
    if (!locked) return 'busy';
    const [after] = await query<{ is_done: boolean }>(tx, indexBatch, [ledgerId, key, locked.position, limit]);
    return after?.is_done ? 'done' : 'more';
  }
}

interface ProgressRow {
  readonly position: string;
  readonly is_done: boolean;
  readonly may_read: boolean;
}

const readLedgersOfTenant = statement('ledgers_of_tenant', 'select id from ledgers where tenant_id = $1 order by code');

// Whoever was accepted under the old rules had committed when the key was turned on, unless its process died over it:
// then its last statement may still be running. Such a one has a number below the fence, and is waited for.
const beginBackfill = statement(
  'begin_backfill',
  `insert into attribute_backfills as b (ledger_id, key, round, fence)
   values ($1, $2, $3, pg_snapshot_xmax(pg_current_snapshot()))
   on conflict (ledger_id, key) do update
      set round = excluded.round, fence = excluded.fence, position = default, is_done = default
    where b.round < excluded.round`,
);

const readProgress = statement(
  'read_backfill',
  `select position, is_done, fence <= pg_snapshot_xmin(pg_current_snapshot()) as may_read
     from attribute_backfills
    where ledger_id = $1 and key = $2 and round = $3`,
);

// One process at a time goes through a ledger for a key; the others leave it alone.
const lockProgress = statement('lock_backfill', `${readProgress.text} and not is_done for no key update skip locked`);

// By id, which is no later than acceptance: what comes in behind the position is in the index already.
const indexBatch = statement(
  'index_batch',
  `with seen as materialized (
     select id, attributes ->> $2 as value from transactions where ledger_id = $1 and id > $3 order by id limit $4
   ), added as (
     insert into transaction_attributes (ledger_id, key, value, transaction_id)
     select $1, $2, value, id from seen where value is not null
     on conflict do nothing
   )
   update attribute_backfills
      set position = coalesce((select id from seen order by id desc limit 1), position),
          is_done = (select count(*) from seen) < $4
    where ledger_id = $1 and key = $2
   returning is_done`,
);

type Attribute = readonly [key: string, value: string];

/** The transactions that have it, in the order of the list. */
export const withAttribute = (attribute: Attribute): Lead => ({
  isOrdered: true,
  ranges: (where) => [
    { table: 'transaction_attributes', id: 'transaction_id', condition: isAttribute(where, attribute) },
  ],
});

/** The same as a condition on `transactions t`: one look into the index. */
export const hasAttribute = (where: Conditions, attribute: Attribute): string =>
  `(select true from transaction_attributes
     where ledger_id = $1 and ${isAttribute(where, attribute)} and transaction_id = t.id)`;

const isAttribute = (where: Conditions, [key, value]: Attribute): string =>
  `key = ${where.bind(key)}::text and value = ${where.bind(value)}::text`;
