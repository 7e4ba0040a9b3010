/** Reports at the console, by the keyboard alone: an account is marked as cash, and a long report is folded and shown in full. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, openAccount, transaction } from '../support/requests';

describeInBrowser('reports at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const open = (path: string) => page.goto(`/console/l/${books.ledger.id}/${path}`);
  const customers = Array.from({ length: 205 }, (_, index) => `CUSTOMER-${index + 1}`);

  beforeAll(async () => {
    ledger = await startLedger();
    books = await ledger.newLedger();
    const { api } = books;
    await openAccount(api, { code: 'BANK', name: 'The bank', type: 'asset' });
    await openAccount(api, { code: 'CUSTOMERS', name: 'All customers', type: 'asset' });
    await openAccount(api, { code: 'SALES', type: 'revenue' });
    for (const code of customers) await openAccount(api, { code, type: 'asset', parent_code: 'CUSTOMERS' });
    const today = new Date().toISOString().slice(0, 10);
    const sales = [...customers, 'BANK'].map((code) =>
      transaction({ effective_date: today, entries: [debit(code, '2.00'), credit('SALES', '2.00')] }),
    );
    for (const transactions of [sales.slice(0, 100), sales.slice(100, 200), sales.slice(200)])
      dataOf(await api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl);
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'bookkeeper', books.ledger.tenantId));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test('an account is marked as cash, and the overview and the cash flow statement count it', async () => {
    await open('');
    const chart = page.getByRole('figure').filter({ hasText: 'Cash at the end of each month' });
    await chart.getByText('No account that is marked as cash had a balance').waitFor();
    await chart.getByRole('link', { name: 'chart of accounts' }).press('Enter');
    await page.getByRole('link', { name: 'BANK' }).press('Enter');
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    // On a closed list of choices, a typed letter chooses the first entry that begins with it.
    await page.getByLabel(/^Section of the cash flow statement/).press('c');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('cash', { exact: true }).waitFor();
    expect((await books.api.get('/accounts?search=BANK')).body.data[0].cash_flow).toBe('cash');
    await open('');
    await chart.getByRole('img', { name: /^Cash: .* 2\.00 USD in/ }).waitFor();
    await open('reports/cash-flow');
    await page.getByRole('row', { name: /^Net change in cash 2\.00$/ }).waitFor();
    expect(await page.getByText('No account that is marked as cash').count()).toBe(0);
  });

  test('a report of more than 200 rows is folded, and Enter shows all accounts', async () => {
    await open('reports/balance-sheet');
    await page.getByRole('row', { name: /^All customers .*410\.00$/ }).waitFor();
    await page.getByText('The report has more than 200 rows').waitFor();
    expect(await page.getByRole('row', { name: /^CUSTOMER-/ }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all accounts' }).press('Enter');
    await page
      .getByRole('row', { name: /CUSTOMER-1 / })
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('depth')).toBe('all');
    expect(await page.getByText('The report has more than 200 rows').count()).toBe(0);
    // The totals are the same, folded or not.
    await page.getByRole('row', { name: /^Assets 412\.00$/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
