/** The list of a correlation reads as many database pages for forty thousand transactions as for two thousand. */
import type { LedgerId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import { defaultJournalId, openLedger } from '../support/big-ledger';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork, nodesOf, pagesOf } from '../support/explaining';

const counts = { few: 2_000, many: 40_000 };

let database: TestDatabase;
let unitOfWork: ExplainingUnitOfWork;
let ledgerId: LedgerId;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.url, async (owner) => {
    ledgerId = await openLedger(owner);
    // The transactions are posted in the reverse order of their acceptance.
    for (const [name, count] of Object.entries(counts)) {
      await owner.query(
        `insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, total_amount, entry_count,
                                   correlation_id, accepted_by, accepted_at, status, updated_at)
         select $1::uuid, (lpad($3::text, 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
                $4::uuid, '2026-01-15', 'settled', 'x', 1, 2, $2, 'abcdefghijkl', now(), 'pending', now()
           from generate_series(1, $3::int) as n`,
        [ledgerId, name, count, defaultJournalId],
      );
      await owner.query(
        `update transactions t set status = 'posted', posted_at = now(), sequence = 10 * $3::int - p.n, log_sequence = 10 * $3::int - p.n
           from (select id, row_number() over (order by id) as n from transactions where ledger_id = $1 and correlation_id = $2) p
          where t.ledger_id = $1 and t.id = p.id`,
        [ledgerId, name, count],
      );
    }
    for (const table of ['transactions', 'transaction_correlations']) await owner.query(`vacuum analyze ${table}`);
  });
  const pool = openPool({ url: database.url, maxConnections: 1 });
  unitOfWork = new ExplainingUnitOfWork(pool);
  close = () => pool.close();
});
afterAll(async () => {
  await close();
  await database.drop();
});

const read = async (name: keyof typeof counts, slice: Slice) => {
  unitOfWork.plans.length = 0;
  const page = await new PostgresTransactionReader(unitOfWork).correlated({ ledgerId }, name, slice);
  const [list] = unitOfWork.plans.filter(({ text }) => text.includes('transaction_correlations'));
  expect(list ? nodesOf(list.plan) : []).not.toContain('Seq Scan');
  return { ids: page.items.map(({ id }) => id), next: page.next, pages: pagesOf(unitOfWork) };
};

test('the list of a correlation reads as few pages for many transactions as for few, at any depth', async () => {
  const first = await read('few', firstSlice(25));
  expect(first.ids).toEqual([...first.ids].sort().reverse());
  const from = [`000${counts.many}-0000-7000-8000-000000000800`];
  const slices: Slice[] = [
    firstSlice(25),
    { limit: 25, direction: 'forward', from },
    { limit: 25, direction: 'backward', from },
  ];
  for (const slice of slices) {
    const page = await read('many', slice);
    expect(page.ids).toHaveLength(25);
    expect(page.ids).toEqual([...page.ids].sort().reverse());
    // Allows one more level of the index for each lookup.
    expect(page.pages).toBeLessThanOrEqual(2 * first.pages + 60);
  }
});
