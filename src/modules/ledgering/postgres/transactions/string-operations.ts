/** Conversions and transfers on PostgreSQL. They are written once, and read for replays. */
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, changeRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { OutdatedGuess, type StringGuess, type StringOperationStore } from '../../application/ports';
import type { StringOperation } from '../../domain/string-operation';
import type { TransactionId } from '../../domain/transaction';

export class PostgresStringOperations implements StringOperationStore {
  async holdGuess(tx: Tx, { stringId, ledgerIds, rate }: StringGuess): Promise<void> {
    const [held] = await fetchRows(tx, sql.hold_string, {
      string_id: stringId,
      members: plainArray(ledgerIds),
      base: rate?.base ?? null,
      quote: rate?.quote ?? null,
      set_at: rate?.setAt.toISOString() ?? null,
    });
    if (!held?.is_so) throw new OutdatedGuess('the string or the rate has changed');
  }

  async insertOperation(
    tx: Tx,
    ledgerId: LedgerId,
    { id, operation, source, target, record, createdAt }: StringOperation,
  ): Promise<void> {
    await changeRows(tx, sql.insert_string_operation, {
      ledger_id: ledgerId,
      id,
      operation,
      source_ledger_id: source.ledgerId,
      source_transaction_id: source.transactionId,
      target_ledger_id: target.ledgerId,
      target_transaction_id: target.transactionId,
      record: JSON.stringify(record),
      created_at: createdAt.toISOString(),
    });
  }

  async readOperation(tx: Tx, ledgerId: LedgerId, id: string): Promise<StringOperation | undefined> {
    const [row] = await fetchRows(tx, sql.read_string_operation, { ledger_id: ledgerId, id });
    return row && toStringOperation(row);
  }
}

export interface OperationRow {
  readonly id: StringOperation['id'];
  readonly operation: StringOperation['operation'];
  readonly source_ledger_id: LedgerId;
  readonly source_transaction_id: TransactionId;
  readonly target_ledger_id: LedgerId;
  readonly target_transaction_id: TransactionId;
  readonly record: StringOperation['record'];
  readonly created_at: string;
}

export const toStringOperation = (row: OperationRow): StringOperation => ({
  id: row.id,
  operation: row.operation,
  source: { ledgerId: row.source_ledger_id, transactionId: row.source_transaction_id },
  target: { ledgerId: row.target_ledger_id, transactionId: row.target_transaction_id },
  record: row.record,
  createdAt: instantOf(row.created_at),
});

const sql = loadStatements(__filename, {
  hold_string: parameters('string_id', 'members', 'base', 'quote', 'set_at').rows<{ is_so: boolean }>(),
  insert_string_operation: parameters(
    ...(['ledger_id', 'id', 'operation', 'source_ledger_id', 'source_transaction_id'] as const),
    ...(['target_ledger_id', 'target_transaction_id', 'record', 'created_at'] as const),
  ),
  read_string_operation: parameters('ledger_id', 'id').rows<OperationRow>(),
});
