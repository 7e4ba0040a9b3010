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

  test('the overview and the cash flow statement count an account that is marked as cash', async () => {
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

  test('the refused field of a form gets the focus', async () => {
    await open('accounts');
    await page.getByRole('link', { name: 'BANK' }).press('Enter');
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await page.getByLabel('Parent account').fill('NOWHERE');
    await page.getByLabel('Code', { exact: true }).press('Enter');
    await page.getByText('There is no account NOWHERE.').first().waitFor();
    await page.locator('input:focus[name=parent_code]').waitFor();
    await page.keyboard.press('Escape');
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

  test('a report of many columns scrolls in its frame, and the names of the accounts stay in view', async () => {
    await open('reports/income-statement?beside=month&changes=true&from=2025-01-01&to=2025-12-31&zero=true');
    await page.getByRole('row', { name: /SALES/ }).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    const frame = page.locator('.table-frame.is-scrolled').first();
    await frame.evaluate<void, { scrollLeft: number }>((element) => void (element.scrollLeft = 500));
    const left = (await page.locator('main').boundingBox())?.x ?? 0;
    for (const name of [frame.getByText('Account', { exact: true }), frame.locator('tbody td').first()]) {
      const box = await name.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(left);
      expect(box?.width).toBeGreaterThan(200);
    }
    expect(await faultsOf(page)).toEqual([]);
  });

  test('on a phone, each entry of the general ledger has room for its name', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('reports/general-ledger?zero=true');
    const first = page.locator('tbody tr:not(.space) td').first();
    await first.waitFor();
    expect((await first.boundingBox())?.width).toBeGreaterThan(170);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('compact rows are lower in long tables and in the chart of accounts, and scrolling still finds each row', async () => {
    await open('accounts');
    const row = page.locator('tbody tr:not(.space)').first();
    await row.waitFor();
    const before = (await row.boundingBox())?.height ?? 0;
    await page.locator('summary[aria-label^="Signed in as"]').click();
    await page.getByText('Compact rows').click();
    await page.keyboard.press('Escape');
    for (const path of ['accounts', 'reports/general-ledger?zero=true']) {
      await open(path);
      await row.waitFor();
      expect((await row.boundingBox())?.height).toBeLessThan(before * 0.75);
      await page.evaluate('scrollTo({ top: document.documentElement.scrollHeight })');
      await page
        .getByRole('row', { name: /SALES|All accounts/ })
        .last()
        .waitFor();
    }
    await page.evaluate('localStorage.clear()');
  });

  test.each([
    ['accounts', /^208 accounts; balances at the end of \d+ \w+ \d{4}, in USD$/],
    ['reports/aging', /^At the end of \d+ \w+ \d{4}, in USD$/],
    ['reports/trial-balance', /^At the end of \d+ \w+ \d{4}, in USD$/],
    ['reports/general-ledger', /^From .* to .*, in USD$/],
  ])('%s names the day and the currency of its figures', async (path, text) => {
    await open(path);
    await page.locator('.under', { hasText: text }).waitFor();
  });

  test('a transaction and its receipt name the currency of the entries', async () => {
    const { data } = (await books.api.get('/transactions?limit=1')).body;
    for (const path of [`transactions/${data[0].id}`, `transactions/${data[0].id}/receipt`]) {
      await open(path);
      await page.getByRole('columnheader', { name: 'Debit, USD' }).waitFor();
      await page.getByRole('columnheader', { name: 'Credit, USD' }).waitFor();
    }
  });

  test('the overview counts the postings of 30 days', async () => {
    await open('');
    await page.getByText(/^206 postings in 30 days$/).waitFor();
    await page.getByText(/^Revenue of each month, in USD$/).waitFor();
  });

  test('a change in per cent has thousands separators', async () => {
    const before = { effective_date: `${new Date().getUTCFullYear() - 1}-01-01` };
    const sale = transaction({ ...before, entries: [debit('BANK', '0.01'), credit('SALES', '0.01')] });
    dataOf(await books.api.post('/transactions', sale, { Prefer: 'wait=20' }), 202);
    await open(`reports/income-statement?from=${new Date().getUTCFullYear()}-01-01&beside=prior_year`);
    await page.getByText('4,119,900.00', { exact: true }).first().waitFor();
  });

  test('a filter is wide enough for its example', async () => {
    await open('activity');
    await page.getByLabel('About').focus();
    const [text = 0, room = 0] = await page.evaluate<readonly number[]>(`(() => {
      const field = document.activeElement;
      const style = getComputedStyle(field);
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = style.fontSize + ' ' + style.fontFamily;
      const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return [pen.measureText(field.placeholder).width + edges, field.clientWidth];
    })()`);
    expect(text).toBeLessThanOrEqual(room);
  });
});
