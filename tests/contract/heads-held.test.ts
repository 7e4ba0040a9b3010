/** Whoever holds a ledger's head, or waits for it, can stop neither that ledger for long nor any other at all. */
import { setTimeout as delay } from 'node:timers/promises';
import { maxIdleHoldMs } from '../../src/kernel/postgres/unit-of-work';
import type { Principal } from '../../src/kernel/principal';
import { ok } from '../../src/kernel/refusal';
import { inTurn } from '../../src/modules/ledgering/application/turn';
import { keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';

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

/** Until somebody holds the ledger's head. */
const untilHeld = async (ledgerId: string): Promise<void> =>
  asOwner(database.url, async (owner) => {
    for (;;)
      try {
        await owner.query('select from ledger_heads where ledger_id = $1 for no key update nowait', [ledgerId]);
        await delay(5);
      } catch (error) {
        if ((error as { code?: string }).code === '55P03') return;
        throw error;
      }
  });

test('a process that stands still with a head in hand loses it, and others go on', async () => {
  const { ledgerId } = caller;
  let wake = (): void => undefined;
  const standing = inTurn<never, void>(stalled.turns, ledgerId, async ({ tx }) => {
    await new Promise<void>((resolve) => (wake = resolve));
    return ok(void (await stalled.turns.store.lockHead(tx, ledgerId)));
  });
  await untilHeld(ledgerId);
  const startedAt = performance.now();
  for (;;)
    try {
      await books.unitOfWork.run<never, void>({ ledgerIds: [ledgerId], lockTimeoutMs: 500 }, async (tx) =>
        ok(void (await books.turns.store.lockHead(tx, ledgerId))),
      );
      break;
    } catch {
      // Still held.
    }
  expect(performance.now() - startedAt).toBeLessThan(3 * maxIdleHoldMs);
  wake();
  await expect(standing).rejects.toThrow(/database/);
});

test('of those who wait for a head in one process, one waits in the store, with a connection', async () => {
  const { ledgerId } = caller;
  await asOwner(database.url, async (owner) => {
    await owner.query('begin');
    await owner.query('select from ledger_heads where ledger_id = $1 for no key update', [ledgerId]);
    const writing = Array.from({ length: 20 }, () =>
      inTurn<never, void>(books.turns, ledgerId, async () => ok(undefined)),
    );
    const waiting = Promise.allSettled(writing);
    const waitingInStore = async (): Promise<number> => {
      const { rows } = await owner.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(rows[0]?.count);
    };
    while ((await waitingInStore()) === 0) await delay(5);
    await delay(100);
    expect(await waitingInStore()).toBe(1);
    await owner.query('commit');
    expect((await waiting).filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
