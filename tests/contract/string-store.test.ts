/** The contract of the stores of strings, their members and rates, in memory and on PostgreSQL. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { firstSlice, type Page } from '../../src/kernel/page';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { RateTable, StringStore } from '../../src/modules/strings/application/ports';
import type { LedgerString } from '../../src/modules/strings/domain/string';
import { stringEntities } from '../../src/modules/strings/postgres/schema';
import { PostgresStringStore } from '../../src/modules/strings/postgres/string-store';
import { MemoryStringStore } from '../../src/modules/strings/memory/string-store';
import { ok, refuse, refused } from '../../src/kernel/refusal';
import { asOwner, freshDatabase } from '../support/database';

interface Surroundings {
  readonly store: StringStore & RateTable;
  openTenant(): Promise<TenantId>;
  /** Creates a ledger of this tenant and returns its id. */
  openLedger(tenantId: TenantId): Promise<LedgerId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => ({
  store: new MemoryStringStore(),
  openTenant: async () => newId<'tenant'>(),
  openLedger: async () => newId<'ledger'>(),
  close: async () => undefined,
});

const onPostgres = async (): Promise<Surroundings> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 3 });
  return {
    store: new PostgresStringStore(openOrm(pool, stringEntities), new PostgresUnitOfWork(pool)),
    openTenant: async () => {
      const id = newId<'tenant'>();
      await asOwner(url, (owner) => owner.query(`insert into tenants values ($1, 'tenant', now())`, [id]));
      return id;
    },
    openLedger: async (tenantId) => {
      const id = newId<'ledger'>();
      await asOwner(url, (owner) =>
        owner.query(
          `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                                created_at, updated_at)
           values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
          [id, tenantId, id],
        ),
      );
      return id;
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

const now = new Date('2026-01-15T10:00:00.123Z');

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('a store of strings in %s', (_, open) => {
  let surroundings: Surroundings;
  let store: Surroundings['store'];
  let tenantId: TenantId;

  beforeAll(async () => {
    surroundings = await open();
    ({ store } = surroundings);
  });
  afterAll(() => surroundings.close());
  beforeEach(async () => {
    tenantId = await surroundings.openTenant();
  });

  const string = (changes: Partial<LedgerString> = {}): LedgerString => ({
    id: newId<'string'>(),
    tenantId,
    code: 'GLOBAL',
    name: 'Every ledger',
    description: null,
    isActive: true,
    memberIds: [],
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
  const codesOf = ({ items }: Page<LedgerString>): readonly string[] => items.map(({ code }) => code);
  const membersOf = async (code = 'GLOBAL') => new Set((await store.byCode(tenantId, code))?.memberIds);

  test('returns an inserted string unchanged, with its members', async () => {
    const ledgerId = await surroundings.openLedger(tenantId);
    const made = string({ memberIds: [ledgerId], description: '“ß” 📚', isActive: false });
    expect(await store.insert(made)).toEqual(ok(undefined));
    expect(await store.byCode(tenantId, 'GLOBAL')).toEqual(made);
    expect((await store.list(tenantId, firstSlice(10))).items).toEqual([made]);
  });

  test('refuses a code that the tenant already has, but distinguishes case and tenants', async () => {
    const other = await surroundings.openTenant();
    const first = string();
    expect(await store.insert(first)).toEqual(ok(undefined));
    expect(await store.insert(string({ name: 'Another' }))).toEqual(
      refuse({ kind: 'StringCodeTaken', code: 'GLOBAL' }),
    );
    expect(await store.insert(string({ code: 'global' }))).toEqual(ok(undefined));
    expect(await store.insert(string({ tenantId: other }))).toEqual(ok(undefined));
    expect(await store.byCode(tenantId, 'GLOBAL')).toEqual(first);
  });

  test('inserts only one of two concurrent strings with one code, and only its members', async () => {
    const ledgerIds = [await surroundings.openLedger(tenantId), await surroundings.openLedger(tenantId)];
    const made = ledgerIds.map((id) => string({ memberIds: [id] }));
    const inserted = await Promise.all(made.map((one) => store.insert(one)));
    expect(inserted.filter(refused)).toEqual([refuse({ kind: 'StringCodeTaken', code: 'GLOBAL' })]);
    expect(await store.byCode(tenantId, 'GLOBAL')).toEqual(made[inserted.findIndex((one) => !refused(one))]);
  });

  test('shows nothing of another tenant', async () => {
    await store.insert(string());
    const other = await surroundings.openTenant();
    expect(await store.byCode(other, 'GLOBAL')).toBeUndefined();
    expect((await store.list(other, firstSlice(10))).items).toEqual([]);
  });

  test('lists by code, page after page, forward and backward', async () => {
    for (const code of ['b', 'A', 'C', 'a', 'B']) await store.insert(string({ code }));
    const first = await store.list(tenantId, firstSlice(2));
    expect(codesOf(first)).toEqual(['A', 'B']);
    expect(first.previous).toBeUndefined();
    const second = await store.list(tenantId, { limit: 2, direction: 'forward', from: first.next ?? [] });
    expect(codesOf(second)).toEqual(['C', 'a']);
    const third = await store.list(tenantId, { limit: 2, direction: 'forward', from: second.next ?? [] });
    expect(codesOf(third)).toEqual(['b']);
    expect(third.next).toBeUndefined();
    const back = await store.list(tenantId, { limit: 2, direction: 'backward', from: third.previous ?? [] });
    expect(codesOf(back)).toEqual(['C', 'a']);
  });

  test('adds and removes members idempotently', async () => {
    const [one, two] = [await surroundings.openLedger(tenantId), await surroundings.openLedger(tenantId)];
    const made = string({ memberIds: [one] });
    const other = string({ code: 'OTHER', memberIds: [one] });
    await store.insert(made);
    await store.insert(other);
    for (let count = 0; count < 2; count++) await store.addMember(made.id, two, now);
    expect(await membersOf()).toEqual(new Set([one, two]));
    for (let count = 0; count < 2; count++) await store.removeMember(made.id, one);
    expect(await membersOf()).toEqual(new Set([two]));
    expect(await membersOf('OTHER')).toEqual(new Set([one]));
  });

  test('keeps the last rate of each pair and direction, as it was written', async () => {
    expect(await store.find('USD', 'EUR')).toBeUndefined();
    await store.set('USD', 'EUR', '0.9100', now);
    const later = new Date('2026-01-16T00:00:00.000Z');
    await store.set('USD', 'EUR', '0.920', later);
    await store.set('EUR', 'USD', '1.08', now);
    expect(await store.find('USD', 'EUR')).toMatchObject({ rate: '0.920', setAt: later });
    expect(await store.find('EUR', 'USD')).toMatchObject({ rate: '1.08', setAt: now });
    expect(await store.find('USD', 'JPY')).toBeUndefined();
  });
});
