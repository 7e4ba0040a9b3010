/** What a search by attributes reads: as many pages of the database among forty thousand transactions as among two. */
import { newId, type LedgerId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openOrm } from '../../src/kernel/postgres/orm';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transaction-reader';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { costlyNodes, ExplainingUnitOfWork, nodesOf, pagesOf } from '../support/explaining';

/** LEDGER_TEST_SIZE=full looks at a million. */
const [few, many] = process.env['LEDGER_TEST_SIZE'] === 'full' ? [10_000, 1_000_000] : [2_000, 40_000];
/** As many of both ledgers have the rare value. */
const rareOnes = 40;

let database: TestDatabase;
let unitOfWork: ExplainingUnitOfWork;
let close: () => Promise<void>;
const ledgers = new Map<number, LedgerId>();

beforeAll(async () => {
  database = await freshDatabase();
  for (const count of [few, many]) ledgers.set(count, await openFilledLedger(count));
  const orm = await openOrm({ url: database.url, entities: [], maxConnections: 1, asApplication: true });
  unitOfWork = new ExplainingUnitOfWork(orm);
  close = () => orm.close(true);
}, 300_000);
afterAll(async () => {
  await close();
  await database.drop();
});

const openFilledLedger = (count: number): Promise<LedgerId> =>
  asOwner(database.url, async (owner) => {
    const [tenantId, ledgerId] = [newId<'tenant'>(), newId<'ledger'>()];
    await owner.query(`insert into tenants values ($1, 'tenant', now())`, [tenantId]);
    await owner.query(
      `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                            created_at, updated_at)
       values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
      [ledgerId, tenantId],
    );
    await owner.query(`set ledger.scope = '{${ledgerId}}'`);
    await owner.query(
      `insert into journals (ledger_id, id, code, name, created_at, updated_at) values ($1, $1, 'DEFAULT', 'Default', now(), now())`,
      [ledgerId],
    );
    await owner.query(
      `insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, total_amount, entry_count,
                                 attributes, accepted_by, accepted_at, status, sequence, posted_at, updated_at)
       select $1::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1::uuid, '2026-01-15', 'settled',
              'x', 1, 2,
              json_build_object('common', 'c' || n % 2, 'rare', case when n % $3::int = 0 then 'yes' else 'no' end),
              'abcdefghijkl', now(), 'posted', n, now(), now()
         from generate_series(1, $2::int) as n`,
      [ledgerId, count, count / rareOnes],
    );
    await owner.query(
      `insert into transaction_attributes (ledger_id, key, value, transaction_id)
       select $1, a.key, a.value, t.id
         from transactions t, json_each_text(t.attributes) as a where t.ledger_id = $1`,
      [ledgerId],
    );
    await owner.query('vacuum analyze transactions');
    await owner.query('vacuum analyze transaction_attributes');
    return ledgerId;
  });

/** Pages read by the statements of one search, and how many transactions it found. */
const search = async (
  count: number,
  attributes: Readonly<Record<string, string>>,
  slice: Slice,
): Promise<{ readonly pages: number; readonly found: number; readonly next: readonly string[] | undefined }> => {
  unitOfWork.plans.length = 0;
  const reader = new PostgresTransactionReader(unitOfWork);
  const page = await reader.transactions(ledgers.get(count) as LedgerId, { attributes }, slice);
  const [list] = unitOfWork.plans.filter(({ text }) => text.includes('order by a.transaction_id'));
  const nodes = list ? nodesOf(list.plan) : [];
  expect(nodes).toContain('Index Only Scan');
  for (const costly of costlyNodes) expect(nodes).not.toContain(costly);
  return {
    pages: pagesOf(unitOfWork),
    found: page.items.length,
    next: page.next,
  };
};

describe('a search by attributes', () => {
  test.each<[string, Record<string, string>, number]>([
    ['a common value', { common: 'c1' }, 25],
    ['a rare value', { rare: 'yes' }, 25],
    ['a value that nobody has', { rare: 'never' }, 0],
    ['two values, one of them rare', { common: 'c0', rare: 'yes' }, 25],
    ['two values that never meet', { common: 'c1', rare: 'yes' }, 0],
  ])('for %s reads no more among many transactions than among few', async (_, attributes, found) => {
    const [first, second] = [
      await search(few, attributes, firstSlice(25)),
      await search(many, attributes, firstSlice(25)),
    ];
    expect([first.found, second.found]).toEqual([found, found]);
    // One more level of the index at the most, for each look into it; and the rarer of two values is counted first.
    expect(second.pages).toBeLessThanOrEqual(2 * first.pages + 60);
  });

  test('reads no more for a page far down than for the first', async () => {
    const first = await search(many, { common: 'c1' }, firstSlice(25));
    const from = ['00000000-0000-7000-8000-000000000800'];
    for (const direction of ['forward', 'backward'] as const) {
      const deep = await search(many, { common: 'c1' }, { limit: 25, direction, from });
      expect(deep.found).toBe(25);
      expect(deep.pages).toBeLessThanOrEqual(1.5 * first.pages);
    }
  });
});
