/**
 * The console without a mouse: Tab reaches every usable element and shows the focus; a dialog keeps the focus and returns it; and the
 * listed shortcuts work as described.
 */
import type { Browser } from 'playwright-core';
import {
  describeInBrowser,
  isWholeBrowserRun,
  openBrowser,
  thoseToVisit,
  visit,
  type Visitor,
} from '../support/browser';
import { enter, invite } from '../support/console-people';
import { fillConsole, type ConsoleWorld } from '../support/console-world';
import { keyboardInPage, openEach, walk } from '../support/keyboard';
import { startLedger, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, transaction } from '../support/requests';

/** The time limit of a test that visits all pages: each page takes about a second, or several on a busy machine. */
jest.setTimeout(400_000);

describeInBrowser('the keyboard', () => {
  let ledger: TestLedger;
  let world: ConsoleWorld;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  beforeAll(async () => {
    ledger = await startLedger();
    world = await fillConsole(ledger);
    browser = await openBrowser();
    // The test presses buttons of empty forms, and the service refuses some of these requests.
    visitor = await visit(browser, ledger.baseUrl, { prepared: keyboardInPage, expects: /status of 4(04|09|22)/ });
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(`/console/l/${world.books.ledger.id}/${path}`);
    await visitor.settled();
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (): Promise<string> => page.evaluate<string>('keyboard.focused()');
  const rowOfFocus = (): Promise<number> => page.evaluate<number>('keyboard.row()');

  test('reaches everything, and dialogs return the focus', async () => {
    const [first = ''] = world.addresses;
    await page.goto(first);
    await visitor.settled();
    // Every page has the navigation and the other parts around `main`, so they are tested on one page only.
    const faults: string[] = [...(await walk(page, 'body'))];
    const titles = new Set<string>();
    for (const address of thoseToVisit(world.addresses)) {
      await page.goto(address);
      await visitor.settled();
      const found = [...(await walk(page, 'main')), ...(await openEach(visitor, address, titles))];
      faults.push(...found.map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
    // Counts the dialogs: if there are fewer than expected, a button did not open its dialog.
    expect(titles.size).toBeGreaterThanOrEqual(isWholeBrowserRun ? 39 : 6);
  });

  test('moves between tabs with the arrow keys', async () => {
    await open(`strings/TREASURY`);
    await page.getByRole('tab', { name: 'Members' }).focus();
    for (const name of ['Clearing positions', 'Convert', 'Transfer', 'Members']) {
      await press('ArrowRight');
      expect(await focused()).toBe(`button "${name}"`);
      expect(await page.getByRole('tab', { name, selected: true }).count()).toBe(1);
    }
  });

  test('opens the menus of the header, and Escape returns the focus', async () => {
    await open('');
    for (const menu of ['Books:', 'Signed in as']) {
      const summary = page.locator(`summary[aria-label^="${menu}"]`);
      await summary.focus();
      await press('Enter', 'Tab');
      expect(await page.locator('details[open] .menu :focus').count()).toBe(1);
      await press('Escape');
      expect(await page.locator('details[open]').count()).toBe(0);
      expect(await focused()).toContain(menu);
    }
    await press('Enter', 'Tab');
    expect(await focused()).toContain('Keyboard shortcuts');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    expect(await focused()).toContain('Keyboard shortcuts');
  });

  test('brings the refusal of a long form into view', async () => {
    await open('accounts');
    const form = page.getByRole('dialog', { name: 'New account' });
    await page.getByRole('button', { name: 'New account' }).press('Enter');
    await page.keyboard.type('CASH');
    await press('Tab');
    await page.keyboard.type('A second one');
    await press('Enter');
    await form.getByRole('alert').filter({ hasText: 'ACCOUNT_CODE_EXISTS' }).waitFor();
    const isInView = `(() => {
      const [alert, body] = ['[role="alert"]', '.dialog-body'].map((name) => document.querySelector('dialog ' + name).getBoundingClientRect());
      return alert.top >= body.top && alert.bottom <= body.bottom;
    })()`;
    expect(await page.evaluate(isInView)).toBe(true);
    await press('Escape');
  });

  test('finds anything by Ctrl K, arrows and Enter', async () => {
    await open('accounts');
    const finder = page.getByRole('dialog', { name: 'Find anything' });
    await page.getByRole('link', { name: 'Journals' }).focus();
    await press('Control+k');
    await finder.getByRole('option').first().waitFor();
    await press('Escape');
    await finder.waitFor({ state: 'detached' });
    expect(await focused()).toBe('a "Journals"');
    await press('Control+k');
    await finder.getByRole('option').first().waitFor();
    // The search must also open if Escape and Ctrl K are handled in the same turn of the event loop.
    await page.evaluate('keyboard.changeOfMind()');
    await finder.getByRole('option').first().waitFor();
    await page.keyboard.type('s');
    const chosen = finder.getByRole('option', { selected: true });
    const names: string[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      names.push(await chosen.innerText());
      await press(key);
    }
    expect(new Set(names).size).toBe(3);
    expect(await chosen.innerText()).toBe(names[0]);
    await finder.getByRole('combobox').fill('TILL');
    await finder.getByRole('option', { name: 'TILL' }).waitFor();
    while (!(await chosen.innerText()).includes('TILL')) await press('ArrowDown');
    await press('Enter');
    await page.waitForURL(/\/accounts\/[0-9a-f-]+$/);
    await page.locator('.page .mono', { hasText: 'TILL' }).waitFor();
  });

  test('finds a transaction by its amount, and by words of its texts', async () => {
    const entries = [debit('CASH', '4711.99'), credit('SALES', '4711.99')];
    const sale = transaction({ entries, description: 'Räucherkäse im Angebot' });
    const { id } = dataOf(await world.books.api.post('/transactions', sale, { Prefer: 'wait=5' }), 202);
    for (const typed of ['4,711.99', 'angebot räucher']) {
      await open('');
      await press('Control+k');
      const finder = page.getByRole('dialog', { name: 'Find anything' });
      await finder.getByRole('combobox').fill(typed);
      await finder.getByRole('option', { name: 'Räucherkäse' }).click();
      await page.waitForURL(new RegExp(`/transactions/${String(id)}$`));
    }
  });

  test('works in a tree as the list of shortcuts says', async () => {
    await open('accounts');
    const till = page.getByRole('link', { name: /^TILL/ });
    await press('j');
    expect(await focused()).toContain('ALICE');
    await press('j');
    expect(await focused()).toContain('CASH');
    await press('ArrowLeft');
    await till.waitFor({ state: 'detached' });
    expect(await focused()).toContain('CASH');
    await press('ArrowRight');
    await till.waitFor();
    await press('j');
    expect(await focused()).toContain('TILL');
    await press('k');
    expect(await focused()).toContain('CASH');
    await press('/');
    expect(await focused()).toContain('Code or name');
    // Letters typed into a field are text, not shortcuts.
    await page.keyboard.type('jk?');
    expect(await page.getByLabel('Code or name').inputValue()).toBe('jk?');
    await page.getByLabel('Code or name').fill('');
    await till.focus();
    await press('Enter');
    await page.waitForURL(/\/accounts\/[0-9a-f-]+$/);
  });

  test('moves through the rows of every table', async () => {
    for (const path of ['transactions', 'journals', 'events', 'keys', 'operators', 'ledgers', 'log']) {
      await open(path);
      const rows = await page.locator('tbody tr').count();
      expect(rows).toBeGreaterThan(0);
      await press('j');
      expect([path, await rowOfFocus()]).toEqual([path, 0]);
      await press('j');
      expect([path, await rowOfFocus()]).toEqual([path, Math.min(1, rows - 1)]);
      await press('k');
      expect([path, await rowOfFocus()]).toEqual([path, 0]);
    }
    await open('transactions');
    await press('j', 'Enter');
    await page.waitForURL(/\/transactions\/[0-9a-f-]+$/);
  });

  test('turns the pages of a list', async () => {
    const more = Array.from({ length: 55 }, () => transaction());
    dataOf(await world.books.api.post('/transactions/batch', { transactions: more }), 202);
    await open('transactions');
    await press(']');
    await page.waitForURL(/cursor=/);
    await visitor.settled();
    const later = page.url();
    await press('[');
    await page.waitForURL((url) => url.href !== later);
    await visitor.settled();
    await press('?');
    const listed = await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('kbd').allInnerTexts();
    expect(listed).toEqual(expect.arrayContaining(['Ctrl K', '?', '/', 'j', 'k', '[', ']', 'Enter', 'Esc']));
  });

  test('previews a transaction and posts it', async () => {
    await open('transactions/new');
    await page.getByLabel('Description').focus();
    await page.keyboard.type('By hand');
    for (const [label, text] of [
      [/^Account of line 1/, 'CASH'],
      [/^Debit of line 1/, '7'],
      [/^Account of line 2/, 'SALES'],
      [/^Credit of line 2/, '7'],
    ] as const) {
      await page.getByLabel(label).focus();
      await page.keyboard.type(text);
    }
    await press('Control+Enter');
    await page.getByText('This would succeed').waitFor();
    await press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
  });
});
