/** Reads transactions, their decisions, and the ledger's log: each list by one index that has its order. */
import type { LedgerId } from '../../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../../kernel/page';
import { instantOf, plainArray, queryText } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type {
  ActivityFilter,
  ActivityRow,
  Decision,
  ReadScope,
  SelectionTotals,
  TransactionFilter,
  TransactionReader,
  TransactionRow,
  TransactionSort,
} from '../../application/reader';
import type { TransactionId } from '../../domain/transaction';
import { isSearch } from '../../domain/search-terms';
import { Conditions, keyset, type Source } from '../lists/conditions';
import { inCorrelation } from '../lists/correlation';
import { listByDate } from '../lists/dated-list';
import type { Reads } from '../fresh-reads';
import { searchTransactions } from '../lists/searched-list';
import { totalsOfTransactions } from '../lists/selected';
import { listTransactions, pageOfTransactions } from '../lists/transaction-list';
import { readTransactions } from './transaction-rows';

export class PostgresTransactionReader implements TransactionReader {
  constructor(private readonly reads: Reads) {}

  async transaction(
    { ledgerId, asking }: ReadScope,
    transactionId: TransactionId,
  ): Promise<TransactionRow | undefined> {
    const { rows } = await this.reads.read({ ledgerIds: [ledgerId], asking }, (tx) =>
      readTransactions(tx, ledgerId, 'transactions t', 'and t.id = $2::uuid', [ledgerId, transactionId]),
    );
    return rows[0];
  }

  async decisions(ledgerId: LedgerId, transactionIds: readonly string[]): Promise<ReadonlyMap<string, Decision>> {
    const rows = await this.reads.read({ ledgerIds: [ledgerId] }, (tx) =>
      fetchRows(tx, sql.find_decisions, { ledger_id: ledgerId, transaction_ids: plainArray(transactionIds) }),
    );
    return new Map(
      rows.map(({ id, status, failure, log_sequence }) => [
        id,
        { status, failure, logSequence: BigInt(log_sequence) } as Decision,
      ]),
    );
  }

  async transactions(
    scope: ReadScope,
    filter: TransactionFilter,
    slice: Slice,
    sort: TransactionSort = '-sequence',
  ): Promise<Page<TransactionRow>> {
    const isNewestFirst = sort.startsWith('-');
    if (sort.endsWith('effective_date')) return listByDate(this.reads, scope, filter, slice, isNewestFirst);
    return (isSearch(filter) ? searchTransactions : listTransactions)(this.reads, scope, filter, slice, isNewestFirst);
  }

  transactionTotals(scope: ReadScope, filter: TransactionFilter): Promise<SelectionTotals | undefined> {
    return totalsOfTransactions(this.reads, scope, filter);
  }

  async correlated(
    { ledgerId, asking }: ReadScope,
    correlationId: string,
    slice: Slice,
  ): Promise<Page<TransactionRow>> {
    const { text, values } = inCorrelation(ledgerId, correlationId, slice);
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) =>
      pageOfTransactions(await readTransactions(tx, ledgerId, text.from, text.rest, values), slice),
    );
  }

  async activity({ ledgerId, asking }: ReadScope, filter: ActivityFilter, slice: Slice): Promise<Page<ActivityRow>> {
    const where = new Conditions(ledgerId);
    where.equal('l.type', filter.type, 'text');
    // The condition is repeated without a bound value; otherwise the planner would not know that the index of rare types contains the rows.
    if (filter.type !== undefined && filter.type !== 'transaction_posted') where.also(`l.type <> 'transaction_posted'`);
    where.equal('l.account_id', filter.accountId, 'uuid');
    const { from, id } = sourceOf(where, filter, slice);
    const { order } = keyset(where, slice, [[id, 'bigint']], 'descending');
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const rows = await queryText<ActivitySqlRow>(
        tx,
        `select l.sequence, l.type, l.transaction_id, l.account_id, l.reason, l.actor, l.occurred_at, l.hash,
                s.journal_id, s.period_lock_id, s.account_set_id, s.member_id, s.trancode_id, s.string_operation_id
           from ${from}
           left join lateral (select * from ledger_log_subjects
                               where ledger_id = $1 and sequence = l.sequence offset 0) s on true
          where l.ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toActivity), slice, ({ sequence }) => [sequence.toString()]);
    });
  }
}

const sourceOf = (where: Conditions, { transactionId, subjectId, type }: ActivityFilter, slice: Slice): Source => {
  const id = subjectId ?? transactionId;
  if (id === undefined) return { from: 'ledger_log l', id: 'l.sequence' };
  if (subjectId !== undefined) where.equal('l.transaction_id', transactionId, 'uuid');
  const isAlone = type === undefined && (subjectId === undefined || transactionId === undefined);
  const parts = partsAbout(where, id, isAlone ? slice : undefined);
  const from = (subjectId === undefined ? parts.ofTransaction : [...parts.ofTransaction, ...parts.ofOthers])
    .map((text) => `(${text})`)
    .join(' union all ');
  return {
    from: `(${from}) w
           cross join lateral (select * from ledger_log where ledger_id = $1 and sequence = w.sequence offset 0) l`,
    id: 'w.sequence',
  };
};

/**
 * Returns statements that select the sequences of events about one record. The posting of a transaction is found through the transaction,
 * and all other events through an index in the order of the list. With a slice, each statement returns at most the rows of one page. No
 * event is found by two of the statements.
 */
const partsAbout = (where: Conditions, about: string, slice: Slice | undefined) => {
  const subject = `${where.bind(about)}::uuid`;
  const [beyond, order] = slice?.direction === 'backward' ? ['>', 'asc'] : ['<', 'desc'];
  const behind = slice?.from ? `and sequence ${beyond} ${where.bind(slice.from[0])}::bigint` : '';
  const part = (of: string): string =>
    `select sequence from ${of} ${slice ? `${behind} order by sequence ${order} limit ${slice.limit + 1}` : ''}`;
  return {
    ofTransaction: [
      `select log_sequence as sequence from transactions
        where ledger_id = $1 and id = ${subject} and status <> 'failed' and log_sequence is not null`,
      part(`ledger_log where ledger_id = $1 and transaction_id = ${subject} and type <> 'transaction_posted'`),
    ],
    ofOthers: [
      part(`ledger_log where ledger_id = $1 and account_id = ${subject}`),
      part(`ledger_log_subjects where ledger_id = $1 and ${ofOneThing} = ${subject}`),
      part(`ledger_log_subjects where ledger_id = $1 and member_id = ${subject}`),
    ],
  };
};

/** The expression of the index `ledger_log_subjects_of_one`. It must be the same here, so that the planner uses the index. */
const ofOneThing = `case when journal_id is not null then journal_id when period_lock_id is not null then period_lock_id
   when account_set_id is not null then account_set_id when trancode_id is not null then trancode_id else string_operation_id end`;

export interface ActivitySqlRow {
  readonly sequence: string;
  readonly type: ActivityRow['type'];
  readonly transaction_id: string | null;
  readonly account_id: string | null;
  readonly journal_id: string | null;
  readonly period_lock_id: string | null;
  readonly account_set_id: string | null;
  readonly member_id: string | null;
  readonly trancode_id: string | null;
  readonly string_operation_id: string | null;
  readonly reason: string | null;
  readonly actor: string;
  readonly occurred_at: string;
  readonly hash: Buffer;
}

export const toActivity = (row: ActivitySqlRow): ActivityRow => ({
  sequence: BigInt(row.sequence),
  type: row.type,
  transactionId: row.transaction_id,
  accountId: row.account_id,
  journalId: row.journal_id,
  periodLockId: row.period_lock_id,
  accountSetId: row.account_set_id,
  memberId: row.member_id,
  trancodeId: row.trancode_id,
  stringOperationId: row.string_operation_id,
  reason: row.reason,
  actor: row.actor,
  occurredAt: instantOf(row.occurred_at),
  hash: row.hash.toString('hex'),
});

const sql = loadStatements(__filename, {
  find_decisions: parameters('ledger_id', 'transaction_ids').rows<
    Pick<Decision, 'status' | 'failure'> & { readonly id: string; readonly log_sequence: string }
  >(),
});
