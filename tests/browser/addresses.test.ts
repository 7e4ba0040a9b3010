/** Addresses of the console: a page whose address has a parameter that cannot be read shows no figures of another question. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';

describeInBrowser('an address of the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const open = async (path: string): Promise<void> => {
    // The requests of the earlier page are none of this page's.
    await page.goto('about:blank');
    visitor.requests();
    await page.goto(`/console/l/${books.ledger.id}/${path}`);
  };

  beforeAll(async () => {
    ledger = await startLedger();
    books = await openWallet(ledger, '70.00');
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl, { expects: /422/ });
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin', books.ledger.tenantId));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test.each([
    ['attributes=merchant', 'Write key=value, such as merchant=Grocer'],
    ['metadata=x', 'Write key=value, such as invoice=2026-17'],
    ['status=nonsense', 'Choose one of: pending'],
    ['hold=weird', 'Choose one of: open'],
  ])('with the unreadable filter %s lists, adds up and exports nothing', async (filter, cure) => {
    await open(`transactions?totals=true&${filter}`);
    await page.getByText(cure).waitFor();
    await visitor.settled();
    expect(visitor.requests().filter((path) => path === '/api/v1/transactions')).toEqual([]);
    expect(await page.locator('tbody').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Totals of the list' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /as CSV/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('region', { name: 'Totals of the list' }).waitFor();
    await page.getByRole('button', { name: 'List as CSV' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
  });

  test('shows no figures of an earlier period under the heading of a report', async () => {
    await open('reports/income-statement?from=2026-01-01&to=2026-01-31');
    await page.locator('.bottom-line').waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/v1/reports/income-statement?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'This month' }).click();
    await page.getByText('Loading the report').waitFor();
    expect(await page.locator('.bottom-line').count()).toBe(0);
    answer();
    await page.locator('.bottom-line').waitFor();
    await page.unroute('**/api/v1/reports/income-statement?*');
  });

  test('shows no entries of an earlier period under the heading of a statement', async () => {
    await open('reports/statement?account=WALLET&from=2026-01-01&to=2026-01-31');
    await page.locator('tfoot').waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/statement?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'This month' }).click();
    await page.getByText('Loading the entries').waitFor();
    expect(await page.locator('tfoot').count()).toBe(0);
    answer();
    await page.locator('tfoot').waitFor();
    await page.unroute('**/statement?*');
  });

  test('with a filter that is being typed keeps the field, and lists again once it can be read', async () => {
    await open('transactions?metadata=y=1');
    const field = page.getByLabel('Metadata');
    await field.fill('invoice');
    await page.getByText('Write key=value').waitFor();
    await field.pressSequentially('=7');
    await page.getByText('No matching transactions').waitFor();
  });

  test.each([
    ...['0', '-5', '1.5', '1e2', '12345678901234567'].map((value) => `known_at_sequence=${value}`),
    ...['depth=65', 'depth=many', 'beside=week', 'layer=colour'],
  ])('with the unreadable parameter %s shows no report', async (parameter) => {
    await open(`reports/trial-balance?${parameter}`);
    await page.getByRole('alert').getByText('The request is not valid').waitFor();
    expect(await page.locator('tbody').count()).toBe(0);
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('heading', { name: 'The file was not created' }).waitFor();
  });

  test.each([
    'activity?type=x',
    'transaction-codes?status=x',
    'events?types=x',
    'events?after=x',
    ...['state', 'layer', 'expires'].map((name) => `holds?${name}=x`),
  ])('with an unreadable parameter of the list %s shows no rows', async (path) => {
    await open(path);
    await page.getByRole('alert').getByText('The request is not valid').waitFor();
    expect(await page.locator('tbody').count()).toBe(0);
  });

  test.each([
    ['reports/income-statement', 'From', 'from'],
    ['transactions', 'To', 'to'],
    ['reports/trial-balance', 'As of', 'as_of'],
    ['reports/trial-balance?beside=month', 'Columns from', 'columns_from'],
  ])(
    'to %s takes no year that is half typed into “%s”, and adds nothing to the history',
    async (path, label, parameter) => {
      await open(path);
      await visitor.settled();
      const places = await page.evaluate<number>('history.length');
      const days: string[] = [];
      page.on('request', (request) => {
        for (const [, day] of request.url().matchAll(/=(\d{4}-\d\d-\d\d)/g)) days.push(day ?? '');
      });
      const field = page.getByLabel(label).first();
      await field.focus();
      await field.pressSequentially('03032026');
      await page.waitForURL((url) => url.searchParams.get(parameter) === '2026-03-03');
      await visitor.settled();
      page.removeAllListeners('request');
      expect(days).toContain('2026-03-03');
      expect(days.filter((day) => day < '1000')).toEqual([]);
      expect(await page.evaluate<number>('history.length')).toBe(places);
      expect(await field.inputValue()).toBe('2026-03-03');
    },
  );

  test('with a day that does not exist shows no figures of today', async () => {
    await open('reports/trial-balance?as_of=2026-02-30');
    await page.getByText('Enter a day that exists').waitFor();
    await visitor.settled();
    expect(visitor.requests().filter((path) => path.startsWith('/api/v1/reports'))).toEqual([]);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trial balance' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
  });
});
