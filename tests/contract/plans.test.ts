/**
 * Every list and balance read goes by its own indexes and reads as many pages of the database in a big ledger as in a small
 * one, at any depth: with a neighbour in the same tables, with statistics and without, by the plans that the service gets.
 */
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openBigLedger, tidy, type BigLedger } from '../support/big-ledger';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { costlyNodes, ExplainingUnitOfWork, nodesOf, pagesOf, scansOf } from '../support/explaining';
import { listReads, type ListRead } from '../support/list-reads';
import type { Read } from '../support/big-ledger-reads';
import { singleReads } from '../support/single-reads';

/** LEDGER_TEST_SIZE=full looks at a million. */
const [few, many] = [1_000, process.env['LEDGER_TEST_SIZE'] === 'full' ? 1_000_000 : 40_000];
const pageLimit = 25;

interface Place {
  readonly database: TestDatabase;
  readonly ledger: BigLedger;
  readonly unitOfWork: ExplainingUnitOfWork;
  close(): Promise<void>;
}

let small: Place;
let big: Place;

const openPlace = async (...sizes: readonly number[]): Promise<Place> => {
  const database = await freshDatabase();
  const ledgers = await asOwner(database.url, async (owner) => {
    const opened: BigLedger[] = [];
    for (const size of sizes) opened.push(await openBigLedger(owner, size));
    await tidy(owner, 'without statistics');
    return opened;
  });
  const orm = await openOrm({ url: database.url, entities: [], maxConnections: 1, asApplication: true });
  return {
    database,
    ledger: ledgers[0] as BigLedger,
    unitOfWork: new ExplainingUnitOfWork(orm),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
};

beforeAll(async () => {
  small = await openPlace(few);
  big = await openPlace(many, many / 4);
}, 900_000);
afterAll(async () => {
  await small.close();
  await big.close();
});

/** Pages that all statements of some work read. */
const pagesReadBy = async ({ unitOfWork }: Place, work: () => Promise<unknown>): Promise<number> => {
  unitOfWork.plans.length = 0;
  expect(await work()).toBeDefined();
  return pagesOf(unitOfWork);
};

/** The indexes of the statements that were noted last; each of them must be searched by the ledger. */
const indexesIn = ({ unitOfWork: { plans } }: Place): readonly string[] => {
  const scans = plans.flatMap(({ plan }) => scansOf(plan));
  return scans.map((scan) => {
    expect(scan).toMatchObject({
      'Index Name': expect.any(String),
      'Index Cond': expect.stringContaining('ledger_id = '),
    });
    return scan['Index Name'] as string;
  });
};

const expectNothingCostly = ({ unitOfWork: { plans } }: Place, { sorts }: ListRead): void => {
  const lists = plans.filter(({ text }) => text.includes(' limit '));
  expect(lists).toHaveLength(1);
  const forbidden = costlyNodes.filter((node) => !sorts || !node.endsWith('Sort'));
  for (const { plan } of lists) expect(forbidden.filter((node) => nodesOf(plan).includes(node))).toEqual([]);
};

/** One more level of an index at the most, for each look into it. */
const pagesAllowed = ({ spare }: Read, pagesInSmall: number): number => 2 * pagesInSmall + 100 + spare(big.ledger);

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

describe.each(['without statistics', 'with statistics'] as const)('in a database %s', (statistics) => {
  beforeAll(() => asOwner(big.database.url, (owner) => tidy(owner, statistics)), 600_000);

  test.each(listReads)(
    '$name: by their indexes, as few pages of a big ledger as of a small one, at any depth',
    async (read) => {
      const pageOf = (place: Place, slice: Slice): Promise<number> =>
        pagesReadBy(place, () => read.page(place.unitOfWork, place.ledger.ledgerId, slice));
      const allowed = pagesAllowed(read, await pageOf(small, firstSlice(pageLimit)));
      const from = big.ledger.middle[read.key];
      const used: string[] = [];
      for (const slice of [
        firstSlice(pageLimit),
        { limit: pageLimit, direction: 'forward', from },
        { limit: pageLimit, direction: 'backward', from },
      ] as const) {
        expect(await pageOf(big, slice)).toBeLessThanOrEqual(allowed);
        expectNothingCostly(big, read);
        used.push(...indexesIn(big));
      }
      expect(sorted(used)).toEqual(sorted(read.indexes));
    },
  );

  test.each(singleReads)('$name: by its indexes, as few pages of a big ledger as of a small one', async (read) => {
    const pagesOf = (place: Place): Promise<number> =>
      pagesReadBy(place, () => read.read(place.unitOfWork, place.ledger.ledgerId));
    const allowed = pagesAllowed(read, await pagesOf(small));
    expect(await pagesOf(big)).toBeLessThanOrEqual(allowed);
    expect(sorted(indexesIn(big))).toEqual(sorted(read.indexes));
  });
});
