/** Fills the search index in PostgreSQL. */
import type { LedgerId } from '../../../../kernel/ids';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { SearchStore } from '../../application/ports';
import {
  collectTerms,
  filterOf,
  originOf,
  searchBlockEvents,
  searchFormat,
  type BlockTerms,
} from '../../domain/search-terms';

export class PostgresSearchStore implements SearchStore {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  filledThrough(ledgerId: LedgerId): Promise<bigint> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => readFilledThrough(tx, ledgerId));
  }

  async fill(tx: Tx, ledgerId: LedgerId, after: bigint, through: bigint): Promise<void> {
    const rows = await fetchRows(tx, sql.read_searched, {
      ledger_id: ledgerId,
      after: String(after),
      through: String(through),
    });
    const blocks = Array.from({ length: Number((through - after) / searchBlockEvents) }, () => newBlock());
    for (const row of rows) {
      const block = blocks[Number((BigInt(row.sequence) - after - 1n) / searchBlockEvents)];
      if (!block) throw new Error(`event ${row.sequence} is in none of the blocks`);
      block.ids.push(row.id);
      block.terms.add({ ...shownOf(row), origin: originOf(undoneOf(row)) });
    }
    await Promise.all(
      blocks.map(({ ids, terms }, index) => {
        const sorted = ids.toSorted();
        return changeRows(tx, sql.insert_block, {
          ledger_id: ledgerId,
          through: String(after + BigInt(index + 1) * searchBlockEvents),
          format: searchFormat,
          oldest_id: sorted[0] ?? noId,
          newest_id: sorted.at(-1) ?? noId,
          bits: filterOf(terms.all),
        });
      }),
    );
  }
}

export const readFilledThrough = async (tx: Tx, ledgerId: LedgerId): Promise<bigint> =>
  BigInt((await fetchRows(tx, sql.read_filled_through, { ledger_id: ledgerId }))[0]?.through ?? 0);

export const noId = '00000000-0000-0000-0000-000000000000';

const newBlock = (): { readonly ids: string[]; readonly terms: BlockTerms } => ({ ids: [], terms: collectTerms() });

interface SearchedRow {
  readonly sequence: string;
  readonly id: string;
  readonly description: string;
  readonly reference: string | null;
  readonly total_amount: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly transaction_code: string | null;
  readonly undoes_transaction_id: string | null;
  readonly settles_transaction_id: string | null;
  readonly string_operation_id: string | null;
  readonly correlation_type: string | null;
  readonly accepted_by: string;
}

const shownOf = (row: SearchedRow) => ({
  description: row.description,
  reference: row.reference,
  totalAmount: BigInt(row.total_amount),
  metadata: row.metadata,
  transactionCode: row.transaction_code,
});

const undoneOf = (row: SearchedRow) => ({
  undoesTransactionId: row.undoes_transaction_id,
  settlesTransactionId: row.settles_transaction_id,
  stringOperationId: row.string_operation_id,
  correlationType: row.correlation_type,
  acceptedBy: row.accepted_by,
});

const sql = loadStatements(__filename, {
  read_filled_through: parameters('ledger_id').rows<{ readonly through: string }>(),
  read_searched: parameters('ledger_id', 'after', 'through').rows<SearchedRow>(),
  insert_block: parameters('ledger_id', 'through', 'format', 'oldest_id', 'newest_id', 'bits'),
});
