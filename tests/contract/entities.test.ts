/** The contract of the ORM inside a unit of work. The schemas that the ORM declares must equal the tables. */
import { postgresEntities } from '../../src/app/contexts';
import { newId, type LedgerId } from '../../src/kernel/ids';
import type { Minor } from '../../src/kernel/money';
import { findInLedger, insertUnlessThere, toRow } from '../../src/kernel/postgres/entities';
import { entitiesOf, openOrm } from '../../src/kernel/postgres/orm';
import { openPool, type ConnectionPool } from '../../src/kernel/postgres/pool';
import { asFault, query, type PostgresTx } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { Busy, ok, refuse, Unavailable } from '../../src/kernel/refusal';
import type { Tx } from '../../src/kernel/unit-of-work';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { defaultJournal, type Journal } from '../../src/modules/ledgering/domain/journal';
import { toAccount, toJournal } from '../../src/modules/ledgering/postgres/chart/chart-rows';
import { AccountSchema, JournalSchema } from '../../src/modules/ledgering/postgres/schema';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let pool: ConnectionPool;
let unitOfWork: PostgresUnitOfWork;
let orm: ReturnType<typeof openOrm>;
const ledgerId = newId<'ledger'>();
const elsewhere = newId<'ledger'>();
const own = { ledgerIds: [ledgerId] };

beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool({ url: database.url, maxConnections: 2 });
  unitOfWork = new PostgresUnitOfWork(pool);
  orm = openOrm(pool, postgresEntities);
  const tenantId = newId<'tenant'>();
  await asOwner(database.url, async (owner) => {
    await owner.query(`insert into tenants values ($1, 'a tenant', now())`, [tenantId]);
    for (const id of [ledgerId, elsewhere])
      await owner.query(
        `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                              created_at, updated_at)
         values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
        [id, tenantId, id],
      );
  });
});

afterAll(async () => {
  await pool.close();
  await database.drop();
});

const now = new Date('2026-01-15T10:00:00.123Z');

const journal = (code: string, changes: Partial<Journal> = {}): Journal => ({
  ...defaultJournal(now),
  code,
  ...changes,
});

const insert = (tx: Tx, made: Journal, into: LedgerId = ledgerId): Promise<unknown> =>
  entitiesOf(orm, tx).insert(JournalSchema, toRow(JournalSchema, { ledgerId: into, ...made }));

const update = (tx: Tx, id: Journal['id'], changes: Partial<Journal>): Promise<number> =>
  entitiesOf(orm, tx).nativeUpdate(JournalSchema, { ledgerId, id }, toRow(JournalSchema, changes));

const find = (id: Journal['id']): Promise<Journal | undefined> =>
  unitOfWork.read(own, (tx) => findInLedger(entitiesOf(orm, tx), JournalSchema, { ledgerId, id }));

const selectJournal = { name: 'the_journal', text: 'select * from journals where ledger_id = $1 and id = $2' };

describe('an entity in a unit of work', () => {
  test('is seen by the SQL of its transaction, committed with it, and then found by others', async () => {
    const made = journal('COMMITTED');
    const seen = await unitOfWork.run(own, async (tx) => {
      await insert(tx, made);
      return ok((await query(tx, selectJournal, [ledgerId, made.id])).map(toJournal));
    });
    expect(seen).toEqual(ok([made]));
    expect(await find(made.id)).toEqual(made);
  });

  test.each([
    ['refused', async () => refuse('no' as const)],
    ['broken', () => Promise.reject(new Error('the world breaks'))],
  ])('is not stored if the work is %s', async (_, end) => {
    const made = journal('ROLLED-BACK');
    const working = unitOfWork.run<'no', never>(own, async (tx) => {
      await insert(tx, made);
      return end();
    });
    await working.catch(() => undefined);
    expect(await find(made.id)).toBeUndefined();
  });

  test('is flushed into the transaction of its unit of work, and rolled back with it', async () => {
    const made = journal('FLUSHED');
    await unitOfWork.run(own, async (tx) => ok(await insert(tx, made)));
    const changed = await unitOfWork.run(own, async (tx) => {
      const em = entitiesOf(orm, tx);
      const found = await em.findOneOrFail(JournalSchema, { ledgerId, id: made.id });
      em.assign(found, { name: 'changed' });
      await em.flush();
      return refuse((await query<{ name: string }>(tx, selectJournal, [ledgerId, made.id]))[0]?.name);
    });
    expect(changed).toEqual(refuse('changed'));
    expect(await find(made.id)).toEqual(made);
  });

  test('is found with its present values, also after an earlier find', async () => {
    const made = journal('CHANGED');
    const names = await unitOfWork.run(own, async (tx) => {
      await insert(tx, made);
      const nameNow = async () =>
        (await findInLedger(entitiesOf(orm, tx), JournalSchema, { ledgerId, id: made.id }))?.name;
      const before = await nameNow();
      await update(tx, made.id, { name: 'another' });
      return ok([before, await nameNow()]);
    });
    expect(names).toEqual(ok([made.name, 'another']));
  });

  test('is neither found nor written in another ledger', async () => {
    const made = journal('ELSEWHERE');
    await unitOfWork.run({ ledgerIds: [elsewhere] }, async (tx) => ok(await insert(tx, made, elsewhere)));
    const found = unitOfWork.read(own, (tx) =>
      findInLedger(entitiesOf(orm, tx), JournalSchema, { ledgerId: elsewhere, id: made.id }),
    );
    expect(await found).toBeUndefined();
    const written = unitOfWork.run(own, async (tx) => ok(await insert(tx, journal('MINE'), elsewhere)));
    await expect(written).rejects.toMatchObject({ code: '42501' });
    const key = { ledgerId: elsewhere, id: made.id };
    const changed = unitOfWork.run(own, async (tx) =>
      ok(await entitiesOf(orm, tx).nativeUpdate(JournalSchema, key, { name: 'mine' })),
    );
    expect(await changed).toEqual(ok(0));
  });

  test('is inserted unless its code exists, and the transaction continues', async () => {
    const first = journal('ONCE');
    const inserted = await unitOfWork.run(own, async (tx) => {
      const em = entitiesOf(orm, tx);
      const outcomes: boolean[] = [];
      for (const one of [first, journal('ONCE')])
        outcomes.push(await insertUnlessThere(em, JournalSchema, { ledgerId, ...one }, ['ledgerId', 'code']));
      return ok(outcomes);
    });
    expect(inserted).toEqual(ok([true, false]));
    expect(await find(first.id)).toEqual(first);
  });
});

describe('the ORM throws the same fault as SQL', () => {
  const faultOf = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    unitOfWork
      .run(own, async (tx) => ok(await work(tx)))
      .then(
        () => undefined,
        (fault: unknown) => fault,
      );

  test('if a constraint is violated', async () => {
    const made = journal('TWICE');
    await unitOfWork.run(own, async (tx) => ok(await insert(tx, made)));
    const text = `insert into journals select * from journals where ledger_id = $1 and id = $2`;
    const ofSql = await faultOf((tx) => query(tx, { name: 'twice', text }, [ledgerId, made.id]));
    const ofOrm = await faultOf((tx) => insert(tx, made));
    expect(ofOrm).toMatchObject({ code: '23505', constraint: (ofSql as { constraint: string }).constraint });
    expect((ofOrm as Error).constructor).toBe((ofSql as Error).constructor);
    expect((ofOrm as Error).message).toBe((ofSql as Error).message);
    expect(asFault(ofOrm)).toBe(ofOrm);
  });

  test('if a lock is not granted in time', async () => {
    const made = journal('LOCKED');
    await unitOfWork.run(own, async (tx) => ok(await insert(tx, made)));
    const fault = await asOwner(database.url, async (owner) => {
      await owner.query('begin');
      await owner.query('select from journals where ledger_id = $1 and id = $2 for update', [ledgerId, made.id]);
      return unitOfWork
        .run({ ...own, lockTimeoutMs: 50 }, async (tx) => ok(await update(tx, made.id, { name: 'another' })))
        .catch((error: unknown) => error);
    });
    expect(fault).toBeInstanceOf(Busy);
  });

  test('if the connection is lost', async () => {
    const fault = await faultOf(async (tx) => {
      const [row] = await query<{ pid: number }>(tx, { name: 'pid', text: 'select pg_backend_pid() as pid' }, []);
      await asOwner(database.url, (owner) => owner.query('select pg_terminate_backend($1)', [row?.pid]));
      return insert(tx, journal('GONE'));
    });
    expect(fault).toBeInstanceOf(Unavailable);
  });
});

describe('the values of an entity', () => {
  /** Texts and member names that have a meaning for the ORM or its query builder. */
  const hostile: Record<string, unknown> = {
    ...JSON.parse('{"__proto__": {"a": 1}, "constructor": {"name": "Raw"}}'),
    ...{
      isRawInstance: true,
      client: {},
      __entity: true,
      __helper: {},
      __raw: true,
      sql: `now()`,
      toSQL: '1',
      $in: [1],
    },
    ...{ text: `'; drop table journals; -- ? ?? \\? $1 :name [raw]: 1 (#1)`, none: null, deep: [[{ a: null }]] },
  };

  test('are stored as given, even hostile texts and members', async () => {
    const made = journal('HOSTILE', { metadata: hostile, name: String(hostile['text']), description: '?' });
    await unitOfWork.run(own, async (tx) => ok(await insert(tx, made)));
    const found = await find(made.id);
    expect(found).toEqual(made);
    expect(JSON.stringify(found?.metadata)).toBe(JSON.stringify(hostile));
    const changes = { metadata: { ...hostile, more: '??' } };
    await unitOfWork.run(own, async (tx) => ok(await update(tx, made.id, changes)));
    expect(await find(made.id)).toEqual({ ...made, ...changes });
  });

  test('are only those that the schema names', async () => {
    const made = journal('MORE');
    const more = { ...made, more: 1, 'code" = code; --': 2 };
    await unitOfWork.run(own, async (tx) => ok(await insert(tx, more)));
    expect(await find(made.id)).toEqual(made);
  });

  test('must be text if they are JSON', async () => {
    const given = unitOfWork.run(own, async (tx) =>
      ok(await entitiesOf(orm, tx).insert(JournalSchema, { ledgerId, ...journal('JSON', { metadata: { plain: 1 } }) })),
    );
    await expect(given).rejects.toThrow('as text');
  });

  test('are bound, amounts as exact text, in a statement that is prepared once', async () => {
    const asked: { name?: string; text: string; values: unknown[] }[] = [];
    const ask = async (config: (typeof asked)[number]) => {
      asked.push(config);
      return { rows: [], rowCount: 1 };
    };
    const tx = { pipeline: { ask } } as unknown as PostgresTx;
    const limits = { enforced: true, basis: 'settled', min: null, max: (10n ** 37n) as Minor } as const;
    const row = { id: newId(), code: `a'b`, normal_balance: 'debit', debits: '0', credits: '0' } as const;
    const stamps = { created_at: '2026-01-15 10:00:00+00', updated_at: '2026-01-15 10:00:00+00' };
    const { balance: _, ...account } = toAccount({ ...row, ...stamps, min_balance: null, max_balance: null } as never);
    for (let time = 0; time < 2; time++)
      await entitiesOf(orm, tx).insert(AccountSchema, { ledgerId, ...(account as Account), limits });
    expect(asked[0]?.text).toMatch(/^insert into "accounts" \([a-z_", ]+\) values \(\$1(, \$\d+)+\)$/);
    expect(asked[0]?.values).toEqual(expect.arrayContaining([ledgerId, `a'b`, `1${'0'.repeat(37)}`]));
    expect(asked[0]?.name).toMatch(/./);
    expect(asked[1]?.name).toBe(asked[0]?.name);
  });
});

test('the ORM begins no transaction of its own', async () => {
  await expect(orm.em.fork().transactional(async () => undefined)).rejects.toThrow('begins no transaction');
});

test('a statement outside of a unit of work returns its connection, even after an error', async () => {
  const em = orm.em.fork();
  for (let time = 0; time < 5; time++)
    await expect(em.execute('select 1 / ?::integer as nothing', [0])).rejects.toMatchObject({ code: '22012' });
  expect(await em.execute('select ?::integer as number', [7])).toEqual([{ number: 7 }]);
});

describe('a schema', () => {
  const kept = postgresEntities.flatMap((schema) =>
    schema.meta.embeddable ? [] : [[schema.meta.tableName, schema] as const],
  );

  test.each(kept)('has the columns and the key of the table %s', async (table, schema) => {
    const { rows } = await asOwner(database.url, (owner) =>
      owner.query<{ column: string; is_key: boolean; is_optional: boolean }>(
        `select attname as column, not attnotnull as is_optional,
                exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)) as is_key
           from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [table],
      ),
    );
    const { props } = orm.metadata.get(schema.meta.className);
    const columns = props.flatMap(({ embeddedProps, fieldNames, primary, nullable }) =>
      embeddedProps
        ? []
        : fieldNames.map((column) => ({ column, is_optional: nullable ?? false, is_key: primary ?? false })),
    );
    const byName = (a: { column: string }, b: { column: string }) => (a.column < b.column ? -1 : 1);
    expect([...columns].sort(byName)).toEqual([...rows].sort(byName));
  });

  test('exists once for every table', () => {
    expect(kept.map(([table]) => table)).toEqual([...new Set(kept.map(([table]) => table))]);
    expect(kept.map(([table]) => table)).toEqual(
      expect.arrayContaining(['accounts', 'trancodes', 'tenants', 'strings']),
    );
  });
});
