/** Conversions and transfers on PostgreSQL: written once, read when a request is replayed. */
import type { LedgerId } from '../../../kernel/ids';
import { execute, instantOf, query, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import type { StringOperation, StringOperationStore } from '../application/ports';
import type { TransactionId } from '../domain/transaction';

export class PostgresStringOperations implements StringOperationStore {
  async insertOperation(
    tx: Tx,
    ledgerId: LedgerId,
    { id, operation, source, target, record, createdAt }: StringOperation,
  ): Promise<void> {
    await execute(tx, insertOperation, [
      ledgerId,
      id,
      operation,
      source.ledgerId,
      source.transactionId,
      target.ledgerId,
      target.transactionId,
      JSON.stringify(record),
      createdAt.toISOString(),
    ]);
  }

  async readOperation(tx: Tx, ledgerId: LedgerId, id: string): Promise<StringOperation | undefined> {
    const [row] = await query<OperationRow>(tx, readOperation, [ledgerId, id]);
    return (
      row && {
        id: row.id,
        operation: row.operation,
        source: { ledgerId: row.source_ledger_id, transactionId: row.source_transaction_id },
        target: { ledgerId: row.target_ledger_id, transactionId: row.target_transaction_id },
        record: row.record,
        createdAt: instantOf(row.created_at),
      }
    );
  }
}

interface OperationRow {
  readonly id: StringOperation['id'];
  readonly operation: StringOperation['operation'];
  readonly source_ledger_id: LedgerId;
  readonly source_transaction_id: TransactionId;
  readonly target_ledger_id: LedgerId;
  readonly target_transaction_id: TransactionId;
  readonly record: StringOperation['record'];
  readonly created_at: string;
}

const insertOperation = statement(
  'insert_string_operation',
  `insert into string_operations (ledger_id, id, operation, source_ledger_id, source_transaction_id, target_ledger_id,
                                  target_transaction_id, record, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

const readOperation = statement(
  'read_string_operation',
  'select * from string_operations where ledger_id = $1 and id = $2',
);
