/**
 * The available amount on a day is exactly the amount that a posting on that day may take: a posting of that amount succeeds, and a posting
 * of one minor unit more is refused. This holds for past and future days, whatever was posted, held, extended, settled, released and
 * reversed before. LEDGER_TEST_SEED repeats a run.
 */
import { extending, releasing, settling } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, rounds, seedOf, type Random } from '../support/random';
import { credit, dataOf, debit, decide, openAccount, openBooks, transaction, type Fields } from '../support/requests';

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
/**
 * The number of random histories: a quarter of that in contract/limits-by-day, because each history here tries two postings on every day.
 */
const histories = Math.ceil(Number(process.env['LIMITS_HISTORIES'] ?? rounds(48, 8)) / 4);
jest.setTimeout(Math.max(300_000, histories * 3_000));
const steps = 30;
const days = ['0001-01-01', '2025-12-31', '2026-01-10', '2026-01-15', '2026-02-28', '2031-07-01', '9999-12-31'];

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(() => void process.stdout.write(`available-on-each-day: LEDGER_TEST_SEED=${seed}\n`));

const money = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const centsOf = (text: string): number => Math.round(Number(text) * 100);
const into = (amount: string) => [debit('CASH', amount), credit('WALLET', amount)];
const outOf = (amount: string) => [debit('WALLET', amount), credit('CASH', amount)];

/** Sends one random request, which the ledger may refuse. */
const act = async (random: Random, made: string[]): Promise<void> => {
  const [amount, effective_date] = [money(1 + Math.floor(random.next() * 4_000)), random.pick(days)];
  const choice = random.next();
  if (made.length === 0 || choice < 0.6) {
    const entries = random.next() < 0.6 ? into(amount) : outOf(amount);
    const layer = random.next() < 0.3 ? 'pending' : 'settled';
    const { id, status } = await decide(books.api, { effective_date, layer, entries });
    if (status === 'posted') made.push(id);
    return;
  }
  const id = random.pick(made);
  const date = { date: '9999-12-31' };
  const items: readonly Fields[] = [
    settling(id, { amount, final: random.next() < 0.5, allow_excess: random.next() < 0.3, ...date }),
    releasing(id, { amount, ...date }),
    extending(id, amount),
    settling(id, { operation: 'reverse', reason: 'Wrong', amount, ...date }),
  ];
  dataOf(await books.api.post('/transactions/batch', { transactions: [random.pick(items)] }), 202);
};

const would = async (cents: number, effective_date: string): Promise<unknown> => {
  const body = transaction({ effective_date, entries: outOf(money(cents)) });
  const { would: outcome, code } = dataOf(await books.api.post('/transactions?dry_run=true', body), 200);
  return [outcome, code];
};

test(`a posting may take exactly the available amount, in ${histories} random histories`, async () => {
  const random = randomFrom(seed);
  let seen = 0;
  for (let history = 0; history < histories; history++) {
    books = await openBooks(ledger);
    const limits = { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0' };
    await openAccount(books.api, { code: 'WALLET', type: 'liability', ...limits });
    const made: string[] = [];
    for (let step = 0; step < steps; step++) {
      await act(random, made);
      const day = random.pick(days);
      const { balances } = dataOf(await books.api.get(`/accounts/code/WALLET/balance?as_of_date=${day}`), 200);
      const available = centsOf(balances.available);
      if (available > 0)
        expect({ day, available, is: await would(available, day) }).toMatchObject({ is: ['posted', null] });
      // The available amount may be negative on days before a hold; then a posting may take nothing.
      const beyond = await would(Math.max(available, 0) + 1, day);
      expect({ day, available, is: beyond }).toMatchObject({ is: ['failed', 'BALANCE_LIMIT_EXCEEDED'] });
      if (available > 0) seen += 1;
    }
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  }
  expect(seen).toBeGreaterThan(histories);
});
