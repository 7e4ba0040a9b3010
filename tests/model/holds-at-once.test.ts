/**
 * 64 concurrent requests against the available amount of one account: each spending, hold, settlement and release must be decided according
 * to its place in the log.
 */
import { everyPage, patient, quiet, type Answer } from '../support/client';
import { graver, startLedger, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount, openBooks, transaction } from '../support/requests';
import { rounds } from '../support/random';
import { randomFrom } from '../support/traffic';

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger();
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const outOf = (amount: number) => [debit('WALLET', `${amount}`), credit('CASH', `${amount}`)];
const begun = { settled: 200, holds: 16, held: 10 };

/** A wallet that may be spent to zero, part of which is held already. */
const openWallet = async () => {
  const books = await openBooks(ledger);
  const api = patient(books.api);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await openAccount(api, { code: 'WALLET', type: 'liability', ...limits });
  await decide(api, { entries: [debit('CASH', `${begun.settled}`), credit('WALLET', `${begun.settled}`)] });
  const holds: string[] = [];
  for (let made = 0; made < begun.holds; made++)
    holds.push((await decide(api, { layer: 'pending', entries: outOf(begun.held) })).id);
  const [last] = dataOf(await api.get('/activity?limit=1'), 200);
  return { books, api, holds, begin: last.sequence as number };
};

type Wallet = Awaited<ReturnType<typeof openWallet>>;

const post = ({ api }: Wallet, layer: string, amount: number) =>
  api.post('/transactions', transaction({ layer, entries: outOf(amount) }), { Prefer: 'wait=10' });

const statusesOf = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status));

/**
 * Decides every transaction again, in the order of the log. Returns the remaining amount of each hold at the end, and the outcomes that
 * occurred.
 */
const judgeAgain = async ({ books, api, holds, begin }: Wallet) => {
  await quiet(api);
  const byId = new Map((await everyPage(api, '/transactions')).map((each) => [each.id, each]));
  const events = (await everyPage(api, '/activity')).filter(({ sequence }) => sequence > begin);
  const left = new Map(holds.map((id) => [id, begun.held]));
  const outcomes = new Set<string>();
  let available = begun.settled - begun.holds * begun.held;
  for (const { type, transaction_id } of events.toReversed()) {
    const { total_amount, reverses_transaction_id, releases_transaction_id } = byId.get(transaction_id);
    const amount = Number(total_amount);
    const undone = reverses_transaction_id ?? releases_transaction_id;
    if (type === 'transaction.failed') expect(available - amount).toBeLessThan(0);
    else if (type === 'transaction.voided' || (type === 'transaction.posted' && undone)) available += amount;
    else if (type === 'transaction.posted') available -= amount;
    outcomes.add(type);
    expect(available).toBeGreaterThanOrEqual(0);
    if (type !== 'transaction.posted' || !undone) continue;
    left.set(undone, (left.get(undone) ?? begun.held) - amount);
    expect(left.get(undone)).toBeGreaterThanOrEqual(0);
  }
  const { balances } = dataOf(await api.get('/accounts/code/WALLET/balance'), 200);
  expect(Number(balances.available)).toBe(available);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  return { byId, left, outcomes };
};

/** `make proof` runs all three seeds. */
const seeds = [1, 2, 3].slice(0, rounds(3));

describe('64 concurrent requests keep the available amount at its limit or above', () => {
  test.each(seeds)('when they spend, hold, reverse and void (%i)', async (seed) => {
    const random = randomFrom(seed);
    const wallet = await openWallet();
    const { api, holds } = wallet;
    const reversal = { reason: 'Let go', date: '2026-01-15' };
    const sent = Array.from({ length: 64 }, (_, index) => {
      const hold = holds[index / 4] ?? '';
      if (index % 8 === 0) return api.post(`/transactions/${hold}/void`);
      if (index % 4 === 0)
        return api.post(`/transactions/${hold}/reverse`, { ...reversal, amount: `${1 + random(9)}` });
      return post(wallet, index % 2 === 0 ? 'pending' : 'settled', 1 + random(30));
    });
    expect(statusesOf(await Promise.all(sent))).toEqual(new Set([200, 201, 202]));
    const { outcomes } = await judgeAgain(wallet);
    expect(outcomes).toContain('transaction.failed');
    expect(outcomes).toContain('transaction.voided');
  });

  test.each(seeds)('when they spend, settle and release (%i)', async (seed) => {
    const random = randomFrom(seed);
    const wallet = await openWallet();
    const { api, holds } = wallet;
    const part = () => (random(3) === 0 ? undefined : `${1 + random(begun.held)}`);
    const acts = holds.flatMap((hold) =>
      Array.from({ length: 2 }, () => {
        const amount = part();
        return random(3) === 0
          ? { hold, amount, path: `/transactions/${hold}/release`, body: { amount } }
          : { hold, amount, path: `/transactions/${hold}/settle`, body: { amount, final: random(2) === 0 } };
      }),
    );
    const spending = Array.from({ length: 32 }, () => post(wallet, 'settled', 1 + random(8)));
    const acting = Promise.all(acts.map(({ path, body }) => api.post(path, body)));
    expect(statusesOf(await Promise.all(spending))).toEqual(new Set([202]));
    const answers = await acting;
    expect(statusesOf(answers)).toEqual(new Set([201, 409, 422]));

    const { byId, left, outcomes } = await judgeAgain(wallet);
    expect(outcomes).toEqual(new Set(['transaction.posted', 'transaction.failed', 'hold.settled', 'hold.released']));
    for (const [index, { status, body }] of answers.entries()) {
      const { hold, amount = '1' } = acts[index] as (typeof acts)[number];
      if (status === 201) expect(byId.get(body.data.id)).toMatchObject({ correlation_source_id: hold });
      else expect(body.code).toBe(status === 409 ? 'HOLD_NOT_OPEN' : 'HOLD_EXCEEDED');
      // Remaining amounts never increase, so an amount that was too large when it was refused is still too large.
      if (status !== 201) expect(left.get(hold)).toBeLessThan(status === 409 ? 1 : Number(amount));
    }
    for (const [id, remaining] of left)
      expect(byId.get(id).hold).toMatchObject({ remaining_amount: remaining.toFixed(2) });
  });
});
