/** Acts of people at the console: a first posting by form, an API key for a program, a period lock. */
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, visit, type Visitor } from '../support/browser';
import { client } from '../support/client';
import { enter, invite } from '../support/console-people';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount } from '../support/requests';

describeInBrowser('at the console', () => {
  let ledger: TestLedger;
  let books: TestBooks;
  let browser: Browser;
  let visitor: Visitor;
  let page: Visitor['page'];

  const open = (path: string) => page.goto(`/console/l/${books.ledger.id}/${path}`);

  const cash = async (): Promise<string> => (await books.api.get('/accounts?search=CASH')).body.data[0].balance;

  beforeAll(async () => {
    ledger = await startLedger();
    books = await ledger.newLedger();
    await openAccount(books.api, { code: 'CASH', type: 'asset' });
    await openAccount(books.api, { code: 'SALES', type: 'revenue' });
    browser = await openBrowser();
    visitor = await visit(browser, ledger.baseUrl, { expects: /409|422/ });
    ({ page } = visitor);
    await enter(visitor, ledger.baseUrl, await invite(ledger.app.access, 'admin'));
  });
  afterEach(() => expect(visitor.complaints).toEqual([]));
  afterAll(async () => {
    await visitor.leave();
    await browser.close();
    await ledger.close();
  });

  test('a form previews and posts the first transaction', async () => {
    await open('transactions/new');
    await page.getByLabel('Description').fill('First sale');
    await page.getByLabel('Account of line 1').fill('CASH');
    await page.getByLabel(/^Debit of line 1/).fill('12.50');
    await page.getByLabel('Account of line 2').fill('SALES');
    await page.getByLabel(/^Credit of line 2/).fill('12.50');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('This would succeed').waitFor();
    expect(await cash()).toBe('0.00');
    await page.getByRole('button', { name: /^Post/ }).click();
    await page.getByRole('heading', { level: 1, name: 'First sale' }).waitFor();
    expect(await cash()).toBe('12.50');
  });

  test('a new key is shown once, and works', async () => {
    await open('keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByLabel('Key', { exact: true }).innerText();
    expect((await client(ledger.baseUrl, key).get('/ledger')).body.data.code).toBe(books.ledger.code);
    await page.getByLabel('I have kept it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: /^Shop sk_/ }).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  test('a key gets another name and rate limit, and the page shows its requests as code', async () => {
    await open('keys');
    await page.getByRole('button', { name: 'Change Shop' }).click();
    const dialog = page.getByRole('dialog');
    const change = dialog.getByRole('button', { name: 'Change the key' });
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill('Kiosk');
    await dialog.getByLabel('Requests per second').fill('2000000');
    await change.click();
    await dialog.locator('.error').waitFor();
    await dialog.getByLabel('Requests per second').fill('250');
    await change.click();
    await page
      .getByRole('row', { name: /^Kiosk sk_/ })
      .getByRole('cell', { name: '250', exact: true })
      .waitFor();
    const { items } = await ledger.app.access.keyPage(
      { ledgerId: books.ledger.id },
      { limit: 10, direction: 'forward' },
    );
    expect(items.map(({ name, rateLimitPerSecond }) => [name, rateLimitPerSecond])).toContainEqual(['Kiosk', 250]);
    await page.getByRole('button', { name: 'As code' }).click();
    await page.getByRole('button', { name: 'TypeScript' }).click();
    const code = await page.getByRole('dialog').innerText();
    expect(code).toContain("client.PATCH('/admin/v1/keys/{keyId}'");
    expect(code).toContain('LEDGER_ADMIN_KEY');
    expect(code).not.toContain('ak_');
  });

  test('a tenant gets a quota of requests and of ledgers, and loses both again', async () => {
    await open(`ledgers?tenant=${books.ledger.tenantId}`);
    await page.getByText('None: each of its keys').waitFor();
    await page.getByRole('button', { name: 'Change the quota' }).click();
    await page.getByLabel('Requests per second').fill('400');
    await page.getByLabel('Maximum, ledgers').fill('321');
    await page.getByRole('button', { name: 'Set the quota' }).click();
    await page.getByText('together may send 400 requests per second').waitFor();
    await page.getByRole('cell', { name: '321 (set for it)' }).waitFor();
    expect(await ledger.app.access.quota(books.ledger.tenantId)).toMatchObject({
      requestsPerSecond: 400,
      limits: { ledgers: 321, keys: null },
    });
    await page.getByRole('button', { name: 'Change the quota' }).click();
    await page.getByLabel('Requests per second').fill('');
    await page.getByLabel('Maximum, ledgers').fill('');
    await page.getByRole('button', { name: 'Set the quota' }).click();
    await page.getByText('None: each of its keys').waitFor();
    expect(await ledger.app.access.quota(books.ledger.tenantId)).toMatchObject({ limits: { ledgers: null } });
  });

  test('a form is sent once, and a refusal is shown below its field', async () => {
    await open('journals');
    await page.getByRole('button', { name: 'New journal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill('SALES');
    await dialog.getByLabel('Name').fill(' ');
    await dialog.getByRole('button', { name: 'Create journal' }).click();
    await dialog.locator('.field', { hasText: 'Name' }).locator('.error').waitFor();
    expect(await dialog.getByRole('alert').getByRole('listitem').count()).toBe(0);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
    await dialog.getByLabel('Name').fill('Sales');
    await page.evaluate("for (const time of [1, 2]) document.getElementById('journal').requestSubmit()");
    await page.getByRole('cell', { name: 'SALES', exact: true }).waitFor();
    expect(sent).toEqual(['/api/v1/journals']);
  });

  test('closing an account shows the cure of each refusal, and moves the balance', async () => {
    const { id } = await openAccount(books.api, { code: 'CARD', type: 'asset' });
    await openAccount(books.api, { code: 'BANK', type: 'asset' });
    await decide(books.api, { entries: [debit('CARD', '9.00'), credit('SALES', '9.00')] });
    const { id: heldId } = await decide(books.api, {
      ...{ layer: 'pending', entries: [debit('CARD', '1.00'), credit('SALES', '1.00')] },
    });
    await open(`accounts/${id}`);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('9.00').waitFor();
    const close = dialog.getByRole('button', { name: 'Close the account' });
    await close.click();
    await dialog.getByText('The account has open holds. Settle or release them first.').waitFor();
    await dialog.getByRole('link', { name: 'Show its holds' }).click();
    await page.getByRole('tab', { name: 'Holds', selected: true }).waitFor();
    dataOf(await books.api.post(`/transactions/${heldId}/release`, {}), 201);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await close.click();
    await dialog.getByText('Name the account that receives it').waitFor();
    await dialog.getByLabel('Move the balance to').fill('BANK');
    await close.click();
    await page.getByText('The account is closed.').waitFor();
    await page.getByText('inactive').waitFor();
    expect((await books.api.get('/accounts?search=BANK')).body.data[0].balance).toBe('9.00');
    expect(await page.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0);
  });

  test('a locked period refuses a transaction dated inside it', async () => {
    await open('period-locks');
    await page.getByRole('button', { name: 'Lock a period' }).click();
    await page.getByLabel('Last day that is locked').fill('2026-01-31');
    await page.getByLabel('Why', { exact: true }).fill('January is closed');
    await page.getByRole('dialog').getByRole('button', { name: /^Lock/ }).click();
    await page.getByRole('cell', { name: 'January is closed' }).waitFor();
    await open('transactions/new');
    await page.getByLabel('Description').fill('Too late');
    await page.getByLabel('Effective date').fill('2026-01-20');
    await page.getByLabel('Account of line 1').fill('CASH');
    await page.getByLabel(/^Debit of line 1/).fill('1.00');
    await page.getByLabel('Account of line 2').fill('SALES');
    await page.getByLabel(/^Credit of line 2/).fill('1.00');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('PERIOD_LOCKED').first().waitFor();
    expect(await cash()).toBe('12.50');
  });
});
