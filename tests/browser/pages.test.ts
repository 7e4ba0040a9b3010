/**
 * Every page that an administrator can go to, over books in which each text is hostile: nothing of it is run, axe finds no serious
 * fault in either light, the keyboard reaches the content, and no page asks more than twelve times.
 */
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, visit, type Theme, type Visitor } from '../support/browser';
import { enterByLink, invite } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount } from '../support/requests';

/** Tells the page that it ran. */
const run = 'window.hacked=1';
const hostile = `"'><img src=x onerror=${run}><script>${run}</script>{{7*7}}\${${run}}javascript:${run}`;

const maxRequests = 12;

describeInBrowser('every page of the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let ids: Readonly<Record<'account' | 'transaction', string>>;

  beforeAll(async () => {
    ledger = await startLedger();
    books = await ledger.newLedger();
    const { api } = books;
    const named = { name: hostile, description: hostile };
    const cash = await openAccount(api, { code: 'CASH', type: 'asset', ...named });
    await openAccount(api, { code: 'SALES', type: 'revenue', ...named });
    dataOf(await api.post('/journals', { code: 'SIDE', name: hostile }), 201);
    dataOf(await api.post('/account-sets', { code: 'SET', name: hostile }), 201);
    const sold = await decide(api, {
      ...{ description: hostile, reference: hostile, metadata: { note: hostile }, correlation_id: '<b>"order"</b>' },
      entries: [debit('CASH', '12.50'), credit('SALES', '12.50')],
    });
    ids = { account: cash.id, transaction: sold.id };
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await ledger.close();
  });

  const enter = async (theme: Theme, width?: number): Promise<Visitor> => {
    const visitor = await visit(browser, ledger.baseUrl, { theme, ...(width === undefined ? {} : { width }) });
    await enterByLink(visitor.page, await invite(ledger.app.access, 'admin'));
    await visitor.page.goto(`/console/l/${books.ledger.code}`);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  };
  /** Those of the navigation, and those that lead on from them. */
  const addressesIn = async (page: Page): Promise<readonly string[]> => {
    // Where there is little width they are folded away.
    const links = page.locator('nav[aria-label="Pages"] a');
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const root = `/console/l/${books.ledger.code}`;
    return [...new Set([...found, `${root}/accounts/${ids.account}`, `${root}/transactions/${ids.transaction}`])];
  };
  const settle = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  test.each<readonly [Theme, number]>([
    ['light', 1_280],
    ['dark', 400],
  ])('runs nothing of what it shows and can be used by everybody, %s, %d wide', async (theme, width) => {
    const { page, complaints, requests, leave } = await enter(theme, width);
    const addresses = await addressesIn(page);
    expect(addresses.length).toBeGreaterThan(8);
    const faults: string[] = [];
    for (const address of addresses) {
      await settle(page);
      requests();
      await page.goto(address);
      await settle(page);
      const asked = requests();
      if (asked > maxRequests + (await assetsOf(page))) faults.push(`${address} asked ${asked} times`);
      faults.push(...(await faultsOf(page)).map((fault) => `${address} ${fault}`));
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('is reached by the keyboard alone', async () => {
    const { page, complaints, leave } = await enter('light');
    await settle(page);
    const seen = new Set<string>();
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab');
      seen.add(await page.evaluate<string>('document.activeElement.textContent.trim()'));
    }
    for (const name of ['To the content', 'Transactions', 'Chart of accounts', 'Trial balance'])
      expect([...seen]).toContain(name);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('CASH');
    await page.getByRole('option').filter({ hasText: 'CASH' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/accounts\//);
    expect(complaints).toEqual([]);
    await leave();
  });
});

/** Of scripts, styles and pictures, which a browser keeps for ever. */
const assetsOf = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/')).length + 1,
  );
