/**
 * The cash flow statement by the direct method, compared with an independent computation from the entries, over random books and requests.
 * LEDGER_TEST_CASH_FLOW_SEED repeats a run.
 */
import { replace } from '../../src/kernel/token';
import { CASH_FLOW_LIMITS } from '../../src/modules/reports/application/cash-flow';
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
import { startLedger, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, rounds, seedOf } from '../support/random';
import { credit, dataOf, debit, decide, expectRefusal, openAccount } from '../support/requests';

const seed = seedOf('LEDGER_TEST_CASH_FLOW_SEED');
const { next, pick } = randomFrom(seed);
const day = dayOf(next);
const ledger = ledgerOfFile();
let books: TestBooks;
const entries: Entry[] = [];

type Row = Answer['body'];

beforeAll(async () => {
  books = await openCashFlowBooks(ledger, { next, pick }, entries);
});

const readIn = async ({ api }: TestBooks, query: string): Promise<Row> =>
  dataOf(await api.get(`/reports/cash-flow?method=direct&${query}`), 200);
const read = (query: string): Promise<Row> => readIn(books, query);

const isCash = ({ code }: Entry): boolean => chart[code].flow === 'cash';

/** The statement of a range of days, computed from the entries alone. */
const computed = (from: string, to: string) => {
  const within = entries.filter(({ day: of }) => of >= from && of <= to);
  const throughCash = new Set(within.filter(isCash).map(({ of }) => of));
  const sumOf = (some: readonly Entry[]): number => some.reduce((sum, { units }) => sum + units, 0);
  const counted = within.filter((entry) => isCash(entry) || throughCash.has(entry.of));
  const flowOf = (flow: Flow): number => 0 - sumOf(counted.filter(({ code }) => chart[code].flow === flow));
  const opening = sumOf(entries.filter((entry) => entry.day < from && isCash(entry)));
  const change = sumOf(within.filter(isCash));
  return {
    net_income: 0 - sumOf(within.filter(({ code }) => isEarning(code))),
    ...{ operating: flowOf('operating'), investing: flowOf('investing'), financing: flowOf('financing') },
    ...{ change, opening_cash: opening, closing_cash: opening + change },
    accounts: Object.fromEntries(
      codes.map((code) => {
        const own = counted.filter((entry) => entry.code === code);
        const debits = sumOf(own.filter(({ units }) => units > 0));
        const credits = 0 - sumOf(own.filter(({ units }) => units < 0));
        const balance = chart[code].flow === 'cash' ? debits - credits : credits - debits;
        return [code, { debits, credits, balance }];
      }),
    ),
  };
};

const ownRows = (rows: readonly Row[]): readonly Row[] => rows.filter(({ is_subtotal }: Row) => !is_subtotal);
const accountsIn = (rows: readonly Row[]): object =>
  Object.fromEntries(
    ownRows(rows).map(({ code, debits, credits, balance }) => [
      code,
      { debits: minor(debits), credits: minor(credits), balance: minor(balance) },
    ]),
  );
/**
 * Adds up the rows of each part of the statement. The sums must be the totals of the parts, even if some rows are folded into others or
 * hidden.
 */
const sumsOf = (rows: readonly Row[], balanceOf: (row: Row) => string): object => {
  const sums = { operating: 0, investing: 0, financing: 0, cash: 0 };
  for (const row of ownRows(rows)) sums[row.flow_class as Flow] += minor(balanceOf(row));
  return sums;
};
const partsOf = ({ operating, investing, financing, change }: Row): object => ({
  ...{ operating: minor(operating), investing: minor(investing), financing: minor(financing), cash: minor(change) },
});

describe('the direct cash flow statement', () => {
  test.each(Array.from({ length: rounds(32, 8) }, (_, round) => round))(
    `equals the sums of the transactions that move cash, in every column: %i (LEDGER_TEST_CASH_FLOW_SEED=${seed})`,
    async () => {
      const [from, to] = [day(0, 400), day(400, 450)];
      const span = pick(['', '&columns=month', '&columns=quarter', '&columns=year']);
      const compare = pick(['', '&compare=prior_period', '&compare=prior_year,prior_period']);
      const shown = pick(['', '&depth=1', '&zero=hide', '&depth=2&zero=hide']);
      const asked = `from=${from}&to=${to}${span}${compare}${shown}`;
      const told = await read(asked);
      const { accounts, ...totals } = computed(from, to);
      expect({ asked, ...totalsIn(told.totals) }).toEqual({ asked, ...totals });
      if (shown === '') expect(accountsIn(told.rows)).toEqual(accounts);
      for (const { totals: of } of [told, ...told.columns])
        expect(minor(of.operating) + minor(of.investing) + minor(of.financing)).toBe(minor(of.change));
      expect(sumsOf(told.rows, ({ balance }) => balance)).toEqual(partsOf(told.totals));
      for (const [index, column] of told.columns.entries()) {
        const { accounts: ofColumn, ...totalsOfColumn } = computed(column.from, column.to);
        const about = { asked, column: column.label };
        expect({ ...about, ...totalsIn(column.totals) }).toEqual({ ...about, ...totalsOfColumn });
        expect(sumsOf(told.rows, (row) => row.columns[index].balance)).toEqual(partsOf(column.totals));
        if (shown === '')
          for (const row of ownRows(told.rows))
            expect([row.code, minor(row.columns[index].balance)]).toEqual([row.code, ofColumn[row.code]?.balance]);
      }
    },
  );

  test('has the cash rows and the change in cash of the indirect method, and no net income row', async () => {
    const query = 'from=2024-03-01&to=2025-09-30&columns=quarter&compare=prior_year';
    const direct = await read(query);
    const indirect = dataOf(await books.api.get(`/reports/cash-flow?${query}`), 200);
    expect([direct.method, indirect.method]).toEqual(['direct', 'indirect']);
    expect(dataOf(await books.api.get(`/reports/cash-flow?${query}&method=indirect`), 200)).toEqual(indirect);
    for (const [one, other] of [
      [direct, indirect],
      ...direct.columns.map((column: Row, index: number) => [column, indirect.columns[index]]),
    ]) {
      const { net_income, change, opening_cash, closing_cash } = other.totals;
      expect(one.totals).toMatchObject({ net_income, change, opening_cash, closing_cash });
    }
    const cashIn = ({ rows }: Row): Row => rows.filter(({ flow_class: of }: Row) => of === 'cash');
    expect(cashIn(direct)).toEqual(cashIn(indirect));
    expect(ownRows(direct.rows).map(({ code }) => code as Code)).toHaveLength(codes.length);
    const parts = direct.rows.map(({ flow_class: of }: Row) => of as Flow);
    expect(parts).toEqual(parts.toSorted((one: Flow, other: Flow) => flows.indexOf(one) - flows.indexOf(other)));
  });

  test('has the same figures as CSV', async () => {
    const query = 'from=2024-03-01&to=2025-03-31&columns=year';
    const { rows } = await read(query);
    const path = `/reports/cash-flow?method=direct&${query}`;
    const { body, headers } = await books.api.get(path, { Accept: 'text/csv' });
    expect(headers.get('content-disposition')).toContain('cash-flow-direct-2024-03-01-2025-03-31');
    const lines = body
      .trimEnd()
      .split('\r\n')
      .map((line: string) => line.split(','));
    const kinds = ['account', 'subtotal'];
    expect(
      lines
        .filter(([kind]: string[]) => kinds.includes(kind as string))
        .map((line: string[]) => [line[1], line[3], line[7], line[8], line[9], line[10], line[13]]),
    ).toEqual(
      rows.map((row: Row) => [
        ...[row.flow_class, row.code, row.debits, row.credits, row.balance],
        ...row.columns.map(({ balance }: Row) => balance),
      ]),
    );
    expect(body).toContain('; method direct; layer settled;');
  });

  test('as of a sequence ignores later voids and later changes of a cash flow class', async () => {
    const query = 'from=2024-01-01&to=2026-06-30&columns=quarter';
    const before = await read(query);
    const sides = { entries: [debit('BANK', '5.00'), credit('SALES', '5.00')] };
    const { id } = await decide(books.api, { effective_date: '2024-02-01', ...sides });
    const more = await read(query);
    expect(minor(more.totals.operating) - minor(before.totals.operating)).toBe(500);
    dataOf(await books.api.post(`/transactions/${id}/void`, { reason: 'a mistake' }), 200);
    const [owed] = dataOf(await books.api.get('/accounts?search=OWED'), 200);
    dataOf(await books.api.put(`/accounts/${owed.id}`, { cash_flow: 'financing' }), 200);
    for (const one of [before, more]) {
      const known = await read(`${query}&known_at_sequence=${one.head.sequence}`);
      expect({ ...known, known_at_sequence: null }).toEqual(one);
    }
    dataOf(await books.api.put(`/accounts/${owed.id}`, { cash_flow: null }), 200);
    expect((await read(query)).totals).toEqual(before.totals);
  });
});

describe('the counter-accounts of cash', () => {
  let small: TestBooks;
  const rowsOf = async (query: string): Promise<readonly unknown[]> =>
    (await readIn(small, query)).rows.map(({ code, debits, credits, balance }: Row) => [
      ...[code, debits, credits, balance],
    ]);

  beforeAll(async () => {
    small = await ledger.newLedger();
    for (const [code, type, cash_flow] of [
      ...([['BANK', 'asset', 'cash'] as const, ['TILL', 'asset', 'cash'] as const] as const),
      ...([['VAN', 'asset', 'investing'] as const, ['LOAN', 'liability', 'financing'] as const] as const),
      ...([['SALES', 'revenue', null] as const, ['FEES', 'expense', null] as const] as const),
    ])
      await openAccount(small.api, { code, type, cash_flow });
    const post = (effective_date: string, ...sides: readonly object[]) =>
      decide(small.api, { effective_date, entries: sides });
    await post('2026-01-05', debit('TILL', '95.00'), debit('FEES', '5.00'), credit('SALES', '100.00'));
    await post('2026-01-06', debit('BANK', '60.00'), credit('TILL', '60.00'));
    await post(
      '2026-02-01',
      debit('VAN', '600.00'),
      credit('BANK', '20.00'),
      credit('TILL', '30.00'),
      credit('LOAN', '550.00'),
    );
    await post('2026-02-02', debit('VAN', '40.00'), credit('LOAN', '40.00'));
    await post('2026-02-03', debit('SALES', '1.00'), credit('BANK', '1.00'));
  });

  test('show receipts and payments gross, without transfers of cash and transactions without cash', async () => {
    expect(await rowsOf('from=2026-01-01&to=2026-02-28&zero=hide')).toEqual([
      ['SALES', '1.00', '100.00', '99.00'],
      ['FEES', '5.00', '0.00', '-5.00'],
      ['VAN', '600.00', '0.00', '-600.00'],
      ['LOAN', '0.00', '550.00', '550.00'],
      ['BANK', '60.00', '21.00', '39.00'],
      ['TILL', '95.00', '90.00', '5.00'],
    ]);
  });

  test('have no amounts without cash accounts, and on days with transfers of cash only', async () => {
    const transfers = await readIn(small, 'from=2026-01-06&to=2026-01-06');
    expect(transfers.totals).toMatchObject({ operating: '0.00', change: '0.00', closing_cash: '95.00' });
    const none = await ledger.newLedger();
    await openAccount(none.api, { code: 'SALES', type: 'revenue' });
    const { totals, rows } = await readIn(none, 'from=2026-01-01&to=2026-01-31');
    expect(totals).toMatchObject({ operating: '0.00', change: '0.00' });
    expect(rows).toHaveLength(1);
  });
});

test('an unknown method is refused', async () => {
  const answer = await books.api.get('/reports/cash-flow?from=2026-01-01&method=both');
  expectRefusal(answer, 422, 'VALIDATION_ERROR', ['method']);
  expect(answer.body.errors.method).toEqual(['must be one of indirect, direct']);
});

test('the direct method refuses more cash entries than it may read; the indirect method has no such limit', async () => {
  const small = await startLedger([replace(CASH_FLOW_LIMITS, [], () => ({ entries: 2 }))]);
  try {
    const { api } = await small.newLedger();
    for (const [code, type, cash_flow] of [
      ['BANK', 'asset', 'cash'],
      ['SALES', 'revenue', null],
    ])
      await openAccount(api, { code, type, cash_flow });
    for (const effective_date of ['2026-01-01', '2026-01-02', '2026-01-03'])
      await decide(api, { effective_date, entries: [debit('BANK', '1.00'), credit('SALES', '1.00')] });
    const path = '/reports/cash-flow?to=2026-01-03';
    const { totals } = dataOf(await api.get(`${path}&method=direct&from=2026-01-02`), 200);
    expect(totals.operating).toBe('2.00');
    const answer = await api.get(`${path}&method=direct&from=2026-01-01`);
    expectRefusal(answer, 422, 'CASH_FLOW_TOO_LARGE');
    expect(answer.body.message).toContain('a shorter period');
    dataOf(await api.get(`${path}&from=2026-01-01`), 200);
  } finally {
    await small.close();
  }
});
