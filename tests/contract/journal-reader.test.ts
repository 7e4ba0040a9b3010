/** The journal as read from PostgreSQL: pages of bounded size, and a range of days whose cost depends only on its content. */
import type { LedgerId } from '../../src/kernel/ids';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Day } from '../../src/kernel/time';
import type { JournalQuestion, JournalTransaction } from '../../src/modules/ledgering/application/journal-reader';
import { PostgresJournalReader } from '../../src/modules/ledgering/postgres/log/journal-reader';
import { openBigDatabase, type BigLedger } from '../support/big-ledger';
import type { TestDatabase } from '../support/database';
import { ExplainingUnitOfWork, pagesOf } from '../support/explaining';

const transactions = Number(process.env['LEDGER_TEST_TRANSACTIONS'] ?? 30_000);

let database: TestDatabase;
let ledger: BigLedger;
let pool: ReturnType<typeof openPool>;
let explaining: ExplainingUnitOfWork;
/** Used where only the answer counts, because explaining a statement executes it twice. */
let plain: PostgresUnitOfWork;
/** The pages of the whole journal. */
let whole: readonly (readonly JournalTransaction[])[];

beforeAll(async () => {
  ({ database, ledger } = await openBigDatabase(transactions));
  pool = openPool({ url: database.url, maxConnections: 1 });
  explaining = new ExplainingUnitOfWork(pool);
  plain = new PostgresUnitOfWork(pool);
  whole = await pagesFrom(plain, {});
}, 300_000);
afterAll(async () => {
  await pool.close();
  await database.drop();
});

const pagesFrom = async (
  unitOfWork: PostgresUnitOfWork,
  question: JournalQuestion,
  ledgerId: LedgerId = ledger.ledgerId,
): Promise<readonly (readonly JournalTransaction[])[]> => {
  const found = await new PostgresJournalReader(unitOfWork).journal(ledgerId, question);
  if (found?._tag !== 'Right') throw new Error('there is no journal');
  const pages: (readonly JournalTransaction[])[] = [];
  for (let page = await found.right.next(); page.length > 0; page = await found.right.next()) pages.push(page);
  return pages;
};
const days = (from: string, to: string): JournalQuestion => ({ from: from as Day, to: to as Day });
const datesOf = (pages: readonly (readonly JournalTransaction[])[]): readonly string[] =>
  pages.flat().map(({ effectiveDate }) => effectiveDate);

test('the journal has every posted transaction once, in posting order, without void ones', () => {
  const sequences = whole.flat().map(({ sequence }) => Number(sequence));
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  // One of every 25 transactions is void, one has failed, and one waits.
  const decided = transactions - transactions / 25;
  expect(sequences).toHaveLength(decided - (2 * decided) / 25);
  expect(Math.max(...whole.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
  expect(whole.flat().filter(({ entries }) => entries.length !== 2)).toEqual([]);
});

test('a journal of a few days equals that part of the whole, and costs in proportion', async () => {
  const dates = datesOf(whole);
  for (const [from, to] of [
    ['2020-03-01', '2020-03-05'],
    ['2016-01-01', '2016-01-01'],
    ['2031-01-01', '9999-12-31'],
  ] as const) {
    explaining.plans.length = 0;
    const told = datesOf(await pagesFrom(explaining, days(from, to)));
    expect(told).toEqual(dates.filter((date) => date >= from && date <= to));
    // Allows one lookup by day, by sequence and by id for each transaction, and a read of the chart and the head, which do not depend on
    // the range.
    const chart = ledger.accounts;
    expect(pagesOf(explaining)).toBeLessThan(chart + 40 * told.length + 100);
  }
  // For a large range the whole journal is read, and the result is the same.
  const most = ['2017-01-01', '2025-06-30'] as const;
  expect(datesOf(await pagesFrom(plain, days(...most)))).toEqual(
    dates.filter((date) => date >= most[0] && date <= most[1]),
  );
});
