/**
 * The cash flow statement, compared with an independent computation from the entries, over random books and requests, and with `hledger
 * cashflow`. LEDGER_TEST_CASH_FLOW_SEED repeats a run.
 */
import {
  chart,
  codes,
  dayOf,
  flows,
  isEarning,
  minor,
  openCashFlowBooks,
  totalsIn,
  type Code,
  type Entry,
  type Flow,
} from '../support/cash-flow-books';
import type { Answer } from '../support/client';
import { describeWithHledger, exported, inFiles, printedBy, rowsOf } from '../support/exporting';
import { ledgerOfFile } from '../support/ledger-of-file';
import type { TestBooks } from '../support/ledger';
import { randomFrom, rounds, seedOf } from '../support/random';
import { credit, dataOf, debit, decide, expectRefusal } from '../support/requests';

const seed = seedOf('LEDGER_TEST_CASH_FLOW_SEED');
const { next, pick } = randomFrom(seed);
const ledger = ledgerOfFile();
let books: TestBooks;

type Row = Answer['body'];
const entries: Entry[] = [];

const day = dayOf(next);

beforeAll(async () => {
  books = await openCashFlowBooks(ledger, { next, pick }, entries);
});

const read = async (query: string): Promise<Row> => dataOf(await books.api.get(`/reports/cash-flow?${query}`), 200);

const unitsOf = (wanted: (entry: Entry) => boolean): number =>
  entries.reduce((sum, entry) => (wanted(entry) ? sum + entry.units : sum), 0);

/** The statement of a range of days, computed from the entries alone. */
const computed = (from: string, to: string) => {
  const within = ({ day: of }: Entry): boolean => of >= from && of <= to;
  const flowOf = (flow: Flow): number => {
    const units = unitsOf((entry) => within(entry) && chart[entry.code].flow === flow);
    return flow === 'cash' ? units : 0 - units;
  };
  const opening = unitsOf((entry) => entry.day < from && chart[entry.code].flow === 'cash');
  const change = flowOf('cash');
  return {
    net_income: 0 - unitsOf((entry) => within(entry) && isEarning(entry.code)),
    ...{ operating: flowOf('operating'), investing: flowOf('investing'), financing: flowOf('financing') },
    ...{ change, opening_cash: opening, closing_cash: opening + change },
    accounts: Object.fromEntries(
      codes
        .filter((code) => chart[code].flow !== 'operating' || !isEarning(code))
        .map((code) => {
          const units = unitsOf((entry) => within(entry) && entry.code === code);
          return [code, chart[code].flow === 'cash' ? units : 0 - units];
        }),
    ),
  };
};

const accountsIn = (rows: readonly Row[], balance: (row: Row) => string): object =>
  Object.fromEntries(
    rows
      .filter((row) => row.code !== null && !row.is_subtotal)
      .map((row) => [row.code, minor(balance(row))] as const)
      .toSorted(([one], [other]) => codes.indexOf(one) - codes.indexOf(other)),
  );

describe('the cash flow statement', () => {
  test.each(Array.from({ length: rounds(32, 8) }, (_, round) => round))(
    `equals the sums of the entries, in every column: %i (LEDGER_TEST_CASH_FLOW_SEED=${seed})`,
    async () => {
      const [from, to] = [day(0, 400), day(400, 450)];
      const span = pick(['', '&columns=month', '&columns=quarter', '&columns=year']);
      const compare = pick(['', '&compare=prior_period', '&compare=prior_year,prior_period']);
      const asked = `from=${from}&to=${to}${span}${compare}`;
      const told = await read(asked);
      const { accounts, ...totals } = computed(from, to);
      expect({ asked, ...totalsIn(told.totals) }).toEqual({ asked, ...totals });
      expect(accountsIn(told.rows, (row) => row.balance)).toEqual(accounts);
      for (const [index, column] of told.columns.entries()) {
        const { accounts: ofColumn, ...totalsOfColumn } = computed(column.from, column.to);
        expect({ asked, column: column.label, ...totalsIn(column.totals) }).toEqual({
          ...{ asked, column: column.label },
          ...totalsOfColumn,
        });
        expect(accountsIn(told.rows, (row) => row.columns[index].balance)).toEqual(ofColumn);
      }
      for (const { totals: of } of [told, ...told.columns]) {
        const { operating, investing, financing, change, opening_cash, closing_cash } = of;
        expect(minor(operating) + minor(investing) + minor(financing)).toBe(minor(change));
        expect(minor(closing_cash) - minor(opening_cash)).toBe(minor(change));
      }
    },
  );

  test('agrees with the balance sheet on cash and with the income statement on net income', async () => {
    const told = await read('from=2025-01-01&to=2025-12-31');
    const income = dataOf(await books.api.get('/reports/income-statement?from=2025-01-01&to=2025-12-31'), 200);
    expect(told.totals.net_income).toBe(income.totals.net_income);
    const sheet = dataOf(await books.api.get('/reports/balance-sheet?as_of_date=2025-12-31'), 200);
    const cash = sheet.rows
      .filter((row: Row) => !row.is_subtotal && chart[row.code as Code]?.flow === 'cash')
      .reduce((sum: number, row: Row) => sum + minor(row.balance), 0);
    expect(minor(told.totals.closing_cash)).toBe(cash);
  });

  test('shows its sections in order, and the rows of each add up to its total', async () => {
    const { rows, totals } = await read('from=2024-06-01&to=2026-01-31');
    const parts = rows.map(({ flow_class }: Row) => flow_class as Flow);
    expect(parts).toEqual(parts.toSorted((one: Flow, other: Flow) => flows.indexOf(one) - flows.indexOf(other)));
    expect(rows.slice(0, 2).map(({ type }: Row) => type)).toEqual(['net_income', 'earnings_elsewhere']);
    const sumOf = (flow: Flow): number =>
      rows
        .filter((row: Row) => row.flow_class === flow && !row.is_subtotal)
        .reduce((sum: number, row: Row) => sum + minor(row.balance), 0);
    expect(flows.map(sumOf)).toEqual(
      [totals.operating, totals.investing, totals.financing, totals.change].map((amount) => minor(amount)),
    );
  });

  test('folds accounts into parents of the same class and type, and hides zero rows', async () => {
    const { rows, totals } = await read('from=2024-01-01&to=2026-12-31&depth=1');
    const all = await read('from=2024-01-01&to=2026-12-31');
    expect(totals).toEqual(all.totals);
    const bank = rows.find(({ code }: Row) => code === 'BANK');
    const whole = all.rows.find((row: Row) => row.code === 'BANK' && row.is_subtotal);
    expect(bank).toEqual({ ...whole, is_subtotal: false, is_folded: true });
    expect(rows.map(({ code }: Row) => code)).not.toContain('BANK-EUR');
    // The cash flow class of this account differs from its parent's, so the account is at the top of another section.
    expect(rows.find(({ code }: Row) => code === 'BANK-TERM')).toMatchObject({ flow_class: 'investing', depth: 0 });
    const before = await read('from=2020-01-01&to=2020-12-31&zero=hide');
    expect(before.rows.map(({ type }: Row) => type)).toEqual(['net_income']);
  });

  test('has the same figures as CSV', async () => {
    const query = 'from=2024-03-01&to=2025-03-31&columns=year&compare=prior_year&zero=hide';
    const { rows, totals } = await read(query);
    const { body } = await books.api.get(`/reports/cash-flow?${query}`, { Accept: 'text/csv' });
    const lines = body
      .trimEnd()
      .split('\r\n')
      .map((line: string) => line.split(','));
    expect(lines[0].slice(0, 10)).toEqual(
      'row,flow_class,type,code,name,depth,parent_code,debits,credits,balance'.split(','),
    );
    const cells = (row: Row): readonly string[] => [
      row.balance,
      ...row.columns.flatMap(({ balance, change, change_percent }: Row) => [
        balance,
        change ?? '',
        change_percent ?? '',
      ]),
    ];
    for (const row of rows) {
      const kind = row.code === null ? row.type : row.is_subtotal ? 'subtotal' : 'account';
      const line = lines.find(([of, , , code]: string[]) => of === kind && code === (row.code ?? ''));
      expect(line?.slice(9)).toEqual(cells(row));
    }
    const sums = lines.filter(([kind]: string[]) => ['total', 'opening', 'closing'].includes(kind as string));
    expect(sums.map((line: string[]) => [line[0], line[1], line[9]])).toEqual([
      ['total', 'operating', totals.operating],
      ['total', 'investing', totals.investing],
      ['total', 'financing', totals.financing],
      ['opening', 'cash', totals.opening_cash],
      ['total', 'cash', totals.change],
      ['closing', 'cash', totals.closing_cash],
    ]);
    expect(lines.at(-1)?.[0]).toBe('known_at');
    expect(lines.at(-1)?.[4]).toMatch(/^from 2024-03-01; to 2025-03-31; zero hide; layer settled; /);
  });

  test('as of a sequence ignores later postings and later changes of a cash flow class', async () => {
    const query = 'from=2024-01-01&to=2025-06-30&columns=quarter';
    const before = await read(query);
    const { id } = dataOf(await books.api.get('/accounts?search=OWED'), 200)[0];
    dataOf(await books.api.put(`/accounts/${id}`, { cash_flow: 'financing' }), 200);
    await decide(books.api, {
      ...{ effective_date: '2024-02-01', entries: [debit('BANK', '5.00'), credit('SALES', '5.00')] },
    });
    const known = await read(`${query}&known_at_sequence=${before.head.sequence}`);
    expect({ ...known, known_at_sequence: null }).toEqual(before);
    const after = await read(query);
    expect(after.rows.find(({ code }: Row) => code === 'OWED').flow_class).toBe('financing');
    expect(minor(after.totals.change) - minor(before.totals.change)).toBe(500);
    dataOf(await books.api.put(`/accounts/${id}`, { cash_flow: null }), 200);
    expect((await read(query)).rows.find(({ code }: Row) => code === 'OWED').flow_class).toBe('operating');
  });
});

test.each<[string, string]>([
  ['to=2026-01-31', 'from'],
  ['from=2026-02-01&to=2026-01-31', 'from'],
  ['from=2020-01-01&to=2026-01-31&columns=month', 'columns'],
  ['from=0001-01-01&to=0001-01-31&compare=prior_year', 'compare'],
  ['from=2026-01-01&depth=0', 'depth'],
])('%s is refused', async (query, field) => {
  expectRefusal(await books.api.get(`/reports/cash-flow?${query}`), 422, 'VALIDATION_ERROR', [field]);
});

describe('the cash flow class of an account', () => {
  test('can be cash only for assets, on creation and on update', async () => {
    const { api } = await ledger.newLedger();
    const debt = { code: 'DEBT', name: 'Debt', type: 'liability', category: 'system' };
    expectRefusal(await api.post('/accounts', { ...debt, cash_flow: 'cash' }), 400, 'VALIDATION_ERROR', ['cash_flow']);
    const { id, cash_flow } = dataOf(await api.post('/accounts', debt), 201);
    expect(cash_flow).toBeNull();
    expectRefusal(await api.put(`/accounts/${id}`, { cash_flow: 'cash' }), 400, 'VALIDATION_ERROR', ['cash_flow']);
    const asset = dataOf(await api.put(`/accounts/${id}`, { type: 'asset', cash_flow: 'cash' }), 200);
    expect(asset).toMatchObject({ type: 'asset', cash_flow: 'cash' });
    expectRefusal(await api.put(`/accounts/${id}`, { type: 'liability' }), 400, 'VALIDATION_ERROR', ['cash_flow']);
  });
});

describeWithHledger('hledger', () => {
  const printed = (journal: string, ...given: readonly string[]): readonly (readonly string[])[] =>
    inFiles({ 'books.journal': journal }, (pathOf) =>
      rowsOf(printedBy('hledger', '-f', pathOf('books.journal'), 'cashflow', '--cleared', '-O', 'csv', ...given)),
    );
  const figure = (cell: string | undefined): number => minor((cell ?? '').replace(/[^\d.-]/g, '') || '0');

  test('finds the same change in cash in each month', async () => {
    const journal = await exported(ledger, books, 'hledger');
    const told = await read('from=2024-01-01&to=2025-12-31&columns=month');
    const rows = printed(journal, '--monthly', '-b', '2024-01-01', '-e', '2026-01-01');
    const labels = rows.find((row) => row.some((cell) => /^\d{4}-\d\d$/.test(cell)) || row.includes('Jan')) ?? [];
    expect(labels.slice(1, 25)).toHaveLength(24);
    const net = rows.findLast(([name]) => /^(net|total):?$/i.test(name ?? '')) ?? [];
    expect(net.slice(1, 25).map(figure)).toEqual(told.columns.map(({ totals }: Row) => minor(totals.change)));
  });

  test('counts the same accounts as cash', async () => {
    const journal = await exported(ledger, books, 'hledger');
    const rows = printed(journal, '-b', '2024-01-01', '-e', '2027-01-01', '--empty');
    const cash = rows.map(([name]) => name ?? '').filter((name) => /^(BANK|TILL)/.test(name));
    expect(cash.toSorted()).toEqual(['BANK', 'BANK:BANK-EUR', 'TILL']);
  });
});
