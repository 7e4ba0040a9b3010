/** The pages that a visitor sees before signing in load quickly and completely, and only from this service. */
import type { Browser } from 'playwright-core';
import {
  bytesOf,
  describeInBrowser,
  faultsOf,
  openBrowser,
  tellWhereSkipped,
  visit,
  type Theme,
} from '../support/browser';
import { enter, invite } from '../support/console-people';
import { fillConsole } from '../support/console-world';
import { expected, startLedger, type TestLedger } from '../support/ledger';

tellWhereSkipped('the console in a browser');

/** The maximum number of bytes that a first visit with an empty cache loads: for the sign-in page, and for the overview with its charts. */
const maxBytes = { door: 150_000, overview: 300_000 };

describeInBrowser('the first pages of the console', () => {
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

  test.each<Theme>(['light', 'dark'])('load few bytes and are accessible, %s', async (theme) => {
    const { page, complaints, requests, leave } = await visit(browser, ledger.baseUrl, { theme, expects: /401/ });
    await page.goto('/console');
    await page.getByLabel('E-mail').waitFor();
    expect(await bytesOf(page)).toBeLessThan(maxBytes.door);
    expect(requests().length).toBeLessThanOrEqual(12);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('load few bytes for the overview of books', async () => {
    const { books } = await fillConsole(ledger);
    const inside = await visit(browser, ledger.baseUrl);
    await enter(inside, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
    const cookies = await inside.context.cookies();
    await inside.leave();
    const { page, context, requests, settled, leave } = await visit(browser, ledger.baseUrl);
    await context.addCookies(cookies);
    await page.goto(`/console/l/${books.ledger.id}`);
    await settled();
    const bytes = await bytesOf(page);
    process.stdout.write(`the overview of books, from a cold cache: ${requests().length} requests, ${bytes} bytes\n`);
    expect(bytes).toBeLessThan(maxBytes.overview);
    await leave();
  });

  test.each(['%E0%A4%A/accounts', '%/x', 'NOBODY/accounts/%E0%A4%A'])(
    'show that the address %s names no page',
    async (path) => {
      const visitor = await visit(browser, ledger.baseUrl);
      const { page, leave } = visitor;
      await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
      await page.goto(`/console/l/${path}`);
      await page.getByText(/Page not found|There is no ledger/).waitFor();
      await leave();
    },
  );

  test('turn an address with the code of a ledger into the one with its id', async () => {
    const { ledger: first } = await ledger.newLedger();
    // A code that no other tenant has: otherwise the page asks for the ledger.
    const books = expected(
      await ledger.app.ledgering.openLedger({
        ...{ tenantId: first.tenantId, currency: 'USD', code: 'ONLY-HERE', name: 'Books with a code of their own' },
      }),
    );
    const visitor = await visit(browser, ledger.baseUrl);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
    const { page, leave } = visitor;
    await page.goto(`/console/l/${books.code}/accounts?as_of=2026-01-31`);
    await page.waitForURL((url) => url.pathname + url.search === `/console/l/${books.id}/accounts?as_of=2026-01-31`);
    await leave();
  });
});
