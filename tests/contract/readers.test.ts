/** The contract of the readers of the books, in memory and on PostgreSQL. */
import { newId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import type { Principal } from '../../src/kernel/principal';
import { systemClock } from '../../src/kernel/running/system-clock';
import type { Day } from '../../src/kernel/time';
import type {
  AccountEntryFilter,
  BalanceReader,
  TransactionReader,
} from '../../src/modules/ledgering/application/reader';
import { createLines } from '../../src/modules/ledgering/application/line';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { EntryId, TransactionId } from '../../src/modules/ledgering/domain/transaction';
import type { PartRequest } from '../../src/modules/ledgering/domain/undoing';
import { PostgresBalanceReader } from '../../src/modules/ledgering/postgres/sums/balance-reader';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';
import { MemoryBalanceReader } from '../../src/modules/ledgering/memory/balances';
import { MemoryChartStore } from '../../src/modules/ledgering/memory/chart-store';
import type { BooksByLedger } from '../../src/modules/ledgering/memory/ledger-books';
import { MemoryTransactionCodeStore } from '../../src/modules/catalog/memory/transaction-code-store';
import { MemoryAcceptanceStore } from '../../src/modules/ledgering/memory/acceptance-store';
import { MemoryPostingStore } from '../../src/modules/ledgering/memory/posting-store';
import { MemoryTransactionReader } from '../../src/modules/ledgering/memory/transaction-reader';
import { KeptMap } from '../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { between, bookkeeperOf, keepBooks, type Bookkeeper } from '../support/bookkeeping';
import { freshDatabase } from '../support/database';
import { expected } from '../support/ledger';
import { undoingIn } from '../support/undoing';

interface Surroundings extends Bookkeeper {
  readonly balances: BalanceReader;
  readonly transactions: TransactionReader;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => {
  const books: BooksByLedger = new KeptMap();
  const unitOfWork = new MemoryUnitOfWork();
  const attributes = new MemoryAttributesStore();
  const turns = {
    ...{ unitOfWork, clock: systemClock, lines: createLines(systemClock) },
    acceptances: new MemoryAcceptanceStore(books, attributes, new MemoryTransactionCodeStore()),
    store: new MemoryPostingStore(books, attributes, unitOfWork),
    chart: new MemoryChartStore(books),
  };
  return {
    ...bookkeeperOf(turns, newId()),
    balances: new MemoryBalanceReader(books, unitOfWork),
    transactions: new MemoryTransactionReader(books, unitOfWork),
    close: async () => undefined,
  };
};

const onPostgres = async (): Promise<Surroundings> => {
  const database = await freshDatabase();
  const books = await keepBooks(database.url);
  return {
    ...books,
    balances: new PostgresBalanceReader(books.unitOfWork),
    transactions: new PostgresTransactionReader(books.unitOfWork),
    close: async () => {
      await books.close();
      await database.drop();
    },
  };
};

const day = (text: string): Day => text as Day;

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('the readers of the books in %s', (_, open) => {
  let books: Surroundings;
  let caller: Principal;
  let cash: Account;
  let sales: Account;
  let ledgers = 0;

  beforeAll(async () => {
    books = await open();
  });
  afterAll(() => books.close());
  beforeEach(async () => {
    caller = await books.openLedger(`L${++ledgers}`);
    cash = await books.openAccount(caller, 'CASH');
    sales = await books.openAccount(caller, 'SALES', { type: 'revenue' });
  });

  const sale = (amount: bigint, on: string, layer: 'settled' | 'pending' | 'encumbrance' = 'settled') => ({
    ...{ legs: between(cash, sales, amount, layer), effectiveDate: day(on), layer },
  });
  const post = async (...wanted: readonly ReturnType<typeof sale>[]): Promise<readonly TransactionId[]> => {
    const ids = await books.accept(caller, wanted);
    await books.post(caller.ledgerId);
    return ids;
  };
  const balance = (on: string) => books.balances.balanceByCode(caller, 'CASH', day(on));
  const reverse = (id: TransactionId | undefined, on: string, part: PartRequest | null = null) =>
    undoingIn(books.turns).reverse(caller, {
      ...{ transactionId: id as TransactionId, date: day(on), reason: 'wrong' },
      ...{ reference: null, metadata: null, idempotencyKey: null },
      part,
    });
  const amount = (text: string) => ({ kind: 'amount', amount: text }) as const;

  test('return a balance up to a day, the changes after it, and the amount due', async () => {
    await post(sale(5n, '2026-01-10'), sale(7n, '2026-01-20'), sale(3n, '2026-01-05', 'encumbrance'));
    const [voided] = await post(sale(100n, '2026-01-10'));
    expected(await undoingIn(books.turns).void(caller, voided));
    const none = { debits: 0n, credits: 0n, entryCount: 0, lastEntryDate: null };
    expect(await balance('2026-01-15')).toEqual({
      account: { id: cash.id, code: 'CASH', name: cash.name, type: 'asset', normalBalance: 'debit' },
      upTo: {
        settled: { ...none, debits: 5n, entryCount: 1, lastEntryDate: '2026-01-10' },
        pending: none,
        encumbrance: { ...none, debits: 3n, entryCount: 1, lastEntryDate: '2026-01-05' },
      },
      after: { settled: { ...none, debits: 7n, entryCount: 1 }, pending: none, encumbrance: none },
      standing: { available: { settled: 5n, held: 0n }, due: 3n },
    });
    expect((await balance('2026-01-05'))?.standing.due).toBe(3n);
    expect((await balance('2026-01-04'))?.standing.due).toBe(0n);
    expect(await books.balances.balanceByCode(caller, 'NOTHING', day('2026-01-15'))).toBeUndefined();
  });

  test('return the rest of encumbrances and holds, whatever the day of their reversal', async () => {
    const [owed, due] = await post(sale(5n, '2026-01-10', 'encumbrance'), sale(9n, '2026-01-15', 'encumbrance'));
    const refund = { legs: between(sales, cash, 8n), effectiveDate: day('2026-01-10'), layer: 'pending' } as const;
    const [taken] = await post(refund);
    const told = async (on: string) => {
      const { standing } = (await balance(on)) as NonNullable<Awaited<ReturnType<typeof balance>>>;
      return [standing.due, standing.available.held];
    };
    expect(await told('2026-01-15')).toEqual([14n, 8n]);
    expected(await reverse(owed, '2026-01-20'));
    expected(await reverse(due, '2026-01-20', amount('0.02')));
    expected(await reverse(due, '2026-01-17', amount('0.04')));
    expected(await reverse(taken, '2026-01-20', amount('0.03')));
    for (const [on, left] of [
      ['2026-01-14', 0n],
      ['2026-01-15', 3n],
      ['2026-01-25', 3n],
    ] as const)
      expect(await told(on)).toEqual([left, 5n]);
  });

  test('return the reversed amount of a transaction, its reversals and the places of entries', async () => {
    const legs = [...between(cash, sales, 5n), ...between(sales, cash, 3n)];
    const [id] = await books.accept(caller, [{ legs, effectiveDate: day('2026-01-10') }]);
    await books.post(caller.ledgerId);
    const shown = async () => {
      const row = await books.transactions.transaction(caller, id as TransactionId);
      return row && [row.status, row.reversedAmount, row.reversalIds];
    };
    const original = await books.transactions.transaction(caller, id as TransactionId);
    const entries = (original?.entries ?? [])
      .slice(2)
      .map((entry) => ({ entryId: entry.id as EntryId, amount: '0.02' }));
    expect(await shown()).toEqual(['posted', 0n, []]);
    const part = expected(await reverse(id, '2026-01-20', { kind: 'entries', entries }));
    expect(await shown()).toEqual(['posted', 2n, [part.id]]);
    const rest = expected(await reverse(id, '2026-01-21'));
    expect(await shown()).toEqual(['reversed', 8n, [part.id, rest.id]]);
    const listed = await books.balances.accountEntries(caller, cash.id, {}, firstSlice(10));
    const places = listed?.page.items.map(({ transactionId, position }) => [transactionId, position]);
    expect(places).toEqual([
      [id, 0],
      [id, 3],
      [part.id, 3],
      [rest.id, 0],
      [rest.id, 3],
    ]);
  });

  test('list the entries of an account by day, each with its running balance on every page', async () => {
    await post(sale(5n, '2026-01-20'), sale(7n, '2026-01-10'), sale(2n, '2026-01-10', 'pending'));
    const read = async (filter: AccountEntryFilter, slice: Slice) => {
      const found = await books.balances.accountEntries(caller, cash.id, filter, slice);
      const rows = found?.page.items.map(({ amount, balanceAfter, layer }) => [amount, balanceAfter, layer]);
      return { rows, next: found?.page.next };
    };
    const first = await read({}, firstSlice(2));
    expect(first.rows).toEqual([
      [7n, 7n, 'settled'],
      [2n, 2n, 'pending'],
    ]);
    expect(first.next).toEqual(['2026-01-10', '3', '0']);
    const second = await read({}, { ...firstSlice(2), from: first.next ?? [] });
    expect(second).toEqual({ rows: [[5n, 12n, 'settled']], next: undefined });
    expect((await read({ startDate: day('2026-01-11') }, firstSlice(9))).rows).toEqual([[5n, 12n, 'settled']]);
    expect(await books.balances.accountEntries(caller, newId(), {}, firstSlice(9))).toBeUndefined();
  });

  test('list a correlation in posting order, waiting transactions last, even from an old cursor', async () => {
    const correlated = { ...sale(1n, '2026-01-10'), correlationId: 'order 1' };
    const accept = async () => (await books.accept(caller, [correlated]))[0] as TransactionId;
    const read = async (from?: readonly string[]) => {
      const slice = { ...firstSlice(9), ...(from ? { from } : {}) };
      const { items } = await books.transactions.correlated(caller, 'order 1', slice);
      return items.map(({ id, status }) => [id, status]);
    };
    const one = await accept();
    await books.post(caller.ledgerId);
    const two = await accept();
    expect(await read()).toEqual([
      [one, 'posted'],
      [two, 'pending'],
    ]);
    await books.post(caller.ledgerId);
    const three = await accept();
    expect(await read([two])).toEqual([[three, 'pending']]);
    expect(await books.transactions.decisions(caller.ledgerId, [three, two])).toEqual(
      new Map([[two, { status: 'posted', failure: null, logSequence: expect.any(BigInt) }]]),
    );
  });
});
