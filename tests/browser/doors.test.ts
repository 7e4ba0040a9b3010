/** What is shown to whom is not signed in: quick, complete, and from here alone. */
import type { Browser } from 'playwright-core';
import {
  describeInBrowser,
  faultsOf,
  isWholeBrowserRun,
  openBrowser,
  tellWhereSkipped,
  visit,
  type Theme,
} from '../support/browser';
import { enter, invite } from '../support/console-people';
import { fillConsole } from '../support/console-world';
import { startLedger, type TestLedger } from '../support/ledger';

tellWhereSkipped('the console in a browser');

/** `make test-browser` holds it to a second; beside other tests, and whatever else a machine does, it takes longer. */
const withinMs = isWholeBrowserRun ? 1_000 : 4_000;

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

  const best = (all: readonly number[], what: string): number => {
    process.stdout.write(`${what}: ${all.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
    return Math.min(...all);
  };

  // The best of three visits, each from a cold cache: other tests run beside them.
  test('can be used soon', () =>
    expect(best(times, 'the door of the console, from a cold cache')).toBeLessThan(withinMs));

  test('opens on books that can be read soon', async () => {
    const { books } = await fillConsole(ledger);
    const inside = await visit(browser, ledger.baseUrl);
    await enter(inside, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
    const cookies = await inside.context.cookies();
    await inside.leave();
    const visits: number[] = [];
    for (let visited = 0; visited < 3; visited++) {
      const { page, context, settled, leave } = await visit(browser, ledger.baseUrl);
      await context.addCookies(cookies);
      const startedAt = performance.now();
      await page.goto(`/console/l/${books.ledger.code}`);
      await settled();
      visits.push(performance.now() - startedAt);
      await leave();
    }
    expect(best(visits, 'the overview of books, from a cold cache')).toBeLessThan(withinMs);
  });
});
