/** The benchmark's own connection to the database as superuser. With it the benchmark counts the transactions that are really posted. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import type { LedgerId } from '../../../../src/kernel/ids';
import { parentOf } from '../usage';

/** The disk space of a table's rows, or of one of its indexes. */
export interface Stored {
  readonly table: string;
  /** The columns of the index; null: the entry is for the table's rows. */
  readonly index: string | null;
  readonly bytes: number;
}

export interface PostedCount {
  /** The number of all transactions of the ledger, in any status. */
  readonly transactions: number;
  /** The number of posted transactions among the given ids. Each id counts once. */
  readonly posted: number;
}

/** The number of holds of a ledger by state. */
export interface HoldCount {
  readonly open: number;
  readonly expired: number;
  /** The time of the last expiry; null if none has expired. */
  readonly lastExpiredAt: Date | null;
}

export type Query = <Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }>;

export interface Owner {
  readonly serverVersion: string;
  /** The process id of PostgreSQL's postmaster; undefined if /proc does not report it. */
  readonly postmasterPid: number | undefined;
  /** Waits until the ledger has posted this many transactions since it was opened. Throws after a timeout. */
  untilPosted(ledgerId: LedgerId, transactions: number): Promise<void>;
  /** Throws unless the ledger has exactly this many transactions and all of them are posted. */
  checkPosted(ledgerId: LedgerId, transactions: number): Promise<void>;
  /** Counts the transactions of a ledger, and how many of the given ids are posted. */
  countPosted(ledgerId: LedgerId, ids: readonly string[]): Promise<PostedCount>;
  countHolds(ledgerId: LedgerId): Promise<HoldCount>;
  /** Vacuums and analyses the tables, as autovacuum would do after many writes. */
  vacuum(): Promise<void>;
  /** Returns the number of transactions that the ledger has posted since it was opened. */
  posted(ledgerId: LedgerId): Promise<number>;
  /** Returns the last sequence of the ledger's log. */
  lastEvent(ledgerId: LedgerId): Promise<number>;
  /** Returns the number of the ledger's events that the last signed checkpoint covers. */
  signedThrough(ledgerId: LedgerId): Promise<number>;
  /** Returns the last sequence of the log that the search index covers. */
  searchableThrough(ledgerId: LedgerId): Promise<number>;
  /** Returns the number of ranges of the ledger's log for which sums are stored. */
  stretches(ledgerId: LedgerId): Promise<number>;
  /** Returns the number of transactions in all ledgers together. */
  transactions(): Promise<number>;
  /** Returns the bytes on disk of each table that grows with every posting, and of each of their indexes. */
  storage(): Promise<readonly Stored[]>;
  /** Returns the bytes on disk of a table with its indexes. */
  sizeOf(table: string): Promise<number>;
  /** Runs statements with triggers and foreign keys off, which only a superuser can do. Updates the planner's statistics afterwards. */
  unguarded<A>(work: (query: Query) => Promise<A>): Promise<A>;
  /** Cancels the work that an attack left behind: running statements, and accepted transactions that are not posted yet. */
  forgetWork(): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 3;
const postingTimeoutMs = 60_000;

export const connectOwner = async (url: string): Promise<Owner> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number; version: string }>(
    `select pg_backend_pid() as pid, current_setting('server_version') as version`,
  );
  const [session] = rows;
  if (!session) throw new Error('the database does not answer');
  const posted = async (ledgerId: LedgerId): Promise<number> => {
    const head = await client.query<{ posted: string }>({ ...readHead, values: [ledgerId] });
    return Number(head.rows[0]?.posted);
  };
  const most = async (column: string, table: string, ledgerId: LedgerId): Promise<number> => {
    const { rows } = await client.query<{ most: string | null }>(
      `select max(${column}) as most from ${table} where ledger_id = $1`,
      [ledgerId],
    );
    return Number(rows[0]?.most ?? 0);
  };
  const vacuum = async (): Promise<void> => void (await client.query('vacuum (analyze)'));
  const withoutGuards = async <A>(work: () => Promise<A>): Promise<A> => {
    await client.query('set session_replication_role = replica');
    try {
      return await work();
    } finally {
      await client.query('set session_replication_role = origin');
    }
  };
  return {
    serverVersion: session.version,
    postmasterPid: parentOf(session.pid),
    posted,
    vacuum,
    untilPosted: async (ledgerId, transactions) => {
      const deadline = Date.now() + postingTimeoutMs;
      for (;;) {
        const soFar = await posted(ledgerId);
        if (soFar >= transactions) return;
        if (Date.now() > deadline)
          throw new Error(`only ${soFar} of ${transactions} accepted transactions were posted`);
        await delay(lookEveryMs);
      }
    },
    checkPosted: async (ledgerId, transactions) => {
      const counted = await client.query<{ posted: string; other: string; waiting: string }>(countTransactions, [
        ledgerId,
      ]);
      const { posted, other, waiting } = counted.rows[0] ?? {};
      if (Number(posted) !== transactions || other !== '0' || waiting !== '0')
        throw new Error(
          `${transactions} transactions were acknowledged; ${posted} are posted, ${other} are not, ${waiting} wait`,
        );
    },
    countPosted: async (ledgerId, ids) => {
      const { rows } = await client.query<{ transactions: string; posted: string }>(countAcknowledged, [ledgerId, ids]);
      return { transactions: Number(rows[0]?.transactions), posted: Number(rows[0]?.posted) };
    },
    countHolds: async (ledgerId) => {
      const { rows } = await client.query<{ open: string; expired: string; last: Date | null }>(countHolds, [ledgerId]);
      return {
        open: Number(rows[0]?.open),
        expired: Number(rows[0]?.expired),
        lastExpiredAt: rows[0]?.last ?? null,
      };
    },
    lastEvent: async (ledgerId) => {
      const { rows } = await client.query<{ last: string }>(
        'select last_sequence as last from ledger_heads where ledger_id = $1',
        [ledgerId],
      );
      return Number(rows[0]?.last);
    },
    signedThrough: (ledgerId) => most('size', 'log_checkpoints', ledgerId),
    searchableThrough: (ledgerId) => most('through', 'search_blocks', ledgerId),
    stretches: async (ledgerId) => {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from log_stretches where ledger_id = $1',
        [ledgerId],
      );
      return Number(rows[0]?.count);
    },
    transactions: async () => {
      const { rows } = await client.query<{ count: string }>('select count(*) from transactions');
      return Number(rows[0]?.count);
    },
    storage: async () => {
      const { rows } = await client.query<{ table: string; index: string | null; bytes: string }>(readStorage);
      return rows.map(({ table, index, bytes }) => ({ table, index, bytes: Number(bytes) }));
    },
    sizeOf: async (table) => {
      const { rows } = await client.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [
        table,
      ]);
      return Number(rows[0]?.bytes);
    },
    unguarded: async (work) => {
      const done = await withoutGuards(() => work((text, values) => client.query(text, [...values])));
      await vacuum();
      return done;
    },
    forgetWork: async () => {
      await client.query(endStatements);
      await withoutGuards(() => client.query('delete from posting_queue'));
    },
    close: () => client.end(),
  };
};

// The sequences of posted transactions have no gaps, so the last one is their count. This query is cheap during a measurement.
const readHead = {
  name: 'read_head',
  text: 'select last_transaction_sequence as posted from ledger_heads where ledger_id = $1',
};

const endStatements = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`;

const countTransactions = `
  select count(*) filter (where status = 'posted') as posted, count(*) filter (where status <> 'posted') as other,
         (select count(*) from posting_queue where ledger_id = $1) as waiting
    from transactions where ledger_id = $1`;

const countAcknowledged = `
  select (select count(*) from transactions where ledger_id = $1) as transactions,
         (select count(*) from transactions t
           where t.ledger_id = $1 and t.status = 'posted' and t.id = any ($2::uuid[])) as posted`;

const countHolds = `
  select count(*) filter (where hold_state = 'open') as open, count(*) filter (where hold_state = 'expired') as expired,
         max(expired_at) as last
    from transactions where ledger_id = $1 and hold_state is not null`;

const readStorage = `
  with grown (name) as (
    values ('transactions'), ('entries'), ('ledger_log'), ('idempotency_keys'), ('posting_queue'), ('account_balances'),
           ('account_day_balances'), ('transaction_attributes'), ('stretch_balances')
  )
  select name as table, null as index, pg_relation_size(name::regclass) as bytes from grown
  union all
  select name, substring(pg_get_indexdef(i.indexrelid) from 'USING btree (.*)$'), pg_relation_size(i.indexrelid)
    from grown join pg_index i on i.indrelid = name::regclass
   order by 1, 2 nulls first`;
