/** All endpoints that show a balance agree with each other, whatever was posted, reversed and voided before. */
import { everyPage, quiet, type Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, openAccount, transaction, type Fields } from '../support/requests';
import { rounds as roundsOf } from '../support/random';
import { randomFrom, type Random } from '../support/traffic';

const seed = Number(process.env['LEDGER_AGREEMENT_SEED'] ?? 20260115);
const rounds = roundsOf(120);
const layers = ['settled', 'pending', 'encumbrance'] as const;
type Layer = (typeof layers)[number];

const ledger = ledgerOfFile();
let books: TestBooks;
let accounts: readonly Answer['body'][];
let transactions: readonly Answer['body'][];
/** The codes of the accounts in each account set, by the code of the set. */
const sets = new Map<string, readonly string[]>();

const dayOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
/**
 * The days as of which balances are compared: before the first posting, between postings, and after the last one. The postings are on days
 * 10 to 49.
 */
const days = ['0001-01-01', ...Array.from({ length: 14 }, (_, index) => dayOf(5 + index * 4)), '9999-12-31'];

const post = (random: Random): Fields => {
  const { length } = accounts;
  const pick = (): string => accounts[random(length)].code;
  const amounts = Array.from({ length: 1 + random(3) }, () => 1 + random(100_000));
  const cents = (sum: number): string => (sum / 100).toFixed(2);
  return transaction({
    effective_date: dayOf(10 + random(40)),
    layer: layers[random(3)],
    entries: [
      ...amounts.map((amount) => debit(pick(), cents(amount))),
      credit(pick(), cents(amounts.reduce((sum, amount) => sum + amount, 0))),
    ],
  });
};

const act = async (random: Random): Promise<void> => {
  const choice = random(10);
  if (choice < 4) {
    dataOf(await books.api.post('/transactions', post(random)), 202);
    return;
  }
  if (choice < 6) {
    const batch = { transactions: Array.from({ length: 1 + random(5) }, () => post(random)), atomic: choice === 4 };
    dataOf(await books.api.post('/transactions/batch', batch), 202);
    return;
  }
  await quiet(books.api);
  const posted: readonly Answer['body'][] = dataOf(await books.api.get('/transactions?status=posted&limit=100'), 200);
  const open = posted.filter(({ reverses_transaction_id }) => reverses_transaction_id === null);
  const chosen = open[random(Math.max(open.length, 1))];
  if (!chosen) return;
  const undone = await (choice < 8
    ? books.api.post(`/transactions/${chosen.id}/reverse`, {
        reason: 'At random',
        date: [dayOf(10 + random(40)), chosen.effective_date.slice(0, 10)].toSorted()[1],
      })
    : books.api.post(`/transactions/${chosen.id}/void`));
  expect(undone.body.success).toBe(true);
};

const openSet = async (
  code: string,
  memberCodes: readonly string[],
  inside: readonly string[] = [],
): Promise<string> => {
  const { id } = dataOf(await books.api.post('/account-sets', { code, name: code }), 201);
  const members = [
    ...memberCodes.map((member) => ({
      member_type: 'account',
      member_id: accounts.find((account) => account.code === member).id,
    })),
    ...inside.map((member_id) => ({ member_type: 'account_set', member_id })),
  ];
  for (const member of members) dataOf(await books.api.post(`/account-sets/${id}/members`, member), 201);
  sets.set(id, [...new Set([...memberCodes, ...inside.flatMap((set) => sets.get(set) ?? [])])]);
  return id;
};

beforeAll(async () => {
  books = await ledger.newLedger();
  const kinds = ['asset', 'liability', 'equity', 'revenue', 'expense'];
  for (const [index, type] of kinds.entries()) await openAccount(books.api, { code: `A${index}`, type });
  await openAccount(books.api, { code: 'CONTRA', type: 'asset', normal_balance: 'credit', parent_code: 'A0' });
  accounts = dataOf(await books.api.get('/accounts'), 200);
  const left = await openSet('LEFT', ['A0', 'A1', 'CONTRA']);
  const right = await openSet('RIGHT', ['A1', 'A2']);
  await openSet('BOTH', ['A2'], [left, right]);
  await openSet(
    'ALL',
    accounts.map(({ code }) => code),
    [left],
  );
  const random = randomFrom(seed);
  for (let round = 0; round < rounds; round++) await act(random);
  await quiet(books.api);
  transactions = await everyPage(books.api, '/transactions');
  accounts = dataOf(await books.api.get('/accounts'), 200);
});

const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));
const isDebit = ({ normal_balance }: Answer['body']): boolean => normal_balance === 'debit';

interface Sum {
  debits: bigint;
  credits: bigint;
  count: number;
  last: string | null;
}

/** Adds up the entries of these accounts on one layer, for all days that `fits` accepts, from the list of transactions. */
const sum = (codes: readonly string[], layer: Layer, fits: (day: string) => boolean): Sum => {
  const total: Sum = { debits: 0n, credits: 0n, count: 0, last: null };
  for (const { status, effective_date, entries } of transactions) {
    const day = effective_date.slice(0, 10);
    if (!['posted', 'reversed'].includes(status) || !fits(day)) continue;
    for (const { account_code, type, amount, layer: own } of entries) {
      if (own !== layer || !codes.includes(account_code)) continue;
      total[type === 'debit' ? 'debits' : 'credits'] += centsOf(amount);
      total.count += 1;
      total.last = total.last === null || day > total.last ? day : total.last;
    }
  }
  return total;
};

/** The entries of open holds on one layer of these accounts, with their remaining amounts. */
const openEntries = (codes: readonly string[], of: Layer, until: string) =>
  transactions
    .filter(({ hold, effective_date }) => hold?.state === 'open' && effective_date.slice(0, 10) <= until)
    .flatMap(({ entries }) => entries as readonly Answer['body'][])
    .filter(({ account_code, layer }) => layer === of && codes.includes(account_code));

/**
 * The amount that a posting on this day may still take from an account, on its normal side: the lowest balance of this and all later days,
 * less held amounts.
 */
const spendable = (account: Answer['body'], day: string, counts: (layer: Layer) => boolean): bigint => {
  const sign = isDebit(account) ? 1n : -1n;
  const on = (until: string): bigint => {
    const { debits, credits } = sum([account.code], 'settled', (other) => other <= until);
    return sign * (debits - credits);
  };
  const later = transactions.map(({ effective_date }) => effective_date.slice(0, 10)).filter((other) => other > day);
  const lowest = [day, ...later].map(on).reduce((one, other) => (other < one ? other : one));
  const held = openEntries([account.code], 'pending', '9999-12-31')
    .filter(({ type }) => (type === 'credit') === isDebit(account))
    .reduce((total, { amount }) => total + centsOf(amount), 0n);
  return (counts('settled') ? lowest : 0n) - (counts('pending') ? held : 0n);
};

/** The balance view computed from the list of transactions. */
const expectedView = (codes: readonly string[], sign: bigint, day: string, only?: Layer) => {
  const counts = (layer: Layer): boolean => only === undefined || only === layer;
  const nothing: Sum = { debits: 0n, credits: 0n, count: 0, last: null };
  const of = (layer: Layer, fits: (on: string) => boolean): Sum => (counts(layer) ? sum(codes, layer, fits) : nothing);
  const net = ({ debits, credits }: Sum): bigint => sign * (debits - credits);
  const upTo = (layer: Layer): Sum => of(layer, (on) => on <= day);
  return {
    settled: net(upTo('settled')),
    pending: net(upTo('pending')),
    overdue: counts('encumbrance')
      ? openEntries(codes, 'encumbrance', day).reduce(
          (total, { type, amount }) => total + sign * (type === 'debit' ? 1n : -1n) * centsOf(amount),
          0n,
        )
      : 0n,
    future: layers.reduce((total, layer) => total + net(of(layer, (on) => on > day)), 0n),
    available: accounts
      .filter(({ code }) => codes.includes(code))
      .reduce((total, one) => total + sign * (isDebit(one) ? 1n : -1n) * spendable(one, day, counts), 0n),
    details: layers.map((layer) => ({ ...upTo(layer), balance: net(upTo(layer)) })),
  };
};

const shownView = ({ balances, layer_details }: Answer['body']) => ({
  settled: centsOf(balances.settled),
  pending: centsOf(balances.pending),
  overdue: centsOf(balances.overdue),
  future: centsOf(balances.future),
  available: centsOf(balances.available),
  details: layers.map((layer) => {
    const { debits, credits, balance, entry_count, last_entry_date } = layer_details[layer];
    return {
      debits: centsOf(debits),
      credits: centsOf(credits),
      count: entry_count,
      last: last_entry_date,
      balance: centsOf(balance),
    };
  }),
});

describe(`after ${rounds} random steps from the seed ${seed}`, () => {
  test('every status and every layer occurs', () => {
    const statuses = new Set(transactions.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(['posted', 'reversed', 'void']);
    expect(new Set(transactions.map(({ layer }) => layer)).size).toBe(3);
  });

  test.each(days)('the balances of all accounts and sets equal the sums of the transactions, as of %s', async (day) => {
    for (const account of accounts) {
      const view = dataOf(await books.api.get(`/accounts/code/${account.code}/balance?as_of_date=${day}`), 200);
      expect(shownView(view)).toEqual(expectedView([account.code], isDebit(account) ? 1n : -1n, day));
    }
    for (const [id, codes] of sets) {
      const view = dataOf(await books.api.get(`/account-sets/${id}/balance?as_of_date=${day}`), 200);
      expect(shownView(view)).toEqual(expectedView(codes, 1n, day));
    }
  });

  test.each(layers)('the balances in the layer %s alone equal those sums too', async (layer) => {
    for (const day of days.filter((_, index) => index % 3 === 0)) {
      for (const { code, ...account } of accounts) {
        const view = dataOf(
          await books.api.get(`/accounts/code/${code}/balance?as_of_date=${day}&layer=${layer}`),
          200,
        );
        expect(shownView(view)).toEqual(expectedView([code], isDebit(account) ? 1n : -1n, day, layer));
      }
      for (const [id, codes] of sets) {
        const view = dataOf(await books.api.get(`/account-sets/${id}/balance?as_of_date=${day}&layer=${layer}`), 200);
        expect(shownView(view)).toEqual(expectedView(codes, 1n, day, layer));
      }
    }
  });

  test('an account shows the same settled balance of all days in every view', async () => {
    const { data: tree } = (await books.api.get('/accounts?tree=true')).body;
    const inTree = tree.flatMap(({ children, ...account }: Answer['body']) => [
      account,
      ...children.map(({ children: _, ...child }: Answer['body']) => child),
    ]);
    for (const account of accounts) {
      const { balances } = dataOf(
        await books.api.get(`/accounts/code/${account.code}/balance?as_of_date=9999-12-31`),
        200,
      );
      expect(account.balance).toBe(balances.settled);
      expect(dataOf(await books.api.get(`/accounts/${account.id}`), 200)).toEqual(account);
      expect(inTree).toContainEqual(account);
    }
  });

  test('the running balances of an account end at its balance, for each layer and day', async () => {
    for (const account of accounts) {
      const entries: readonly Answer['body'][] = await everyPage(books.api, `/accounts/${account.id}/entries`);
      const ids = transactions
        .filter(({ status }) => status === 'posted' || status === 'reversed')
        .flatMap(({ entries: own }) =>
          own.filter(({ account_id }: Answer['body']) => account_id === account.id).map(({ id }: Answer['body']) => id),
        );
      expect(entries.map(({ id }) => id).sort()).toEqual(ids.sort());
      for (const day of days)
        for (const layer of layers) {
          const last = entries.findLast((entry) => entry.layer === layer && entry.effective_date <= day);
          const { details } = expectedView([account.code], isDebit(account) ? 1n : -1n, day);
          expect(last ? centsOf(last.balance_after) : 0n).toBe(details[layers.indexOf(layer)]?.balance);
        }
    }
  });

  test('each layer of the whole ledger balances on every day', async () => {
    const [all = ''] = [...sets].filter(([, codes]) => codes.length === accounts.length).map(([id]) => id);
    for (const day of days) {
      const { details } = shownView(dataOf(await books.api.get(`/account-sets/${all}/balance?as_of_date=${day}`), 200));
      for (const { debits, credits } of details) expect(debits).toBe(credits);
    }
  });

  test('the books verify', async () => {
    expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
  });
});
