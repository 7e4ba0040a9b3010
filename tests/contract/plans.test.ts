/**
 * Every read of a list or a balance uses its own indexes and reads as many database pages in a big ledger as in a small one, at any depth.
 * The test has a second ledger in the same tables, runs with and without planner statistics, and uses the plans that the service gets.
 */
import type { LedgerId } from '../../src/kernel/ids';
import { firstSlice, type Page, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import { fillSearch, openBigDatabase, openBigLedger, tidy, type BigLedger } from '../support/big-ledger';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { costlyNodes, ExplainingUnitOfWork, nodesOf, pagesOf, scansOf } from '../support/explaining';
import { listReads, type ListRead } from '../support/list-reads';
import { rowsOfToday } from '../support/rows-of-today';
import type { Read } from '../support/big-ledger-reads';
import { orderedReads, totalReads } from '../support/ordered-reads';
import { singleReads } from '../support/single-reads';

/** `make proof` uses 40,000 transactions; LEDGER_TEST_TRANSACTIONS sets a different number, a multiple of 1,000. */
const [few, many] = [1_000, Number(process.env['LEDGER_TEST_TRANSACTIONS'] ?? 30_000)];
const pageLimit = 25;

interface Place {
  readonly database: TestDatabase;
  readonly ledger: BigLedger;
  readonly unitOfWork: ExplainingUnitOfWork;
  close(): Promise<void>;
}

let small: Place;
let big: Place;

const placeOf = (database: TestDatabase, ledger: BigLedger): Place => {
  const pool = openPool({ url: database.url, maxConnections: 1 });
  return {
    ...{ database, ledger, unitOfWork: new ExplainingUnitOfWork(pool) },
    close: async () => {
      await pool.close();
      await database.drop();
    },
  };
};

beforeAll(async () => {
  const database = await freshDatabase();
  const ledger = await asOwner(database.url, async (owner) => {
    const opened = await openBigLedger(owner, few);
    await tidy(owner, 'without statistics');
    return opened;
  });
  await fillSearch(database);
  small = placeOf(database, ledger);
  const filled = await openBigDatabase(many);
  big = placeOf(filled.database, filled.ledger);
}, 900_000);
afterAll(async () => {
  await small.close();
  await big.close();
});

/** Does the work, and returns its result and the number of database pages that its statements read. */
const readBy = async <A>(
  { unitOfWork, ledger }: Place,
  work: (unitOfWork: ExplainingUnitOfWork, ledgerId: LedgerId) => Promise<A | undefined>,
): Promise<{ readonly found: A; readonly pages: number }> => {
  unitOfWork.plans.length = 0;
  const found = await work(unitOfWork, ledger.ledgerId);
  if (found === undefined) throw new Error('nothing was found: the ledger is not what the read is about');
  return { found, pages: pagesOf(unitOfWork) };
};

/** The indexes in the recorded plans. Each scan must be restricted to the ledger, except the lookup of the ledger itself. */
const indexesIn = ({ unitOfWork: { plans } }: Place): readonly string[] => {
  const scans = plans.flatMap(({ plan }) => scansOf(plan));
  return scans.map((scan) => {
    expect(scan).toMatchObject({
      'Index Name': expect.any(String),
      'Index Cond': scan['Index Name'] === 'ledgers_pkey' ? '(id = $1)' : expect.stringContaining('ledger_id = '),
    });
    return scan['Index Name'] as string;
  });
};

const expectNothingCostly = ({ unitOfWork: { plans } }: Place, { sorts }: ListRead): void => {
  // Finds the statement that reads the list: the last one with a limit above one. Statements before it only count, and statements after it
  // read the rows of the page. A statement with a limit of one looks up an end of the list.
  const list = plans.filter(({ text }) => / limit (?!1\b)/.test(text)).at(-1);
  if (!list) throw new Error('no statement has a limit: the list is not read by pages');
  const forbidden = costlyNodes.filter((node) => !sorts || !node.endsWith('Sort'));
  expect(nodesOf(list.plan).filter((node) => forbidden.includes(node))).toEqual([]);
};

/** Allows one more level of an index for each lookup. */
const pagesAllowed = ({ spare }: Read, pagesInSmall: number): number => 2 * pagesInSmall + 20 + spare(big.ledger);

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

describe.each([
  ['without statistics', 0],
  ['with statistics', 1],
] as const)('in a database %s', (statistics, turn) => {
  beforeAll(() => asOwner(big.database.url, (owner) => tidy(owner, statistics)), 600_000);

  test.each(rowsOfToday([...listReads, ...orderedReads], turn))(
    '$name: the list uses its indexes and as few pages in a big ledger as in a small one, at any depth',
    async (read) => {
      const readPage = (place: Place, slice: Slice): ReturnType<typeof readBy<Page<unknown>>> =>
        readBy(place, (unitOfWork, ledgerId) => read.page(unitOfWork, ledgerId, slice));
      const allowed = pagesAllowed(read, (await readPage(small, firstSlice(pageLimit))).pages);
      const from = big.ledger.middle[read.key];
      const used: string[] = [];
      for (const slice of [
        firstSlice(pageLimit),
        { limit: pageLimit, direction: 'forward', from },
        { limit: pageLimit, direction: 'backward', from },
      ] as const) {
        const { found, pages } = await readPage(big, slice);
        expect(pages).toBeLessThanOrEqual(allowed);
        if (slice.from === undefined) expect(found.items.length).toBeGreaterThanOrEqual(read.rows ?? pageLimit);
        expectNothingCostly(big, read);
        used.push(...indexesIn(big));
      }
      expect(sorted(used)).toEqual(sorted(read.indexes));
    },
  );

  test.each(rowsOfToday([...singleReads, ...totalReads], turn))(
    '$name: the read uses its indexes and as few pages in a big ledger as in a small one',
    async ({ read, ...said }) => {
      const allowed = pagesAllowed(said, (await readBy(small, read)).pages);
      expect((await readBy(big, read)).pages).toBeLessThanOrEqual(allowed);
      expect(sorted(indexesIn(big))).toEqual(sorted(said.indexes));
    },
  );
});
