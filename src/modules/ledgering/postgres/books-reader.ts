/** The books for `ledger verify`: one repeatable-read snapshot a ledger, compared by SQL or streamed in chunks. */
import type { LedgerId } from '../../../kernel/ids';
import { instantOf, query, queryText, statement, type Statement } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type {
  BooksSnapshot,
  BooksReader,
  BooksSize,
  RecordedAccount,
  RecordedDraft,
  CheckResult,
} from '../application/books-reader';
import type { LedgerHead } from '../domain/chain';
import type { EventType, LoggedEvent } from '../domain/event';
import type { Journal } from '../domain/journal';
import type { PeriodLock } from '../domain/period-lock';
import { toAccount, toJournal, toPeriodLock, type AccountRow } from './chart-rows';
import { balanceChecks } from './verify/balance-checks';
import { judgeGuards } from './verify/guard-checks';
import { legsStandTogether } from './verify/leg-checks';
import { logChecks } from './verify/log-checks';
import { readDecided, readPending } from './verify/recorded-drafts';
import { referenceCheck } from './verify/reference-checks';
import { judge } from './verify/sql-check';
import { sumChecks } from './verify/sum-checks';
import { transactionChecks } from './verify/transaction-checks';

const chunkRows = 250;

export class PostgresBooksReader implements BooksReader {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read'>) {}

  async ledgerIds(): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await query<{ id: LedgerId }>(tx, readLedgerIds, [])).map(({ id }) => id),
    );
  }

  async read<A>(ledgerId: LedgerId, work: (books: BooksSnapshot) => Promise<A>): Promise<A> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, async (tx) => {
      await queryText(tx, analyticSettings, []);
      return work(new PostgresBooks(tx, ledgerId));
    });
  }

  async acrossLedgers(ledgerIds: readonly LedgerId[]): Promise<readonly CheckResult[]> {
    return this.unitOfWork.read({ ledgerIds }, async (tx) => {
      await queryText(tx, analyticSettings, []);
      return [await judge(tx, legsStandTogether, [])];
    });
  }

  async guards(): Promise<readonly CheckResult[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, judgeGuards);
  }
}

// The service looks rows up one by one and is cut off after seconds; this reads everything, in its own time, on one core.
const analyticSettings = `
  select set_config(name, value, true)
    from (values ('statement_timeout', '0'), ('enable_seqscan', 'on'), ('enable_nestloop', 'off'), ('plan_cache_mode', 'auto'), ('work_mem', '64MB'),
                 ('max_parallel_workers_per_gather', '0')) as settings (name, value)`;

class PostgresBooks implements BooksSnapshot {
  constructor(
    private readonly tx: Tx,
    private readonly ledgerId: LedgerId,
  ) {}

  async size(): Promise<BooksSize> {
    const [row] = await query<Record<keyof BooksSize, string>>(this.tx, readSize, [this.ledgerId]);
    return { transactions: Number(row?.transactions), entries: Number(row?.entries), events: Number(row?.events) };
  }

  async verdicts(): Promise<readonly CheckResult[]> {
    const verdicts: CheckResult[] = [];
    for (const check of [
      ...balanceChecks,
      ...sumChecks,
      ...transactionChecks,
      ...logChecks,
      await referenceCheck(this.tx),
    ])
      verdicts.push(await judge(this.tx, check, [this.ledgerId]));
    return verdicts;
  }

  async head(): Promise<LedgerHead | undefined> {
    const [row] = await query<VerifiedHeadRow>(this.tx, readHead, [this.ledgerId]);
    return (
      row && {
        lastSequence: BigInt(row.last_sequence),
        lastTransactionSequence: BigInt(row.last_transaction_sequence),
        lastHash: row.last_hash,
      }
    );
  }

  async *events(): AsyncIterable<LoggedEvent> {
    for await (const row of this.stream<EventRow>(readEvents, '0')) yield toEvent(row);
  }

  async *decided(): AsyncIterable<RecordedDraft> {
    const read = (after: string) => readDecided(this.tx, this.ledgerId, after, chunkRows);
    for await (const { recorded } of inChunks(read, '0')) yield recorded;
  }

  async *pending(): AsyncIterable<RecordedDraft> {
    const read = (after: string) => readPending(this.tx, this.ledgerId, after, chunkRows);
    for await (const { recorded } of inChunks(read, nilId)) yield recorded;
  }

  async *accounts(): AsyncIterable<RecordedAccount> {
    for await (const row of this.stream<AccountRow & { content_hash: Buffer | null }>(readAccounts, nilId)) {
      const { balance: _, ...account } = toAccount(row);
      yield { account, contentHash: row.content_hash };
    }
  }

  async *journals(): AsyncIterable<Journal> {
    for await (const row of this.stream(readJournals, nilId)) yield toJournal(row);
  }

  async *periodLocks(): AsyncIterable<PeriodLock> {
    for await (const row of this.stream(readPeriodLocks, nilId)) yield toPeriodLock(row);
  }

  async contentHashes(types: readonly EventType[]): Promise<ReadonlySet<string>> {
    const rows = await query<{ content_hash: string }>(this.tx, readContentHashes, [this.ledgerId, types]);
    return new Set(rows.map(({ content_hash }) => content_hash));
  }

  private stream<Row extends object>(reading: Statement, start: string): AsyncIterable<Row & Keyed> {
    return inChunks((after) => query<Row & Keyed>(this.tx, reading, [this.ledgerId, after, chunkRows]), start);
  }
}

interface Keyed {
  /** Where the next chunk starts, should this row be the last of its chunk. */
  readonly key: string;
}

async function* inChunks<Row extends Keyed>(
  read: (after: string) => Promise<readonly Row[]>,
  start: string,
): AsyncIterable<Row> {
  for (let after: string | undefined = start; after !== undefined;) {
    const rows: readonly Row[] = await read(after);
    yield* rows;
    after = rows.length < chunkRows ? undefined : rows[rows.length - 1]?.key;
  }
}

/** Before every id. */
const nilId = '00000000-0000-0000-0000-000000000000';

interface VerifiedHeadRow {
  readonly last_sequence: string;
  readonly last_transaction_sequence: string;
  readonly last_hash: Buffer;
}

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

const readLedgerIds = statement('verify_ledger_ids', 'select id from ledgers order by id');

const readSize = statement(
  'verify_size',
  `select (select count(*) from transactions where ledger_id = $1) as transactions,
          (select count(*) from entries where ledger_id = $1) as entries,
          (select count(*) from ledger_log where ledger_id = $1) as events`,
);

const readHead = statement(
  'verify_head',
  'select last_sequence, last_transaction_sequence, last_hash from ledger_heads where ledger_id = $1',
);

const readEvents = statement(
  'verify_events',
  `select sequence as key, type, transaction_id, account_id, actor, reason, occurred_at, content_hash, hash
     from ledger_log
    where ledger_id = $1 and sequence > $2
    order by sequence
    limit $3`,
);

// Without its balance: that is judged by itself, and an account that lost its row must still be seen.
const readAccounts = statement(
  'verify_accounts',
  `select a.id as key, a.*, 0 as debits, 0 as credits,
          (select l.content_hash from ledger_log l
            where l.ledger_id = $1 and l.account_id = a.id order by l.sequence desc limit 1) as content_hash
     from accounts a
    where a.ledger_id = $1 and a.id > $2
    order by a.id
    limit $3`,
);

const readJournals = statement(
  'verify_journals',
  'select id as key, * from journals where ledger_id = $1 and id > $2 order by id limit $3',
);

const readPeriodLocks = statement(
  'verify_period_locks',
  'select id as key, * from period_locks where ledger_id = $1 and id > $2 order by id limit $3',
);

const readContentHashes = statement(
  'verify_content_hashes',
  `select encode(content_hash, 'hex') as content_hash from ledger_log where ledger_id = $1 and type = any ($2::text[])`,
);
