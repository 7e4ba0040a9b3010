/** `ledger verify` on PostgreSQL: it finds nothing in correct books, and names the row that somebody changed directly in the database. */
import { newId } from '../../src/kernel/ids';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { maxNamedBreaches } from '../../src/modules/ledgering/application/books-reader';
import { maxPendingSeconds } from '../../src/modules/ledgering/application/recompute';
import { createVerify, type VerificationReport } from '../../src/modules/ledgering/application/verify';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/books-reader';
import { between } from '../support/bookkeeping';
import { expected } from '../support/ledger';
import {
  columnsOf,
  copies,
  openTamperedBooks,
  randomFrom,
  tamperer,
  type Row,
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

beforeAll(async () => {
  tampered = await openTamperedBooks();
  tamper = tamperer(tampered.owner, random);
});

afterAll(() => tampered.close());

describe('verifying books that nobody touched', () => {
  test('finds nothing, and says what it looked at', async () => {
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

describe('verifying what looks wrong and is not', () => {
  test('lets an account stand beyond limits that it was given later', async () => {
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

describe('work that waits', () => {
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
  test('is not a finding in a process that has worked on these books for a shorter time, and is told', async () => {
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

/** For each table, the texts of which one must be in a finding about the row. */
const namesOf: Readonly<Record<string, (row: Row) => readonly unknown[]>> = {
  ledger_heads: () => ['head'],
  accounts: ({ id }) => [id],
  account_balances: ({ account_id }) => [account_id],
  account_day_balances: ({ account_id }) => [account_id],
  account_period_balances: ({ account_id }) => [account_id],
  account_day_undone: ({ account_id }) => [account_id],
  journals: ({ id }) => [id, 'journals besides DEFAULT', 'journal DEFAULT'],
  account_sets: ({ id }) => [id],
  account_set_members: ({ account_set_id, member_id }) => [account_set_id, member_id],
  period_locks: ({ id }) => [id, 'period locks'],
  transactions: ({ id }) => [id],
  posting_queue: ({ transaction_id }) => [transaction_id],
  entries: ({ transaction_id, account_id }) => [transaction_id, account_id],
  entries_undone: ({ sequence, position }) => [`entry ${(position as number) + 1} of sequence ${sequence as string}`],
  idempotency_keys: ({ key, made_id }) => [key, made_id],
  keys_of_events: ({ key, sequence }) => [key, `event ${Number(sequence)}`],
  // `verify` reports a missing event at the event next to it.
  ledger_log: ({ sequence, transaction_id, account_id }) => [
    `event ${Number(sequence)}`,
    `event ${Number(sequence) + 1}`,
    'head',
    transaction_id,
    account_id,
  ],
  ledger_log_subjects: ({ sequence }) => [`event ${Number(sequence)}`],
  string_operations: ({ id }) => [id],
  trancodes: ({ id }) => [id],
  transaction_attributes: ({ transaction_id }) => [transaction_id],
  attribute_usage: ({ key }) => [`attribute ${key as string}`],
  transaction_correlations: ({ transaction_id }) => [transaction_id],
};

/** Tables whose rows may be missing, because nothing else refers to them. */
const voluntary = ['account_set_members', 'transaction_attributes'];

/** The columns whose values no hash and no other row confirms. */
const untold: Readonly<Record<string, readonly string[]>> = {
  account_sets: ['code', 'name', 'description', 'metadata', 'created_at', 'updated_at'],
  account_set_members: ['created_at'],
  // A migration wrote these columns once, from the books of that time, so no other row confirms them.
  ledger_heads: ['judged_by_day_after'],
  string_operations: ['is_logged'],
  trancodes: ['is_logged'],
};

const swaps: readonly (readonly [table: string, column: string])[] = [
  ['accounts', 'name'],
  ['accounts', 'type'],
  ['account_balances', 'debits'],
  ['account_day_balances', 'credits'],
  ['account_period_balances', 'debits'],
  ['transactions', 'sequence'],
  ['transactions', 'description'],
  ['posting_queue', 'draft'],
  ['entries', 'amount'],
  ['entries', 'account_id'],
  ['entries', 'id'],
  ['idempotency_keys', 'made_id'],
  ['idempotency_keys', 'log_sequence'],
  ['keys_of_events', 'key'],
  ['trancodes', 'name'],
  ['trancodes', 'status'],
  ['ledger_log', 'hash'],
  ['ledger_log', 'transaction_id'],
  ['ledger_log_subjects', 'content'],
  ['ledger_log_subjects', 'sequence'],
  ['transaction_correlations', 'log_sequence'],
];

/** The number of columns that are changed in each table; each run changes different ones. `make proof` changes all of them. */
const maxColumns = Number(process.env['LEDGER_TEST_COLUMNS'] ?? 1);

/** Random columns, at most `maxColumns`. */
const some = (columns: readonly string[]): readonly string[] => {
  const left = [...columns];
  return Array.from(
    { length: Math.min(maxColumns, left.length) },
    () => left.splice(random(left.length), 1)[0] as string,
  );
};

/**
 * Describes a change that verify did not find or did not name. Returns undefined if it did, or if the table's constraints refused every
 * attempt.
 */
const missed = async (table: string, work: () => Promise<Tampering | undefined>): Promise<string | undefined> => {
  const { done, report } = await tampered.verifyRowsAfter(work);
  if (!done) return undefined;
  const names = done.rows.flatMap((row) => namesOf[table]?.(row) ?? []).filter((name) => name !== null);
  const told = report.findings.map(({ where, detail }) => `${where} ${detail}`);
  return told.some((text) => names.some((name) => text.includes(String(name))))
    ? undefined
    : `${done.what}, in ${JSON.stringify(done.rows)}: ${JSON.stringify(report.findings)}`;
};

describe(`verifying after somebody wrote past every guard (LEDGER_TEST_SEED=${seed})`, () => {
  test.each(rowsOfToday(Object.keys(namesOf)))(
    'finds and names a row of %s, whichever column was changed',
    async (table) => {
      const columns = (await columnsOf(tampered.owner, table)).filter((column) => !untold[table]?.includes(column));
      const misses: (string | undefined)[] = [];
      for (const column of some(columns)) misses.push(await missed(table, () => tamper.change(table, column)));
      expect(misses.filter((miss) => miss !== undefined)).toEqual([]);
    },
  );

  test.each(
    rowsOfToday(
      Object.keys(namesOf).filter((table) => !voluntary.includes(table)),
      1,
    ),
  )('misses a row of %s that was deleted', async (table) => {
    expect(await missed(table, () => tamper.remove(table))).toBeUndefined();
  });

  test.each(rowsOfToday(copies))('finds a row too many in %s, with another %j', async (table, differing) => {
    expect(await missed(table, () => tamper.copy(table, differing))).toBeUndefined();
  });

  test.each(rowsOfToday(swaps, 2))('finds two rows of %s that swapped their %s', async (table, column) => {
    expect(await missed(table, () => tamper.swap(table, column))).toBeUndefined();
  });

  test('names the first findings of a check, and says how many it leaves out', async () => {
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
  ])('a transaction code without events, of their time or not: %s', async (isLogged, checks) => {
    const { owner, callers, verifyAfter } = tampered;
    const made = `insert into trancodes (ledger_id, id, code, name, status, entries_template, created_at, updated_at, is_logged)
                  values ($1, gen_random_uuid(), 'AS_BEFORE', 'As before', 'active', '{"entries": []}', now(), now(), $2)`;
    const { report } = await verifyAfter(() => owner.query(made, [callers[0].ledgerId, isLogged]), callers[0].ledgerId);
    expect(report.findings.map(({ check }) => check)).toEqual(checks);
  });

  test('does not blame a ledger for what is wrong in another', async () => {
    const { owner, callers, verifyAfter } = tampered;
    const [here, there] = callers.map(({ ledgerId }) => ledgerId);
    const change = () =>
      owner.query('update entries set amount = amount + 1 where ledger_id = $1 and sequence = 1', [there]);
    expect((await verifyAfter(change, here)).report.ok).toBe(true);
    const { findings } = (await verifyAfter(change)).report;
    expect(new Set(findings.map(({ ledgerId }) => ledgerId))).toEqual(new Set([there]));
  });
});
