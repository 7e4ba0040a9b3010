/**
 * The connections of the service, lent one at a time. Each is a pipeline: statements of one turn of the event loop
 * travel in one packet and are answered in order. Dates and times are texts, as PostgreSQL prints them.
 */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Pool, type ClientBase, type PoolConfig } from 'pg';
import type { ProcessTime } from '../clock';
import { nextTurn } from '../running/event-loop';
import { systemClock } from '../running/system-clock';
import { nameOfProcess, sessionOf, unnamed, type Pooler } from './session';
import { asPrinted, notOpened } from './sql';

export interface PoolOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly pooler?: Pooler;
  /** True (the usual case) to work as the service's role, false to work as the role that the URL names. */
  readonly asApplication?: boolean;
  /** How long to wait for a free connection, and for a new connection to open. */
  readonly connectTimeoutMs?: number;
  /** How long to wait for an answer before the connection is cut; no limit if absent. */
  readonly answerTimeoutMs?: number;
}

export interface ConnectionPool {
  /** Lends a connection that the caller alone uses until it releases it; throws if none becomes free in time. */
  lend(): Promise<ConnectionLoan>;
  counts(): PoolCounts;
  /**
   * Waits until all loans are released, including new loans that follow from them immediately: a write may lead to
   * another write.
   */
  close(): Promise<void>;
}

export interface PoolCounts {
  readonly inUse: number;
  /** The number of connections, idle ones included. */
  readonly open: number;
  /** The number of callers that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface ConnectionLoan {
  readonly client: ClientBase;
  /** True if a statement that was prepared under a name can still be used in the next transaction. */
  readonly keepsStatements: boolean;
  /** Returns the connection to the pool; a broken one is closed. */
  release(broken: boolean): void;
}

const usualConnectTimeoutMs = 5_000;
const idleTimeoutMs = 30_000;
/** How long the closing pool waits for loans to end. */
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
  // The error needs no handling: the pool replaces a broken connection, and its borrower gets the error from its next statement.
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

/** Waits until all connections have been returned and none is lent again; throws if that takes too long. */
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

/**
 * The driver writes each statement separately; this socket sends the writes of one turn of the event loop as one
 * packet.
 */
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
    // Nothing is sent here, because the writes are sent at the end of the event loop's turn.
  }
}
