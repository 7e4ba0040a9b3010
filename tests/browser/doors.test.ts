/** What is shown to whom is not signed in: quick, complete, and from here alone. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, tellWhereSkipped, visit, type Theme } from '../support/browser';
import { startLedger, type TestLedger } from '../support/ledger';

tellWhereSkipped('the console in a browser');

describeInBrowser('the door of the console', () => {
  let ledger: TestLedger;
  let browser: Browser;

  beforeAll(async () => {
    ledger = await startLedger();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await ledger.close();
  });

  test.each<Theme>(['light', 'dark'])('can be used at once, %s', async (theme) => {
    const { page, complaints, requests, leave } = await visit(browser, ledger.baseUrl, { theme, expects: /401/ });
    const startedAt = performance.now();
    await page.goto('/console');
    await page.getByLabel('E-mail').waitFor();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(requests()).toBeLessThanOrEqual(12);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
