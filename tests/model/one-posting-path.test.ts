/**
 * Reversals, voids, batches and single posts share one path, as far as clients can see: one sequence numbers all of them, and a replay of
 * the log in this order gives the balances of the books. turns.test.ts shows that one lock delays them all.
 */
import { type Answer, everyPage, patient, quiet } from '../support/client';
import { createTally, type Tally } from '../support/happenings';
import { graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  idsOf,
  onLedger,
  openAccount,
  openBooks,
  transaction,
  type Fields,
} from '../support/requests';
import { rounds } from '../support/random';
import { randomFrom, type Random } from '../support/traffic';
import { pausedLedgers, pausing } from './pausing';

type Body = Answer['body'];

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger([pausing]);
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

describe('an atomic batch', () => {
  test('posts or fails as one, even if another process accepted a transaction between its members', async () => {
    const books = await openBooks(ledger);
    const { api } = books;
    await openAccount(api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true, max_balance: '5' });
    pausedLedgers.add(books.ledger.id);
    const tooMuch = transaction({ entries: [debit('CASH', '6'), credit('WALLET', '6')] });
    const sent = await api.post('/transactions/batch', { transactions: [transaction(), tooMuch], atomic: true });
    const [first, second] = idsOf(dataOf(sent, 202).results) as [string, string];
    const stranger = `${first.slice(0, -8)}ffffffff`;
    expect([first, stranger, second].toSorted()).toEqual([first, stranger, second]);
    await acceptElsewhere(books, stranger, first);
    pausedLedgers.delete(books.ledger.id);
    ledger.app.poster.wake(books.ledger.id);
    await quiet(api);
    const decided = await everyPage(api, '/transactions');
    expect(decided.map(({ id, status }) => [id, status])).toEqual([
      [second, 'failed'],
      [stranger, 'posted'],
      [first, 'failed'],
    ]);
  });
});

/**
 * Queues a copy of a transaction, as a second process would. The ids of the copies are not in the order of the ids that this process
 * creates.
 */
const acceptElsewhere = (books: TestBooks, id: string, like: string): Promise<unknown> =>
  onLedger(ledger, books, async (query) => {
    const columns =
      'journal_id, effective_date, layer, description, total_amount, entry_count, accepted_by, accepted_at, status, updated_at';
    await query(
      `insert into transactions (ledger_id, id, ${columns}) select ledger_id, $2, ${columns} from transactions where ledger_id = $1 and id = $3`,
      [books.ledger.id, id, like],
    );
    await query(
      `insert into posting_queue (ledger_id, transaction_id, draft) select ledger_id, $2, draft from posting_queue where ledger_id = $1 and transaction_id = $3`,
      [books.ledger.id, id, like],
    );
  });

const workers = 8;
const worksEach = rounds(40, 8);
const days = ['2025-12-31', '2026-01-10', '2026-01-15', '2026-02-01'];
const names = ['CASH', 'SALES', 'WALLET', 'SAFE'];
const limit = 60;

const anything = (random: Random): Fields => {
  const from = random(names.length);
  const to = (from + 1 + random(names.length - 1)) % names.length;
  const amount = `${1 + random(40)}.00`;
  return transaction({
    effective_date: days[random(days.length)],
    layer: random(5) === 0 ? 'encumbrance' : 'settled',
    entries: [debit(names[to] ?? '', amount), credit(names[from] ?? '', amount)],
  });
};

/**
 * Creates one transaction that is reversed, one that fails and one that is voided, so that each kind exists whatever the workers do. Each
 * of the first two would fill WALLET to its limit, so the second one fails.
 */
const oneOfEach = async ({ api, ledger: { id } }: TestBooks): Promise<string[]> => {
  pausedLedgers.add(id);
  const filling = (): Fields => transaction({ entries: [debit('CASH', `${limit}`), credit('WALLET', `${limit}`)] });
  const made: string[] = [];
  for (const each of [filling(), filling(), transaction()])
    made.push(dataOf(await api.post('/transactions', each), 202).id);
  const [reversed, failed, voided] = made;
  pausedLedgers.delete(id);
  ledger.app.poster.wake(id);
  await quiet(api);
  expect(dataOf(await api.get(`/transactions/${failed}`), 200).status).toBe('failed');
  dataOf(await api.post(`/transactions/${reversed}/reverse`, { reason: 'a mistake', date: days[3] }), 201);
  dataOf(await api.post(`/transactions/${voided}/void`), 200);
  const lock = dataOf(await api.post('/period-locks', { locked_until: days[0], reason: days[0] }), 201);
  dataOf(await api.post(`/period-locks/${lock.id}/release`, { reason: 'open again' }), 200);
  return made;
};

/** Performs one random act. Refusals are allowed. */
const work = async ({ api }: TestBooks, made: string[], random: Random): Promise<void> => {
  const target = made[random(made.length || 1)];
  const kind = target === undefined ? 0 : random(6);
  if (kind < 2) {
    const { status, body } = await api.post(
      '/transactions',
      anything(random),
      random(2) === 0 ? { Prefer: 'wait=10' } : {},
    );
    if (status === 202) made.push(body.data.id);
  } else if (kind < 4) {
    const transactions = Array.from({ length: 1 + random(4) }, () => anything(random));
    const { status, body } = await api.post('/transactions/batch', { transactions, atomic: random(2) === 0 });
    if (status === 202) made.push(...idsOf(body.data.results).filter((id) => id !== null));
  } else if (kind === 4)
    await api.post(`/transactions/${target}/reverse`, { reason: 'a mistake', date: days[random(days.length)] });
  else await api.post(`/transactions/${target}/void`);
};

/**
 * Locks and unlocks the period up to a day, and closes and opens the account SAFE, while others post. Each lock has its day as its reason,
 * because the replay of the log reads the day from there.
 */
const openAndClose = async (books: TestBooks, safe: string, random: Random, works: Tally): Promise<void> => {
  const api = patient(books.api);
  let pauses = 0;
  /** Waits until the workers have done the next of several equal parts of their work. */
  const pause = (): Promise<void> => works.reaches(Math.floor((++pauses * workers * worksEach) / (worksEach + 1)));
  for (let times = 0; times < worksEach / 2; times++) {
    const locked_until = days[random(2)] as string;
    dataOf(await api.put(`/accounts/${safe}`, { is_active: false }), 200);
    const { status, body } = await api.post('/period-locks', {
      locked_until,
      reason: locked_until,
      includes_open_days: true,
    });
    expect([201, 409]).toContain(status);
    await pause();
    if (status === 201) dataOf(await api.post(`/period-locks/${body.data.id}/release`, { reason: 'open again' }), 200);
    dataOf(await api.put(`/accounts/${safe}`, { is_active: true }), 200);
    await pause();
  }
};

/** Replays the log, and expects that each event is allowed at its place. Returns the resulting balances. */
const replay = (log: readonly Body[], transactions: ReadonlyMap<string, Body>): ReadonlyMap<string, number> => {
  const balances = new Map(names.map((name) => [name, 0]));
  let lockedUntil = '';
  let safeIsOpen = true;
  const move = ({ entries }: Body, direction: 1 | -1): void => {
    for (const { account_code, type, amount, layer } of entries) {
      const change = type === 'debit' ? Number(amount) : -Number(amount);
      if (layer === 'settled') balances.set(account_code, (balances.get(account_code) ?? 0) + direction * change);
    }
  };
  const isLocked = (it: Body): boolean => it.effective_date.slice(0, 10) <= lockedUntil;
  const needsSafe = ({ entries }: Body): boolean => entries.some((entry: Body) => entry.account_code === 'SAFE');
  for (const [index, { type, transaction_id, reason }] of log.entries()) {
    const it = transactions.get(transaction_id);
    switch (type) {
      case 'transaction.posted':
        expect([isLocked(it), needsSafe(it) && !safeIsOpen]).toEqual([false, false]);
        move(it, 1);
        break;
      case 'transaction.voided':
        expect(isLocked(it)).toBe(false);
        move(it, -1);
        break;
      case 'transaction.reversed':
      case 'transaction.reversed_in_part':
        // The event about the original directly follows the event of its reversal.
        expect(transactions.get(log[index - 1].transaction_id).reverses_transaction_id).toBe(transaction_id);
        break;
      case 'transaction.failed':
        if (it.failure.code === 'PERIOD_LOCKED') expect(lockedUntil).not.toBe('');
        if (it.failure.code === 'ACCOUNT_INACTIVE') expect(safeIsOpen).toBe(false);
        break;
      case 'account.updated':
        safeIsOpen = !safeIsOpen;
        break;
      case 'period.locked':
        lockedUntil = reason;
        break;
      case 'period.released':
        lockedUntil = '';
        break;
    }
    expect(Math.abs(balances.get('WALLET') ?? 0)).toBeLessThanOrEqual(limit);
  }
  return balances;
};

describe('concurrent posts, batches, reversals and voids while accounts and periods close and open', () => {
  test.each([1, 2])(
    'are numbered without a gap, and a replay of the log gives the balances (%i)',
    async (seed) => {
      const books = await openBooks(ledger);
      const { api } = books;
      const limits = { enforce_balance_limits: true, min_balance: `-${limit}`, max_balance: `${limit}` };
      await openAccount(api, { code: 'WALLET', type: 'liability', ...limits });
      const safe = await openAccount(api, { code: 'SAFE' });
      const made = await oneOfEach(books);
      const works = createTally();
      const working = Array.from({ length: workers }, async (_, worker) => {
        const random = randomFrom(1000 * seed + worker);
        for (let done = 0; done < worksEach; done++) {
          await work(books, made, random);
          works.add();
        }
      });
      await Promise.all([...working, openAndClose(books, safe.id, randomFrom(seed), works)]);
      await quiet(api);

      const transactions = new Map((await everyPage(api, '/transactions')).map((each) => [each.id as string, each]));
      const log = (await everyPage(api, '/activity')).toReversed();
      expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
      const decided = (type: string): Body[] =>
        log.filter((event) => event.type === type).map(({ transaction_id }) => transactions.get(transaction_id));
      const [posted, failed] = [decided('transaction.posted'), decided('transaction.failed')];
      expect(posted.map(({ sequence }) => sequence)).toEqual(posted.map((_, index) => index + 1));
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['failed']));
      expect(new Set(idsOf([...posted, ...failed]))).toEqual(new Set(transactions.keys()));

      const balances = replay(log, transactions);
      for (const { code, balance, normal_balance } of (await api.get('/accounts')).body.data)
        expect({ code, debits: Number(balance) * (normal_balance === 'debit' ? 1 : -1) + 0 }).toEqual({
          code,
          debits: balances.get(code),
        });

      const happened = new Set(log.map(({ type }) => type));
      for (const type of ['posted', 'failed', 'reversed', 'voided']) expect(happened).toContain(`transaction.${type}`);
      expect(happened).toContain('period.locked');
      const { checks, findings } = await ledger.app.ledgering.verify(books.ledger.id);
      expect(findings).toEqual([]);
      expect(checks.length).toBeGreaterThan(5);
    },
    60_000,
  );
});
