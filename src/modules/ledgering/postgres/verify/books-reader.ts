/** Reads the books for `ledger verify`: each ledger in one repeatable-read snapshot, which is checked by SQL or streamed in chunks. */
import type { LedgerId } from '../../../../kernel/ids';
import type { LoggedThing, LoggedThings } from '../../../../kernel/ledger-log';
import { instantOf, queryText, type PostgresTx } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters, type NamedStatement } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../../kernel/unit-of-work';
import type {
  BooksSnapshot,
  BooksReader,
  BooksSize,
  LastContent,
  LoggedKind,
  VerifyPace,
  RecordedAccount,
  RecordedDraft,
  CheckResult,
} from '../../application/books-reader';
import type { AccountSet } from '../../domain/account-set';
import type { LedgerHead } from '../../domain/chain';
import type { EventType, LoggedEvent } from '../../domain/event';
import type { Journal } from '../../domain/journal';
import type { PeriodLock } from '../../domain/period-lock';
import { toAccount, toAccountSet, toJournal, toPeriodLock, type AccountRow } from '../chart/chart-rows';
import { stringOperationFormats } from '../../domain/formats';
import { toHead, type HeadRow } from '../posting/posting-rows';
import { toStringOperation, type OperationRow } from '../transactions/string-operations';
import { balanceChecks } from './balance-checks';
import { limitChecks } from './limit-checks';
import { judgeGuards } from './guard-checks';
import { judgeLegs } from './leg-checks';
import { logChecks } from './log-checks';
import { judgeParts, readGuardsOfParts } from './part-checks';
import { readDecided, readPending } from './recorded-drafts';
import { judgeReferences } from './reference-checks';
import { judge } from './sql-check';
import { stretchChecks } from './stretch-checks';
import { sumChecks } from './sum-checks';
import { judgeAmendments } from './amendments-check';
import { judgeAttributeIndex } from './attribute-index-check';
import { judgeDecimals } from './decimals-check';
import { transactionChecks } from './transaction-checks';

/** The sizes of chunks. Rows of bounded size are read in larger chunks than transactions, which are read with their entries. */
const [rowsAtOnce, draftsAtOnce] = [1_000, 250];

export class PostgresBooksReader implements BooksReader {
  constructor(
    private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read' | 'nodes'>,
    private readonly codes: Pick<LoggedThings, 'kept'>,
  ) {}

  async ledgerIds(): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, sql.verify_ledger_ids, {})).map(({ id }) => id),
    );
  }

  async read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>, pace: VerifyPace): Promise<A> {
    const scope = { ledgerIds: [ledgerId] };
    return this.unitOfWork.read(scope, async (tx) => {
      const booksOn = (checked: Tx): BooksSnapshot => new PostgresBooks(tx, checked, ledgerId, this.codes);
      await takeTime(tx);
      // A snapshot can be shared only within one server.
      if (pace === 'steady' || (tx as PostgresTx).topology === 'many nodes') return work(booksOn(tx));
      const [snapshot] = await queryText<{ readonly id: string }>(tx, 'select pg_export_snapshot() as id', []);
      return this.unitOfWork.read({ ...scope, snapshot: snapshot?.id }, async (other) => {
        await takeTime(other);
        return work(booksOn(other));
      });
    });
  }

  async acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]> {
    return this.unitOfWork.read({ ledgerIds }, async (tx) => {
      await takeTime(tx);
      return [await judgeLegs(tx)];
    });
  }

  async guards(): Promise<readonly CheckResult[]> {
    const parts = await readGuardsOfParts(this.unitOfWork.nodes);
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => [
      ...(await judgeGuards(tx)),
      await judgeParts(tx, parts),
    ]);
  }
}

/**
 * The settings for verification, which reads everything without a timeout on one core. The service's own settings are for single lookups
 * with short timeouts.
 */
const settings = {
  ...{ statement_timeout: '0', idle_in_transaction_session_timeout: '0', enable_seqscan: 'on', enable_nestloop: 'off' },
  ...{ plan_cache_mode: 'auto', work_mem: '64MB', max_parallel_workers_per_gather: '0' },
};

/** Applies the settings for verification. They are set by SQL commands, because they must also apply on the ledger's node. */
const takeTime = async (tx: Tx): Promise<void> => {
  for (const [name, value] of Object.entries(settings)) await queryText(tx, `set local ${name} = '${value}'`, []);
};

class PostgresBooks implements BooksSnapshot {
  constructor(
    /** The transaction that reads the rows. */
    private readonly tx: Tx,
    /**
     * The transaction that runs the checks. It has the same snapshot as the transaction that reads the rows, and may be that transaction.
     */
    private readonly checked: Tx,
    private readonly ledgerId: LedgerId,
    private readonly keptCodes: Pick<LoggedThings, 'kept'>,
  ) {}

  async size(): Promise<BooksSize> {
    const [row] = await fetchRows(this.tx, sql.verify_size, { ledger_id: this.ledgerId });
    return { transactions: Number(row?.transactions), entries: Number(row?.entries), events: Number(row?.events) };
  }

  async verdicts(judged: () => void = () => undefined): Promise<readonly CheckResult[]> {
    const verdicts: CheckResult[] = [];
    for (const check of [
      ...balanceChecks,
      ...limitChecks,
      ...sumChecks,
      ...stretchChecks,
      ...transactionChecks,
      ...logChecks,
    ]) {
      verdicts.push(await judge(this.checked, check, this.ledgerId));
      judged();
    }
    for (const judgeMore of [judgeDecimals, judgeReferences, judgeAmendments, judgeAttributeIndex]) {
      verdicts.push(await judgeMore(this.checked, this.ledgerId));
      judged();
    }
    return verdicts;
  }

  async head(): Promise<LedgerHead | undefined> {
    const [row] = await fetchRows(this.tx, sql.verify_head, { ledger_id: this.ledgerId });
    return row && toHead(row);
  }

  async *events(after: bigint): AsyncIterable<readonly LoggedEvent[]> {
    for await (const rows of this.chunks(sql.verify_events, String(after))) yield rows.map(toEvent);
  }

  async *decided(behind: bigint): AsyncIterable<readonly RecordedDraft[]> {
    const read = (after: string) => readDecided(this.tx, this.ledgerId, { after, limit: draftsAtOnce });
    for await (const drafts of inChunks(read, String(behind), draftsAtOnce))
      yield drafts.map(({ recorded }) => recorded);
  }

  async *pending(): AsyncIterable<RecordedDraft> {
    const read = (after: string) => readPending(this.tx, this.ledgerId, after, draftsAtOnce);
    for await (const drafts of inChunks(read, nilId, draftsAtOnce)) for (const { recorded } of drafts) yield recorded;
  }

  async *accounts(): AsyncIterable<RecordedAccount> {
    for await (const row of this.stream(sql.verify_accounts, nilId)) {
      const { balance: _, ...account } = toAccount(row);
      yield { account, contentHash: row.content_hash };
    }
  }

  async *journals(): AsyncIterable<Journal> {
    for await (const row of this.stream(sql.verify_journals, nilId)) yield toJournal(row);
  }

  async *periodLocks(): AsyncIterable<PeriodLock> {
    for await (const row of this.stream(sql.verify_period_locks, nilId)) yield toPeriodLock(row);
  }

  async *codes(): AsyncIterable<LoggedThing> {
    const read = async (after: string) =>
      (await this.keptCodes.kept(this.tx, this.ledgerId, after, rowsAtOnce)).map((code) => ({ key: code.id, code }));
    for await (const codes of inChunks(read, nilId, rowsAtOnce)) for (const { code } of codes) yield code;
  }

  async *operations(): AsyncIterable<LoggedThing> {
    for await (const row of this.stream(sql.verify_string_operations, nilId)) {
      const operation = toStringOperation(row);
      const isContent = (hash: Buffer): boolean => stringOperationFormats.isHashOf(hash, operation);
      yield { id: operation.id, isLogged: row.is_logged, isContent };
    }
  }

  async *accountSets(): AsyncIterable<AccountSet> {
    for await (const row of this.stream(sql.verify_account_sets, nilId)) yield toAccountSet(row);
  }

  async lastContents(of: LoggedKind): Promise<ReadonlyMap<string, LastContent>> {
    const rows = await fetchRows(this.tx, sql.verify_last_contents, { ledger_id: this.ledgerId, of });
    return new Map(rows.map(({ id, type, content_hash: contentHash }) => [id, { type, contentHash }]));
  }

  private chunks<Row extends Keyed>(reading: Reading<Row>, start: string): AsyncIterable<readonly Row[]> {
    const read = (after: string) => fetchRows(this.tx, reading, { ledger_id: this.ledgerId, after, limit: rowsAtOnce });
    return inChunks(read, start, rowsAtOnce);
  }

  private async *stream<Row extends Keyed>(reading: Reading<Row>, start: string): AsyncIterable<Row> {
    for await (const rows of this.chunks(reading, start)) yield* rows;
  }
}

interface Keyed {
  /** The key of the row. The next chunk begins after the key of the last row. */
  readonly key: string;
}

type Reading<Row extends Keyed> = NamedStatement<'ledger_id' | 'after' | 'limit', Row>;

/** Reads in chunks. The next chunk is read while the caller checks the current one. */
async function* inChunks<Row extends Keyed>(
  read: (after: string) => Promise<readonly Row[]>,
  start: string,
  atOnce: number,
): AsyncIterable<readonly Row[]> {
  for (let coming: Promise<readonly Row[]> | undefined = read(start); coming !== undefined;) {
    const rows: readonly Row[] = await coming;
    const last = rows.length < atOnce ? undefined : rows[rows.length - 1]?.key;
    coming = last === undefined ? undefined : read(last);
    // Prevents an unhandled rejection. The next `await` throws the error.
    coming?.catch(() => undefined);
    yield rows;
  }
}

/** The start of the first chunk: this id sorts before every other id. */
const nilId = '00000000-0000-0000-0000-000000000000';

interface EventRow {
  readonly type: EventType;
  readonly transaction_id: LoggedEvent['transactionId'];
  readonly account_id: LoggedEvent['accountId'];
  readonly actor: string;
  readonly reason: string | null;
  readonly occurred_at: string;
  readonly content_hash: Buffer;
  readonly hash: Buffer;
}

const toEvent = (row: EventRow & Keyed): LoggedEvent => ({
  sequence: BigInt(row.key),
  type: row.type,
  transactionId: row.transaction_id,
  accountId: row.account_id,
  actor: row.actor,
  reason: row.reason,
  occurredAt: instantOf(row.occurred_at),
  contentHash: row.content_hash,
  hash: row.hash,
});

const sql = loadStatements(__filename, {
  verify_ledger_ids: parameters().rows<{ id: LedgerId }>(),
  verify_size: parameters('ledger_id').rows<Record<keyof BooksSize, string>>(),
  verify_head: parameters('ledger_id').rows<HeadRow>(),
  verify_events: parameters('ledger_id', 'after', 'limit').rows<EventRow & Keyed>(),
  verify_accounts: parameters('ledger_id', 'after', 'limit').rows<
    AccountRow & Keyed & { content_hash: Buffer | null }
  >(),
  verify_journals: parameters('ledger_id', 'after', 'limit').rows<Keyed>(),
  verify_period_locks: parameters('ledger_id', 'after', 'limit').rows<Keyed>(),
  verify_string_operations: parameters('ledger_id', 'after', 'limit').rows<
    OperationRow & Keyed & { is_logged: boolean }
  >(),
  verify_account_sets: parameters('ledger_id', 'after', 'limit').rows<Keyed>(),
  verify_last_contents: parameters('ledger_id', 'of').rows<{ id: string; type: EventType; content_hash: Buffer }>(),
});
