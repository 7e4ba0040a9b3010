/** One writer per ledger at a time: a held lock delays that ledger and no other. */
import { everyPage, quiet } from '../support/client';
import { createTally } from '../support/happenings';
import { asOwner } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, dataOf, decide, openBooks, transaction } from '../support/requests';

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger();
});

// Closes the service without checking its log, because the log has a warning for each request that waited too long.
afterAll(async () => {
  await ledger.close();
});

/** Holds the locks of the ledgers' heads during the work, as a writer would. */
const whileHeld = <A>(held: readonly TestBooks[], work: () => Promise<A>): Promise<A> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    const ids = held.map((books) => books.ledger.id);
    await owner.query('begin');
    await owner.query(`select set_config('ledger.scope', $1, true)`, [`{${ids.join(',')}}`]);
    const lock = 'select from ledger_heads where ledger_id = any ($1::uuid[]) order by ledger_id for no key update';
    expect((await owner.query(lock, [ids])).rowCount).toBe(ids.length);
    const done = await work();
    await owner.query('rollback');
    return done;
  });

describe("the lock of a ledger's head", () => {
  test('delays everything that posts, and nothing of another ledger', async () => {
    const books = await openBooks(ledger);
    const other = await openBooks(ledger);
    const { api } = books;
    const [first, second] = [await decide(api), await decide(api)];
    const before = await everyPage(api, '/activity');

    const outcomes = await whileHeld([books], async () => {
      const single = api.post('/transactions', transaction(), { Prefer: 'wait=1' });
      const batches = [true, false].map((atomic) =>
        api.post('/transactions/batch', { transactions: [transaction()], atomic }),
      );
      const synchronous = [
        api.post(`/transactions/${first.id}/reverse`, { reason: 'a mistake', date: '2026-01-15' }),
        api.post(`/transactions/${second.id}/void`),
        api.put(`/accounts/${first.entries[0].account_id}`, { enforce_balance_limits: true, max_balance: '1000' }),
        api.put(`/journals/${first.journal_id}`, { status: 'closed' }),
        api.post('/period-locks', { locked_until: '2025-12-31', reason: 'closed' }),
      ];
      const elsewhere = await decide(other.api);
      return {
        accepted: (await Promise.all([single, ...batches])).map(({ status }) => status),
        refused: (await Promise.all(synchronous)).map(({ status, headers, body }) => [
          status,
          body.code,
          headers.has('Retry-After'),
        ]),
        statuses: (await everyPage(api, '/transactions')).map(({ status }) => status),
        activity: await everyPage(api, '/activity'),
        elsewhere: elsewhere.status,
      };
    });
    expect(outcomes).toEqual({
      accepted: [202, 202, 202],
      refused: Array(5).fill([503, 'SERVICE_UNAVAILABLE', true]),
      statuses: ['pending', 'pending', 'pending', 'posted', 'posted'],
      activity: before,
      elsewhere: 'posted',
    });
    await quiet(api);
    const after = await everyPage(api, '/transactions');
    expect(after.map(({ status, sequence }) => `${status} ${sequence}`)).toEqual(
      [5, 4, 3, 2, 1].map((sequence) => `posted ${sequence}`),
    );
  });
});

describe('accepted work', () => {
  test('is posted promptly while the heads of other ledgers are locked', async () => {
    const held = [await openBooks(ledger), await openBooks(ledger), await openBooks(ledger)];
    const { api } = await openBooks(ledger);
    const statuses = await whileHeld(held, async () => {
      for (const books of held) await accept(books.api);
      const answers: string[] = [];
      for (let times = 0; times < 5; times++)
        answers.push(dataOf(await api.post('/transactions', transaction(), { Prefer: 'wait=5' }), 202).status);
      return answers;
    });
    expect(statuses).toEqual(Array(5).fill('posted'));
    for (const books of held) await quiet(books.api);
  });

  test('is posted promptly while others change accounts without a pause', async () => {
    const { api } = await openBooks(ledger);
    const { entries } = await decide(api);
    let isOver = false;
    const changing = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const { status } = await api.put(`/accounts/${entries[0].account_id}`, { name: 'Cash' });
        // A request that waited too long for other requests gets 503, and its client may retry it.
        expect([200, 503]).toContain(status);
      }
    });
    const statuses: string[] = [];
    for (let times = 0; times < 5; times++)
      statuses.push(dataOf(await api.post('/transactions', transaction(), { Prefer: 'wait=10' }), 202).status);
    isOver = true;
    await Promise.all(changing);
    expect(statuses).toEqual(Array(5).fill('posted'));
  });

  test('is caught up after the lock is released, although more of it arrives', async () => {
    const books = await openBooks(ledger);
    let isOver = false;
    const answered = createTally();
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const transactions = Array.from({ length: 50 }, () => transaction());
        dataOf(await books.api.post('/transactions/batch', { transactions, atomic: false }), 202);
        answered.add();
      }
    });
    await whileHeld([books], () => answered.reaches(24));
    await ledger.app.background.idle('poster');
    isOver = true;
    await Promise.all(asking);
  });
});
