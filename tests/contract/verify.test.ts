/** `ledger verify` on PostgreSQL: it finds nothing in correct books, and names the row that somebody changed directly in the database. */
import { newId } from '../../src/kernel/ids';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { maxNamedBreaches } from '../../src/modules/ledgering/application/books-reader';
import { maxPendingSeconds } from '../../src/modules/ledgering/application/recompute';
import { createVerify, type VerificationReport } from '../../src/modules/ledgering/application/verify';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import { between } from '../support/bookkeeping';
import { expected } from '../support/ledger';
import { namesOf, swaps, untold, voluntary } from '../support/tampered-names';
import { columnsOf, copies } from '../support/tampered-values';
import {
  openTamperedBooks,
  randomFrom,
  tamperer,
  type KeptRow,
  type TamperedBooks,
  type Tamperer,
  type Tampering,
} from '../support/tampering';
import { loggedCodes } from '../support/logged-codes';
import { seedOf } from '../support/random';
import { rowsOfToday } from '../support/rows-of-today';

const seed = seedOf('LEDGER_TEST_SEED');

const random = randomFrom(seed);
let tampered: TamperedBooks;
let tamper: Tamperer;
/** The transactions of each conversion and transfer. A changed fingerprint of its key is a finding about the transaction. */
let legs: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  tampered = await openTamperedBooks();
  tamper = tamperer(tampered.owner, random);
  const operations = await tampered.owner.query<{ id: string; transactions: string[] }>(
    'select string_operation_id as id, array_agg(id) as transactions from transactions where string_operation_id is not null group by 1',
  );
  legs = new Map(operations.rows.map(({ id, transactions }) => [id, transactions]));
});

afterAll(() => tampered.close());

describe('verifying unchanged books', () => {
  test('finds nothing, and counts the ledgers, transactions, entries and events that it read', async () => {
    const report = await tampered.verify();
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ ok: true, ledgers: 2 });
    expect(report.transactions).toBeGreaterThan(60);
    expect(report.entries).toBeGreaterThan(report.transactions);
    expect(report.events).toBeGreaterThan(report.transactions);
    expect(report.checks.every(({ promise, findings }) => promise.endsWith('.') && findings === 0)).toBe(true);
  });

  test('finds nothing while work is being accepted and posted', async () => {
    const {
      books,
      callers: [caller],
    } = tampered;
    const [cash, sales] = [await books.openAccount(caller, 'BUSY-CASH'), await books.openAccount(caller, 'BUSY-SALES')];
    let isOver = false;
    const work = (async () => {
      while (!isOver) {
        await books.accept(caller, [{ legs: between(cash, sales, 1n) }, { legs: between(sales, cash, 2n) }]);
        await books.post(caller.ledgerId);
      }
    })();
    const reports: VerificationReport[] = [];
    try {
      for (let run = 0; run < 3; run++) reports.push(await tampered.verify());
    } finally {
      isOver = true;
      await work;
    }
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reports.map(({ transactions }) => transactions)).toEqual(
      [...reports.map(({ transactions }) => transactions)].sort((a, b) => a - b),
    );
  });
});

describe('verifying correct books that look wrong', () => {
  test('accepts an account beyond limits that were set later', async () => {
    const { books, callers, verify } = tampered;
    const [caller] = callers;
    const [rich, poor] = [await books.openAccount(caller, 'RICH'), await books.openAccount(caller, 'POOR')];
    await books.accept(caller, [{ legs: between(rich, poor, 9_900n) }]);
    await books.post(caller.ledgerId);
    const limits = { enforceBalanceLimits: true, minBalance: '0.00', maxBalance: '1.00' };
    expected(await createAccounts(books.turns).change(caller, rich.id, limits));
    expect((await verify(caller.ledgerId)).findings).toEqual([]);
  });
});

describe('verifying a ledger that does not exist', () => {
  test('finds that its head is missing', async () => {
    const { findings } = await tampered.verify(newId<'ledger'>());
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'head-agrees', where: 'head', detail: 'is missing' }),
    );
  });
});

describe('verifying waiting work', () => {
  test.each([
    [maxPendingSeconds - 5, 0],
    [maxPendingSeconds + 5, 4],
  ])('%d seconds after four transactions were accepted gives %d findings', async (seconds, count) => {
    const { clock, verify, callers } = tampered;
    clock.advance(seconds * 1_000);
    const { checks } = await verify(callers[1].ledgerId);
    clock.advance(-seconds * 1_000);
    expect(checks.find(({ name }) => name === 'nothing-stays-pending')?.findings).toBe(count);
  });

  // In a restored database, transactions that waited at the time of the backup look old, although the process has just started.
  test('gives a count instead of findings in a process that has just started', async () => {
    const { clock, books, callers } = tampered;
    clock.advance(3_600_000);
    const workingSince = (secondsAgo: number) => new Date(clock.now().getTime() - secondsAgo * 1_000);
    const verifyIn = (secondsAgo: number) =>
      createVerify({
        books: new PostgresBooksReader(books.unitOfWork, loggedCodes),
        clock,
        workingSince: workingSince(secondsAgo),
      });
    const young = await verifyIn(maxPendingSeconds - 5)(callers[1].ledgerId);
    const old = await verifyIn(maxPendingSeconds + 5)(callers[1].ledgerId);
    clock.advance(-3_600_000);
    expect(young).toMatchObject({ ok: true, findings: [], waiting: { transactions: 4, since: expect.any(Date) } });
    expect(young.waiting.since?.getTime()).toBeLessThanOrEqual(clock.now().getTime());
    expect([old.ok, old.findings.length, old.waiting]).toEqual([false, 4, { transactions: 0, since: null }]);
  });
});

/** The number of columns that are changed in each table; each run changes different ones. `make proof` changes all of them. */
const maxColumns = Number(process.env['LEDGER_TEST_COLUMNS'] ?? 1);
/**
 * The number of kinds of rows that each test changes; each run changes different ones. `make proof` changes a row of every kind, and
 * LEDGER_TEST_KINDS=rows changes every row, which takes half an hour.
 */
const maxKinds = process.env['LEDGER_TEST_KINDS'] === 'rows' ? Infinity : Number(process.env['LEDGER_TEST_KINDS'] ?? 1);

/** Returns at most `most` members of the list, chosen at random. */
const some = <A>(list: readonly A[], most: number): readonly A[] => {
  const left = [...list];
  return Array.from({ length: Math.min(most, left.length) }, () => left.splice(random(left.length), 1)[0] as A);
};

const someRowsOf = async (table: string): Promise<readonly KeptRow[]> =>
  maxKinds === Infinity ? tamper.rowsOf(table) : some(await tamper.kindsOf(table), maxKinds);

/** Tampers with some rows of the table in turn. Returns descriptions of the changes that verify did not find or did not name. */
const missedOf = async (
  table: string,
  work: (row: KeptRow) => Promise<Tampering | undefined>,
): Promise<readonly string[]> => {
  const misses: string[] = [];
  for (const row of await someRowsOf(table)) misses.push(...(await missed(table, () => work(row))));
  return misses;
};

/** Describes a change that verify did not find or did not name. Returns nothing if it did, or if a constraint refused the change. */
const missed = async (table: string, work: () => Promise<Tampering | undefined>): Promise<readonly string[]> => {
  const { done, report } = await tampered.verifyRowsAfter(work);
  if (!done) return [];
  const names = done.rows
    .flatMap((row) => [...(namesOf[table]?.(row) ?? []), ...(legs.get(row['made_id'] as string) ?? [])])
    .filter((name) => name !== null);
  const told = report.findings.map(({ where, detail }) => `${where} ${detail}`);
  return told.some((text) => names.some((name) => text.includes(String(name))))
    ? []
    : [`${done.what}, in ${JSON.stringify(done.rows)}: ${JSON.stringify(report.findings)}`];
};

describe(`verifying after a write that bypassed every guard (LEDGER_TEST_SEED=${seed})`, () => {
  test.each(rowsOfToday(Object.keys(namesOf)))(
    'finds and names a row of %s of every kind, for any changed column',
    async (table) => {
      const columns = (await columnsOf(tampered.owner, table)).filter((column) => !untold[table]?.includes(column));
      const misses: string[] = [];
      for (const column of some(columns, maxColumns))
        for (const row of await someRowsOf(table))
          for (const change of await tamper.changes(table, column, row)) misses.push(...(await missed(table, change)));
      expect(misses).toEqual([]);
    },
  );

  test.each(
    rowsOfToday(
      Object.keys(namesOf).filter((table) => !voluntary.includes(table)),
      1,
    ),
  )('finds a deleted row of %s of every kind', async (table) => {
    expect(await missedOf(table, (row) => tamper.remove(table, row))).toEqual([]);
  });

  test.each(rowsOfToday(copies))('finds an extra row in %s with another %j', async (table, differing) => {
    expect(await missedOf(table, (row) => tamper.copy(table, differing, row))).toEqual([]);
  });

  test.each(rowsOfToday(swaps, 2))('finds two rows of %s that swapped their %s', async (table, column) => {
    expect(await missedOf(table, (row) => tamper.swap(table, column, row))).toEqual([]);
  });

  test('lists the first findings of a check, and counts the rest', async () => {
    const { owner, callers, verifyAfter } = tampered;
    const [{ ledgerId }] = callers;
    const { report } = await verifyAfter(
      () =>
        owner.query(
          `insert into posting_queue (ledger_id, transaction_id, draft)
           select $1, gen_random_uuid(), '{}' from generate_series(1, ${maxNamedBreaches + 50})`,
          [ledgerId],
        ),
      ledgerId,
    );
    const queue = 'queue-of-pending';
    expect(report.checks.find(({ name }) => name === queue)?.findings).toBe(maxNamedBreaches + 50);
    expect(report.findings.filter(({ check }) => check === queue)).toHaveLength(maxNamedBreaches);
    expect(report.findings.at(-1)?.detail).toMatch(/^\d+ more findings are left out$/);
  });

  test.each([
    [false, []],
    [true, ['codes-are-logged']],
  ])('finds a transaction code without events only if it is marked as logged: %s', async (isLogged, checks) => {
    const { owner, callers, verifyAfter } = tampered;
    const made = `insert into trancodes (ledger_id, id, code, name, status, entries_template, created_at, updated_at, is_logged)
                  values ($1, gen_random_uuid(), 'AS_BEFORE', 'As before', 'active', '{"entries": []}', now(), now(), $2)`;
    const { report } = await verifyAfter(() => owner.query(made, [callers[0].ledgerId, isLogged]), callers[0].ledgerId);
    expect(report.findings.map(({ check }) => check)).toEqual(checks);
  });

  test('does not report a ledger for a change in another', async () => {
    const { owner, callers, verifyAfter } = tampered;
    const [here, there] = callers.map(({ ledgerId }) => ledgerId);
    const change = () =>
      owner.query('update entries set amount = amount + 1 where ledger_id = $1 and sequence = 1', [there]);
    expect((await verifyAfter(change, here)).report.ok).toBe(true);
    const { findings } = (await verifyAfter(change)).report;
    expect(new Set(findings.map(({ ledgerId }) => ledgerId))).toEqual(new Set([there]));
  });
});
