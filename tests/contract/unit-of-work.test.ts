/** The behaviour of a unit of work when a statement, its connection or its commit fails. */
import { newId, type LedgerId } from '../../src/kernel/ids';
import { Pipeline } from '../../src/kernel/postgres/pipeline';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { query } from '../../src/kernel/postgres/sql';
import { insertionOf } from '../../src/kernel/postgres/sql-rows';
import { together, writeTogether } from '../../src/kernel/postgres/sql-together';
import { fenceOf } from '../../src/kernel/postgres/topology';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { HungUp, ok, refuse, SilentCommit } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import { freshDatabase, type TestDatabase } from '../support/database';
import { HandClock } from '../support/hand-clock';
import { createTroubles } from '../support/troubled-pool';

let database: TestDatabase;
let pool: ConnectionPool;
let unitOfWork: PostgresUnitOfWork;

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool({ url: database.url, maxConnections: 1 });
  unitOfWork = new PostgresUnitOfWork(pool);
});

afterAll(async () => {
  await pool.close();
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

test('a read whose client has hung up does not begin', async () => {
  const work = jest.fn();
  await expect(unitOfWork.read({ ...nowhere, asking: { isGone: () => true } }, work)).rejects.toThrow(HungUp);
  expect(work).not.toHaveBeenCalled();
});

test('a transaction accepts only one last statement', async () => {
  const twice = unitOfWork.run(nowhere, async (tx) => {
    tx.last(query(tx, one, []));
    tx.last(Promise.reject(new Error('of which nobody hears')));
    return ok(undefined);
  });
  await expect(twice).rejects.toThrow('one last statement');
});

test('a failed last write fails the transaction, even if it sent no other statement', async () => {
  const failed = unitOfWork.run(nowhere, async (tx) => {
    tx.last(Promise.reject(new Error('the last write')));
    return ok('written');
  });
  await expect(failed).rejects.toThrow('the last write');
});

test('statements sent after a failing one fail with the same error', async () => {
  const fault = { code: '22012' };
  await unitOfWork
    .run(nowhere, async (tx) => {
      const failing = query(tx, { name: 'a_fault', text: 'select 1 / 0' }, []);
      const behind = query(tx, one, []);
      await expect(failing).rejects.toMatchObject(fault);
      await expect(behind).rejects.toMatchObject(fault);
      await expect(query(tx, one, [])).rejects.toMatchObject(fault);
      return refuse('rolled back' as const);
    })
    .then((outcome) => expect(outcome).toEqual(refuse('rolled back')));
  expect(await unitOfWork.run(nowhere, async (tx) => ok(await query(tx, one, [])))).toEqual(ok([{ number: 1 }]));
});

test('a failed begin fails the statement that was sent with it', async () => {
  const asked: string[] = [];
  const client = {
    query: async (asking: string | { readonly text: string }) => {
      asked.push(typeof asking === 'string' ? asking : asking.text);
      if (asking === 'begin') throw new Error('it does not begin');
      return { rows: [] };
    },
  };
  const pipeline = new Pipeline(client as never, ['begin']);
  await expect(pipeline.ask(one)).rejects.toThrow('it does not begin');
  expect(asked).toEqual(['begin', one.text]);
});

describe('a read whose first statement is its last', () => {
  const lastOf = (text: string) => (tx: Tx) => {
    const rows = query<{ number: number }>(tx, { name: text, text }, []);
    tx.last(rows);
    return rows;
  };

  test('returns its rows, and frees its connection', async () => {
    expect(await unitOfWork.read(nowhere, lastOf('select 3 as number'))).toEqual([{ number: 3 }]);
    expect(await unitOfWork.read(nowhere, lastOf('select 3 as number'))).toEqual([{ number: 3 }]);
  });

  test('throws its error, and frees its connection', async () => {
    await expect(unitOfWork.read(nowhere, lastOf('select 1 / 0 as number'))).rejects.toMatchObject({ code: '22012' });
    expect(await unitOfWork.read(nowhere, lastOf('select 3 as number'))).toEqual([{ number: 3 }]);
  });

  test('refuses a later statement, which would run outside the transaction', async () => {
    const asking = unitOfWork.read(nowhere, async (tx) => {
      tx.last(query(tx, one, []));
      await Promise.resolve();
      return query(tx, one, []);
    });
    await expect(asking).rejects.toThrow('the transaction has ended');
    expect(await unitOfWork.read(nowhere, lastOf('select 3 as number'))).toEqual([{ number: 3 }]);
  });
});

test('an invalid scope is refused, and takes no connection', async () => {
  for (let time = 0; time < 2; time++)
    await expect(unitOfWork.read({ ledgerIds: [`'; drop` as never] }, async () => 1)).rejects.toThrow(
      'no ids of ledgers',
    );
  expect(await unitOfWork.read(nowhere, (tx) => query(tx, one, []))).toEqual([{ number: 1 }]);
});

test('a commit that PostgreSQL turns into a rollback fails, even if the work caught the earlier error', async () => {
  const kept = unitOfWork.run(nowhere, async (tx) => {
    await query(tx, { name: 'a_fault', text: 'select 1 / 0' }, []).catch(() => undefined);
    return ok('written');
  });
  await expect(kept).rejects.toThrow('PostgreSQL answered ROLLBACK to a commit');
  expect(await unitOfWork.run(nowhere, async (tx) => ok(await query(tx, one, [])))).toEqual(ok([{ number: 1 }]));
});

describe('on many nodes', () => {
  const [first, second] = [newId<'ledger'>(), newId<'ledger'>()];
  const scope = { ledgerIds: [first, second] };

  /** Returns the commands that are sent before the first statement. */
  const commandsOf = async (work: (unitOfWork: PostgresUnitOfWork) => Promise<unknown>): Promise<readonly string[]> => {
    const sent: string[] = [];
    const lend: ConnectionPool['lend'] = async () => {
      const loan = await pool.lend();
      const asked = jest.spyOn(loan.client, 'query');
      return {
        ...loan,
        release: (broken) => {
          for (const [asking] of asked.mock.calls as unknown[][]) if (typeof asking === 'string') sent.push(asking);
          asked.mockRestore();
          loan.release(broken);
        },
      };
    };
    await work(new PostgresUnitOfWork({ ...pool, lend }, undefined, undefined, 'many nodes'));
    return sent;
  };

  test('a write first waits for each of its ledgers, under a lock timeout', async () => {
    const commands = await commandsOf((many) => many.run(scope, async (tx) => ok(await query(tx, one, []))));
    expect(commands.slice(-2)).toEqual([fenceOf(first), fenceOf(second)]);
    expect(commands.slice(0, -2)).toContainEqual(expect.stringContaining('lock_timeout'));
  });

  test('a read waits for no ledger', async () => {
    const commands = await commandsOf((many) => many.read(scope, (tx) => query(tx, one, [])));
    expect(commands[0]).toMatch(/^begin .* read only$/);
    expect(commands.filter((command) => command.includes('ledger_heads'))).toEqual([]);
  });

  test('a text that is not the id of a ledger is refused', () => {
    expect(() => fenceOf(`'; drop` as LedgerId)).toThrow('not an id of a ledger');
  });
});

test('a joint write fails if no node holds the head of the ledger', async () => {
  const ledgerId = newId<'ledger'>();
  const key = {
    statement: {
      name: 'insert_keys_of_no_ledger',
      text: `insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
values ($1, $2::text, 'post', $3::bytea, $4::uuid)`,
    },
    parameters: ['ledger_id', 'key', 'fingerprint', 'made_id'],
  };
  const keys = insertionOf<string>(key, {
    ...{ key: (one) => one, fingerprint: () => Buffer.alloc(33), made_id: () => ledgerId },
  });
  const many = new PostgresUnitOfWork(pool, undefined, undefined, 'many nodes');
  const writing = many.run({ ledgerIds: [ledgerId] }, async (tx) =>
    ok(await writeTogether(tx, together('write_keys_of_no_ledger', { keys }), ledgerId, { keys: ['a key'] })),
  );
  await expect(writing).rejects.toThrow('0 nodes hold the head of the ledger');
});

describe('a commit without an answer', () => {
  /** A pool with one connection whose commit is answered only when `answer` is called, and a manual clock for the commit's time limit. */
  const silent = () => {
    const clock = new HandClock();
    const troubles = createTroubles();
    let answer = (): void => undefined;
    const silentUntil = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let listen = (): void => undefined;
    const listening = new Promise<void>((resolve) => {
      listen = resolve;
    });
    const onWire: Pick<HandClock, 'deadline'> = {
      deadline: (ms, act) => {
        listen();
        return clock.deadline(ms, act);
      },
    };
    const through = troubles.through(pool);
    const work = new PostgresUnitOfWork(through, undefined, undefined, undefined, undefined, undefined, onWire);
    const write = () => work.run(nowhere, async (tx) => ok(await query(tx, one, [])));
    troubles.strike = { at: 'commit', trouble: { silentUntil }, times: 1 };
    return { clock, write, answer, listening };
  };

  test('is in doubt after five seconds; its connection is used again once it is answered', async () => {
    const { clock, write, answer, listening } = silent();
    const first = write();
    await listening;
    clock.advance(5_000);
    await expect(first).rejects.toThrow(SilentCommit);
    const second = write();
    answer();
    expect(await second).toEqual(ok([{ number: 1 }]));
  });

  test('gives up its connection after a minute', async () => {
    const { clock, write, answer, listening } = silent();
    const first = write();
    await listening;
    clock.advance(5_000);
    await expect(first).rejects.toThrow(SilentCommit);
    const second = write();
    clock.advance(60_000);
    expect(await second).toEqual(ok([{ number: 1 }]));
    answer();
  });
});
