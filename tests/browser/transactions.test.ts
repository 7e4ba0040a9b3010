/** Transactions in the console: postings appear as they happen, and wrong ones are reversed in part or voided. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { verifyReceipt, type Receipt } from '../../clients/typescript/src';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { enter, invite } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount, openBooks } from '../support/requests';
import { readTransaction } from '../support/reversals';

describeInBrowser('transactions at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const arrive = async (role: 'viewer' | 'bookkeeper'): Promise<Visitor> => {
    const entered = await visit(browser, ledger.baseUrl);
    await enter(entered, ledger.baseUrl, await invite(ledger.app.access, role, books.ledger.tenantId));
    return entered;
  };
  const addressOf = (path: string): string => `/console/l/${books.ledger.id}/${path}`;
  const sell = (description: string, amount: string) =>
    decide(books.api, { description, entries: [debit('CASH', amount), credit('SALES', amount)] });

  beforeAll(async () => {
    ledger = await startLedger();
    books = await openBooks(ledger);
    await openAccount(books.api, { code: 'TAX', type: 'liability' });
    browser = await openBrowser();
    visitor = await arrive('bookkeeper');
    ({ page } = visitor);
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test('the live list shows new postings and voids that match its filters', async () => {
    const { id } = await sell('Before anybody looked', '10.00');
    await page.goto(addressOf('transactions?account=CASH&layer=settled'));
    await page.getByRole('link', { name: 'Before anybody looked' }).waitFor();
    await page.getByRole('button', { name: 'Live' }).click();
    await page.locator('.dot.is-on').waitFor();
    await decide(books.api, {
      description: 'Held',
      layer: 'pending',
      entries: [debit('CASH', '1'), credit('SALES', '1')],
    });
    await sell('While one looks', '11.00');
    await page.getByRole('link', { name: 'While one looks' }).waitFor();
    await books.api.post(`/transactions/${id}/void`, { reason: 'Never happened' });
    await page.getByRole('row', { name: /Before anybody looked.*void/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Held' }).count()).toBe(0);
  });

  test('a typed filter appears in the address, and can be saved as a view', async () => {
    await page.goto(addressOf('transactions'));
    await page.getByLabel('Account, by code').pressSequentially('SALES');
    await page.waitForURL(/account=SALES$/);
    await page.getByLabel('Name of this view').fill('Sales');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.waitForURL(/transactions$/);
    await page.reload();
    await page.getByRole('button', { name: 'Sales', exact: true }).click();
    await page.waitForURL(/account=SALES$/);
    await page.getByRole('button', { name: 'Delete the view Sales' }).click();
    await page.getByRole('button', { name: 'Sales', exact: true }).waitFor({ state: 'detached' });
  });

  test('the address contains the order and the totals, and the filtered list is saved as CSV', async () => {
    for (const [day, amount] of [
      ['2026-01-02', '21.00'],
      ['2026-01-01', '22.00'],
    ] as const) {
      const entries = [debit('CASH', amount), credit('SALES', amount)];
      await decide(books.api, { description: '=Sorted', reference: `Of ${day}`, effective_date: day, entries });
    }
    await page.goto(addressOf('transactions?text=sorted'));
    const first = page.locator('tbody tr').first();
    await first.getByText('Of 2026-01-01').waitFor();
    await page.getByLabel('Order').selectOption('-effective_date');
    await first.getByText('Of 2026-01-02').waitFor();
    expect(await page.getByRole('button', { name: 'Live' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show totals' }).click();
    const totals = page.getByRole('region', { name: 'Totals of the list' });
    await totals.waitFor();
    expect(await totals.innerText()).toMatch(/Transactions\s+2\s+Debits\s+43\.00[^]*Credits\s+43\.00/);
    // The address contains the filters and the order, so a colleague who opens it sees the same list.
    expect(new URL(page.url()).search).toBe('?text=sorted&sort=-effective_date&totals=true');
    await page.reload();
    await totals.waitFor();
    await first.getByText('Of 2026-01-02').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'List as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`transactions-${books.ledger.code}.csv`);
    const [, ...rows] = readFileSync(await saved.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(rows.map((row) => /Of 2026-01-0\d,'=Sorted,,(CASH|SALES)/.exec(row)?.[0])).toEqual([
      ...["Of 2026-01-02,'=Sorted,,CASH", "Of 2026-01-02,'=Sorted,,SALES"],
      ...["Of 2026-01-01,'=Sorted,,CASH", "Of 2026-01-01,'=Sorted,,SALES"],
    ]);
  });

  test('the history shows an amended description and an attached note', async () => {
    const { id } = await sell('Mispelt', '5.00');
    await page.goto(addressOf(`transactions/${id}`));
    await page.getByRole('button', { name: 'Amend texts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Misspelt');
    const amend = dialog.getByRole('button', { name: 'Amend', exact: true });
    // An amendment needs a reason.
    expect(await amend.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('A letter was missing');
    await amend.click();
    await page.getByRole('heading', { level: 1, name: 'Misspelt' }).waitFor();
    await page.getByRole('tabpanel').getByText('A letter was missing').waitFor();
    expect(await page.getByRole('tabpanel').innerText()).toMatch(/description\s+Mispelt → Misspelt/);
    await page.getByRole('button', { name: 'Attach a note' }).click();
    await dialog.getByLabel('Note').fill('Signed by the treasurer');
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('tabpanel').getByText('Signed by the treasurer').waitFor();
    await page.getByText('note attached').waitFor();
    expect(await readTransaction(books, id)).toMatchObject({ description: 'Misspelt' });
  });

  test('a transaction is copied into the form, without its reference and its day', async () => {
    const entries = [debit('CASH', '8.00'), credit('SALES', '8.00')];
    const { id } = await decide(books.api, {
      ...{ description: 'Monthly fee', reference: 'FEE-1', effective_date: '2026-01-05', entries },
    });
    await page.goto(addressOf(`transactions/${id}`));
    await page.getByRole('link', { name: 'Copy as a new transaction' }).click();
    await page.getByText('Balanced').waitFor();
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Monthly fee');
    expect(await page.getByLabel('Effective date').inputValue()).not.toBe('2026-01-05');
    expect(await page.getByLabel('Account of line 2').inputValue()).toBe('SALES');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This would succeed').waitFor();
    await page.getByRole('button', { name: /^Post/ }).click();
    await page.waitForURL((url) => /transactions\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
    const copied = await readTransaction(books, new URL(page.url()).pathname.slice(-36));
    expect(copied).toMatchObject({ description: 'Monthly fee', reference: null, total_amount: '8.00' });
  });

  test('an attribute without a key, and a key that is given twice, are refused at their fields', async () => {
    const { id } = await sell('With attributes', '8.00');
    await page.goto(addressOf(`transactions/new?copy=${id}`));
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This would succeed').waitFor();
    await page.getByText('Reference, correlation, attributes').click();
    for (const [number, key, value] of [
      [1, '', 'Grocer'],
      [2, 'invoice', 'A1'],
      [3, 'invoice', 'A2'],
    ] as const) {
      await page.getByRole('button', { name: 'Add an attribute' }).click();
      await page.getByLabel(`Key ${number}`).fill(key);
      await page.getByLabel(`Value ${number}`).fill(value);
      if (number > 1) continue;
      // The value without a key does not change the draft, so the preview is still there. It is not posted all the same.
      await page.getByText('Reference, correlation, attributes').click();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.getByText('Enter a key for this value.').waitFor();
      await page.locator('input:focus').and(page.getByLabel('Key 1')).waitFor();
    }
    visitor.requests();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Key 2 is invoice too.').waitFor();
    expect(visitor.requests().filter((path) => path.endsWith('/transactions'))).toEqual([]);
  });

  test('parts of entries are reversed after a preview', async () => {
    const entries = [debit('CASH', '12.00'), credit('SALES', '10.00'), credit('TAX', '2.00')];
    const { id } = await decide(books.api, { description: 'Sold with tax', entries });
    await page.goto(addressOf(`transactions/${id}`));
    await page.getByRole('button', { name: 'Reverse' }).click();
    await page.getByLabel('Parts of its entries').check();
    await page.getByLabel(/of the debit of CASH$/).fill('6.00');
    await page.getByLabel(/of the credit of SALES$/).fill('5.00');
    await page.getByText('Debits and credits must be equal.').waitFor();
    await page.getByLabel(/of the credit of TAX$/).fill('1.00');
    await page.getByRole('row', { name: /TAX 2\.00 becomes → 1\.00|TAX.*2\.00.*1\.00/ }).waitFor();
    await page.getByLabel('Type reverse to confirm').fill('reverse');
    // A reversal needs a reason.
    expect(await page.getByRole('button', { name: 'Reverse it' }).isDisabled()).toBe(true);
    await page.getByLabel('Reason').fill('Half came back');
    await page.getByRole('button', { name: 'Reverse it' }).click();
    await page.getByText('Reversed: 6.00').waitFor();
    await page.getByText('Half came back', { exact: true }).waitFor();
    // The actor is shown by name, not only by id.
    await page.getByText(/by bookkeeper \d/).waitFor();
    expect(await readTransaction(books, id)).toMatchObject({ status: 'posted', reversed_amount: '6.00' });
    expect(await page.getByRole('button', { name: 'Void' }).count()).toBe(0);
  });

  test('the downloaded receipt proves the transaction to anyone who has the keys', async () => {
    const { id } = await sell('Proven', '4.00');
    await page.goto(addressOf(`transactions/${id}`));
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: 'Position in the log' }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`receipt-${id}.json`);
    const receipt = JSON.parse(readFileSync(await saved.path(), 'utf8')) as Receipt;
    const proven = await verifyReceipt(receipt, await ledger.app.proof.keys());
    expect(proven).toMatchObject({ transaction_id: id, outcome: 'posted', record: { description: 'Proven' } });
  });

  test('a viewer is offered no acts', async () => {
    const { id } = await sell('Looked at', '3.00');
    const viewer = await arrive('viewer');
    await viewer.page.goto(addressOf(`transactions/${id}`));
    await viewer.page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
    for (const name of ['Reverse', 'Void', 'Amend texts', 'Attach a note'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    await viewer.page.goto(addressOf('transactions'));
    await viewer.page.getByRole('link', { name: 'Looked at' }).waitFor();
    expect(await viewer.page.getByRole('link', { name: 'New transaction' }).count()).toBe(0);
    expect(viewer.complaints).toEqual([]);
    await viewer.leave();
  });

  test('the search finds ids, an amount and a day', async () => {
    const { id } = await sell('Sought', '4321.09');
    await page.goto(addressOf('accounts'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const account = dataOf(await books.api.get('/accounts?search=CASH'), 200)[0];
    const set = dataOf(await books.api.post('/account-sets', { code: 'LIQUID', name: 'Liquid' }), 201);
    const [journal] = dataOf(await books.api.get('/journals'), 200);
    const unknown = randomUUID();
    for (const [typed, found] of [
      [id, /Sought/],
      [id.toUpperCase(), /Sought/],
      [account.id, /CASH/],
      [set.id, /LIQUID/],
      [journal.id, new RegExp(journal.code)],
      ['4,321.09', /Sought/],
      ['2026-01-31', /All transactions of 31 Jan 2026/],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: found }).waitFor();
      await page.keyboard.press('Escape');
    }
    // The console looks up an id in every list, and most lists answer 404. These answers are not faults.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(unknown);
    await page.getByText('No matches.').waitFor();
    await page.keyboard.press('Escape');
  });
});
