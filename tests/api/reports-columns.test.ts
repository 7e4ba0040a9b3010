/**
 * Each column of a report equals the same report for the days of the column alone, over random books and requests. LEDGER_TEST_REPORTS_SEED
 * repeats a run.
 */
import { appoint } from '../support/administration';
import type { Answer } from '../support/client';
import { randomFrom, rounds, seedOf } from '../support/random';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, transaction } from '../support/requests';

const seed = seedOf('LEDGER_TEST_REPORTS_SEED');
const { next, pick } = randomFrom(seed);
const ledger = ledgerOfFile();
let books: TestBooks;

type Report = Answer['body'];
type Row = Report;

const accounts: readonly [code: string, type: string, parent?: string][] = [
  ['BANK', 'asset'],
  ['BANK-A', 'asset', 'BANK'],
  ['BANK-A-1', 'asset', 'BANK-A'],
  ['BANK-B', 'asset', 'BANK'],
  ['IDLE', 'asset'],
  ['LOAN', 'liability'],
  ['CAPITAL', 'equity'],
  ['SALES', 'revenue'],
  ['SALES-WEB', 'revenue', 'SALES'],
  ['RENT', 'expense'],
];
const used = accounts.map(([code]) => code).filter((code) => code !== 'IDLE');

const day = (from: number, days: number): string =>
  new Date(Date.UTC(2024, 0, 1) + (from + Math.floor(next() * days)) * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const [code, type, parent_code] of accounts)
    await openAccount(books.api, { code, type, ...(parent_code === undefined ? {} : { parent_code }) });
  const transactions = Array.from({ length: 90 }, () => {
    const debited = pick(used);
    const credited = pick(used.filter((code) => code !== debited));
    const amount = (1 + Math.floor(next() * 100_000) / 100).toFixed(2);
    return transaction({
      effective_date: day(0, 800),
      entries: [debit(debited, amount), credit(credited, amount)],
    });
  });
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
  expect(results.map(({ status }: Row) => status)).toEqual(results.map(() => 'posted'));
});

const read = async (path: string): Promise<Report> => dataOf(await books.api.get(`/reports/${path}`), 200);
const nameOf = (row: Row): string => `${row.code ?? row.type}${row.is_subtotal === true ? '*' : ''}`;
const balances = (rows: readonly Row[]): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.map((row) => [nameOf(row), row.balance]));
const inColumn = (rows: readonly Row[], index: number): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.map((row) => [nameOf(row), row.columns[index].balance]));
const minor = (amount: string): number => Math.round(Number(amount) * 100);

/** Requests a report for the days of one column alone. */
const alone = (report: string, { from, to }: { readonly from: string | null; readonly to: string }, rest: string) =>
  read(`${report}?${from === null ? `as_of_date=${to}` : `from=${from}&to=${to}`}${rest}`);

describe('the columns of a report', () => {
  test.each(Array.from({ length: rounds(48, 8) }, (_, round) => round))(
    `equal the same report for their days alone: %i (LEDGER_TEST_REPORTS_SEED=${seed})`,
    async () => {
      const report = pick(['trial-balance', 'balance-sheet', 'income-statement']);
      const from = day(0, 400);
      const to = day(400, 500);
      const span = pick(['', 'month', 'quarter', 'year']);
      const compare = pick(['prior_period', 'prior_year', 'prior_year,prior_period', ...(span === '' ? [] : [''])]);
      const rows = next() < 0.5 ? `&depth=${1 + Math.floor(next() * 3)}` : '';
      const first = span === '' ? '' : `&columns_from=${from}`;
      const days = report === 'income-statement' ? `from=${from}&to=${to}` : `as_of_date=${to}${first}`;
      const asked = `${report}?${days}${span && `&columns=${span}`}${compare && `&compare=${compare}`}${rows}`;
      const whole = await read(asked);
      const names = compare === '' ? [] : compare.split(',');
      expect(whole.columns.slice(whole.columns.length - names.length).map(({ label }: Row) => label)).toEqual(names);
      for (const [index, column] of whole.columns.entries()) {
        const own = await alone(report, column, rows);
        expect({ asked, rows: inColumn(whole.rows, index) }).toEqual({ asked, rows: balances(own.rows) });
        expect(column.totals).toEqual(own.totals);
        for (const row of whole.rows) {
          const [later, earlier] = names.includes(column.label)
            ? [row.balance, row.columns[index].balance]
            : [row.columns[index].balance, row.columns[index - 1]?.balance];
          const { change, change_percent } = row.columns[index];
          if (earlier === undefined) expect([change, change_percent]).toEqual([null, null]);
          else {
            expect(minor(change)).toBe(minor(later) - minor(earlier));
            const percent = (100 * (minor(later) - minor(earlier))) / Math.abs(minor(earlier));
            if (minor(earlier) === 0) expect(change_percent).toBeNull();
            else expect(Math.abs(Number(change_percent) - percent)).toBeLessThan(0.0051);
          }
        }
      }
      // Additional columns must not change the main figures of the report.
      expect(balances(whole.rows)).toEqual(
        balances((await read(`${report}?${days.split('&columns_from')[0]}${rows}`)).rows),
      );
    },
  );

  test('add up to the whole range', async () => {
    const { rows } = await read('income-statement?from=2024-01-01&to=2025-12-31&columns=month');
    expect(rows[0].columns).toHaveLength(24);
    for (const row of rows) {
      const sum = row.columns.reduce((so: number, { balance }: Row) => so + minor(balance), 0);
      expect([nameOf(row), sum]).toEqual([nameOf(row), minor(row.balance)]);
    }
  });

  test('as of a sequence ignore later postings', async () => {
    const path = 'balance-sheet?as_of_date=2025-06-30&columns=quarter&compare=prior_year';
    const before = await read(path);
    const entries = [debit('BANK', '5.00'), credit('SALES', '5.00')];
    await decide(books.api, { effective_date: '2025-02-01', entries });
    const known = await read(`${path}&known_at_sequence=${before.head.sequence}`);
    expect(known.rows).toEqual(before.rows);
    expect((await read(path)).rows).not.toEqual(before.rows);
  });

  test('are also in the CSV', async () => {
    const path = 'income-statement?from=2025-01-01&to=2025-06-30&columns=quarter&compare=prior_year&depth=1';
    const { rows } = await read(path);
    const { body: text } = await books.api.get(`/reports/${path}`, { Accept: 'text/csv' });
    const [headings = '', ...lines] = text.trimEnd().split('\r\n');
    expect(headings.split(',').slice(-9)).toEqual(
      ['2025-Q1', '2025-Q2', 'prior_year'].flatMap((label) => [label, `${label} change`, `${label} change_percent`]),
    );
    expect(lines.at(-1)).toMatch(/^known_at,,,from 2025-01-01; to 2025-06-30; depth 1; layer settled; /);
    for (const row of rows) {
      const cells = row.columns.flatMap(({ balance, change, change_percent }: Row) => [
        balance,
        change ?? '',
        change_percent ?? '',
      ]);
      const line = lines.find((one: string) => one.startsWith(`account,${row.type},${row.code},`)) ?? '';
      expect(line.split(',').slice(-9)).toEqual(cells);
    }
  });
});

const dayAfter = (of: string): string => new Date(Date.parse(of) + 86_400_000).toISOString().slice(0, 10);

describe('a fiscal year', () => {
  const starts = ['04-06', '07-01', '11-30', '01-01'];
  /** The last day of the fiscal year before the one that contains `of`. */
  const endOfPrior = (start: string, of: string): string => {
    const years = [2022, 2023, 2024, 2025, 2026, 2027];
    const first = years.map((year) => `${year}-${start}`).findLast((one) => one <= of) ?? '';
    return new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
  };

  test.each(starts)('from %s divides earnings between years, in the report and in each column', async (start) => {
    const chief = await appoint(ledger);
    dataOf(await chief.api.patch(`/ledgers/${books.ledger.id}`, { fiscal_year_start: start }), 200);
    const to = day(400, 500);
    const span = pick(['quarter', 'year']);
    const sheet = await read(`balance-sheet?as_of_date=${to}&columns_from=${day(0, 400)}&columns=${span}`);
    for (const { to: last, totals } of [{ to, totals: sheet.totals }, ...sheet.columns]) {
      const whole = await read(`income-statement?from=0001-01-01&to=${last}`);
      const prior = await read(`income-statement?from=0001-01-01&to=${endOfPrior(start, last)}`);
      const earned = minor(whole.totals.net_income) - minor(prior.totals.net_income);
      expect({ start, last, retained: totals.retained_earnings, earned: minor(totals.net_income) }).toEqual({
        ...{ start, last, retained: prior.totals.net_income, earned },
      });
      expect(totals.assets).toBe(totals.liabilities_and_equity);
    }
    const ends: readonly string[] = sheet.columns.slice(0, -1).map((column: Row) => column.to);
    const yearEnds = span === 'year' ? ends : ends.filter((_, index) => sheet.columns[index].label.endsWith('Q4'));
    expect(yearEnds.filter((last) => endOfPrior(start, dayAfter(last)) !== last)).toEqual([]);
  });
});

describe('rows', () => {
  test.each([1, 2, 3])('below level %i are folded into the accounts above them', async (depth) => {
    const path = 'trial-balance?as_of_date=2026-06-30';
    const all: readonly Row[] = (await read(path)).rows;
    const folded: readonly Row[] = (await read(`${path}&depth=${depth}`)).rows;
    const last = depth - 1;
    const hasBelow = (code: string): boolean => all.some((row) => row.is_subtotal && row.code === code);
    const expected = all
      .filter((row) => row.depth <= last && (row.depth < last || row.is_subtotal || !hasBelow(row.code)))
      .map((row) => (row.depth === last && row.is_subtotal ? { ...row, is_subtotal: false, is_folded: true } : row));
    expect(folded).toEqual(expected);
    const sum = (rows: readonly Row[]): number =>
      rows.filter((row) => !row.is_subtotal && row.type === 'asset').reduce((so, row) => so + minor(row.balance), 0);
    expect(sum(folded)).toBe(sum(all));
  });

  test('are hidden with zero=hide only if they are zero in every column', async () => {
    const shown = await read('balance-sheet?as_of_date=2023-12-31&zero=hide');
    expect(shown.rows.map(nameOf)).toEqual(['retained_earnings', 'net_income']);
    const all: readonly Row[] = (await read('balance-sheet?as_of_date=2026-06-30&zero=hide')).rows;
    expect(all.map(nameOf)).not.toContain('IDLE');
    const compared = await read('balance-sheet?as_of_date=2023-12-31&columns_from=2023-12-01&columns=month&zero=hide');
    expect(compared.rows.map(nameOf)).toEqual(['retained_earnings', 'net_income']);
    const later = await read('balance-sheet?as_of_date=2026-06-30&columns_from=2023-12-01&columns=year&zero=hide');
    expect(later.rows.map(nameOf)).toEqual(all.map(nameOf));
  });
});

test.each<[string, string]>([
  ['income-statement?from=2020-01-01&to=2026-01-31&columns=month', 'columns'],
  ['income-statement?from=2021-02-01&to=2026-01-31&columns=month&compare=prior_year', 'columns'],
  ['balance-sheet?columns=week', 'columns'],
  ['balance-sheet?as_of_date=2026-01-01&columns_from=2026-01-02&columns=month', 'columns_from'],
  ['balance-sheet?as_of_date=2026-01-01&columns_from=2025-01-02', 'columns_from'],
  ['trial-balance?as_of_date=2026-01-01&columns_from=2025-01-02&compare=prior_year', 'columns_from'],
  ['income-statement?from=0001-01-01&to=0001-01-31&compare=prior_year', 'compare'],
  ['balance-sheet?compare=last_week', 'compare'],
  ['balance-sheet?compare=', 'compare'],
  ['trial-balance?depth=0', 'depth'],
  ['trial-balance?depth=65', 'depth'],
  ['trial-balance?zero=maybe', 'zero'],
])('%s is refused', async (path, field) => {
  expectRefusal(await books.api.get(`/reports/${path}`), 422, 'VALIDATION_ERROR', [field]);
});

test('compare accepts both comparisons in one parameter or in two', async () => {
  const path = 'balance-sheet?as_of_date=2025-06-30';
  const once = await read(`${path}&compare=prior_period,prior_year`);
  expect(await read(`${path}&compare=prior_period&compare=prior_year`)).toEqual(once);
});
