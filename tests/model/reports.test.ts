/**
 * Random books, and properties that every report on them must have. LEDGER_TEST_SEED repeats a run; REPORT_STEPS sets the length of the
 * books.
 */
import type { Answer, Client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { everyPage } from '../support/client';
import { headOf } from '../support/feed';
import { dataOf } from '../support/requests';
import { type Random, randomFrom, seedOf } from '../support/random';
import { openRandomBooks } from '../support/random-books';

const seed = seedOf('LEDGER_TEST_SEED');
const steps = Number(process.env['REPORT_STEPS'] ?? 100);
const stepsBetweenReports = 10;
const layers = ['settled', 'pending', 'encumbrance'] as const;

type Row = Answer['body'];

const ledger = ledgerOfFile();
let books: TestBooks;
let random: Random;
/** Path of a request → its answer. */
const said = new Map<string, string>();

beforeAll(async () => {
  process.stderr.write(`the seed of the books that are reported on: LEDGER_TEST_SEED=${seed}\n`);
  random = randomFrom(seed);
  books = await ledger.newLedger();
  const { step, setCodes } = await openRandomBooks(books, random);
  for (let number = 1; number <= steps; number++) {
    await step();
    if (number % stepsBetweenReports > 0) continue;
    const head_sequence = await headOf(books.api);
    const [from, to] = [anyDay(), anyDay()].toSorted();
    for (const path of [
      `trial-balance?as_of_date=${to}&layer=${random.pick(layers)}`,
      `trial-balance?as_of_date=${to}&account_set_code=${random.pick(setCodes)}`,
      `balance-sheet?as_of_date=${to}`,
      `income-statement?from=${from}&to=${to}`,
    ]) {
      const asked = `${path}&known_at_sequence=${head_sequence}`;
      said.set(asked, await textOf(asked));
    }
  }
});

const dayAt = (place: number): string => new Date(Date.UTC(2024, 0, 1 + place)).toISOString().slice(0, 10);
const daysAhead = 500;
const anyDay = (): string => dayAt(Math.floor(random.next() * daysAhead));

const textOf = async (path: string): Promise<string> => {
  const response = await fetch(`${ledger.baseUrl}/api/v1/reports/${path}`, {
    headers: { Authorization: `Bearer ${books.key}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
};
const read = async (path: string): Promise<Row> => dataOf(await books.api.get(`/reports/${path}`), 200);

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const sum = (rows: readonly Row[], column: string): bigint => rows.reduce((all, row) => all + cents(row[column]), 0n);
const ofAccounts = ({ rows }: Row): readonly Row[] => rows.filter((row: Row) => !row.is_subtotal);

/** All rows below an account, in the order in which the report indents them. */
const below = (rows: readonly Row[], code: string): readonly Row[] => {
  const children = rows.filter((row) => row.parent_code === code && !row.is_subtotal);
  return children.flatMap((child) => [child, ...below(rows, child.code)]);
};

const balancesByCode = async (api: Client, day: string, layer: string): Promise<ReadonlyMap<string, bigint>> => {
  const balances = new Map<string, bigint>();
  for (const { code, type, normal_balance } of await everyPage(api, '/accounts')) {
    const path = `/accounts/code/${encodeURIComponent(code)}/balance?as_of_date=${day}&layer=${layer}`;
    const { layer_details } = dataOf(await api.get(path), 200);
    const grows = type === 'asset' || type === 'expense' ? 'debit' : 'credit';
    const balance = cents(layer_details[layer].balance);
    balances.set(code, normal_balance === grows ? balance : -balance);
  }
  return balances;
};

test.each(layers)(
  'a trial balance of the layer %s has the balance of every account, and equal columns',
  async (layer) => {
    for (const day of [anyDay(), anyDay(), dayAt(daysAhead)]) {
      const report = await read(`trial-balance?as_of_date=${day}&layer=${layer}`);
      const rows = ofAccounts(report);
      const balances = await balancesByCode(books.api, day, layer);
      expect(new Map(rows.map((row) => [row.code, cents(row.balance)] as const).toSorted())).toEqual(
        new Map([...balances].toSorted()),
      );
      for (const [column, total] of [
        ['debits', 'debits'],
        ['credits', 'credits'],
        ['debit_balance', 'debit_balances'],
        ['credit_balance', 'credit_balances'],
      ] as const)
        expect([column, sum(rows, column)]).toEqual([column, cents(report.totals[total])]);
      expect(report.totals.debits).toBe(report.totals.credits);
      expect(report.totals.debit_balances).toBe(report.totals.credit_balances);
      for (const subtotal of report.rows.filter((row: Row) => row.is_subtotal)) {
        const own = rows.filter(({ code }) => code === subtotal.code);
        for (const column of ['debits', 'credits', 'debit_balance', 'credit_balance', 'balance'])
          expect(cents(subtotal[column])).toBe(sum([...own, ...below(report.rows, subtotal.code)], column));
      }
    }
  },
);

test('a balance sheet has two equal sides on every day, and the totals of the trial balance', async () => {
  for (const day of Array.from({ length: 8 }, anyDay)) {
    const { totals, rows } = await read(`balance-sheet?as_of_date=${day}`);
    const of = (type: string): bigint =>
      sum(
        ofAccounts({ rows }).filter((row) => row.type === type),
        'balance',
      );
    expect(of('asset')).toBe(of('liability') + of('equity') + of('retained_earnings') + of('net_income'));
    expect([cents(totals.assets), cents(totals.liabilities_and_equity)]).toEqual([of('asset'), of('asset')]);
    const trial = await read(`trial-balance?as_of_date=${day}`);
    for (const name of ['assets', 'liabilities', 'equity'])
      expect([name, totals[name]]).toEqual([name, trial.totals[name]]);
    expect(cents(totals.retained_earnings) + cents(totals.net_income)).toBe(cents(trial.totals.net_income));
  }
});

test('income statements of adjacent ranges add up, account by account', async () => {
  for (let round = 0; round < 6; round++) {
    const [from = 0, between = 0, to = 0] = Array.from({ length: 3 }, () =>
      Math.floor(random.next() * daysAhead),
    ).toSorted((one, other) => one - other);
    const path = (first: number, last: number): string => `income-statement?from=${dayAt(first)}&to=${dayAt(last)}`;
    const [whole, early, late] = [
      await read(path(from, to + 1)),
      await read(path(from, between)),
      await read(path(between + 1, to + 1)),
    ];
    for (const name of ['revenue', 'expense', 'net_income'])
      expect(cents(whole.totals[name])).toBe(cents(early.totals[name]) + cents(late.totals[name]));
    for (const [place, row] of whole.rows.entries())
      expect(cents(row.balance)).toBe(cents(early.rows[place].balance) + cents(late.rows[place].balance));
  }
});

test('the earnings of a balance sheet equal the income statements of prior years and of the year', async () => {
  const day = anyDay();
  const year = Number(day.slice(0, 4));
  const { totals } = await read(`balance-sheet?as_of_date=${day}`);
  const prior = await read(`income-statement?from=0001-01-01&to=${year - 1}-12-31`);
  const ofYear = await read(`income-statement?from=${year}-01-01&to=${day}`);
  expect([totals.retained_earnings, totals.net_income]).toEqual([prior.totals.net_income, ofYear.totals.net_income]);
});

test('a report as of an earlier sequence never changes, to the last byte', async () => {
  expect(said.size).toBeGreaterThanOrEqual(Math.floor(steps / stepsBetweenReports) * 3);
  for (const [path, text] of said) expect([path, await textOf(path)]).toEqual([path, text]);
});
