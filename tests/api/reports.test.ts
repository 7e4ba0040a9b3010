/**
 * Reports over small books with results computed by hand: a tree, a contra account, an account below a parent of a different type, a loss
 * in January and a profit afterwards, a hold, and a voided sale.
 */
import type { Answer } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

const chart: readonly Fields[] = [
  { code: 'BANK', name: 'Bank', type: 'asset' },
  { code: 'FIXED', name: 'Fixed assets', type: 'asset' },
  { code: 'FIXED-DEPR', name: 'Depreciation so far', type: 'asset', normal_balance: 'credit', parent_code: 'FIXED' },
  { code: 'FIXED-VANS', name: 'Vans', type: 'asset', parent_code: 'FIXED' },
  { code: 'FIXED-VANS-1', name: 'The old van', type: 'asset', parent_code: 'FIXED-VANS' },
  { code: 'LOAN', name: 'Loan', type: 'liability' },
  { code: 'LOAN-FEES', name: 'Fees paid ahead', type: 'asset', parent_code: 'LOAN' },
  { code: 'CAPITAL', name: 'Capital', type: 'equity' },
  { code: 'SALES', name: 'Sales', type: 'revenue' },
  { code: 'SALES-BACK', name: 'Returns', type: 'revenue', normal_balance: 'debit', parent_code: 'SALES' },
  { code: 'RENT', name: 'Rent', type: 'expense' },
  { code: 'WEAR', name: 'Depreciation', type: 'expense' },
];

const postings: readonly [day: string, debited: string, credited: string, amount: string, layer?: string][] = [
  ['2026-01-01', 'BANK', 'CAPITAL', '1000.00'],
  ['2026-01-02', 'BANK', 'LOAN', '500.00'],
  ['2026-01-02', 'LOAN-FEES', 'BANK', '10.00'],
  ['2026-01-03', 'FIXED-VANS-1', 'BANK', '600.00'],
  ['2026-01-04', 'FIXED', 'BANK', '40.00'],
  ['2026-01-31', 'RENT', 'BANK', '300.00'],
  ['2026-01-31', 'WEAR', 'FIXED-DEPR', '50.00'],
  ['2026-02-10', 'BANK', 'SALES', '800.00'],
  ['2026-02-11', 'SALES-BACK', 'BANK', '25.50'],
  ['2026-02-12', 'BANK', 'SALES', '70.00', 'pending'],
  ['2026-02-13', 'RENT', 'BANK', '5.00', 'encumbrance'],
];

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const account of chart) await openAccount(books.api, account);
  for (const [effective_date, debited, credited, amount, layer = 'settled'] of postings)
    await decide(books.api, {
      ...{ effective_date, layer },
      entries: [debit(debited, amount), credit(credited, amount)],
    });
  const { id } = await decide(books.api, { entries: [debit('BANK', '9.99'), credit('SALES', '9.99')] });
  dataOf(await books.api.post(`/transactions/${id}/void`), 200);
});

type Row = Answer['body'];
const read = async (path: string): Promise<Row> => dataOf(await books.api.get(`/reports/${path}`), 200);

/** Returns a function that shows each row of a report by its code, depth, parent and these amounts; a subtotal has a star. */
const shown =
  (...columns: readonly string[]) =>
  ({ rows }: Row): readonly (readonly unknown[])[] =>
    rows.map((row: Row) => [
      `${row.code ?? row.type}${row.is_subtotal ? '*' : ''}`,
      row.depth,
      row.parent_code,
      ...columns.map((column) => row[column]),
    ]);

describe('a trial balance', () => {
  test('shows every account once, in trees of one type, with subtotals and equal column totals', async () => {
    const report = await read('trial-balance?as_of_date=2026-01-31');
    expect(shown('debits', 'credits', 'debit_balance', 'credit_balance', 'balance')(report)).toEqual([
      ['BANK', 0, null, '1500.00', '950.00', '550.00', '0.00', '550.00'],
      ['FIXED', 0, null, '40.00', '0.00', '40.00', '0.00', '40.00'],
      ['FIXED-DEPR', 1, 'FIXED', '0.00', '50.00', '0.00', '50.00', '-50.00'],
      ['FIXED-VANS', 1, 'FIXED', '0.00', '0.00', '0.00', '0.00', '0.00'],
      ['FIXED-VANS-1', 2, 'FIXED-VANS', '600.00', '0.00', '600.00', '0.00', '600.00'],
      ['FIXED-VANS*', 1, 'FIXED', '600.00', '0.00', '600.00', '0.00', '600.00'],
      ['FIXED*', 0, null, '640.00', '50.00', '640.00', '50.00', '590.00'],
      ['LOAN-FEES', 0, null, '10.00', '0.00', '10.00', '0.00', '10.00'],
      ['LOAN', 0, null, '0.00', '500.00', '0.00', '500.00', '500.00'],
      ['CAPITAL', 0, null, '0.00', '1000.00', '0.00', '1000.00', '1000.00'],
      ['SALES', 0, null, '0.00', '0.00', '0.00', '0.00', '0.00'],
      ['SALES-BACK', 1, 'SALES', '0.00', '0.00', '0.00', '0.00', '0.00'],
      ['SALES*', 0, null, '0.00', '0.00', '0.00', '0.00', '0.00'],
      ['RENT', 0, null, '300.00', '0.00', '300.00', '0.00', '300.00'],
      ['WEAR', 0, null, '50.00', '0.00', '50.00', '0.00', '50.00'],
    ]);
    expect(report.totals).toEqual({
      ...{ debits: '2500.00', credits: '2500.00', debit_balances: '1550.00', credit_balances: '1550.00' },
      ...{ assets: '1150.00', liabilities: '500.00', equity: '1000.00' },
      ...{ revenue: '0.00', expense: '350.00', net_income: '-350.00' },
    });
    expect(report).toMatchObject({
      as_of_date: '2026-01-31',
      layer: 'settled',
      currency: 'USD',
      account_set_code: null,
    });
  });

  test.each([
    [
      'pending',
      '2026-12-31',
      [
        ['BANK', '70.00', '0.00'],
        ['SALES', '0.00', '70.00'],
      ],
      '70.00',
    ],
    [
      'encumbrance',
      '2026-12-31',
      [
        ['BANK', '0.00', '5.00'],
        ['RENT', '5.00', '0.00'],
      ],
      '5.00',
    ],
    ['Pending', '2026-02-11', [], '0.00'],
  ])('for the layer %s as of %s shows the postings of that layer', async (layer, day, accounts, total) => {
    const { rows, totals } = await read(`trial-balance?as_of_date=${day}&layer=${layer}`);
    const moved = rows.filter((row: Row) => !row.is_subtotal && row.debits !== row.credits);
    expect(moved.map((row: Row) => [row.code, row.debit_balance, row.credit_balance])).toEqual(accounts);
    expect(totals).toMatchObject({ debit_balances: total, credit_balances: total });
  });

  test('before all postings shows every account with zero', async () => {
    const { rows, totals } = await read('trial-balance?as_of_date=2000-01-01');
    expect(rows.filter((row: Row) => !row.is_subtotal)).toHaveLength(chart.length);
    expect(new Set(Object.values(totals))).toEqual(new Set(['0.00']));
  });

  test('for an account set shows each account of the set and its nested sets once, and need not balance', async () => {
    const idOf = async (code: string): Promise<string> =>
      dataOf(await books.api.get(`/accounts?search=${code}`), 200).find((one: Row) => one.code === code).id;
    const newSet = async (code: string, ...members: readonly [type: string, id: string][]): Promise<string> => {
      const { id } = dataOf(await books.api.post('/account-sets', { code, name: code }), 201);
      for (const [member_type, member_id] of members)
        dataOf(await books.api.post(`/account-sets/${id}/members`, { member_type, member_id }), 201);
      return id;
    };
    const vans = await idOf('FIXED-VANS-1');
    const inner = await newSet('INNER', ['account', vans], ['account', await idOf('FIXED-VANS')]);
    await newSet('OUTER', ['account_set', inner], ['account', vans], ['account', await idOf('FIXED-DEPR')]);
    const report = await read('trial-balance?as_of_date=2026-01-31&account_set_code=OUTER');
    expect(shown('debit_balance', 'credit_balance', 'balance')(report)).toEqual([
      ['FIXED-DEPR', 0, null, '0.00', '50.00', '-50.00'],
      ['FIXED-VANS', 0, null, '0.00', '0.00', '0.00'],
      ['FIXED-VANS-1', 1, 'FIXED-VANS', '600.00', '0.00', '600.00'],
      ['FIXED-VANS*', 0, null, '600.00', '0.00', '600.00'],
    ]);
    expect(report).toMatchObject({ account_set_code: 'OUTER', totals: { assets: '550.00', credit_balances: '50.00' } });
  });

  test('for an unknown account set is refused', async () => {
    const answer = await books.api.get('/reports/trial-balance?account_set_code=NONE');
    expectRefusal(answer, 404, 'ACCOUNT_SET_NOT_FOUND');
  });
});

describe('a balance sheet', () => {
  test('after a loss shows net income after equity, and both sides are equal', async () => {
    const report = await read('balance-sheet?as_of_date=2026-01-31');
    expect(shown('balance')(report)).toEqual([
      ['BANK', 0, null, '550.00'],
      ['FIXED', 0, null, '40.00'],
      ['FIXED-DEPR', 1, 'FIXED', '-50.00'],
      ['FIXED-VANS', 1, 'FIXED', '0.00'],
      ['FIXED-VANS-1', 2, 'FIXED-VANS', '600.00'],
      ['FIXED-VANS*', 1, 'FIXED', '600.00'],
      ['FIXED*', 0, null, '590.00'],
      ['LOAN-FEES', 0, null, '10.00'],
      ['LOAN', 0, null, '500.00'],
      ['CAPITAL', 0, null, '1000.00'],
      ['retained_earnings', 0, null, '0.00'],
      ['net_income', 0, null, '-350.00'],
    ]);
    expect(report.rows.at(-1)).toMatchObject({ account_id: null, code: null, debits: '350.00', credits: '0.00' });
    expect(report.totals).toEqual({
      ...{ assets: '1150.00', liabilities: '500.00', equity: '1000.00' },
      ...{ retained_earnings: '0.00', net_income: '-350.00', liabilities_and_equity: '1150.00' },
    });
  });

  test('counts only settled entries, and none that are void', async () => {
    const { totals, layer } = await read('balance-sheet?as_of_date=2026-12-31');
    expect(totals).toMatchObject({ assets: '1924.50', net_income: '424.50', liabilities_and_equity: '1924.50' });
    expect(layer).toBe('settled');
  });

  test('is as of today if no day is named', async () => {
    const today = (): string => new Date().toISOString().slice(0, 10);
    const before = today();
    const { as_of_date } = await read('balance-sheet');
    expect([before, today()]).toContain(as_of_date);
  });
});

describe('an income statement', () => {
  test('shows revenue and expense from the first day to the last, with returns subtracted', async () => {
    const report = await read('income-statement?from=2026-01-31&to=2026-02-11');
    expect(shown('debits', 'credits', 'balance')(report)).toEqual([
      ['SALES', 0, null, '0.00', '800.00', '800.00'],
      ['SALES-BACK', 1, 'SALES', '25.50', '0.00', '-25.50'],
      ['SALES*', 0, null, '25.50', '800.00', '774.50'],
      ['RENT', 0, null, '300.00', '0.00', '300.00'],
      ['WEAR', 0, null, '50.00', '0.00', '50.00'],
    ]);
    expect(report.totals).toEqual({ revenue: '774.50', expense: '350.00', net_income: '424.50' });
    expect(report).toMatchObject({ from: '2026-01-31', to: '2026-02-11' });
  });

  test.each([
    ['2026-01-01', '2026-01-31', '-350.00'],
    ['2026-01-01', '2026-01-30', '0.00'],
    ['2026-02-01', '2026-02-10', '800.00'],
    ['2026-02-11', '2026-02-11', '-25.50'],
    ['0001-01-01', '0001-01-01', '0.00'],
  ])('from %s to %s has the net income %j', async (from, to, netIncome) => {
    expect((await read(`income-statement?from=${from}&to=${to}`)).totals.net_income).toBe(netIncome);
  });

  test.each([
    ['', ['from']],
    ['?from=2026-02-01&to=2026-01-31', ['from']],
    ['?from=9999-12-31', ['from']],
    ['?from=2026-02-30', ['from']],
    ['?from=2026-02-01&as_of_date=2026-03-01', ['as_of_date']],
  ])('with the query %j is refused', async (query, fields) => {
    expectRefusal(await books.api.get(`/reports/income-statement${query}`), 422, 'VALIDATION_ERROR', fields);
  });
});

describe('the reports of an empty ledger', () => {
  test('balance, and have sequence 0 as their head', async () => {
    const { api } = await ledger.newLedger();
    for (const path of ['trial-balance', 'balance-sheet', 'income-statement?from=2026-01-01']) {
      const report = dataOf(await api.get(`/reports/${path}`), 200);
      expect(report).toMatchObject({ head: { sequence: 0 }, known_at: null, known_at_sequence: null });
      expect(report.rows.filter((row: Row) => row.code !== null)).toEqual([]);
      expect(new Set(Object.values(report.totals))).toEqual(new Set(['0.00']));
    }
  });
});
