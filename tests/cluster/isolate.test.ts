/**
 * `isolate_tenant_to_new_shard` of Citus splits the shard of a ledger while others write to it. An `insert … select` that waits for the
 * split was planned before it, for the old shards. It finds no rows in these shards, so it writes nothing, without an error.
 */
import type { Client } from 'pg';
import type { LedgerId } from '../../src/kernel/ids';
import { moveLedger } from '../../src/kernel/postgres/move';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { query, statement } from '../../src/kernel/postgres/sql';
import { insertionOf } from '../../src/kernel/postgres/sql-rows';
import { together, writeTogether } from '../../src/kernel/postgres/sql-together';
import { fenceOf, type Topology } from '../../src/kernel/postgres/topology';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import { connected, serviceAccess } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { aloneInMoving, expectAllKept, placeOf, postWhile, wronglyTold } from '../support/moving';
import { lockIsWaitedFor } from '../support/outside';
import { describeOnCluster, saySkipped } from '../support/nodes';
import { openBooks } from '../support/requests';

jest.setTimeout(240_000);

let ledger: TestLedger;
let letOthersMove: () => Promise<void>;
let pool: ConnectionPool;

const fingerprint = Buffer.alloc(33);
const madeId = '00000000-0000-7000-8000-000000000000';

/** An insertion in the form that the service uses for its writes. */
const write = together('write_keys_while_isolated', {
  keys: insertionOf<string>(
    {
      statement: {
        name: 'insert_keys_while_isolated',
        text: `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
values ($1, $2::text, 'post', $3::bytea, $4::uuid)`,
      },
      parameters: ['ledger_id', 'key', 'fingerprint', 'made_id'],
    },
    {
      key: (key) => key,
      fingerprint: () => fingerprint,
      made_id: () => madeId,
    },
  ),
});

/** A simple insertion that the service does not use: it unnests arrays, and takes the ledger's id from a row of ledger_heads. */
const insertBeside = statement(
  'insert_keys_beside',
  `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
   select h.ledger_id, r.key, 'post', r.fingerprint, r.made_id
     from ledger_heads h cross join unnest($2::text[], $3::bytea[], $4::uuid[]) as r (key, fingerprint, made_id)
    where h.ledger_id = $1`,
);

const keys = Array.from({ length: 60 }, (_, index) => `key ${index}`);

/** Inserts keys while the ledger's shard is split, and returns the number of keys that the ledger then has. */
const insertWhileIsolated = async (
  topology: Topology,
  insert: (tx: Tx, ledgerId: LedgerId) => Promise<unknown>,
): Promise<number> => {
  const { id } = (await ledger.newLedger()).ledger;
  const unitOfWork = new PostgresUnitOfWork(pool, undefined, undefined, topology);
  return connected(ledger.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query(isolated, [id]);
    const inserted = unitOfWork.run({ ledgerIds: [id] }, async (tx) => ok(await insert(tx, id)));
    inserted.catch(() => undefined);
    await lockIsWaitedFor(ledger.databaseUrl);
    await owner.query('commit');
    await inserted;
    const { rows } = await owner.query('select from idempotency_keys where ledger_id = $1', [id]);
    return rows.length;
  });
};

const isolated = `select isolate_tenant_to_new_shard('ledger_heads', $1::uuid, 'CASCADE',
                                                     shard_transfer_mode => 'block_writes')`;

saySkipped('cluster/isolate');

describeOnCluster('a ledger that gets its own shard', () => {
  beforeAll(async () => {
    ledger = await startLedger();
    letOthersMove = await aloneInMoving(ledger);
    pool = openPool({ ...serviceAccess(ledger.databaseUrl), maxConnections: 1 });
  });
  afterAll(async () => {
    await letOthersMove();
    await pool.close();
    await ledger.close();
  });

  test('keeps rows that were written during the split', async () => {
    const insert = (tx: Tx, id: LedgerId): Promise<unknown> => writeTogether(tx, write, id, { keys });
    expect(await insertWhileIsolated('many nodes', insert)).toBe(keys.length);
  });

  // If this test fails, Citus itself now keeps the rows, and writes on many nodes may no longer have to wait for a split before they
  // insert.
  test('silently loses the rows of an insertion that does not wait first', async () => {
    const values = [keys, keys.map(() => fingerprint), keys.map(() => madeId)];
    const insert = (tx: Tx, id: LedgerId): Promise<unknown> => query(tx, insertBeside, [id, ...values]);
    expect(await insertWhileIsolated('one node', insert)).toBe(0);
  });

  test.each([1, 2, 3])('under load, clients soon get an acceptance or a request to retry: %i', async () => {
    const books: TestBooks = await openBooks(ledger);
    const load = await postWhile(books, () =>
      connected(ledger.databaseUrl, (owner) => owner.query(isolated, [books.ledger.id])),
    );
    expect(wronglyTold(load)).toEqual([]);
    await expectAllKept(ledger, books, load);
  });
});

/** Two ledgers in different shards, in the order of the shards. */
const inTwoParts = async (): Promise<readonly [earlier: TestBooks, later: TestBooks]> => {
  const found: { readonly books: TestBooks; readonly from: bigint }[] = [];
  for (;;) {
    const books = await ledger.newLedger();
    const from = await connected(ledger.databaseUrl, async (owner) => {
      const { rows } = await owner.query<{ from: string }>(
        `select shardminvalue as from from pg_dist_shard
          where shardid = get_shard_id_for_distribution_column('ledger_heads', $1::uuid)`,
        [books.ledger.id],
      );
      return BigInt(rows[0]?.from ?? 0);
    });
    found.push({ books, from });
    const [earlier, later] = [...found].sort((one, other) => Number(one.from - other.from)).filter(isFirstOfPart);
    if (earlier && later) return [earlier.books, later.books];
  }
};

const isFirstOfPart = ({ from }: { from: bigint }, index: number, all: readonly { from: bigint }[]): boolean =>
  index === 0 || all[index - 1]?.from !== from;

describeOnCluster('a write that is open while the shard before that of its ledger is split', () => {
  beforeAll(async () => {
    ledger = await startLedger();
    letOthersMove = await aloneInMoving(ledger);
  });
  afterAll(async () => {
    await letOthersMove();
    await ledger.close();
  });

  /**
   * Inserts a row in a transaction, splits the row's shard, begins to move the row's ledger, and only then commits the transaction. Returns
   * whether the row exists after the move.
   */
  const isKept = async (move: (ledgerId: LedgerId, toNode: string) => Promise<unknown>): Promise<boolean> => {
    const [earlier, later] = await inTwoParts();
    const { id } = later.ledger;
    const { elsewhere } = await placeOf(ledger, later);
    const owner = <A>(work: (client: Client) => Promise<A>): Promise<A> => connected(ledger.databaseUrl, work);
    return owner(async (writer) => {
      await writer.query('begin');
      await writer.query(fenceOf(id));
      await writer.query(
        `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id) values ($1, 'open', 'post', $2, $1)`,
        [id, fingerprint],
      );
      await owner((client) => client.query(isolated, [earlier.ledger.id]));
      const moved = move(id, elsewhere);
      await lockIsWaitedFor(ledger.databaseUrl, moved);
      await writer.query('commit');
      await moved;
      expect((await placeOf(ledger, later)).at).toBe(elsewhere);
      const { rows } = await writer.query('select from idempotency_keys where ledger_id = $1', [id]);
      return rows.length === 1;
    });
  };

  test('is kept by our own move, which waits for it', async () => {
    const move = (ledgerId: LedgerId, toNode: string): Promise<unknown> =>
      moveLedger(ledger.databaseUrl, { ledgerId, toNode, check: false });
    expect(await isKept(move)).toBe(true);
  });

  // If this test fails, Citus itself now waits for open writes when it moves a shard.
  test('is lost by the move of Citus, which does not wait for it', async () => {
    const move = async (ledgerId: LedgerId, toNode: string): Promise<unknown> => {
      const { steps } = await moveLedger(ledger.databaseUrl, { ledgerId, toNode, check: true });
      return connected(ledger.databaseUrl, (client) => client.query(steps.join(';')));
    };
    expect(await isKept(move)).toBe(false);
  });

  test('a move gives up while a shard is being split', async () => {
    const [earlier, later] = await inTwoParts();
    const { elsewhere } = await placeOf(ledger, later);
    await connected(ledger.databaseUrl, async (splitter) => {
      await splitter.query('begin');
      await splitter.query(isolated, [earlier.ledger.id]);
      const move = moveLedger(ledger.databaseUrl, { ledgerId: later.ledger.id, toNode: elsewhere, check: false });
      await expect(move).rejects.toThrow('another move or split is under way');
      await splitter.query('rollback');
    });
  });
});
