/** `ledger move`: a ledger moves to another node, together with all ledgers in the same shard, while its clients continue to post. */
import { Client } from 'pg';
import { maxWaitForWritesMs, moveLedger, type MoveReport } from '../../src/kernel/postgres/move';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { query } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import { runHere } from '../support/command-line';
import { connected, serviceAccess, serviceEnvironment } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { aloneInMoving, expectAllKept, maxClients, placeOf, postWhile, wronglyTold } from '../support/moving';
import { lockIsWaitedFor } from '../support/outside';
import { describeOnCluster, saySkipped } from '../support/nodes';
import { nowhere, openBooks } from '../support/requests';

jest.setTimeout(240_000);

let ledger: TestLedger;
let letOthersMove: () => Promise<void>;
let books: TestBooks;

const move = (toNode: string, check = false): Promise<MoveReport> =>
  moveLedger(ledger.databaseUrl, { ledgerId: books.ledger.id, toNode, check });

/** Starts moving the ledger, and commits the move only after `happened`, as if the tables were so large that the move took long. */
const moveUntil = async (happened: () => Promise<void>): Promise<void> => {
  const { elsewhere } = await placeOf(ledger, books);
  const { steps } = await move(elsewhere, true);
  await connected(ledger.databaseUrl, async (client) => {
    for (const text of ['begin', ...steps]) await client.query(text);
    await happened();
    await client.query('commit');
  });
};

saySkipped('cluster/move');

describeOnCluster('moving a ledger', () => {
  beforeAll(async () => {
    ledger = await startLedger();
    letOthersMove = await aloneInMoving(ledger);
    books = await openBooks(ledger);
  });
  afterAll(async () => {
    await letOthersMove();
    await ledger.close();
  });

  test('is refused if the node is unknown or may not hold ledgers', async () => {
    const unknown = await move('nowhere.example:5432');
    expect(unknown.obstacles).toEqual([expect.stringContaining('the cluster has no node nowhere.example:5432')]);
    const coordinator = await connected(ledger.databaseUrl, async (client) => {
      const { rows } = await client.query<{ node: string }>(
        `select nodename || ':' || nodeport as node from pg_dist_node where not shouldhaveshards`,
      );
      return rows[0]?.node;
    });
    if (coordinator !== undefined)
      expect((await move(coordinator)).obstacles).toEqual([expect.stringContaining('may hold no ledgers')]);
  });

  test.each([
    ['isactive', 'is not active: select citus_activate_node('],
    ['metadatasynced', 'has no metadata, so that it knows of no ledgers: select start_metadata_sync_to_node('],
  ])('is refused if the node is not %s', async (column, obstacle) => {
    const { elsewhere } = await placeOf(ledger, books);
    const set = (is: boolean): Promise<unknown> =>
      connected(ledger.databaseUrl, (client) =>
        client.query(`update pg_dist_node set ${column} = $1 where nodename || ':' || nodeport = $2`, [is, elsewhere]),
      );
    await set(false);
    try {
      expect((await move(elsewhere)).obstacles).toEqual([expect.stringContaining(`${elsewhere} ${obstacle}`)]);
    } finally {
      await set(true);
    }
  });

  test('lists its steps, performs them, and then has nothing to do', async () => {
    const { at, elsewhere } = await placeOf(ledger, books);
    const planned = await move(elsewhere, true);
    expect(planned).toMatchObject({ obstacles: [], from: at });
    expect(planned.steps).toEqual([expect.stringContaining(`shard_transfer_mode => 'block_writes'`)]);
    expect((await placeOf(ledger, books)).at).toBe(at);
    expect(await move(elsewhere)).toMatchObject({ from: at, steps: planned.steps });
    expect((await placeOf(ledger, books)).at).toBe(elsewhere);
    expect(await move(elsewhere)).toMatchObject({ obstacles: [], from: elsewhere, steps: [] });
  });

  test('also moves the ledgers in the same shard, and names them', async () => {
    const { ledger: own } = books;
    const others = await Promise.all(Array.from({ length: 8 }, () => ledger.newLedger({ tenantId: own.tenantId })));
    const before = await Promise.all(others.map((other) => placeOf(ledger, other)));
    const { elsewhere } = await placeOf(ledger, books);
    const along = new Set((await move(elsewhere)).others.first.map(({ id }) => id));
    for (const [index, other] of others.entries())
      expect((await placeOf(ledger, other)).at).toBe(along.has(other.ledger.id) ? elsewhere : before[index]?.at);
  });

  test('works as a command', async () => {
    const { at, elsewhere } = await placeOf(ledger, books);
    const command = (...args: readonly string[]): ReturnType<typeof runHere> =>
      runHere(['move', ...args], serviceEnvironment(ledger.databaseUrl));
    const { id, code } = books.ledger;
    expect(await command('--ledger', nowhere, '--to-node', at)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no ledger ${nowhere}`),
    });
    expect(await command('--ledger', id, '--to-node', 'nowhere.example:1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the cluster has no node'),
    });
    const moved = await command('--ledger', id, '--to-node', elsewhere, '--json');
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(moved.stdout)).toMatchObject({ ledger_id: id, from: at, to: elsewhere });
    expect((await command('--ledger', id, '--to-node', elsewhere)).stdout).toContain(
      `Nothing to do: ledger ${code} is on ${elsewhere} already`,
    );
  });

  test('gives up if a write does not end, and the write continues', async () => {
    const { elsewhere } = await placeOf(ledger, books);
    const writer = new Client({ connectionString: ledger.databaseUrl });
    await writer.connect();
    try {
      await writer.query('begin');
      await writer.query('update ledger_heads set last_sequence = last_sequence where ledger_id = $1', [
        books.ledger.id,
      ]);
      await expect(move(elsewhere)).rejects.toThrow(`has not ended within ${maxWaitForWritesMs} ms`);
      await writer.query('commit');
    } finally {
      await writer.end();
    }
    await move(elsewhere);
    expect((await placeOf(ledger, books)).at).toBe(elsewhere);
  });

  test('gives up while another move is under way', async () => {
    const { elsewhere } = await placeOf(ledger, books);
    const { steps } = await move(elsewhere, true);
    await connected(ledger.databaseUrl, async (other) => {
      for (const text of ['begin', ...steps]) await other.query(text);
      await expect(move(elsewhere)).rejects.toThrow('a move of other ledgers, has not ended');
      await other.query('rollback');
    });
  });

  test('under load, clients soon get an acceptance or a request to retry, and nothing is lost', async () => {
    books = await openBooks(ledger);
    const { at, elsewhere } = await placeOf(ledger, books);
    const load = await postWhile(books, async () => {
      await move(elsewhere);
      await move(at);
    });
    expect(wronglyTold(load)).toEqual([]);
    await expectAllKept(ledger, books, load);
  });

  test('under load, the same holds if the move takes longer than a write may wait', async () => {
    books = await openBooks(ledger);
    const load = await postWhile(books, ({ refused }) => moveUntil(() => refused(3 * maxClients)));
    expect(load.told.some(({ status }) => status === 503)).toBe(true);
    expect(wronglyTold(load)).toEqual([]);
    await expectAllKept(ledger, books, load);
  });

  test('under load, the same holds for ledgers that do not move', async () => {
    const other = await openBooks(ledger);
    const isAlong = async (): Promise<boolean> =>
      (await move((await placeOf(ledger, books)).elsewhere, true)).others.first.some(
        ({ id }) => id === other.ledger.id,
      );
    while (await isAlong()) books = await openBooks(ledger);
    const load = await postWhile(other, ({ answered }) => moveUntil(() => answered(3 * maxClients)));
    expect(wronglyTold(load)).toEqual([]);
    await expectAllKept(ledger, other, load);
  });
});

describeOnCluster('a write while its ledger is moved', () => {
  let pool: ConnectionPool;

  beforeAll(async () => {
    ledger = await startLedger();
    letOthersMove = await aloneInMoving(ledger);
    books = await openBooks(ledger);
    pool = openPool({ ...serviceAccess(ledger.databaseUrl), maxConnections: 1 });
  });
  afterAll(async () => {
    await letOthersMove();
    await pool.close();
    await ledger.close();
  });

  test('locks the head at the new place of the ledger, not at the old one', async () => {
    const { id } = books.ledger;
    const { elsewhere } = await placeOf(ledger, books);
    const { steps } = await move(elsewhere, true);
    let hasHead = false;
    const writing = new PostgresUnitOfWork(pool, undefined, undefined, 'many nodes');
    const lockHead = { name: 'lock', text: 'select from ledger_heads where ledger_id = $1 for no key update' };
    const locked = connected(ledger.databaseUrl, async (mover) => {
      for (const text of ['begin', ...steps]) await mover.query(text);
      const held = writing.run({ ledgerIds: [id] }, async (tx) => {
        await query(tx, lockHead, [id]);
        hasHead = true;
        return ok(undefined);
      });
      await lockIsWaitedFor(ledger.databaseUrl);
      expect(hasHead).toBe(false);
      await mover.query('commit');
      return held;
    });
    expect(await locked).toEqual(ok(undefined));
    expect(hasHead).toBe(true);
  });
});
