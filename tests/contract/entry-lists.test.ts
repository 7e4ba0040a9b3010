/**
 * The list of an account's entries, with any filters and in either order, equals a filter over all entries of the account, from every
 * position. Its totals equal the sums over these entries.
 */
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Day } from '../../src/kernel/time';
import { entrySorts, type AccountEntryFilter, type EntrySort } from '../../src/modules/ledgering/application/reader';
import { answers, type Searched } from '../../src/modules/ledgering/domain/search-terms';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { hotAccount, openBigDatabase, rareAccount, type BigLedger } from '../support/big-ledger';
import { asOwner, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork } from '../support/explaining';
import { randomFrom, rounds, type Random } from '../support/random';

/** The number of entries: so many that reading all of them counts as a heavy read. */
const transactions = 30_000;
const samples = rounds(40, 8);

interface Listed {
  readonly id: string;
  readonly layer: string;
  readonly type: string;
  readonly day: string;
  readonly sequence: string;
  readonly position: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly searched: Searched;
}

let database: TestDatabase;
let ledger: BigLedger;
let reader: PostgresBalanceReader;
let explaining: ExplainingUnitOfWork;
let close: () => Promise<void>;
/** Account id → its entries, oldest first. */
const all = new Map<string, readonly Listed[]>();

beforeAll(async () => {
  ({ database, ledger } = await openBigDatabase(transactions));
  await asOwner(database.url, async (owner) => {
    await owner.query(`set ledger.scope = '{${ledger.ledgerId}}'`);
    for (const { id } of [hotAccount, rareAccount]) {
      const { rows } = await owner.query<Listed>(
        `select e.id, e.layer, e.type, e.effective_date::text as day, e.sequence, e.position, t.attributes,
                json_build_object('description', t.description, 'reference', t.reference, 'totalAmount', e.amount::text,
                                  'metadata', t.metadata, 'transactionCode', t.transaction_code,
                                  'origin', case when t.undoes_transaction_id is null then 'post' else t.correlation_type end) as searched
           from entries e join transactions t on t.ledger_id = e.ledger_id and t.id = e.transaction_id
          where e.ledger_id = $1 and e.account_id = $2 and t.status <> 'void'
          order by e.effective_date, e.sequence, e.position`,
        [ledger.ledgerId, id],
      );
      all.set(
        id,
        rows.map((row) => ({ ...row, searched: { ...row.searched, totalAmount: BigInt(row.searched.totalAmount) } })),
      );
    }
  });
  const pool = openPool({ url: database.url, maxConnections: 1 });
  reader = new PostgresBalanceReader(new PostgresUnitOfWork(pool));
  explaining = new ExplainingUnitOfWork(pool);
  close = () => pool.close();
}, 300_000);
afterAll(async () => {
  await close();
  await database.drop();
});

const entriesOf = (accountId: string, filter: AccountEntryFilter): readonly Listed[] =>
  (all.get(accountId) ?? []).filter(
    (row) =>
      (filter.layer === undefined || row.layer === filter.layer) &&
      (filter.startDate === undefined || row.day >= filter.startDate) &&
      (filter.endDate === undefined || row.day <= filter.endDate) &&
      Object.entries(filter.attributes ?? {}).every(([key, value]) => row.attributes[key] === value) &&
      answers(filter, row.searched),
  );

const days = ['2016-02-10', '2018-06-01', '2022-12-31', '2025-12-20'] as Day[];
const choices = {
  startDate: days,
  endDate: days,
  layer: ['settled', 'pending', 'encumbrance'],
  words: [['rare'], ['none'], ['r10'], ['x'], ['x', 'r12345']],
  minAmount: [1n, 100n, 100_000_000n],
  maxAmount: [0n, 150n, 10n ** 12n],
  metadata: [{ key: 'none' }],
  transactionCode: ['NONE'],
  origins: [['post'], ['release', 'reversal'], []],
  attributes: [{ common: 'c1' }, { rare: 'yes' }, { common: 'c0', rare: 'no' }],
} as const satisfies { readonly [Key in keyof AccountEntryFilter]-?: readonly AccountEntryFilter[Key][] };

const drawFilter = (random: Random): AccountEntryFilter =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([key, values]) =>
      random.next() < 0.2 ? [[key, random.pick<unknown>(values)]] : [],
    ),
  );

const placeOf = ({ day, sequence, position }: Listed): readonly string[] => [day, sequence, String(position)];

const drawSlice = (random: Random, rows: readonly Listed[]): Slice => {
  const limit = random.pick([1, 3, 25]);
  if (random.next() < 0.4) return firstSlice(limit);
  return { limit, direction: random.pick(['forward', 'backward']), from: placeOf(random.pick(rows)) };
};

const pageOfAll = (rows: readonly Listed[], whole: readonly Listed[], slice: Slice, sort: EntrySort) => {
  const inOrder = <Row>(list: readonly Row[]): readonly Row[] => (sort.startsWith('-') ? list.toReversed() : list);
  const places = new Map(inOrder(whole).map((row, place) => [row.id, place]));
  const start = slice.from && whole.find((row) => placeOf(row).join() === slice.from?.join());
  const at = start && (places.get(start.id) as number);
  const beyond = inOrder(rows).filter((row) => {
    const place = places.get(row.id) as number;
    return at === undefined || (slice.direction === 'forward' ? place > at : place < at);
  });
  return (slice.direction === 'forward' ? beyond.slice(0, slice.limit) : beyond.slice(-slice.limit)).map(
    ({ id }) => id,
  );
};

test.each([1, 2, 3])('filtered lists and totals equal a filter over all entries, seed %i', async (seed) => {
  const random = randomFrom(seed);
  for (let sample = 0; sample < samples; sample++) {
    const { id } = random.next() < 0.8 ? hotAccount : rareAccount;
    const whole = all.get(id) ?? [];
    const sort = random.pick(entrySorts);
    const [filter, slice] = [drawFilter(random), drawSlice(random, whole)];
    const expected = entriesOf(id, filter);
    const found = await reader.accountEntries(ledger, id, filter, slice, sort);
    expect({ filter, slice, sort, ids: found?.page.items.map((row) => row.id) }).toEqual({
      ...{ filter, slice, sort },
      ids: pageOfAll(expected, whole, slice, sort),
    });
    const sum = (side: string): bigint =>
      expected.reduce((total, { type, searched }) => (type === side ? total + searched.totalAmount : total), 0n);
    expect({ filter, ...(await reader.entryTotals(ledger, id, filter)) }).toEqual({
      ...{ filter, count: expected.length },
      ...{ debits: sum('debit'), credits: sum('credit') },
    });
  }
});

test('running balances are the same with filters as without', async () => {
  const plain = await reader.accountEntries(ledger, hotAccount.id, {}, firstSlice(100));
  const narrowed = await reader.accountEntries(ledger, hotAccount.id, { words: ['x'] }, firstSlice(100));
  expect(narrowed?.page.items).toEqual(plain?.page.items);

  const from = placeOf(all.get(hotAccount.id)?.[5_000] as Listed);
  for (const sort of entrySorts) {
    const listed = (filter: AccountEntryFilter, limit: number) =>
      reader.accountEntries(ledger, hotAccount.id, filter, { limit, direction: 'forward', from }, sort);
    const apart = (await listed({ attributes: { common: 'c1' } }, 10))?.page.items ?? [];
    const between = (await listed({}, 100))?.page.items ?? [];
    const ids = new Set(apart.map(({ id }) => id));
    expect(between.findIndex(({ id }) => id === apart.at(-1)?.id)).toBeGreaterThan(apart.length);
    expect(apart).toEqual(between.filter(({ id }) => ids.has(id)));
  }
});

test('a page with filters needs as many statements as a single row', async () => {
  const asked = async (limit: number) => {
    explaining.plans.length = 0;
    const reading = new PostgresBalanceReader(explaining);
    const found = await reader.accountEntries(ledger, hotAccount.id, { words: ['x'] }, firstSlice(limit));
    const explained = await reading.accountEntries(ledger, hotAccount.id, { words: ['x'] }, firstSlice(limit));
    expect(explained?.page.items).toEqual(found?.page.items);
    expect(found?.page.items).toHaveLength(limit);
    return explaining.plans.map(({ text }) => text);
  };
  const statements = await asked(50);
  expect(statements).toEqual(await asked(1));
  expect(statements.filter((text) => text.includes('account_day_marks'))).toHaveLength(1);
});
