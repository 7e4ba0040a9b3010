/** The contract of the stores of transaction codes, in memory and on PostgreSQL. */
import { newId, type LedgerId } from '../../src/kernel/ids';
import { firstSlice, type Page } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import { queryText } from '../../src/kernel/postgres/sql';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok, refuse } from '../../src/kernel/refusal';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import type { TransactionCode } from '../../src/modules/catalog';
import type { TransactionCodeStore } from '../../src/modules/catalog/application/ports';
import { PostgresTransactionCodeStore } from '../../src/modules/catalog/postgres/transaction-code-store';
import { MemoryTransactionCodeStore } from '../../src/modules/catalog/memory/transaction-code-store';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { asOwner, freshDatabase } from '../support/database';
import { ormInTransactions } from '../support/orm';
import { entry, transactionCode } from '../support/transaction-codes';

interface Surroundings {
  readonly store: TransactionCodeStore;
  readonly unitOfWork: UnitOfWork;
  /** Creates a ledger and returns its id. */
  openLedger(): Promise<LedgerId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => ({
  store: new MemoryTransactionCodeStore(),
  unitOfWork: new MemoryUnitOfWork(),
  openLedger: async () => newId<'ledger'>(),
  close: async () => undefined,
});

const onPostgres = async (): Promise<Surroundings> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 3 });
  const unitOfWork = new PostgresUnitOfWork(pool);
  return {
    store: new PostgresTransactionCodeStore(unitOfWork, ormInTransactions),
    unitOfWork,
    openLedger: async () => {
      const [id, tenantId] = [newId<'ledger'>(), newId<'tenant'>()];
      await asOwner(url, async (owner) => {
        await owner.query(`insert into tenants (id, name, created_at) values ($1, 'tenant', now())`, [tenantId]);
        await owner.query(
          `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                                created_at, updated_at)
           values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
          [id, tenantId],
        );
      });
      return id;
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('a store of transaction codes in %s', (_, open) => {
  let surroundings: Surroundings;
  let store: TransactionCodeStore;
  let ledgerId: LedgerId;

  beforeAll(async () => {
    surroundings = await open();
    ({ store } = surroundings);
  });
  afterAll(() => surroundings.close());
  beforeEach(async () => {
    ledgerId = await surroundings.openLedger();
  });

  const add = async (made: TransactionCode): Promise<boolean> => {
    const added = await surroundings.unitOfWork.run({ ledgerIds: [made.ledgerId] }, async (tx) =>
      ok(await store.add(tx, made)),
    );
    return (added as { right: boolean }).right;
  };
  const deprecate = (of: TransactionCode, updatedAt: Date) =>
    surroundings.unitOfWork.run({ ledgerIds: [of.ledgerId] }, async (tx) =>
      ok(await store.saveStatus(tx, { ...of, status: 'deprecated', updatedAt })),
    );
  const codesOf = ({ items }: Page<TransactionCode>): readonly string[] => items.map(({ code }) => code);

  test('returns an added code unchanged, with its members in order', async () => {
    const made = transactionCode(ledgerId, {
      description: 'less the fee',
      paramsSchema: { zebra: { type: 'string', enum: ['b', 'a'] }, amount: { type: 'decimal', min: '0.01' } },
      entriesTemplate: {
        entries: [entry('debit', '{params.amount}', { metadata: { z: 1, a: [null, 'x'] } }), entry('credit', '1')],
      },
      attributesTemplate: { region: '{params.zebra}' },
      validationRules: { rules: [{ expression: 'params.amount > 1', message: 'must be more' }] },
      metadata: { owner: 'treasury' },
      createdAt: new Date('2026-01-15T10:00:00.123Z'),
    });
    expect(await add(made)).toBe(true);
    const read = await store.read(ledgerId, made.id);
    expect(read).toEqual(made);
    expect(JSON.stringify(read?.paramsSchema)).toBe(JSON.stringify(made.paramsSchema));
  });

  test('distinguishes an absent member from null', async () => {
    const made = transactionCode(ledgerId, { paramsSchema: null });
    await add(made);
    expect(await store.read(ledgerId, made.id)).toEqual(made);
  });

  test('refuses a code that the ledger already has, but not in another ledger', async () => {
    const other = await surroundings.openLedger();
    expect(await add(transactionCode(ledgerId))).toBe(true);
    expect(await add(transactionCode(ledgerId))).toBe(false);
    expect(await add(transactionCode(other))).toBe(true);
  });

  test('adds only one of two concurrent codes', async () => {
    const added = await Promise.all([add(transactionCode(ledgerId)), add(transactionCode(ledgerId))]);
    expect(added.sort()).toEqual([false, true]);
  });

  test('knows which codes a ledger holds', async () => {
    const holds = (of: LedgerId, code: string) =>
      surroundings.unitOfWork.run({ ledgerIds: [of] }, async (tx) => ok(await store.holds(tx, of, code)));
    await add(transactionCode(ledgerId));
    expect(await holds(ledgerId, 'SALE')).toEqual(ok(true));
    expect(await holds(ledgerId, 'sale')).toEqual(ok(false));
    expect(await holds(await surroundings.openLedger(), 'SALE')).toEqual(ok(false));
  });

  test('changes the status and its instant, and nothing else', async () => {
    const made = transactionCode(ledgerId);
    await add(made);
    const at = new Date('2026-02-01T00:00:00.000Z');
    await deprecate({ ...made, name: 'renamed on the way' }, at);
    expect(await store.read(ledgerId, made.id)).toEqual({ ...made, status: 'deprecated', updatedAt: at });
  });

  test('rolls back the write of a refused unit of work', async () => {
    const made = transactionCode(ledgerId);
    await surroundings.unitOfWork.run({ ledgerIds: [ledgerId] }, async (tx) => {
      await store.add(tx, made);
      return refuse('no');
    });
    expect(await store.read(ledgerId, made.id)).toBeUndefined();
  });

  test('shows nothing of another ledger', async () => {
    const other = await surroundings.openLedger();
    const made = transactionCode(ledgerId);
    await add(made);
    expect(await store.read(other, made.id)).toBeUndefined();
    expect(await store.readAll(other, [made.id])).toEqual([]);
    expect(await store.states(other, [made.code])).toEqual([]);
    expect(codesOf(await store.list(other, {}, firstSlice(10)))).toEqual([]);
    const locked = await surroundings.unitOfWork.run({ ledgerIds: [other] }, async (tx) =>
      ok(await store.lock(tx, other, made.id)),
    );
    expect(locked).toEqual(ok(undefined));
  });

  test('returns the present states of many codes', async () => {
    const [sale, fee] = [
      transactionCode(ledgerId, { code: 'SALE' }),
      transactionCode(ledgerId, { code: 'FEE', version: 3 }),
    ];
    await add(sale);
    await add(fee);
    await deprecate(sale, sale.updatedAt);
    const states = await store.states(ledgerId, ['FEE', 'SALE', 'MISSING']);
    expect([...states].sort((x, y) => (x.code < y.code ? -1 : 1))).toEqual([
      { id: fee.id, code: 'FEE', version: 3, status: 'active' },
      { id: sale.id, code: 'SALE', version: 1, status: 'deprecated' },
    ]);
  });

  describe('lists', () => {
    beforeEach(async () => {
      for (const code of ['B', 'A', 'D', 'C', 'A_'])
        await add(transactionCode(ledgerId, { code, name: `Name of ${code}` }));
    });

    test('by code, page after page, forward and backward', async () => {
      const first = await store.list(ledgerId, {}, firstSlice(2));
      expect(codesOf(first)).toEqual(['A', 'A_']);
      expect(first.previous).toBeUndefined();
      const second = await store.list(ledgerId, {}, { limit: 2, direction: 'forward', from: first.next ?? [] });
      expect(codesOf(second)).toEqual(['B', 'C']);
      const third = await store.list(ledgerId, {}, { limit: 2, direction: 'forward', from: second.next ?? [] });
      expect(codesOf(third)).toEqual(['D']);
      expect(third.next).toBeUndefined();
      const back = await store.list(ledgerId, {}, { limit: 2, direction: 'backward', from: third.previous ?? [] });
      expect(codesOf(back)).toEqual(['B', 'C']);
    });

    test.each([
      ['OF a', ['A', 'A_']],
      ['of a_', ['A_']],
      ['of_a', []],
      ['%', []],
      ['\\', []],
    ])('codes that contain %j literally, in any case', async (search, codes) => {
      expect(codesOf(await store.list(ledgerId, { search }, firstSlice(10)))).toEqual(codes);
    });

    test('codes found by their description', async () => {
      await add(transactionCode(ledgerId, { code: 'Z', description: '100% of it' }));
      expect(codesOf(await store.list(ledgerId, { search: '0% OF' }, firstSlice(10)))).toEqual(['Z']);
    });

    test('codes of one status', async () => {
      const old = transactionCode(ledgerId, { code: 'OLD', status: 'deprecated' });
      await add(old);
      expect(codesOf(await store.list(ledgerId, { status: 'deprecated' }, firstSlice(10)))).toEqual(['OLD']);
      expect(codesOf(await store.list(ledgerId, { status: 'active' }, firstSlice(10)))).toEqual([
        'A',
        'A_',
        'B',
        'C',
        'D',
      ]);
    });
  });
});

describe('the table of transaction codes', () => {
  let surroundings: Awaited<ReturnType<typeof freshDatabase>>;
  let unitOfWork: PostgresUnitOfWork;
  let close: () => Promise<void>;

  beforeAll(async () => {
    surroundings = await freshDatabase();
    const pool = openPool({ url: surroundings.url, maxConnections: 1 });
    unitOfWork = new PostgresUnitOfWork(pool);
    close = async () => {
      await pool.close();
      await surroundings.drop();
    };
  });
  afterAll(() => close());

  const codeColumns = [
    ...['code', 'name', 'description', 'version', 'params_schema', 'entries_template', 'attributes_template'],
    ...['validation_rules', 'metadata', 'created_at'],
  ];
  test.each<[what: string, text: string]>([
    ...codeColumns.map((column): [string, string] => [
      `changes to the column ${column}`,
      `update trancodes set ${column} = ${column}`,
    ]),
    ['deletions', 'delete from trancodes'],
  ])('refuses the service %s', async (_, text) => {
    const client = unitOfWork.run({ ledgerIds: [] }, async (tx) => {
      await queryText(tx, text, []);
      return ok(undefined);
    });
    await expect(client).rejects.toMatchObject({ code: '42501' });
  });

  test('refuses to reactivate a deprecated code', async () => {
    await asOwner(surroundings.url, async (owner) => {
      const [tenantId, id] = [newId<'tenant'>(), newId<'ledger'>()];
      await owner.query(`insert into tenants (id, name, created_at) values ($1, 'tenant', now())`, [tenantId]);
      await owner.query(
        `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                              created_at, updated_at)
         values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
        [id, tenantId],
      );
      await owner.query(`set ledger.scope = '{${id}}'`);
      await owner.query(
        `insert into trancodes (ledger_id, id, code, name, status, entries_template, created_at, updated_at)
         values ($1, $1, 'OLD', 'Old', 'deprecated', '{}', now(), now())`,
        [id],
      );
      await expect(owner.query(`update trancodes set status = 'active'`)).rejects.toMatchObject({ code: 'LG002' });
    });
  });
});
