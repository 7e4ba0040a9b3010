/** What a unit of work promises when somebody asks it for what cannot be. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { openOrm } from '../../src/kernel/postgres/orm';
import { query } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let orm: MikroORM;
let unitOfWork: PostgresUnitOfWork;

beforeAll(async () => {
  database = await freshDatabase();
  orm = await openOrm({ url: database.url, entities: [], maxConnections: 1, asApplication: true });
  unitOfWork = new PostgresUnitOfWork(orm);
});

afterAll(async () => {
  await orm.close();
  await database.drop();
});

const one = { name: 'a_number', text: 'select 1 as number' };
const nowhere = { ledgerIds: [] };

test('a statement that the driver refuses ends its connection, and the next unit of work has another', async () => {
  const { name } = one;
  await unitOfWork.run(nowhere, async (tx) => ok(await query(tx, one, [])));
  await expect(
    unitOfWork.run(nowhere, async (tx) => ok(await query(tx, { name, text: 'select 2 as number' }, []))),
  ).rejects.toThrow(/a_number/);
  expect(await unitOfWork.run(nowhere, async (tx) => ok(await query(tx, one, [])))).toEqual(ok([{ number: 1 }]));
});

test('a transaction has one last write', async () => {
  const twice = unitOfWork.run(nowhere, async (tx) => {
    tx.last(query(tx, one, []));
    tx.last(Promise.reject(new Error('of which nobody hears')));
    return ok(undefined);
  });
  await expect(twice).rejects.toThrow('one last write');
});

test('the fault of a last write is told, even where nothing was ever asked', async () => {
  const failed = unitOfWork.run(nowhere, async (tx) => {
    tx.last(Promise.reject(new Error('the last write')));
    return ok('written');
  });
  await expect(failed).rejects.toThrow('the last write');
});

test('a commit that PostgreSQL turns into a rollback is a fault, whoever kept the fault before it to himself', async () => {
  const kept = unitOfWork.run(nowhere, async (tx) => {
    await query(tx, { name: 'a_fault', text: 'select 1 / 0' }, []).catch(() => undefined);
    return ok('written');
  });
  await expect(kept).rejects.toThrow('PostgreSQL answered ROLLBACK to a commit');
  expect(await unitOfWork.run(nowhere, async (tx) => ok(await query(tx, one, [])))).toEqual(ok([{ number: 1 }]));
});
