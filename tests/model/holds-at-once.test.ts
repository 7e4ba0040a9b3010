/** 64 at once against what is available of one account: whoever spends, holds or gives back, each is decided as its turn says. */
import { everyPage, patient, quiet } from '../support/client';
import { graver, startLedger, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount, openBooks, transaction } from '../support/requests';
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

test.each([1, 2, 3])('what is available never falls below its limit (%i)', async (seed) => {
  const random = randomFrom(seed);
  const books = await openBooks(ledger);
  const api = patient(books.api);
  const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
  await openAccount(api, { code: 'WALLET', type: 'liability', ...limits });
  await decide(api, { entries: [debit('CASH', `${begun.settled}`), credit('WALLET', `${begun.settled}`)] });
  const holds: string[] = [];
  for (let made = 0; made < begun.holds; made++)
    holds.push((await decide(api, { layer: 'pending', entries: outOf(begun.held) })).id);
  const [last] = dataOf(await api.get('/activity?limit=1'), 200);

  const post = (layer: string) =>
    api.post('/transactions', transaction({ layer, entries: outOf(1 + random(30)) }), { Prefer: 'wait=10' });
  const reversal = { reason: 'Let go', date: '2026-01-15' };
  const sent = Array.from({ length: 64 }, (_, index) => {
    const hold = holds[index / 4] ?? '';
    if (index % 8 === 0) return api.post(`/transactions/${hold}/void`);
    if (index % 4 === 0) return api.post(`/transactions/${hold}/reverse`, { ...reversal, amount: `${1 + random(9)}` });
    return post(index % 2 === 0 ? 'pending' : 'settled');
  });
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200, 201, 202]));
  await quiet(api);

  const byId = new Map((await everyPage(api, '/transactions')).map((each) => [each.id, each]));
  const events = (await everyPage(api, '/activity')).filter(({ sequence }) => sequence > last.sequence);
  let available = begun.settled - begun.holds * begun.held;
  const outcomes = new Set<string>();
  for (const { type, transaction_id } of events.toReversed()) {
    const { total_amount, reverses_transaction_id } = byId.get(transaction_id);
    const amount = Number(total_amount);
    if (type === 'transaction_failed') expect(available - amount).toBeLessThan(0);
    else if (type === 'transaction_voided' || (type === 'transaction_posted' && reverses_transaction_id))
      available += amount;
    else if (type === 'transaction_posted') available -= amount;
    else continue;
    outcomes.add(type);
    expect(available).toBeGreaterThanOrEqual(0);
  }
  expect(outcomes).toEqual(new Set(['transaction_posted', 'transaction_failed', 'transaction_voided']));
  const { balances } = dataOf(await api.get('/accounts/code/WALLET/balance'), 200);
  expect(Number(balances.available)).toBe(available);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});
