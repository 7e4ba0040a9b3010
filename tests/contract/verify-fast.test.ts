/** The fast pace of `verify` uses two connections, which read the same snapshot although work is posted between their first statements. */
import { queryText } from '../../src/kernel/postgres/sql';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { nextTurn } from '../../src/kernel/running/event-loop';
import type { BooksReader, BooksSnapshot } from '../../src/modules/ledgering/application/books-reader';
import { createVerify } from '../../src/modules/ledgering/application/verify';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import { between } from '../support/bookkeeping';
import { asOwner } from '../support/database';
import { openFilledBooks, type FilledBooks } from '../support/filled-books';
import { HandClock } from '../support/hand-clock';
import { loggedCodes } from '../support/logged-codes';

let filled: FilledBooks;

beforeAll(async () => {
  filled = await openFilledBooks();
});
afterAll(async () => {
  await filled.books.close();
  await filled.database.drop();
});

test('both connections see the same transactions, and the report equals that of the steady pace', async () => {
  const {
    books,
    callers: [caller],
    now,
  } = filled;
  const { ledgerId } = caller;
  const [cash, sales] = [await books.openAccount(caller, 'FAST-CASH'), await books.openAccount(caller, 'FAST-SALES')];
  const post = async (): Promise<void> => {
    await books.accept(caller, [{ legs: between(cash, sales, 1n) }]);
    await books.post(ledgerId);
  };
  const seen: string[] = [];
  const read: PostgresUnitOfWork['read'] = async (scope, work, weight) => {
    await post();
    return books.unitOfWork.read(
      scope,
      async (tx) => {
        const answer = await work(tx);
        const counting = 'select count(*)::text as count from transactions where ledger_id = $1';
        const [row] = await queryText<{ readonly count: string }>(tx, counting, [ledgerId]);
        seen.push(row?.count ?? '');
        return answer;
      },
      weight,
    );
  };
  const reader = new PostgresBooksReader({ read, nodes: books.unitOfWork.nodes }, loggedCodes);
  const verify = createVerify({ books: reader, clock: new HandClock(now) });

  const fast = await verify(ledgerId, undefined, undefined, 0n, 'fast');
  expect(seen).toEqual(Array.from({ length: 2 }, () => String(fast.transactions)));
  const steady = await verify(ledgerId);
  expect(fast.checks).toEqual(steady.checks);
  expect([fast.findings, steady.findings]).toEqual([[], []]);
});

test('the second connection takes the snapshot before it discards its old plans', async () => {
  const { database, callers, now } = filled;
  const { ledgerId } = callers[0];
  const pool = openPool({ url: database.url, maxConnections: 2 });
  const clock = new HandClock(now);
  const unitOfWork = new PostgresUnitOfWork(pool, undefined, undefined, undefined, undefined, clock);
  const verify = createVerify({ books: new PostgresBooksReader(unitOfWork, loggedCodes), clock });
  for (let times = 0; times < 3; times++) {
    expect((await verify(ledgerId, undefined, undefined, 0n, 'fast')).findings).toEqual([]);
    // By then, the plans of both connections are too old.
    clock.advance(600_000);
  }
  await pool.close();
});

test('a connection that breaks ends the verification, and both connections can be used again', async () => {
  const { books, callers, now } = filled;
  const { ledgerId } = callers[0];
  const reader = new PostgresBooksReader(books.unitOfWork, loggedCodes);
  const verify = createVerify({ books: reader, clock: new HandClock(now) });
  await asOwner(filled.database.url, async (owner) => {
    // No check can read this table, so the connection still has checks to run when it breaks.
    await owner.query('begin');
    await owner.query('lock table account_day_balances in access exclusive mode');
    let isJudged: () => void = () => undefined;
    const judged = new Promise<void>((resolve) => (isJudged = resolve));
    const verification = verify(ledgerId, undefined, isJudged, 0n, 'fast');
    const rejected = expect(verification).rejects.toThrow();
    await judged;
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start`,
    );
    expect(rows).toHaveLength(2);
    await owner.query('select pg_terminate_backend($1)', [rows.at(-1)?.pid]);
    await owner.query('rollback');
    await rejected;
  });
  expect((await verify(ledgerId, undefined, undefined, 0n, 'fast')).ok).toBe(true);
});

test('a check that fails ends the verification only after the hashing has stopped reading', async () => {
  let isHashed = false;
  const snapshot: Pick<BooksSnapshot, 'size' | 'head' | 'verdicts' | 'events' | 'decided'> = {
    size: async () => ({ transactions: 0, entries: 0, events: 0 }),
    head: async () => undefined,
    verdicts: () => Promise.reject(new Error('the check failed')),
    async *events() {
      await nextTurn();
    },
    async *decided() {
      await nextTurn();
      isHashed = true;
    },
  };
  const books: Pick<BooksReader, 'read'> = { read: async (_, work) => work(snapshot as BooksSnapshot) };
  const verify = createVerify({ books: books as BooksReader, clock: new HandClock(filled.now) });
  await expect(verify(filled.callers[0].ledgerId, undefined, undefined, 0n, 'fast')).rejects.toThrow(
    'the check failed',
  );
  expect(isHashed).toBe(true);
});
