/**
 * `isolate_tenant_to_new_shard` of Citus splits the shard of a ledger while others write to it. An insertion from a select that
 * waits for it was planned for the shards as they were: it finds its rows in none of them, and writes nothing, without an error.
 */
import type { LedgerId } from '../../src/kernel/ids';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { query } from '../../src/kernel/postgres/sql';
import { insertionOf, insertRows, maxTuples } from '../../src/kernel/postgres/sql-rows';
import type { Topology } from '../../src/kernel/postgres/topology';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import { connected, serviceAccess } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { aloneInMoving, expectAllKept, onCluster, postWhile, wronglyTold } from '../support/moving';
import { openBooks } from '../support/requests';

jest.setTimeout(240_000);

let ledger: TestLedger;
let letOthersMove: () => Promise<void>;
let pool: ConnectionPool;

/** The service's own insertion of more than a few rows: arrays, unnested beside the ledger's head. */
const insertKeys = insertionOf({
  statement: {
    name: 'insert_keys_while_isolated',
    text: `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
values ($1, $2::text, 'post', $3::bytea, $4::uuid)`,
  },
  parameters: ['ledger_id', 'key', 'fingerprint', 'made_id'],
  places: {},
  beside: 'ledger_heads',
});

const fingerprint = Buffer.alloc(33);
const keyRow = {
  key: (key: string) => key,
  fingerprint: () => fingerprint,
  made_id: () => '00000000-0000-7000-8000-000000000000',
};

const someKeys = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `key ${index}`);
const few = someKeys(maxTuples);
const many = someKeys(maxTuples + 1);

/** How many keys the ledger has, once they were inserted while its shard was split. */
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
    await owner.query('select pg_sleep(0.5)');
    await owner.query('commit');
    await inserted;
    const { rows } = await owner.query('select from idempotency_keys where ledger_id = $1', [id]);
    return rows.length;
  });
};

const isolated = `select isolate_tenant_to_new_shard('ledger_heads', $1::uuid, 'CASCADE',
                                                     shard_transfer_mode => 'block_writes')`;

onCluster('a ledger that gets a shard of its own', () => {
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

  test.each([
    ['few', few],
    ['many', many],
  ])('keeps %s rows that were written meanwhile', async (_, keys) => {
    const insert = (tx: Tx, id: LedgerId): Promise<unknown> => insertRows(tx, insertKeys, id, keys, keyRow);
    expect(await insertWhileIsolated('many nodes', insert)).toBe(keys.length);
  });

  // If this fails, Citus does otherwise now, and what a write on many nodes waits for first may be needless.
  test('loses many rows of a write that does not wait first, without a word', async () => {
    const values = [many, many.map(() => fingerprint), many.map(keyRow.made_id)];
    const insert = (tx: Tx, id: LedgerId): Promise<unknown> => query(tx, insertKeys.ofArrays, [id, ...values]);
    expect(await insertWhileIsolated('one node', insert)).toBe(0);
  });

  test('has it found out where a write that does not wait first wrote nothing', async () => {
    const insert = (tx: Tx, id: LedgerId): Promise<unknown> => insertRows(tx, insertKeys, id, many, keyRow);
    await expect(insertWhileIsolated('one node', insert)).rejects.toThrow(`wrote 0 rows instead of ${many.length}`);
  });

  test.each([1, 2, 3])('under load, clients hear that it is accepted or to come again, soon: %i', async () => {
    const books: TestBooks = await openBooks(ledger);
    const load = await postWhile(books, () =>
      connected(ledger.databaseUrl, (owner) => owner.query(isolated, [books.ledger.id])),
    );
    expect(wronglyTold(load)).toEqual([]);
    await expectAllKept(ledger, books, load);
  });
});
