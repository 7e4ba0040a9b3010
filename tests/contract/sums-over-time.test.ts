/** Compares balances and pages of entries with the entries themselves, even after late, future and void postings. */
import type { Layer } from '../../src/kernel/accounting';
import { firstSlice, type Page, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import type { Principal } from '../../src/kernel/principal';
import type { Day } from '../../src/kernel/time';
import { createAccountSets } from '../../src/modules/ledgering/application/account-sets';
import type { AccountEntryRow } from '../../src/modules/ledgering/application/reader';
import type { Turnover } from '../../src/modules/ledgering/application/totals-reader';
import { createVerify } from '../../src/modules/ledgering/application/verify';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import { mostReportedAccounts } from '../../src/modules/ledgering/application/totals-reader';
import { PostgresTotalsReader } from '../../src/modules/ledgering/postgres/sums/totals-reader';
import { between, keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork, pagesOf, scansOf } from '../support/explaining';
import { HandClock } from '../support/hand-clock';
import { expected } from '../support/ledger';
import { ormInTransactions } from '../support/orm';
import { randomFrom } from '../support/tampering';
import { undoingIn } from '../support/undoing';
import { loggedCodes } from '../support/logged-codes';
import { rounds, seedOf } from '../support/random';
import { summed, totalsFrom, turnoverOf } from '../support/summed-entries';

const seed = seedOf('LEDGER_TEST_SEED');
const random = randomFrom(seed);
const layers = ['settled', 'pending', 'encumbrance'] as const;

let database: TestDatabase;
let books: Bookkeeping;
let reader: PostgresBalanceReader;
let totals: PostgresTotalsReader;

beforeAll(async () => {
  database = await freshDatabase();
  books = await keepBooks(database.url);
  reader = new PostgresBalanceReader(books.unitOfWork);
  totals = new PostgresTotalsReader(books.unitOfWork);
});

afterAll(async () => {
  await books.close();
  await database.drop();
});

const post = async (caller: Principal, wanted: Parameters<Bookkeeping['accept']>[1]): Promise<TransactionId[]> => {
  const ids = await books.accept(caller, wanted);
  await books.post(caller.ledgerId);
  return [...ids];
};

const voidThem = async (caller: Principal, ids: readonly TransactionId[]): Promise<void> => {
  for (const id of ids) expected(await undoingIn(books.turns).void(caller, id));
};

const expectTrueBooks = async ({ ledgerId }: Principal): Promise<void> => {
  const clock = new HandClock();
  const report = await createVerify({ books: new PostgresBooksReader(books.unitOfWork, loggedCodes), clock })(ledgerId);
  expect(report.findings).toEqual([]);
};

describe(`entries on days of three years, in any order (LEDGER_TEST_SEED=${seed})`, () => {
  const anyDay = (): Day =>
    new Date(Date.UTC(2023, 10, 25) + random(850) * 86_400_000).toISOString().slice(0, 10) as Day;

  /** Several days in any order: ends of months or other days, near each other or far apart, as the columns of a report require. */
  const daysFrom = (first: Day): readonly Day[] => {
    const step = random(3) === 0 ? 200 : 1 + random(80);
    const days = Array.from({ length: 2 + random(12) }, (_, at) => {
      const day = new Date(Date.parse(first) + step * at * 86_400_000);
      if (random(2) === 0) day.setUTCMonth(day.getUTCMonth() + 1, 0);
      return day.toISOString().slice(0, 10) as Day;
    });
    return [...new Set(random(2) ? days : days.reverse())];
  };

  test('add up to the balance of an account and of a set, as of any day', async () => {
    const caller = await books.openLedger('ORDER');
    const [cash, sales] = [await books.openAccount(caller, 'CASH'), await books.openAccount(caller, 'SALES')];
    const sets = new PostgresAccountSets(books.unitOfWork, ormInTransactions);
    const { open, add } = createAccountSets(books.turns, sets);
    const set = expected(await open(caller, { code: 'SET', name: 'A set', description: null, metadata: null }));
    expected(await add(caller, set.id, 'account', cash.id));
    const posted: TransactionId[] = [];
    for (let round = 0; round < rounds(48, 8); round++) {
      const wanted = Array.from({ length: 1 + random(12) }, () => ({
        effectiveDate: anyDay(),
        layer: layers[Math.max(0, random(6) - 3)] as Layer,
        legs: between(...(random(2) ? ([cash, sales] as const) : ([sales, cash] as const)), BigInt(1 + random(99))),
      }));
      posted.push(...(await post(caller, wanted)));
      await voidThem(caller, posted.splice(random(posted.length), random(4)));
    }
    for (let look = 0; look < rounds(80, 8); look++) {
      const day = look === 0 ? ('2023-11-01' as Day) : look === 1 ? ('9999-12-31' as Day) : anyDay();
      const wanted = totalsFrom(await summed(database, caller.ledgerId, cash, day));
      expect({ day, upTo: (await reader.balanceByCode(caller, 'CASH', day))?.upTo }).toEqual({
        day,
        upTo: wanted,
      });
      expect({ day, upTo: (await sets.accountSetBalance(caller, set.id, day))?.upTo }).toEqual({
        day,
        upTo: wanted,
      });
      const layer = layers[look % layers.length] as Layer;
      for (const accountSetCode of [undefined, set.code]) {
        const { accounts } = expected(await totals.totals(caller, { layer, to: day, accountSetCode }));
        const within = accounts.find(({ account }) => account.id === cash.id)?.within;
        expect({ day, layer, accountSetCode, within }).toMatchObject({ within: turnoverOf(wanted[layer]) });
      }
    }
    for (let look = 0; look < rounds(24, 8); look++) {
      const days = daysFrom(anyDay());
      const layer = layers[look % layers.length] as Layer;
      const wanted: Turnover[] = [];
      for (const day of days)
        wanted.push(turnoverOf(totalsFrom(await summed(database, caller.ledgerId, cash, day))[layer]));
      for (const accountSetCode of [undefined, set.code]) {
        const [to, ...beside] = days.map((day) => ({ to: day }));
        const question = { layer, to: (to as { readonly to: Day }).to, beside, accountSetCode };
        const { accounts } = expected(await totals.totals(caller, question));
        const found = accounts.find(({ account }) => account.id === cash.id);
        expect({ days, layer, found: [found?.within, ...(found?.beside ?? [])] }).toEqual({
          days,
          layer,
          found: wanted,
        });
      }
    }
    await expectTrueBooks(caller);
  });

  test('add up to the balance if stored sums end long before the last days, or do not exist', async () => {
    const caller = await books.openLedger('SPARSE');
    const names = ['CASH', 'SALES', 'FEES', 'RARE'] as const;
    const [cash, sales, fees, rare] = await Promise.all(names.map((name) => books.openAccount(caller, name)));
    const on = (day: string, one: Account, other: Account) => ({
      effectiveDate: day as Day,
      legs: between(one, other, BigInt(1 + random(99))),
    });
    const dayAt = (from: string, days: number): string =>
      new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
    // CASH and SALES have stored sums up to June 2025. FEES and RARE have a stored sum only for the first third of a month with entries.
    const often = Array.from({ length: 45 }, (_, at) => on(dayAt('2025-05-02', at), cash as Account, sales as Account));
    const seldom = Array.from({ length: 12 }, (_, at) =>
      on(dayAt('2025-07-05', 21 * at), cash as Account, fees as Account),
    );
    await post(caller, [on('2024-03-07', rare as Account, sales as Account)]);
    for (const wanted of [...often, ...seldom]) await post(caller, [wanted]);
    for (let at = 0; at < 60; at++) {
      const to = dayAt('2024-03-01', 13 * at) as Day;
      const { accounts } = expected(await totals.totals(caller, { layer: 'settled', to }));
      for (const [index, account] of [cash, sales, fees, rare].entries()) {
        const { settled } = totalsFrom(await summed(database, caller.ledgerId, account as Account, to));
        const within = accounts.find(({ account: { id } }) => id === account?.id)?.within;
        expect({ to, name: names[index], within }).toMatchObject({ within: turnoverOf(settled) });
      }
    }
    // The totals of further days in one request equal those of separate requests.
    const months = Array.from({ length: 20 }, (_, at) => new Date(Date.UTC(2025, at, 0)).toISOString().slice(0, 10));
    const days = ['2024-03-01', '2025-01-01', '2026-01-01', '2025-06-11', ...months].map((to) => ({ to: to as Day }));
    const whole = { layer: 'settled', to: '2026-06-30' as Day, beside: days } as const;
    const { accounts } = expected(await totals.totals(caller, whole));
    for (const [index, { to }] of days.entries()) {
      const alone = expected(await totals.totals(caller, { layer: 'settled', to }));
      expect(accounts.map(({ beside }) => beside[index])).toEqual(alone.accounts.map(({ within }) => within));
    }
    const narrow = new PostgresTotalsReader(books.unitOfWork, (ranges) => (ranges === 1 ? 100 : 3));
    expect(await narrow.totals(caller, whole)).toMatchObject({ left: { kind: 'TooManyAccounts', max: 3 } });
    expect(await narrow.totals(caller, { ...whole, beside: [] })).toMatchObject({ _tag: 'Right' });
    expect([1, 2, 61].map(mostReportedAccounts)).toEqual([100_000, 100_000, 16_393]);
    await expectTrueBooks(caller);
  });

  test('have running balances that end at the balance of the account', async () => {
    const caller = await books.openLedger('RUNNING');
    const [cash, sales] = [await books.openAccount(caller, 'CASH'), await books.openAccount(caller, 'SALES')];
    for (let round = 0; round < 4; round++)
      await post(
        caller,
        Array.from({ length: 30 }, () => ({
          effectiveDate: anyDay(),
          legs: between(cash, sales, BigInt(1 + random(9))),
        })),
      );
    let [slice, balance]: [Slice | undefined, bigint] = [firstSlice(7), 0n];
    while (slice) {
      const page: Page<AccountEntryRow> | undefined = (await reader.accountEntries(caller, cash.id, {}, slice))?.page;
      for (const entry of page?.items ?? []) expect(entry.balanceAfter).toBe((balance += entry.amount));
      slice = page?.next && { limit: 7, direction: 'forward', from: page.next };
    }
    expect(balance).toBe((await reader.balanceByCode(caller, 'CASH', '9999-12-31' as Day))?.upTo.settled.debits);
  });
});

describe('a page far down a day of thousands of entries', () => {
  const day = '2026-01-15' as Day;
  const entries = 5_000;
  const voids = 150;
  let caller: Principal;
  let cash: Account;

  beforeAll(async () => {
    caller = await books.openLedger('BUSY');
    cash = await books.openAccount(caller, 'CASH');
    const sales = await books.openAccount(caller, 'SALES');
    const posted: TransactionId[] = [];
    for (let from = 0; from < entries; from += 250)
      posted.push(
        ...(await post(
          caller,
          Array.from({ length: 250 }, (_, index) => ({
            effectiveDate: day,
            layer: (from + index) % 1_000 === 990 ? 'pending' : ('settled' as Layer),
            legs: between(cash, sales, BigInt(1 + ((from + index) % 7))),
          })),
        )),
      );
    await voidThem(
      caller,
      Array.from({ length: voids }, (_, index) => posted[index * 33 + 5] as TransactionId),
    );
  }, 300_000);

  test('has the running balances of the entries before it, without void ones', async () => {
    const running = new Map<Layer, bigint>();
    let slice: Slice | undefined = firstSlice(100);
    let seen = 0;
    while (slice) {
      const page: Page<AccountEntryRow> | undefined = (await reader.accountEntries(caller, cash.id, {}, slice))?.page;
      for (const { layer, amount, balanceAfter } of page?.items ?? []) {
        running.set(layer, (running.get(layer) ?? 0n) + amount);
        expect(balanceAfter).toBe(running.get(layer));
        seen++;
      }
      slice = page?.next && { limit: 100, direction: 'forward', from: page.next };
    }
    expect(seen).toBe(entries - voids);
    await expectTrueBooks(caller);
  });

  test.each([
    ['for all layers', {}, { limit: 25, direction: 'forward', from: [day, String(entries - 30), '0'] }],
    [
      'for a rare layer',
      { layer: 'pending' },
      { limit: 1, direction: 'forward', from: [day, String(entries - 100), '0'] },
    ],
  ] as const)(
    '%s reads no more than the entries behind a mark, and finds voids by their own index',
    async (_, filter, slice) => {
      const pool = openPool({ url: database.url, maxConnections: 1 });
      const explaining = new ExplainingUnitOfWork(pool);
      for (const statistics of ['', 'analyze']) {
        await asOwner(database.url, async (owner) => statistics && owner.query(statistics));
        explaining.plans.length = 0;
        const found = await new PostgresBalanceReader(explaining).accountEntries(caller, cash.id, filter, slice);
        expect(found?.page.items.length).toBeGreaterThan(0);
        const looked = explaining.plans.flatMap(({ plan }) => scansOf(plan).map((scan) => scan['Index Name']));
        expect(looked.filter((index) => index?.startsWith('ledger_log'))).toEqual(['ledger_log_of_transaction']);
        // At most 750 entries lie between two stored sums of the day (marks). Each entry costs one page of its own and three pages of the
        // index of voids.
        expect(pagesOf(explaining)).toBeLessThan(4_000);
      }
      await pool.close();
    },
  );
});
