/** Transactions as they are shown: the row, and its entries from the books or, where it is not posted, from its draft. */
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { instantOf, plainArray, query, queryText, statement } from '../../../kernel/postgres/sql';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { EntryRow, TransactionRow } from '../application/reader';
import type { QueuedDraft } from './accepted-rows';

/** `from` names `transactions t`; `rest` begins behind `where t.ledger_id = $1`. */
export const readTransactions = async (
  tx: Tx,
  ledgerId: LedgerId,
  from: string,
  rest: string,
  values: readonly unknown[],
): Promise<readonly TransactionRow[]> => {
  const rows = await queryText<SqlRow>(
    tx,
    `select t.*, coalesce(t.failed_draft, (select q.draft from posting_queue q
                                            where t.status = 'pending' and q.ledger_id = $1 and q.transaction_id = t.id)) as draft
       from ${from} where t.ledger_id = $1 ${rest}`,
    values,
  );
  const sequences = rows.flatMap(({ sequence }) => (sequence === null ? [] : [sequence]));
  const posted =
    sequences.length > 0 ? await query<EntrySqlRow>(tx, readEntries, [ledgerId, plainArray(sequences)]) : [];
  const bySequence = new Map<string, EntrySqlRow[]>();
  for (const entry of posted) {
    const together = bySequence.get(entry.sequence);
    if (together) together.push(entry);
    else bySequence.set(entry.sequence, [entry]);
  }
  const intended = new Set(rows.flatMap(({ draft }) => draft?.entries.map(({ accountId }) => accountId) ?? []));
  const accounts =
    intended.size > 0 ? await query<AccountName>(tx, readAccountNames, [ledgerId, plainArray([...intended])]) : [];
  const names = new Map(accounts.map((account) => [account.id, account]));
  return rows.map((row) =>
    toTransaction(
      row,
      row.sequence === null ? intendedEntries(row.draft, names) : (bySequence.get(row.sequence) ?? []).map(toEntry),
    ),
  );
};

interface SqlRow {
  readonly id: string;
  readonly journal_id: string;
  readonly effective_date: Day;
  readonly layer: TransactionRow['layer'];
  readonly description: string;
  readonly reference: string | null;
  readonly total_amount: string;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly idempotency_key: string | null;
  readonly metadata: TransactionRow['metadata'];
  readonly attributes: TransactionRow['attributes'];
  readonly transaction_code: string | null;
  readonly transaction_code_version: number | null;
  readonly batch_id: string | null;
  readonly reverses_transaction_id: string | null;
  readonly string_operation_id: string | null;
  readonly accepted_by: string;
  readonly accepted_at: string;
  readonly status: TransactionRow['status'];
  readonly sequence: string | null;
  readonly posted_at: string | null;
  readonly failure: TransactionRow['failure'];
  readonly void_reason: string | null;
  readonly reversed_by_transaction_id: string | null;
  readonly updated_at: string;
  readonly draft: QueuedDraft | null;
}

interface EntrySqlRow {
  readonly sequence: string;
  readonly id: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly amount: string;
  readonly type: EntryRow['type'];
  readonly layer: EntryRow['layer'];
  readonly description: string | null;
  readonly metadata: EntryRow['metadata'];
}

interface AccountName {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

const toTransaction = (row: SqlRow, entries: readonly EntryRow[]): TransactionRow => ({
  id: row.id as TransactionRow['id'],
  journalId: row.journal_id as TransactionRow['journalId'],
  effectiveDate: row.effective_date,
  layer: row.layer,
  description: row.description,
  reference: row.reference,
  totalAmount: BigInt(row.total_amount) as Minor,
  correlationId: row.correlation_id,
  correlationType: row.correlation_type,
  correlationSourceId: row.correlation_source_id as TransactionRow['correlationSourceId'],
  idempotencyKey: row.idempotency_key,
  metadata: row.metadata,
  attributes: row.attributes,
  transactionCode: row.transaction_code,
  transactionCodeVersion: row.transaction_code_version,
  batchId: row.batch_id as TransactionRow['batchId'],
  reversesTransactionId: row.reverses_transaction_id as TransactionRow['reversesTransactionId'],
  stringOperationId: row.string_operation_id as TransactionRow['stringOperationId'],
  acceptedBy: row.accepted_by,
  acceptedAt: instantOf(row.accepted_at),
  status: row.status,
  sequence: row.sequence === null ? null : BigInt(row.sequence),
  postedAt: row.posted_at === null ? null : instantOf(row.posted_at),
  failure: row.failure,
  voidReason: row.void_reason,
  reversedByTransactionId: row.reversed_by_transaction_id,
  updatedAt: instantOf(row.updated_at),
  entries,
});

const toEntry = (row: EntrySqlRow): EntryRow => ({
  id: row.id,
  accountId: row.account_id,
  accountCode: row.account_code,
  accountName: row.account_name,
  amount: BigInt(row.amount) as Minor,
  type: row.type,
  layer: row.layer,
  description: row.description,
  metadata: row.metadata,
});

const intendedEntries = (draft: QueuedDraft | null, names: ReadonlyMap<string, AccountName>): readonly EntryRow[] =>
  (draft?.entries ?? []).map((entry) => ({
    id: entry.id,
    accountId: entry.accountId,
    accountCode: names.get(entry.accountId)?.code ?? '',
    accountName: names.get(entry.accountId)?.name ?? '',
    amount: BigInt(entry.amount) as Minor,
    type: entry.type,
    layer: entry.layer,
    description: entry.description,
    metadata: entry.metadata,
  }));

// One sequence after the other: for all of them at once a planner without statistics reads every entry of the ledger.
const readEntries = statement(
  'read_entries',
  `select e.sequence, e.id, e.account_id, a.code as account_code, a.name as account_name, e.amount, e.type, e.layer,
          e.description, e.metadata
     from unnest($2::bigint[]) as w (sequence)
    cross join lateral (select * from entries where ledger_id = $1 and sequence = w.sequence offset 0) e
    cross join lateral (select code, name from accounts where ledger_id = $1 and id = e.account_id offset 0) a
    order by e.sequence, e.position`,
);

// Those that are gone keep the names they had.
const readAccountNames = statement(
  'read_account_names',
  `select a.*
     from unnest($2::uuid[]) as w (id)
    cross join lateral (select id, code, name from accounts where ledger_id = $1 and id = w.id offset 0) a
    union all
   select d.*
     from unnest($2::uuid[]) as w (id)
    cross join lateral (select id, code, name from deleted_accounts where ledger_id = $1 and id = w.id offset 0) d`,
);
