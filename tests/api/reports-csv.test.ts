/** Reports as CSV for spreadsheets, and the ways to request it. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, debit, decide, expectRefusal, openAccount, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

/** The names are such that a spreadsheet or a simple CSV parser could misinterpret them. */
const chart: readonly Fields[] = [
  { code: 'BANK', name: 'Bank, "current"', type: 'asset' },
  { code: 'BANK-DEBT', name: 'Lost', type: 'asset', normal_balance: 'credit', parent_code: 'BANK' },
  { code: '-1', name: '=HYPERLINK("http://elsewhere.example","Click")', type: 'equity' },
  { code: 'SALES', name: "'tis sold", type: 'revenue' },
  { code: 'RENT', name: 'Rent\nof the flat', type: 'expense' },
];

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const account of chart) await openAccount(books.api, account);
  for (const [debited, credited, amount] of [
    ['BANK', '-1', '100.00'],
    ['RENT', 'BANK', '30.00'],
    ['BANK', 'SALES', '12.50'],
    ['SALES', 'BANK-DEBT', '2.25'],
  ] as const)
    await decide(books.api, { entries: [debit(debited, amount), credit(credited, amount)] });
});

const csv = { Accept: 'text/csv' };
const typeOf = (headers: Headers): string | null => headers.get('content-type');

describe('a report as CSV', () => {
  const rows = async (path: string): Promise<readonly string[]> => {
    const { status, headers, body } = await books.api.get(`/reports/${path}`, csv);
    expect([status, typeOf(headers)]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(body.endsWith('\r\n')).toBe(true);
    return body.slice(0, -2).split('\r\n');
  };
  const standing = (asked: string): unknown =>
    expect.stringMatching(
      new RegExp(
        `^known_at,,,${asked}; layer settled; currency USD; sequence \\d+; hash [0-9a-f]{66}; known at [-0-9T:.]+Z(,*)$`,
      ),
    );

  test('shows the trial balance with a total of each section, safe names, and quotes where needed', async () => {
    expect(await rows('trial-balance?as_of_date=2026-01-31')).toEqual([
      'row,type,code,name,depth,parent_code,debits,credits,debit_balance,credit_balance,balance',
      'account,asset,BANK,"Bank, ""current""",0,,112.50,30.00,82.50,0.00,82.50',
      'account,asset,BANK-DEBT,Lost,1,BANK,0.00,2.25,0.00,2.25,-2.25',
      'subtotal,asset,BANK,"Bank, ""current""",0,,112.50,32.25,82.50,2.25,80.25',
      'total,asset,,Assets,,,112.50,32.25,82.50,2.25,80.25',
      'total,liability,,Liabilities,,,0.00,0.00,0.00,0.00,0.00',
      `account,equity,'-1,"'=HYPERLINK(""http://elsewhere.example"",""Click"")",0,,0.00,100.00,0.00,100.00,100.00`,
      'total,equity,,Equity,,,0.00,100.00,0.00,100.00,100.00',
      "account,revenue,SALES,''tis sold,0,,2.25,12.50,0.00,10.25,10.25",
      'total,revenue,,Revenue,,,2.25,12.50,0.00,10.25,10.25',
      'account,expense,RENT,"Rent\nof the flat",0,,30.00,0.00,30.00,0.00,30.00',
      'total,expense,,Expense,,,30.00,0.00,30.00,0.00,30.00',
      'total,,,All accounts,,,144.75,144.75,112.50,112.50,',
      standing('as_of_date 2026-01-31'),
    ]);
  });

  test('shows the balance sheet with earnings and the total of the other side', async () => {
    expect((await rows('balance-sheet?as_of_date=2026-01-31')).slice(-6)).toEqual([
      `account,equity,'-1,"'=HYPERLINK(""http://elsewhere.example"",""Click"")",0,,0.00,100.00,100.00`,
      'total,equity,,Equity,,,0.00,100.00,100.00',
      'retained_earnings,retained_earnings,,Retained earnings of prior years,,,0.00,0.00,0.00',
      'net_income,net_income,,Net income of the fiscal year,,,32.25,12.50,-19.75',
      'total,,,"Liabilities, equity and earnings",,,,,80.25',
      standing('as_of_date 2026-01-31'),
    ]);
  });

  test('shows the income statement with net income', async () => {
    expect((await rows('income-statement?from=2026-01-01&to=2026-01-31')).slice(1)).toEqual([
      "account,revenue,SALES,''tis sold,0,,2.25,12.50,10.25",
      'total,revenue,,Revenue,,,2.25,12.50,10.25',
      'account,expense,RENT,"Rent\nof the flat",0,,30.00,0.00,30.00',
      'total,expense,,Expense,,,30.00,0.00,30.00',
      'total,net_income,,Net income,,,32.25,12.50,-19.75',
      standing('from 2026-01-01; to 2026-01-31'),
    ]);
  });

  test('has a file name with its name, its days and its sequence', async () => {
    const named = async (path: string): Promise<string | null> =>
      (await books.api.get(`/reports/${path}`, csv)).headers.get('content-disposition');
    expect(await named('trial-balance?as_of_date=2026-01-31&known_at_sequence=7')).toBe(
      'attachment; filename="trial-balance-2026-01-31-at-7.csv"',
    );
    expect(await named('income-statement?from=2026-01-01&to=2026-01-31&known_at_sequence=9')).toBe(
      'attachment; filename="income-statement-2026-01-01-2026-01-31-at-9.csv"',
    );
  });
});

describe('a caller who accepts', () => {
  const path = '/reports/balance-sheet?as_of_date=2026-01-31';
  test.each([
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['application/json;q=0.5, text/csv', 'csv'],
    ['application/pdf, text/csv;q=0.1', 'csv'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['text/csv, application/json', 'csv'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['application/pdf', 'json'],
    ['nonsense', 'json'],
  ])('%s gets %s', async (accept, kind) => {
    const { status, headers, body } = await books.api.get(path, { Accept: accept });
    expect([status, headers.get('vary')]).toEqual([200, 'Accept']);
    expect(typeOf(headers)).toBe(kind === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8');
    expect(typeof body).toBe(kind === 'csv' ? 'string' : 'object');
  });

  test('text/csv gets refusals in JSON', async () => {
    expectRefusal(
      await books.api.get('/reports/trial-balance?account_set_code=NONE', csv),
      404,
      'ACCOUNT_SET_NOT_FOUND',
    );
    expectRefusal(await books.api.get('/reports/income-statement', csv), 422, 'VALIDATION_ERROR', ['from']);
  });

  test('text/csv gets JSON without Vary from an endpoint that has no CSV', async () => {
    const { headers } = await books.api.get('/accounts', csv);
    expect([typeOf(headers), headers.get('vary')]).toEqual(['application/json; charset=utf-8', null]);
  });

  test('anything gets Vary: Accept from the event feed', async () => {
    expect((await books.api.get('/events')).headers.get('vary')).toBe('Accept');
  });
});
