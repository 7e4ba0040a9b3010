/**
 * Counts the files of src/modules whose functions run during one posting or one settlement, from the route to SQL. These are the files that
 * one must read to follow it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, openBooks, transaction } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const post = async (): Promise<void> => {
  const { status } = dataOf(await books.api.post('/transactions', transaction(), { Prefer: 'wait=5' }), 202);
  expect(status).toBe('posted');
};

/** Leaves out getters, because the compiler turns exports into getters. */
const isEntered = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean =>
  (ranges[0]?.count ?? 0) > 0 && !/^get\b/.test(functionName);

/** The files of src/modules in which a function ran during the work, without those of background loops. */
const filesEntered = async (session: Session, work: () => Promise<void>): Promise<readonly string[]> => {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(isEntered))
    .flatMap(({ url }) => /src\/modules\/(.*)\.ts$/.exec(url)?.[1] ?? [])
    .filter((file) => !background.some((own) => file.startsWith(own)))
    .sort();
};

/**
 * Files that run independently of the posting: background loops with their own stores, and a service in memory that other test files in the
 * same process use.
 */
const background = [
  'ledgering/application/posting/poster',
  'ledgering/application/posting/expiry',
  'ledgering/application/index-attributes',
  'ledgering/application/summing',
  'ledgering/application/search-filling',
  'ledgering/application/timekeeping',
  'ledgering/postgres/sums/stretch-store',
  'ledgering/postgres/lists/search-store',
  'ledgering/domain/search-terms',
  'attributes/application/indexing',
  'attributes/postgres',
  'ledgering/memory',
];

/**
 * The files of ledgering that the work enters once it has been done a few times. V8 may lose the count of a function while it collects
 * garbage, so the files of three times are joined. The work is done six times.
 */
const pathOf = async (work: () => Promise<void>): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  for (let times = 0; times < 3; times++) await work();
  const files = new Set<string>();
  for (let times = 0; times < 3; times++) for (const file of await filesEntered(session, work)) files.add(file);
  session.disconnect();
  return [...files].sort().flatMap((file) => /^ledgering\/(?!wiring$)(.*)/.exec(file)?.[1] ?? []);
};

test('a posting that is planned ahead passes through fifteen files of its module', async () => {
  expect(await pathOf(post)).toEqual([
    'application/guesses',
    'application/line',
    'application/writing/accept',
    'application/writing/ledger-writer',
    'domain/draft',
    'domain/formats/version-1',
    'domain/formats/version-2',
    'domain/judging',
    'domain/known-ledger',
    'domain/open-books',
    'domain/posting',
    'http/transactions/new-transaction',
    'postgres/posting/posting-store',
    'postgres/posting/written-columns',
    'postgres/posting/written-rows',
  ]);
});

test('a settlement that joins a group of postings passes through twenty-five files of its module', async () => {
  const holds: unknown[] = [];
  for (let times = 0; times < 6; times++) {
    const hold = { ...transaction(), layer: 'pending' };
    holds.push(dataOf(await books.api.post('/transactions', hold, { Prefer: 'wait=5' }), 202)['id']);
  }
  const settle = async (): Promise<void> => {
    dataOf(await books.api.post(`/transactions/${String(holds.pop())}/settle`, {}), 201);
  };
  expect(await pathOf(settle)).toEqual([
    'application/guesses',
    'application/line',
    'application/operations/drafting',
    'application/operations/joining',
    'application/writing/accept',
    'application/writing/ledger-writer',
    'domain/draft',
    'domain/formats/records',
    'domain/formats/version-1',
    'domain/formats/version-2',
    'domain/hold',
    'domain/judging',
    'domain/known-ledger',
    'domain/open-books',
    'domain/operation-acceptance',
    'domain/posting',
    'domain/settling',
    'domain/undoing',
    'http/operations/holds',
    'http/operations/one-operation',
    'postgres/posting/posting-rows',
    'postgres/posting/posting-store',
    'postgres/posting/written-columns',
    'postgres/posting/written-rows',
    'postgres/posting/written-undone',
  ]);
});

test('every loop of the module is listed as a background file', () => {
  const root = join(__dirname, '../../src/modules');
  const loops = readdirSync(join(root, 'ledgering/application'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `ledgering/application/${name}`)
    .filter((name) => /background\.loop\(\{/.test(readFileSync(join(root, name), 'utf8')));
  expect(loops.length).toBeGreaterThan(4);
  for (const loop of loops) expect(background).toContain(loop.replace(/\.ts$/, ''));
});
