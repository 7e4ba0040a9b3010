/** Reads the acts of one API key or one operator in the books, by an index of the log that has the order of the list. */
import type { ActsQuestion } from '../../../../kernel/acts';
import type { LedgerId } from '../../../../kernel/ids';
import type { Slice } from '../../../../kernel/page';
import { plainArray, queryShape } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { ActsReader, LedgerAct } from '../../application/acts-reader';
import type { Reads } from '../fresh-reads';
import { toActivity, type ActivitySqlRow } from '../transactions/transaction-reader';

export class PostgresActsReader implements ActsReader {
  constructor(private readonly reads: Reads) {}

  async acts(ledgerIds: readonly LedgerId[], question: ActsQuestion, slice: Slice): Promise<readonly LedgerAct[]> {
    if (ledgerIds.length === 0) return [];
    // Row-level security restricts the rows to these ledgers. With a condition on the ledgers, the planner would not use the index.
    return this.reads.read({ ledgerIds }, async (tx) => {
      const { text, values } = listOf(question, slice);
      const rows = await queryShape<LoggedRow>(tx, text, values);
      const subjects = await fetchRows(tx, sql.read_subjects_of_acts, {
        ledger_ids: plainArray([...new Set(rows.map(({ ledger_id }) => ledger_id))]),
        sequences: plainArray([...new Set(rows.map(({ sequence }) => sequence))]),
      });
      const subjectOf = new Map(subjects.map((subject) => [`${subject.ledger_id} ${subject.sequence}`, subject]));
      return rows.map((row) => ({
        ...toActivity({ ...none, ...row, ...subjectOf.get(`${row.ledger_id} ${row.sequence}`) }),
        logId: row.ledger_id,
      }));
    });
  }
}

/** Builds the statement of the list. The list is newest first, so `forward` means descending. */
const listOf = ({ actor, since }: ActsQuestion, { direction, from, limit }: Slice) => {
  const [beyond, order] = direction === 'forward' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
  const behind = from
    ? `and (l.occurred_at, l.ledger_id, l.sequence) ${beyond} ($4::timestamptz, $5::uuid, $6::bigint)`
    : '';
  return {
    text: `select l.ledger_id, l.sequence, l.type, l.transaction_id, l.account_id, l.reason, l.actor, l.occurred_at, l.hash
             from ledger_log l
            where l.actor = $1 and l.occurred_at >= $2::timestamptz ${behind}
            order by l.occurred_at ${order}, l.ledger_id ${order}, l.sequence ${order} limit $3`,
    values: [actor, since?.toISOString() ?? '-infinity', limit + 1, ...(from ?? [])],
  };
};

type Subject = Pick<
  ActivitySqlRow,
  'journal_id' | 'period_lock_id' | 'account_set_id' | 'member_id' | 'trancode_id' | 'string_operation_id'
>;

interface LoggedRow extends Omit<ActivitySqlRow, keyof Subject> {
  readonly ledger_id: LedgerId;
}

/** The subject columns of an event that is only about a transaction or an account. */
const none: Subject = {
  ...{ journal_id: null, period_lock_id: null, account_set_id: null, member_id: null },
  ...{ trancode_id: null, string_operation_id: null },
};

const sql = loadStatements(__filename, {
  read_subjects_of_acts: parameters('ledger_ids', 'sequences').rows<
    Subject & { readonly ledger_id: LedgerId; readonly sequence: string }
  >(),
});
