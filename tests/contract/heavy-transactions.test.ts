/** A page of large transactions reads hardly more of them than it shows, and leaves none out (docs/reliability.md, A3). */
import { firstSlice, maxPageBytes, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import type { Principal } from '../../src/kernel/principal';
import type { TransactionRow } from '../../src/modules/ledgering/application/reader';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import { between, keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { freshDatabase, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork } from '../support/explaining';

const count = 40;
const entryBytes = 16_000;
const entriesEach = 4;
/** The maximum number of transactions on a page: the last one may start just before the page is full. */
const mostShown = Math.ceil(maxPageBytes / (entriesEach * entryBytes));

let database: TestDatabase;
let books: Bookkeeping;
let unitOfWork: ExplainingUnitOfWork;
let close: () => Promise<void>;
let caller: Principal;
/** The ids, oldest first: the first transactions are posted, the others still wait. */
let ids: readonly TransactionId[];

beforeAll(async () => {
  database = await freshDatabase();
  books = await keepBooks(database.url);
  const pool = openPool({ url: database.url, maxConnections: 1 });
  unitOfWork = new ExplainingUnitOfWork(pool);
  close = () => pool.close();
  caller = await books.openLedger('HEAVY');
  const [cash, sales] = [await books.openAccount(caller, 'CASH'), await books.openAccount(caller, 'SALES')];
  const heavy = {
    legs: [...between(cash, sales, 1n), ...between(sales, cash, 1n)],
    entryMetadata: { filler: 'x'.repeat(entryBytes) },
  };
  const wanted = Array.from({ length: count }, () => heavy);
  const posted = await books.accept(caller, wanted);
  await books.post(caller.ledgerId);
  ids = [...posted, ...(await books.accept(caller, wanted))];
});

afterAll(async () => {
  await close();
  await books.close();
  await database.drop();
});

/** Reads all pages in one direction. No page may read more transactions of one kind than it may show. */
const pagesOf = async (first: Slice): Promise<readonly TransactionRow[]> => {
  const reader = new PostgresTransactionReader(unitOfWork);
  const rows: TransactionRow[] = [];
  for (let slice = first; ;) {
    unitOfWork.plans.length = 0;
    const { items, next, previous } = await reader.transactions(caller, {}, slice);
    const isForward = slice.direction === 'forward';
    const read = (kind: string): number =>
      unitOfWork.plans
        .filter(({ text }) => text.includes(kind))
        .reduce((sum, { plan }) => sum + plan['Actual Rows'], 0);
    const [entries, drafts] = [read('octet_length(e.metadata'), read('failed_draft')];
    expect(entries + drafts).toBeGreaterThan(0);
    expect(entries).toBeLessThanOrEqual(mostShown * entriesEach);
    expect(drafts).toBeLessThanOrEqual(mostShown);
    rows.push(...(isForward ? items : items.toReversed()));
    const from = isForward ? next : previous;
    if (!from) return rows;
    slice = { ...slice, from };
  }
};

test.each(['forward', 'backward'] as const)('the pages, read %s, leave nothing out', async (direction) => {
  // An id of version 7 begins with its time, so the end of the list is the time 0.
  const end = direction === 'forward' ? {} : { from: ['00000000-0000-7000-8000-000000000000'] };
  const rows = await pagesOf({ ...firstSlice(100), direction, ...end });
  expect(rows.map(({ id }) => id)).toEqual(direction === 'forward' ? ids.toReversed() : ids);
  const reader = new PostgresTransactionReader(books.unitOfWork);
  for (const row of rows) {
    expect(row.entries).toHaveLength(entriesEach);
    expect(row).toEqual(await reader.transaction(caller, row.id));
  }
});
