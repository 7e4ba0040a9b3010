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

  const times: number[] = [];
  test.each<Theme>(['light', 'dark', 'light'])('can be used by everybody, %s', async (theme) => {
    const { page, complaints, requests, leave } = await visit(browser, ledger.baseUrl, { theme, expects: /401/ });
    const startedAt = performance.now();
    await page.goto('/console');
    await page.getByLabel('E-mail').waitFor();
    times.push(performance.now() - startedAt);
    expect(requests().length).toBeLessThanOrEqual(12);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  // The best of three visits, each from a cold cache: other tests run beside them.
  test('can be used within a second', () => expect(Math.min(...times)).toBeLessThan(1_000));
});
