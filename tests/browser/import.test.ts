/** Importing a file at the console: dropping it, mapping it by hand, trying, posting, and recognising it again. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { describeInBrowser, faultsOf, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openAccount } from '../support/requests';
import { settledOf } from '../support/strings';

const statement = `Buchung;Auftraggeber;Verwendungszweck;Saldo;Betrag
07.01.2026;Bäcker;Brötchen;3.745,50;-4,50
06.01.2026;Arbeitgeber;Gehalt;3.750,00;2.500,00
05.01.2026;Vermieter;Miete;1.250,00;-1.250,00
`;

const days = Array.from({ length: 9 }, (_, day) => `2026-01-0${day + 1},Rent,-10.00`);

describeInBrowser('importing at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const arrive = async (role: 'viewer' | 'bookkeeper', width?: number): Promise<Visitor> => {
    const entered = await visit(browser, ledger.baseUrl, {
      ...(width === undefined ? {} : { width }),
      // The service answers some files with 422, and the browser logs an error for each status from 400 on.
      expects: /status of 422/,
    });
    await enter(entered, ledger.baseUrl, await invite(ledger.app.access, role, books.ledger.tenantId));
    return entered;
  };
  const choose = async (text: string, name = 'statement.csv'): Promise<void> => {
    await page.goto(`/console/l/${books.ledger.id}/import`);
    await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    await visitor.settled();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** The number that the result of the import shows under this name. */
  const counted = async (name: string): Promise<string> => {
    const term = page.locator('.explained > div', { has: page.getByText(name, { exact: true }) });
    return (await term.locator('dd').innerText()).replaceAll(/[^0-9]/g, '');
  };

  beforeAll(async () => {
    ledger = await startLedger();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    books = await ledger.newLedger();
    await openAccount(books.api, { code: '1200', type: 'asset', name: 'Bank' });
    visitor = await arrive('bookkeeper');
    ({ page } = visitor);
  });
  afterEach(async () => {
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
  afterAll(async () => {
    await browser.close();
    await ledger.close();
  });

  test('a statement is mapped by hand, previewed by a dry run and posted, and never posted again', async () => {
    await choose(statement);
    await page.getByText('no difference from the balances in the file').waitFor();
    await page.getByLabel('The column Betrag is').selectOption('Not used');
    await page.getByText('In the columns above, choose which one is the amount').waitFor();
    await page.getByLabel('The column Betrag is').selectOption('Amount');
    await page.getByLabel('A positive amount is an outflow').check();
    await page
      .getByRole('alert')
      .getByText(/Line \d.*Nothing of the file will be imported/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).isDisabled()).toBe(true);
    await page.getByLabel('A positive amount is an outflow').uncheck();
    await page.getByText('no difference from the balances in the file').waitFor();
    await page.getByLabel('BANK', { exact: true }).fill('1200');
    await page.getByLabel('Date format').click();
    await page.locator('.import-map > summary').click();
    await page.getByLabel('Name of this map').fill('Giro');
    await press('Save');
    await visitor.settled();
    await press('Dry run');
    await page.getByText('Dry run: nothing was written').waitFor();
    // The button was disabled while the dry run was under way, and has the focus again.
    await page.locator('button:focus', { hasText: 'Dry run' }).waitFor();
    expect([await counted('Would be posted'), await counted('Would be rejected')]).toEqual(['3', '0']);
    expect((await books.api.get('/transactions')).body.data).toEqual([]);
    await press('Post 3 transactions');
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    expect(await settledOf(books, '1200')).toBe('1245.50');

    await choose(statement);
    await press('Map Giro');
    await visitor.settled();
    expect(await page.getByLabel('BANK', { exact: true }).inputValue()).toBe('1200');
    await press('Dry run');
    await page.getByText('There is nothing to post.').waitFor();
    expect(await counted('Already there')).toBe('3');
  });

  test('rejected rows can be downloaded, each with its reason', async () => {
    await choose(`Date,Text,Amount\n${days.join('\n')}\n2026-01-31,Tea,-1.005\n`);
    await press('Dry run');
    await page.getByText('Rows that would be rejected').waitFor();
    await press('Post 9 transactions');
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download the rejected rows')]);
    expect(download.suggestedFilename()).toBe('statement.rejected.csv');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/2026-01-31,Tea,-1\.005,11,[A-Z_]+,/);
  });

  test('a table that the import does not recognise is mapped by hand', async () => {
    await page.goto(`/console/l/${books.ledger.id}/import`);
    const buffer = Buffer.from('What;When;How much\nTea;5th of May;4,50\n');
    await page.getByLabel('File to import').setInputFiles({ name: 'odd.csv', mimeType: 'text/csv', buffer });
    await press('Map its columns by hand');
    await page.getByLabel('The column When is').selectOption('Day');
    await page.getByLabel('The column What is').selectOption('Text');
    await page.getByLabel('Amount format').selectOption('1.234,50');
    await page.getByText('1 rejected').waitFor();
    await page.getByText('Rejected, line 2').waitFor();
  });

  test('an unreadable file and a file that is too large are refused with the cure, and the large one is not sent', async () => {
    await page.goto(`/console/l/${books.ledger.id}/import`);
    await visitor.settled();
    visitor.requests();
    const input = page.getByLabel('File to import');
    await input.setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(2_097_153, 'x') });
    await page
      .getByRole('alert')
      .getByText(/ledger import/)
      .waitFor();
    await visitor.settled();
    expect(visitor.requests()).toEqual([]);
    const workbook = Buffer.from('PK\u0003\u0004xl/workbook.xml');
    await input.setInputFiles({ name: 'book.xlsx', mimeType: 'application/zip', buffer: workbook });
    await page.getByRole('alert').getByText(/CSV/).waitFor();
    await press('Choose another file');
    await page.getByText('Drop a file here').waitFor();
  });

  test('the keyboard alone imports a file, and axe finds no fault on a phone or in the dark theme', async () => {
    await page.goto(`/console/l/${books.ledger.id}/import`);
    // A key that is pressed while the page still draws may go nowhere.
    await visitor.settled();
    const choose = page.getByRole('button', { name: 'Choose a file' });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
    await chooser.setFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) });
    await page.getByText('no difference from the balances in the file').waitFor();
    await visitor.settled();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Dry run: nothing was written').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visitor.settled();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
  });

  test('a viewer finds no import page', async () => {
    const viewer = await arrive('viewer');
    await viewer.page.goto(`/console/l/${books.ledger.id}/import`);
    await viewer.page.getByText('Page not found').waitFor();
    await viewer.leave();
  });
});
