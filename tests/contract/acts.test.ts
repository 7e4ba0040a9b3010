/** The acts of one key or one person in several ledgers: the same in memory and in PostgreSQL, which finds them by an index. */
import { KeptMap } from '../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { pageOfActs, type ActsQuestion } from '../../src/kernel/acts';
import { newId, type LedgerId } from '../../src/kernel/ids';
import { firstSlice, type Slice } from '../../src/kernel/page';
import { openPool } from '../../src/kernel/postgres/pool';
import type { Principal } from '../../src/kernel/principal';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';
import { MemoryTransactionCodeStore } from '../../src/modules/catalog/memory/transaction-code-store';
import type { ActsReader, LedgerAct } from '../../src/modules/ledgering/application/acts-reader';
import { createJournals } from '../../src/modules/ledgering/application/journals';
import { createLines } from '../../src/modules/ledgering/application/line';
import { MemoryAcceptanceStore } from '../../src/modules/ledgering/memory/acceptance-store';
import { MemoryActsReader } from '../../src/modules/ledgering/memory/acts-reader';
import { MemoryChartStore } from '../../src/modules/ledgering/memory/chart-store';
import type { BooksByLedger } from '../../src/modules/ledgering/memory/ledger-books';
import { MemoryPostingStore } from '../../src/modules/ledgering/memory/posting-store';
import { PostgresActsReader } from '../../src/modules/ledgering/postgres/log/acts-reader';
import { between, bookkeeperOf, keepBooks, type Bookkeeper } from '../support/bookkeeping';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork, pagesOf, scansOf } from '../support/explaining';
import { flowingClock, type HandClock } from '../support/hand-clock';
import { expected } from '../support/ledger';

interface Surroundings extends Bookkeeper {
  readonly clock: HandClock;
  readonly acts: ActsReader;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => {
  const books: BooksByLedger = new KeptMap();
  const unitOfWork = new MemoryUnitOfWork();
  const attributes = new MemoryAttributesStore();
  const clock = flowingClock();
  const turns = {
    ...{ unitOfWork, clock, lines: createLines(clock), chart: new MemoryChartStore(books) },
    acceptances: new MemoryAcceptanceStore(books, attributes, new MemoryTransactionCodeStore()),
    store: new MemoryPostingStore(books, attributes, unitOfWork),
  };
  return {
    ...bookkeeperOf(turns, newId()),
    clock,
    acts: new MemoryActsReader(books, unitOfWork),
    close: async () => undefined,
  };
};

const onPostgres = async (): Promise<Surroundings> => {
  const database = await freshDatabase();
  const books = await keepBooks(database.url);
  return {
    ...books,
    acts: new PostgresActsReader(books.unitOfWork),
    close: async () => {
      await books.close();
      await database.drop();
    },
  };
};

const thief = 'stolen000001';

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('the acts of a key in %s', (_, open) => {
  let books: Surroundings;
  let ledgers: readonly Principal[];
  let foreign: Principal;
  let all: readonly LedgerAct[];

  const listed = async (question: Partial<ActsQuestion>, slice: Slice, of = ledgers) => {
    const asked = { actor: thief, since: undefined, ...question };
    return pageOfActs(
      await books.acts.acts(
        of.map(({ ledgerId }) => ledgerId),
        asked,
        slice,
      ),
      slice,
    );
  };

  beforeAll(async () => {
    books = await open();
    const opened: Principal[] = [];
    for (const code of ['ONE', 'TWO', 'THREE', 'FOREIGN']) opened.push(await books.openLedger(code));
    foreign = opened[3] as Principal;
    ledgers = opened.slice(0, 3);
    const journals = createJournals(books.turns);
    for (const round of [1, 2])
      for (const owner of opened.filter(({ ledgerId }) => ledgerId !== ledgers[2]?.ledgerId)) {
        const caller = { ...owner, actor: thief };
        const cash = await books.openAccount(caller, `CASH${round}`);
        const sales = await books.openAccount(owner, `SALES${round}`, { type: 'revenue' });
        expected(
          await journals.open(caller, {
            code: `J${round}`,
            name: 'Side',
            description: null,
            isClosed: false,
            metadata: null,
          }),
        );
        const legs = between(cash, sales, 5n);
        await books.accept(caller, [{ legs }, { legs }]);
        await books.accept(owner, [{ legs }]);
        await books.post(owner.ledgerId);
        // Moves the clock between the acts of two ledgers: acts at the same moment would be ordered by ledger id.
        books.clock.advance(1);
      }
    all = (await listed({}, firstSlice(1_000))).items;
  });
  afterAll(() => books.close());

  test('are those of all its ledgers, newest first, without those of other actors', () => {
    const each = ['transaction_posted', 'transaction_posted', 'journal_created', 'account_created'];
    const shown = all.map(({ type, logId }) => [logId, type]);
    const [one, two] = ledgers.map(({ ledgerId }) => ledgerId);
    expect(shown).toEqual([two, one, two, one].flatMap((ledgerId) => each.map((type) => [ledgerId, type])));
    expect(new Set(all.map(({ actor }) => actor))).toEqual(new Set([thief]));
  });

  test('name the subject of each act', () => {
    for (const { type, transactionId, accountId, journalId } of all)
      expect([transactionId, accountId, journalId].map((id) => id !== null)).toEqual([
        type === 'transaction_posted',
        type === 'account_created',
        type === 'journal_created',
      ]);
  });

  test.each([1, 3, 8, 16, 25])('are read page by page, forwards and backwards, by %i', async (limit) => {
    const pages: (readonly LedgerAct[])[] = [];
    let page = await listed({}, firstSlice(limit));
    for (pages.push(page.items); page.next; pages.push(page.items))
      page = await listed({}, { limit, direction: 'forward', from: page.next });
    expect(pages.flat()).toEqual(all);
    const back = [page.items];
    for (; page.previous; back.unshift(page.items))
      page = await listed({}, { limit, direction: 'backward', from: page.previous });
    expect(back).toEqual(pages);
  });

  test('begin at a given moment, inclusive', async () => {
    const { occurredAt } = all[6] as LedgerAct;
    const since = await listed({ since: occurredAt }, firstSlice(100));
    expect(since.items).toEqual(all.filter((act) => act.occurredAt >= occurredAt));
    expect(since.items.length).toBeLessThan(all.length);
  });

  test('are limited to the named ledgers', async () => {
    const [one] = ledgers;
    const own = await listed({}, firstSlice(100), one ? [one] : []);
    expect(own.items).toEqual(all.filter(({ logId }) => logId === one?.ledgerId));
    expect((await listed({}, firstSlice(100), [])).items).toEqual([]);
    expect((await listed({}, firstSlice(100), [foreign])).items).toHaveLength(8);
    expect((await listed({ actor: 'another00000' }, firstSlice(100))).items).toEqual([]);
  });
});

describe('in PostgreSQL', () => {
  let database: TestDatabase;
  let unitOfWork: ExplainingUnitOfWork;
  let close: () => Promise<void>;
  const ledgerIds = [newId<'ledger'>(), newId<'ledger'>()];

  /** There is one event every ten milliseconds, and one in a hundred is an act of the rare key. */
  beforeAll(async () => {
    database = await freshDatabase();
    const tenantId = newId<'tenant'>();
    await asOwner(database.url, async (owner) => {
      await owner.query(`insert into tenants values ($1, 'a tenant', now())`, [tenantId]);
      for (const id of ledgerIds) {
        await owner.query(
          `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals, created_at, updated_at)
           values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
          [id, tenantId, id],
        );
        await owner.query(
          `insert into ledger_log (ledger_id, sequence, type, account_id, actor, occurred_at, content_hash, hash)
           select $1, n, 'account_updated', gen_random_uuid(), case when n % 100 = 0 then 'rare00000000' else 'often0000000' end,
                  timestamptz '2026-01-15 10:00Z' + n * interval '10 ms', '\\x01' || sha256('x'), '\\x01' || sha256(n::text::bytea)
             from generate_series(1, 20000) n`,
          [id],
        );
      }
      await owner.query('vacuum analyze ledger_log');
    });
    const pool = openPool({ url: database.url, maxConnections: 1 });
    unitOfWork = new ExplainingUnitOfWork(pool);
    close = () => pool.close();
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  const read = async (of: readonly LedgerId[], question: ActsQuestion, slice: Slice) => {
    unitOfWork.plans.length = 0;
    const acts = await new PostgresActsReader(unitOfWork).acts(of, question, slice);
    const indexes = unitOfWork.plans.flatMap(({ plan }) => scansOf(plan)).map((scan) => scan['Index Name']);
    return { acts, indexes, pages: pagesOf(unitOfWork) };
  };

  test.each(['rare00000000', 'often0000000'])('a page of %s is read by its index, at any depth', async (actor) => {
    const question = { actor, since: undefined };
    const middle = ['2026-01-15T10:01:40.000Z', ledgerIds[0] as string, '10000'];
    for (const slice of [
      firstSlice(25),
      { limit: 25, direction: 'forward', from: middle },
      { limit: 25, direction: 'backward', from: middle },
    ] as const) {
      const { acts, indexes, pages } = await read(ledgerIds, question, slice);
      expect(acts).toHaveLength(26);
      expect(indexes).toEqual(['ledger_log_by_actor', 'ledger_log_subjects_pkey']);
      expect(pages).toBeLessThanOrEqual(200);
    }
  });
});
