/**
 * Every page that an administrator can open, over books with hostile texts: no text runs as code, axe finds no serious fault in either
 * theme, wide or narrow, no page is wider than a telephone, none prints a time that is true only now, and none sends more than twelve
 * requests.
 */
import type { Browser } from 'playwright-core';
import {
  describeInBrowser,
  faultsOf,
  isQuestion,
  openBrowser,
  thoseToVisit,
  visit,
  type Theme,
  type Visitor,
} from '../support/browser';
import { enter, invite } from '../support/console-people';
import { fillConsole, isHacked, turnedAround, type ConsoleWorld } from '../support/console-world';
import { startLedger, type TestLedger } from '../support/ledger';

const maxRequests = 12;
/** In pixels: a desk and a telephone. */
const widths = [1_440, 390] as const;
/** The width in pixels of the smallest telephones, and of a desk with text enlarged to 400 per cent. */
const narrowest = 320;
const isWithinWindow = 'document.documentElement.scrollWidth <= innerWidth';
/** The elements that are wider than the window and do not scroll within a frame. */
const tooWide = `[...document.querySelectorAll('main *')].filter((one) =>
    one.getBoundingClientRect().right > innerWidth && !one.closest('.table-frame, pre') && one.children.length === 0)
  .map((one) => one.outerHTML.slice(0, 200)).slice(0, 3).join(' ')`;
const themes: readonly Theme[] = ['light', 'dark'];
/** Matches times that are true only now: a reader of paper does not know when it was printed. */
const passingTime =
  /just now|\d (min|h|days?) ago|(?<!postings? )\bin \d+ (min|h|days?)\b|in the last \d+ \w+|within (a day|\d+ \w+)/;
/** The text of the page in the medium, with the filters as print shows them. */
const textOfPage = `[document.body.innerText,
  ...[...document.querySelectorAll('[data-printed]')].map((label) => label.dataset.printed)].join('\\n')`;
/** True if a table that scrolls sideways has no shadow at its edge. */
const hasHiddenColumns = `[...document.querySelectorAll('.table-frame')].some((frame) => frame.scrollWidth > frame.clientWidth &&
  getComputedStyle(frame).overflowX === 'auto' && !getComputedStyle(frame).backgroundImage.includes('gradient'))`;
/** The time limit of a test that visits all pages: each page takes about a second, or several on a busy machine. */
jest.setTimeout(800_000);

describeInBrowser('every page of the console', () => {
  let ledger: TestLedger;
  let world: ConsoleWorld;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    ledger = await startLedger();
    world = await fillConsole(ledger);
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
  });
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test('runs no hostile text, sends few requests, and is accessible', async () => {
    const { page, complaints, requests, settled } = visitor;
    const faults: string[] = [];
    for (const address of thoseToVisit(world.addresses)) {
      await page.setViewportSize({ width: widths[0], height: 900 });
      requests();
      await page.goto(address);
      await settled();
      // Another page could stand here without a word: the choice of a ledger, or the sign-in.
      const { pathname, search } = new URL(page.url());
      if (pathname + search !== address) faults.push(`${address} led to ${pathname}${search}`);
      const asked = requests().filter(isQuestion);
      if (asked.length > maxRequests) faults.push(`${address} asked ${asked.length} times: ${asked.join(' ')}`);
      if (await page.getByText('Page not found').isVisible()) faults.push(`${address} is no page`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme });
          await settled();
          const looks = `${address}, ${colorScheme}, ${width} wide`;
          faults.push(...(await faultsOf(page)).map((fault) => `${looks}: ${fault}`));
        }
        if (!(await page.evaluate<boolean>(isWithinWindow)))
          faults.push(`${address} must be scrolled sideways, ${width} wide`);
        if (await page.evaluate<boolean>(hasHiddenColumns))
          faults.push(`${address} does not show that a table has more columns, ${width} wide`);
      }
      await page.setViewportSize({ width: narrowest, height: 900 });
      await settled();
      if (!(await page.evaluate<boolean>(isWithinWindow)))
        faults.push(`${address} is wider than ${narrowest} pixels: ${await page.evaluate<string>(tooWide)}`);
      await page.emulateMedia({ media: 'print' });
      const passing = passingTime.exec(await page.evaluate<string>(textOfPage));
      if (passing !== null) faults.push(`${address} prints "${passing[0]}"`);
      await page.emulateMedia({ media: null });
      for (const turned of await page.evaluate<readonly string[]>(turnedAround))
        faults.push(`${address} turns around what stands behind a text: ${turned}`);
      if (/\u202e/.test(await page.title())) faults.push(`${address} turns its title around`);
      if (await page.evaluate<boolean>(isHacked)) faults.push(`${address} was hacked`);
    }
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    // Checks that the visited pages include every page of the navigation. The window is wide, because a narrow one hides the navigation.
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.goto(`/console/l/${world.books.ledger.id}`);
    await settled();
    const listed = page.locator('nav[aria-label="Pages"] a');
    await listed.first().waitFor();
    const hrefs = await listed.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThan(20);
    expect(world.addresses.map((address) => address.replace(/\/$/, ''))).toEqual(expect.arrayContaining(hrefs));
  });
});
