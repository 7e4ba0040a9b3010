/**
 * The connections of the service, lent one by one. Each is a pipeline: statements of one turn of the event loop travel in
 * one packet and are answered in order. Dates and times are texts, as PostgreSQL prints them.
 */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Pool, type ClientBase, type PoolConfig } from 'pg';
import type { ProcessTime } from '../clock';
import { nextTurn } from '../event-loop';
import { systemClock } from '../system-clock';
import { nameOfProcess, sessionOf, unnamed, type Pooler } from './session';
import { asPrinted, notOpened } from './sql';

export interface PoolOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly pooler?: Pooler;
  /** As the service's role, which is the rule, or as the role that the URL names. */
  readonly asApplication?: boolean;
  /** How long to wait for a free connection, and for a new one to be made. */
  readonly connectTimeoutMs?: number;
  /** How long to wait for an answer before the connection is cut; left out: as long as it takes. */
  readonly answerTimeoutMs?: number;
}

export interface ConnectionPool {
  /** A connection for the caller alone until it is released; throws where none is free in time. */
  lend(): Promise<ConnectionLoan>;
  counts(): PoolCounts;
  /** Waits until all loans are released, and those too that they lead to at once: what is written when something else was. */
  close(): Promise<void>;
}

export interface PoolCounts {
  readonly inUse: number;
  /** Those that rest included. */
  readonly open: number;
  /** Who waits for one. */
  readonly waiting: number;
  readonly max: number;
}

export interface ConnectionLoan {
  readonly client: ClientBase;
  /** Whether a statement that was prepared under a name can still be used in the next transaction. */
  readonly keepsStatements: boolean;
  /** Gives the connection back; a broken one is thrown away. */
  release(broken: boolean): void;
}

const usualConnectTimeoutMs = 5_000;
const idleTimeoutMs = 30_000;
/** How long new loans are still made to who closes the pool. */
const quietWithinMs = 1_000;

export const openPool = (
  {
    url: given,
    maxConnections,
    pooler = 'none',
    asApplication = true,
    connectTimeoutMs = usualConnectTimeoutMs,
    answerTimeoutMs,
  }: PoolOptions,
  clock: Pick<ProcessTime, 'deadline'> = systemClock,
): ConnectionPool => {
  const { url, ...startup } = sessionOf(given, pooler, asApplication);
  const pool = new Pool({
    connectionString: unnamed(url),
    ...startup,
    application_name: nameOfProcess(),
    keepAlive: true,
    pipeline: true,
    stream: () => new PacketSocket(),
    types: asPrinted,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    ...(answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs }),
  } satisfies PoolConfig);
  // The pool replaces a broken connection; its borrower learns of it from its next statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    lend: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw notOpened(error);
      });
      return { client, keepsStatements: pooler === 'none', release: (broken) => client.release(broken) };
    },
    counts: () => ({
      inUse: pool.totalCount - pool.idleCount,
      open: pool.totalCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
    close: async () => {
      await quiet(pool, clock).catch(() => undefined);
      await pool.end();
    },
  };
};

/** Until nothing is lent, and nothing came of what was; throws where that takes too long. */
const quiet = async (pool: Pool, clock: Pick<ProcessTime, 'deadline'>): Promise<void> => {
  const late = new AbortController();
  const deadline = clock.deadline(quietWithinMs, () => late.abort());
  try {
    while (pool.totalCount > pool.idleCount || pool.waitingCount > 0) {
      await once(pool, 'release', { signal: late.signal });
      await nextTurn();
    }
  } finally {
    deadline.cancel();
  }
};

/** The driver writes each statement by itself; the writes of one turn of the event loop are sent as one packet. */
class PacketSocket extends Socket {
  private isHeld = false;

  override cork(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.isHeld = false;
      super.uncork();
    });
  }

  override uncork(): void {
    // At the end of the turn.
  }
}
