/** A transaction that holds a ledger's head, or waits for it, cannot stop that ledger for long, and cannot stop other ledgers at all. */
import { maxIdleHoldMs } from '../../src/kernel/postgres/unit-of-work';
import type { Principal } from '../../src/kernel/principal';
import { ok } from '../../src/kernel/refusal';
import { inTurn } from '../../src/modules/ledgering/application/turn';
import { keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { asOwner, freshDatabase, waitingForALock, type TestDatabase } from '../support/database';
import { expected } from '../support/ledger';
import { lockIsWaitedFor } from '../support/outside';

let database: TestDatabase;
let stalled: Bookkeeping;
let books: Bookkeeping;
let caller: Principal;

beforeAll(async () => {
  database = await freshDatabase();
  stalled = await keepBooks(database.url);
  books = await keepBooks(database.url);
  caller = await books.openLedger('MAIN');
});

afterAll(async () => {
  await Promise.all([stalled.close(), books.close()]);
  await database.drop();
});

test('a process that stalls with a locked head loses it, and others continue', async () => {
  const { ledgerId } = caller;
  let wake = (): void => undefined;
  let standing: Promise<unknown> = Promise.resolve();
  await new Promise<void>((entered) => {
    standing = inTurn<never, void>(stalled.turns, ledgerId, async ({ tx }) => {
      entered();
      await new Promise<void>((resolve) => (wake = resolve));
      return ok(void (await stalled.turns.store.lockHead(tx, ledgerId)));
    });
  });
  // PostgreSQL refuses the lock to a writer that waits longer than this.
  const lockTimeoutMs = 3 * maxIdleHoldMs;
  expected(
    await books.unitOfWork.run<never, void>({ ledgerIds: [ledgerId], lockTimeoutMs }, async (tx) =>
      ok(void (await books.turns.store.lockHead(tx, ledgerId))),
    ),
  );
  wake();
  await expect(standing).rejects.toThrow(/database/);
});

test('only one of the waiters for a head in a process waits in the store, with a connection', async () => {
  const { ledgerId } = caller;
  await asOwner(database.url, async (owner) => {
    await owner.query('begin');
    await owner.query('select from ledger_heads where ledger_id = $1 for no key update', [ledgerId]);
    const writing = Array.from({ length: 20 }, () =>
      inTurn<never, void>(books.turns, ledgerId, async () => ok(undefined)),
    );
    const waiting = Promise.allSettled(writing);
    await lockIsWaitedFor(database.url);
    expect(books.turns.lines.counts()).toEqual({ entered: 1, waiting: 19 });
    expect(await waitingForALock(database.url)).toBe(1);
    await owner.query('commit');
    expect((await waiting).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
